// One board and all that can be done with it: paint it, solve it, watch the
// plan, play it.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Problem, call, read } from './api'
import { Board, HOLE, MAX_SIDE, Puzzle, WireBoard, filled, fromWire, label, lines, resized, rules, withCells } from './board'
import { BoardView } from './boardview'
import { Bounds } from './bounds'
import { USUAL, ink, paint } from './palette'
import { Card, Icon, MaskField, NumberField, Problems, Segments } from './parts'
import { Play } from './play'
import { Share } from './share'
import { apply } from './rules'
import { useSolver, verdict } from './solver'
import { Watch } from './watch'

type Mode = 'paint' | 'watch' | 'play'

interface Props {
  board: Board
  onBoard: (b: Board) => void // of either puzzle: a file may say that it holds the other's
}

export function Workshop({ board, onBoard }: Props) {
  const puzzle = board.puzzle
  const [mode, setMode] = useState<Mode>('paint')
  const [past, setPast] = useState<Board[]>([])
  const [limit, setLimit] = useState(60)
  const [problems, setProblems] = useState<{ list: Problem[]; text?: string }>()
  const [file, setFile] = useState<Board[]>([]) // the boards of the file that was read last
  const solver = useSolver()
  const run = solver.run
  const said = useAnnouncement(solver.run)
  const complain = (message: string) => setProblems({ list: [{ message }] })

  // change puts another board in place, and forgets what was known of the old one.
  const change = (b: Board, keep = true) => {
    if (keep) setPast((p) => [...p.slice(-199), board])
    if (run) solver.clear()
    setMode('paint')
    setProblems(undefined)
    onBoard(b)
  }

  // A board from outside, by link or from the explorer, ends what was known too.
  const known = useRef(board)
  known.current = board
  useEffect(() => {
    if (run && run.board !== board) {
      solver.clear()
      setMode('paint')
    }
  }, [board])

  const undo = () => {
    const before = past.at(-1)
    if (!before) return
    setPast(past.slice(0, -1))
    change(before, false)
  }

  const reading = useRef(0)
  const readText = async (text: string) => {
    const mine = ++reading.current // what is given last counts
    try {
      if (text.length > 4e6) throw new Error('That is more text than the page takes (4 MB). The command line reads files of any length.')
      const { of, boards, errors } = await readEither(puzzle, text)
      if (mine !== reading.current) return
      const list = boards.map((wire) => fromWire(of, wire))
      if (list.length) {
        change(list[0])
        setFile(list.length > 1 ? list : [])
      }
      if (errors.length) setProblems({ list: errors, text })
      else if (!list.length) complain('There is no board in this text.')
    } catch (error) {
      complain((error as Error).message)
    }
  }
  useIncoming(readText, complain)

  const solve = (b = board) => {
    setProblems(undefined)
    void solver.start(b, limit).then((r) => {
      if (known.current === r.board && r.answer?.moves) setMode((m) => (m === 'paint' ? 'watch' : m))
    })
  }
  const enter = (next: Mode) => {
    setMode(next)
    if (next === 'play' && !run) solve() // for par
  }

  const plan = run?.answer?.plan
  const shown = mode === 'watch' && !plan?.length ? 'paint' : mode // while it is solved again there is no plan
  return (
    <main class="workshop">
      <section class="stage" aria-label="Board">
        <div class="stage-top">
          <Segments label="What to do with the board" value={shown} onChange={enter} options={[
            { value: 'paint', text: 'Paint' },
            { value: 'watch', text: 'Watch', disabled: !plan?.length },
            { value: 'play', text: 'Play' },
          ]} />
          <p class="rule">{rule(board)}</p>
        </div>
        {shown === 'paint' && <Paint board={board} onBoard={change} undo={past.length ? undo : undefined} reason={run?.answer?.reason_cells} />}
        {shown === 'watch' && plan && <Watch key={run!.began} board={board} plan={plan} />}
        {shown === 'play' && <Play key={JSON.stringify(board.cells)} start={board} run={run} limit={limit} />}
      </section>

      <aside class="panel">
        <Card title="Solve">
          <div class="row ask">
            {run?.state === 'running'
              ? <button type="button" id="stop" class="primary" onClick={solver.stop} disabled={run.stopped}>Stop</button>
              : <button type="button" id="solve" class="primary" onClick={() => solve()}>Find the fewest {puzzle === 'floor' ? 'swaps' : 'presses'}</button>}
            <select id="limit" value={limit} onChange={(e) => setLimit(Number(e.currentTarget.value))} aria-label="time limit">
              <option value={10}>within 10 s</option>
              <option value={60}>within 1 min</option>
              <option value={600}>within 10 min</option>
              <option value={0}>no hurry</option>
            </select>
          </div>
          {run && <Bounds run={run} />}
          <p class="unseen" role="status" id="announcement">{said}</p>
        </Card>
        {problems && <Problems problems={problems.list} text={problems.text} onClose={() => setProblems(undefined)} />}
        <BoardCard board={board} onBoard={change} onText={readText} onError={complain} file={file} />
        <Share board={board} run={run} onError={complain} />
      </aside>
    </main>
  )
}

// readEither reads a text as the puzzle that it names, or else as the one at
// hand; if there is no board of that one, it may be the other's.
async function readEither(puzzle: Puzzle, text: string) {
  const named = /^;\s*fewest:\s*(floor|flip)/m.exec(text)?.[1] as Puzzle | undefined
  const first = named ?? puzzle
  const found = await read(first, text)
  if (!named && !found.boards.length && found.errors.length) {
    const other: Puzzle = first === 'floor' ? 'flip' : 'floor'
    const second = await read(other, text)
    if (second.boards.length && !second.errors.length) return { of: other, ...second }
  }
  return { of: first, ...found }
}

function rule(b: Board): string {
  if (b.puzzle === 'floor') return 'Swap neighbours until no two tiles that touch share a colour.'
  const what = b.pattern ? 'the cells of its pattern'
    : { cross: 'its row and column', plus: 'itself and the cells at its sides', king: 'itself and all cells around', diagonal: 'itself and its diagonal neighbours', neighbours: 'the cells at its sides' }[b.mask ?? 'cross']
  return `Press a cell to change ${what}${b.wrap ? ', across the edges too' : ''}. Bring every cell to 0.`
}

// useAnnouncement is what a screen reader is told of a run: bounds now and then, the end at once.
function useAnnouncement(run: ReturnType<typeof useSolver>['run']): string {
  const [said, say] = useState('')
  const last = useRef(0)
  useEffect(() => {
    if (!run) return say('')
    if (run.state === 'ended') return say(verdict(run))
    const bound = run.history.at(-1)
    if (!bound) return say('Solving.')
    if (performance.now() - last.current < 3000) return
    last.current = performance.now()
    say(`At least ${bound.lower}${bound.upper === null ? '' : `, at most ${bound.upper}`}.`)
  }, [run])
  return said
}

// useIncoming takes text that is pasted or dropped anywhere on the page.
function useIncoming(take: (text: string) => void, complain: (message: string) => void) {
  const current = useRef({ take, complain })
  current.current = { take, complain }
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if ((event.target as HTMLElement).closest?.('input, textarea')) return
      const text = event.clipboardData?.getData('text/plain')
      if (text) {
        event.preventDefault()
        current.current.take(text)
      }
    }
    const over = (event: DragEvent) => {
      event.preventDefault()
      document.body.classList.add('dropping')
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) document.body.classList.remove('dropping')
    }
    const drop = async (event: DragEvent) => {
      event.preventDefault()
      document.body.classList.remove('dropping')
      const file = event.dataTransfer?.files[0]
      const text = file ? await textOf(file).catch((e) => current.current.complain(e.message)) : event.dataTransfer?.getData('text/plain')
      if (text) current.current.take(text)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
}

async function textOf(file: File): Promise<string> {
  if (file.size > 4e6) throw new Error('That file is longer than the page takes (4 MB). The command line reads files of any length.')
  return file.text()
}

// Paint is the board under a brush.
function Paint({ board: b, onBoard, undo, reason }: { board: Board; onBoard: (b: Board) => void; undo?: () => void; reason?: [number, number, number][] }) {
  const floor = b.puzzle === 'floor'
  const [brush, setBrush] = useState(floor ? USUAL[0] : 1)
  const [all, setAll] = useState(false)
  const shaded = useMemo(() => reason?.map(([r, c]) => r * b.cols + c), [reason, b])
  const stroke = useRef<{ cell: number; cells: number[] } | undefined>(undefined)

  const put = (cells: number[], v: number, cell: number) => {
    if (cells[v] === cell) return cells
    const next = [...cells]
    next[v] = cell
    onBoard(withCells(b, next))
    return next
  }
  const press = (v: number, first: boolean) => {
    if (first) {
      const again = !floor && b.cells[v] === brush // a second press takes a flip's state back
      stroke.current = { cell: again ? 0 : brush, cells: b.cells }
    }
    if (stroke.current) stroke.current.cells = put(stroke.current.cells, v, stroke.current.cell)
  }
  const key = (event: KeyboardEvent, v: number): number | void => {
    const k = event.key.toUpperCase()
    let cell: number | undefined
    if (k === 'DELETE' || k === 'BACKSPACE' || k === (floor ? '.' : '_')) cell = HOLE
    else if (k === ' ' || k === 'ENTER') cell = floor ? brush : b.cells[v] === HOLE ? 0 : (b.cells[v] + 1) % b.colours
    else if (floor && /^[A-Z]$/.test(k)) setBrush((cell = k.charCodeAt(0) - 65))
    else if (!floor && /^[0-9]$/.test(k) && Number(k) < b.colours) setBrush((cell = Number(k)))
    if (cell === undefined) return
    put(b.cells, v, cell)
    return v
  }

  const used = new Set(b.cells)
  const chips = floor
    ? USUAL.filter((colour, i) => all || i < 6 || used.has(colour) || colour === brush)
    : Array.from({ length: Math.min(b.colours, all ? 255 : 12) }, (_, i) => i)
  const more = floor ? 26 : b.colours
  return (
    <>
      <BoardView board={b} title={`${b.rows} by ${b.cols} board to paint`} paints onPress={press} onLift={() => (stroke.current = undefined)} onKey={key}
        shaded={shaded}
        hint={floor ? 'Arrow keys move; a letter paints that colour; space paints with the brush; delete makes a hole.' : 'Arrow keys move; a digit sets the state; space steps it on; delete makes a hole.'} />
      <div class="under palette" role="group" aria-label="Brush">
        {chips.map((cell) => {
          const fill = paint(b.puzzle, b.colours, cell)
          return <button type="button" key={cell} class="chip" aria-pressed={brush === cell} aria-label={`paint ${label(b.puzzle, cell)}`}
            style={`background:${fill};color:${ink(fill)}`} onClick={() => setBrush(cell)}>{label(b.puzzle, cell)}</button>
        })}
        <button type="button" class="chip hole-chip" aria-pressed={brush === HOLE} aria-label="paint holes" title="hole" onClick={() => setBrush(HOLE)} />
        {(all || chips.length < more) && <button type="button" class="chip more" aria-expanded={all} onClick={() => setAll(!all)}>{all ? 'fewer' : 'more'}</button>}
        <span class="gap" />
        <button type="button" class="round" disabled={!undo} aria-label="undo painting" title="undo" onClick={undo}><Icon name="undo" /></button>
      </div>
      <p class="keys quiet">Or with the keyboard: arrows, then {floor ? 'a letter' : 'a digit'}; delete for a hole.</p>
    </>
  )
}

// pressed is a board of the same shape that can be solved: the done one with random presses.
function pressed(b: Board): Board {
  let out: Board = { ...b, name: undefined, cells: b.cells.map((cell) => (cell === HOLE ? HOLE : 0)) }
  b.cells.forEach((cell, v) => {
    if (cell !== HOLE) for (let n = Math.floor(Math.random() * b.colours); n > 0; n--) out = apply(out, { a: v })
  })
  return out
}

// BoardCard is what a board is made of: size, rules, a random one, a file, its text.
function BoardCard({ board: b, onBoard, onText, onError, file }: { board: Board; onBoard: (b: Board) => void; onText: (text: string) => Promise<void>; onError: (message: string) => void; file: Board[] }) {
  const floor = b.puzzle === 'floor'
  const input = useRef<HTMLInputElement>(null)
  const [colours, setColours] = useState(floor ? Math.min(26, Math.max(4, b.colours)) : 0)
  const [text, setText] = useState<string>()
  const shown = text ?? lines(b)?.join('\n') ?? ''
  useEffect(() => setText(undefined), [b])

  const random = async () => {
    try {
      if (!floor && (b.pattern || b.cells.includes(HOLE))) return onBoard(pressed(b))
      const { board } = await call<{ board: WireBoard }>('POST', 'random', {
        puzzle: b.puzzle, size: `${b.rows}x${b.cols}`, ...(floor ? { colours } : rules(b)),
      })
      const drawn = fromWire(b.puzzle, board)
      onBoard({ ...drawn, cells: drawn.cells.map((cell, v) => (b.cells[v] === HOLE ? HOLE : cell)) })
    } catch (error) {
      onError((error as Error).message)
    }
  }
  const recolour = (n: number) =>
    onBoard({ ...b, colours: n, cells: b.cells.map((cell) => (cell === HOLE ? cell : Math.min(cell, n - 1))) })

  return (
    <Card title="Board">
      <div class="fields">
        <NumberField id="rows" label="rows" value={b.rows} min={1} max={MAX_SIDE} onChange={(n) => onBoard(resized(b, n, b.cols))} />
        <NumberField id="cols" label="columns" value={b.cols} min={1} max={MAX_SIDE} onChange={(n) => onBoard(resized(b, b.rows, n))} />
        <NumberField id="colours" label="colours" value={floor ? colours : b.colours} min={2} max={floor ? 26 : 9} onChange={floor ? setColours : recolour} />
      </div>
      {!floor && (
        <div class="fields">
          <MaskField id="mask" value={b.mask ?? 'cross'} pattern={b.pattern} onChange={(mask) => mask !== 'pattern' && onBoard({ ...b, mask, pattern: undefined, wrap: b.wrap && mask !== 'cross' })} />
          <label class="check"><input type="checkbox" checked={!!b.wrap} disabled={!b.pattern && (b.mask ?? 'cross') === 'cross'}
            onChange={(e) => onBoard({ ...b, wrap: e.currentTarget.checked })} />edges meet</label>
        </div>
      )}
      <div class="row">
        <button type="button" id="random" onClick={random}><Icon name="dice" />Random</button>
        <button type="button" id="clear" onClick={() => onBoard(withCells(b, filled(b.puzzle, b.rows, b.cols, floor ? USUAL[0] : 0, b.colours).cells))}>Clear</button>
        <button type="button" onClick={() => input.current!.click()}><Icon name="file" />Open…</button>
        <input ref={input} id="file" type="file" hidden accept=".txt,.jsonl,.json,text/plain" onChange={async (e) => {
          const chosen = e.currentTarget.files?.[0]
          e.currentTarget.value = ''
          if (chosen) await textOf(chosen).then(onText, (error) => onError(error.message))
        }} />
      </div>
      {file.length > 1 && (
        <div class="field">
          <label for="of-file">Boards in the file</label>
          <select id="of-file" onChange={(e) => onBoard(file[Number(e.currentTarget.value)])}>
            {file.map((f, i) => <option key={i} value={i}>{f.name || `board ${i + 1}`} ({f.rows} × {f.cols})</option>)}
          </select>
        </div>
      )}
      <details>
        <summary>As text</summary>
        <textarea id="text" aria-label="the board as text" spellcheck={false} rows={Math.min(12, Math.max(4, b.rows))} value={shown}
          onInput={(e) => setText(e.currentTarget.value)} />
        <div class="row">
          <button type="button" id="use-text" onClick={() => onText(shown)}>Use this text</button>
          <span class="quiet">or paste or drop a file anywhere</span>
        </div>
      </details>
    </Card>
  )
}
