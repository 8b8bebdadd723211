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

// pressed is a board of the same shape that can be solved: the done one with random presses.
function pressed(b: Board): Board {
  let out: Board = { ...b, name: undefined, cells: b.cells.map((cell) => (cell === HOLE ? HOLE : 0)) }
  b.cells.forEach((cell, v) => {
    if (cell !== HOLE) for (let n = Math.floor(Math.random() * b.colours); n > 0; n--) out = apply(out, { a: v })
  })
  return out
}

export async function textOf(file: File): Promise<string> {
  if (file.size > 4e6) throw new Error('That file is longer than the page takes (4 MB). The command line reads files of any length.')
  return file.text()
}
