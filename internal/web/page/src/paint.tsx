// The board under a brush.

import { useMemo, useRef, useState } from 'preact/hooks'
import { Board, HOLE, label, withCells } from './board'
import { BoardView } from './boardview'
import { USUAL, ink, paint } from './palette'
import { Icon } from './parts'

export function Paint({ board: b, onBoard, undo, reason }: { board: Board; onBoard: (b: Board) => void; undo?: () => void; reason?: [number, number, number][] }) {
  const floor = b.puzzle === 'floor'
  const [brush, setBrush] = useState(floor ? USUAL[0] : 1)
  const [all, setAll] = useState(false)
  const shaded = useMemo(() => reason?.map(([r, c]) => r * b.cols + c), [reason, b])
  const weights = useMemo(() => reason?.some(([, , w]) => w !== 1) ? new Map(reason.map(([r, c, w]) => [r * b.cols + c, w])) : undefined, [reason, b])
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
        shaded={shaded} weights={weights}
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
