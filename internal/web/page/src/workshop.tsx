// One board and all that can be done with it: paint it, solve it, watch the
// plan, play it.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Problem, read } from './api'
import { Board, Puzzle, fromWire } from './board'
import { BoardCard, textOf } from './boardcard'
import { Bounds } from './bounds'
import { Paint } from './paint'
import { Card, Problems, Segments } from './parts'
import { Play } from './play'
import { Share } from './share'
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
      if (text.length > 2e6) throw new Error('That is more text than the page takes: 2 MB are the most.')
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
