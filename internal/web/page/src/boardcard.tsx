// What a board is made of: size, rules, a random one, a file, its text.

import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from './api'
import { Board, HOLE, MAX_SIDE, WireBoard, filled, fromWire, lines, resized, rules, withCells } from './board'
import { USUAL } from './palette'
import { Card, Icon, MaskField, NumberField } from './parts'
import { apply } from './rules'

interface Props {
  board: Board
  onBoard: (b: Board) => void
  onText: (text: string) => Promise<void>
  onError: (message: string) => void
  file: Board[] // the boards of the file that was read last, if there are several
}

export function BoardCard({ board: b, onBoard, onText, onError, file }: Props) {
  const floor = b.puzzle === 'floor'
  const input = useRef<HTMLInputElement>(null)
  const [colours, setColours] = useState(b.colours) // of a floor's random boards
  const [any, setAny] = useState(false)
  const [text, setText] = useState<string>()
  const shown = text ?? lines(b)?.join('\n') ?? ''
  useEffect(() => {
    setText(undefined)
    if (floor) setColours(Math.min(26, Math.max(2, b.colours)))
  }, [b])

  const random = async () => {
    try {
      const holes = b.cells.includes(HOLE)
      if (!floor && (b.pattern || holes)) return onBoard(pressed(b))
      if (floor && holes && !any) return onBoard({ ...b, name: undefined, cells: shuffled(b, colours), colours })
      const { board } = await call<{ board: WireBoard }>('POST', 'random', {
        puzzle: b.puzzle, size: `${b.rows}x${b.cols}`, ...(floor ? { colours, any } : rules(b)),
      })
      const drawn = fromWire(b.puzzle, board)
      onBoard({ ...drawn, cells: drawn.cells.map((cell, v) => (b.cells[v] === HOLE ? HOLE : cell)), colours: floor ? colours : drawn.colours })
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
      {floor && <label class="check"><input id="any" type="checkbox" checked={any} onChange={(e) => setAny(e.currentTarget.checked)} />random boards may be impossible</label>}
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
        <textarea id="text" wrap="off" aria-label="the board as text" spellcheck={false} rows={Math.min(12, Math.max(4, b.rows))} value={shown}
          onInput={(e) => setText(e.currentTarget.value)} />
        <div class="row">
          <button type="button" id="use-text" onClick={() => onText(shown)}>Use this text</button>
          <span class="quiet">or paste or drop a file anywhere</span>
        </div>
      </details>
    </Card>
  )
}

// shuffled is a random floor of the same shape that can be done: its tiles were
// laid without conflict, and then exchanged within each piece, where swaps can
// bring them.
function shuffled(b: Board, colours: number): number[] {
  const cells = [...b.cells]
  const palette = USUAL.slice(0, colours)
  const beside = (v: number) => [
    ...(v % b.cols ? [v - 1] : []), ...((v + 1) % b.cols ? [v + 1] : []), v - b.cols, v + b.cols,
  ].filter((u) => u >= 0 && u < cells.length && b.cells[u] !== HOLE)
  const pieces: number[][] = []
  const seen = new Set<number>()
  b.cells.forEach((cell, start) => {
    if (cell === HOLE || seen.has(start)) return
    const piece = [start]
    seen.add(start)
    for (let i = 0; i < piece.length; i++) for (const u of beside(piece[i])) if (!seen.has(u)) { seen.add(u); piece.push(u) }
    pieces.push(piece)
  })
  const pick = <T,>(list: T[]) => list[Math.floor(Math.random() * list.length)]
  for (const piece of pieces) {
    const turn = Math.floor(Math.random() * 2)
    const rowByRow = [...piece].sort((u, v) => u - v)
    for (const v of rowByRow) {
      if (colours === 2) cells[v] = palette[(Math.floor(v / b.cols) + (v % b.cols) + turn) % 2]
      else {
        const taken = beside(v).filter((u) => u < v).map((u) => cells[u]) // at most two: three colours do
        cells[v] = pick(palette.filter((colour) => !taken.includes(colour)))
      }
    }
    for (let i = piece.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1))
      ;[cells[piece[i]], cells[piece[j]]] = [cells[piece[j]], cells[piece[i]]]
    }
  }
  return cells
}

// pressed is a board of the same shape that can be solved: the done one with random presses.
function pressed(b: Board): Board {
  let out: Board = { ...b, name: undefined, cells: b.cells.map((cell) => (cell === HOLE ? HOLE : 0)) }
  b.cells.forEach((cell, v) => {
    if (cell !== HOLE) for (let n = Math.floor(Math.random() * b.colours); n > 0; n--) out = apply(out, { a: v })
  })
  return out
}

export async function textOf(file: File): Promise<string> {
  if (file.size > 2e6) throw new Error('That file is longer than the page takes: 2 MB are the most.')
  return file.text()
}
