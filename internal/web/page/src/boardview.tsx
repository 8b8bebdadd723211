// A board on the screen: a drawing below, and above it a grid of invisible
// cells that have the focus, the names for screen readers and the pointer.

import { useMemo, useRef, useState } from 'preact/hooks'
import { Board, HOLE, label } from './board'
import { DARK, LIGHT, ink, paint } from './palette'
import { Move, conflicts } from './rules'
import { useZoom } from './zoom'

const PITCH = 60, TILE = 48, ROUND = 9, EDGE = 10

export interface Mark {
  move: Move
  text: string // on the badge: the step, or how many presses
  faint?: boolean
}

interface Props {
  board: Board
  title: string
  ids?: number[] // of a floor: the tile at each cell, so that a swap is seen to move two tiles
  marks?: Mark[]
  shaded?: number[] // cells that the next press changes, or that show why there's no plan
  weights?: Map<number, number> // how much each of those counts
  picked?: number // the tile that has been picked up
  paints?: boolean // a finger on the board draws and doesn't scroll
  onPress?: (cell: number, first: boolean) => void // a pointer that goes down on a cell, then moves to others
  onLift?: () => void
  onKey?: (event: KeyboardEvent, cell: number) => number | void // a cell to move the focus to
  hint?: string // what the keys do, for screen readers
}

export function BoardView(p: Props) {
  const b = p.board
  const [focus, setFocus] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<number | undefined>(undefined)
  const clashing = useMemo(() => (b.puzzle === 'floor' ? conflicts(b) : []), [b])
  const clash = useMemo(() => new Set(clashing.flat()), [clashing])
  const focused = Math.min(focus, b.cells.length - 1)

  const focusOn = (cell: number) => {
    setFocus(cell)
    grid.current?.querySelectorAll<HTMLElement>('[role=gridcell]')[cell]?.focus()
  }

  const cellAt = (event: PointerEvent): number | undefined => {
    const box = grid.current!.getBoundingClientRect()
    const c = Math.floor(((event.clientX - box.left) / box.width) * b.cols)
    const r = Math.floor(((event.clientY - box.top) / box.height) * b.rows)
    return r >= 0 && c >= 0 && r < b.rows && c < b.cols ? r * b.cols + c : undefined
  }

  const up = () => {
    if (last.current === undefined) return
    last.current = undefined
    p.onLift?.()
  }
  const zoom = useZoom(frame, b.cols, up)

  const press = useRef(p.onPress)
  press.current = p.onPress
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    const cell = cellAt(event)
    if (cell === undefined) return
    if (p.onPress) {
      event.preventDefault()
      grid.current!.setPointerCapture(event.pointerId)
    }
    zoom.down(event, () => {
      if (!press.current) return
      last.current = cell
      focusOn(cell)
      press.current(cell, true)
    })
  }

  const move = (event: PointerEvent) => {
    if (zoom.move(event) || last.current === undefined || !p.onPress) return
    const cell = cellAt(event)
    if (cell === undefined || cell === last.current) return
    for (const v of between(b.cols, last.current, cell)) p.onPress(v, false)
    last.current = cell
  }

  const lift = (event: PointerEvent) => {
    zoom.up(event)
    up()
  }

  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const wanted = p.onKey?.(event, focused)
    if (wanted !== undefined) {
      event.preventDefault()
      return focusOn(wanted)
    }
    const to = arrow(b, focused, event.key)
    if (to === undefined) return
    event.preventDefault()
    focusOn(to)
  }

  const name = (cell: number): string => {
    const what = b.cells[cell] === HOLE ? 'hole' : label(b.puzzle, b.cells[cell])
    const extra = [
      clash.has(cell) && 'conflict',
      p.picked === cell && 'picked up',
      p.marks?.some((m) => !m.faint && (m.move.a === cell || m.move.b === cell)) && 'next move',
      p.weights?.has(cell) && `counts ${p.weights.get(cell)}`,
    ].filter(Boolean)
    return `row ${Math.floor(cell / b.cols) + 1}, column ${(cell % b.cols) + 1}: ${[what, ...extra].join(', ')}`
  }

  // A large board is many elements: they are made anew only when they change.
  const { ids, marks, shaded, weights, picked } = p
  const drawing = useMemo(() => <Drawing {...{ board: b, ids, marks, shaded, weights, picked, clashing, clash }} />, [b, ids, marks, shaded, weights, picked])
  const cells = useMemo(() => Array.from({ length: b.rows }, (_, r) => (
    <div role="row" key={r}>
      {Array.from({ length: b.cols }, (_, c) => {
        const v = r * b.cols + c
        return (
          <div role="gridcell" key={c} tabIndex={v === focused ? 0 : -1} aria-label={name(v)}
            aria-selected={picked === v} onFocus={() => setFocus(v)} />
        )
      })}
    </div>
  )), [b, marks, weights, picked, focused])

  const width = b.cols * PITCH, height = b.rows * PITCH
  return (
    <div class="board-place">
      {(zoom.wanted || zoom.zoom > 1) && (
        <div class="row zoom" role="group" aria-label="Size of the board">
          <button type="button" class="round" aria-label="smaller" disabled={zoom.zoom <= 1} onClick={() => zoom.by(1 / 1.5)}>−</button>
          <button type="button" class="round" aria-label="larger" onClick={() => zoom.by(1.5)}>+</button>
          <span class="quiet">{matchMedia('(pointer: coarse)').matches ? 'or with two fingers' : 'or Ctrl and the wheel'}</span>
        </div>
      )}
      <div class={`frame ${zoom.zoom > 1 ? 'zoomed' : ''}`} ref={frame}>
        <div class="board" style={`--rows:${b.rows};--cols:${b.cols};--zoom:${zoom.zoom}`}>
          <svg viewBox={`${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`} aria-hidden="true">
            {drawing}
          </svg>
          <div
            ref={grid}
            class={`grid ${p.onPress ? 'live' : ''}`}
            style={`inset:${100 * EDGE / (height + 2 * EDGE)}% ${100 * EDGE / (width + 2 * EDGE)}%;` +
              `grid-template-columns:repeat(${b.cols},1fr);${p.paints ? 'touch-action:none' : ''}`}
            role="grid"
            aria-label={p.title}
            aria-describedby={p.hint ? 'board-hint' : undefined}
            aria-rowcount={b.rows}
            aria-colcount={b.cols}
            onPointerDown={down}
            onPointerMove={move}
            onPointerUp={lift}
            onPointerCancel={lift}
            onKeyDown={key}
          >
            {cells}
          </div>
          {p.hint && <p id="board-hint" class="unseen">{p.hint}</p>}
        </div>
      </div>
    </div>
  )
}

interface DrawingProps {
  board: Board
  ids?: number[]
  marks?: Mark[]
  shaded?: number[]
  weights?: Map<number, number>
  picked?: number
  clashing: [number, number][]
  clash: Set<number>
}

// Drawing has the layers of the program's own pictures, outlines of conflicts below all tiles.
function Drawing({ board: b, ids, marks, shaded, weights, picked, clashing, clash }: DrawingProps) {
  const x = (v: number) => (v % b.cols) * PITCH + (PITCH - TILE) / 2
  const y = (v: number) => Math.floor(v / b.cols) * PITCH + (PITCH - TILE) / 2
  const bridge = ([u, v]: [number, number], more: object) =>
    v === u + 1
      ? <rect x={x(u) + TILE - ROUND} y={y(u) + ROUND} width={PITCH - TILE + 2 * ROUND} height={TILE - 2 * ROUND} {...more} />
      : <rect x={x(u) + ROUND} y={y(u) + TILE - ROUND} width={TILE - 2 * ROUND} height={PITCH - TILE + 2 * ROUND} {...more} />
  const order = b.cells.map((_, v) => v)
  if (ids) order.sort((u, v) => ids[u] - ids[v]) // a tile keeps its place in the document, so that it glides
  return (
    <>
      <g class="outlines">
        {[...clash].map((v) => <rect key={`o${v}`} x={x(v)} y={y(v)} width={TILE} height={TILE} rx={ROUND} />)}
        {clashing.map((e) => bridge(e, { key: `b${e}` }))}
      </g>
      <g>
        {order.map((v) => {
          const cell = b.cells[v]
          const key = ids ? ids[v] : v
          if (cell === HOLE) return <rect key={key} class="hole" x={x(v)} y={y(v)} width={TILE} height={TILE} rx={ROUND} />
          const fill = paint(b.puzzle, b.colours, cell)
          const text = label(b.puzzle, cell)
          return (
            <g key={key} class={`tile ${picked === v ? 'picked' : ''}`} style={`transform:translate(${x(v)}px,${y(v)}px)`}>
              <rect width={TILE} height={TILE} rx={ROUND} style={`fill:${fill}`} />
              <text x={TILE / 2} y={TILE / 2} dy=".36em" class={text.length > 1 ? 'long' : ''} style={`fill:${ink(fill)}`}>{text}</text>
            </g>
          )
        })}
      </g>
      <g class="bridges">{clashing.map((e) => bridge(e, { key: `${e}`, fill: paint(b.puzzle, b.colours, b.cells[e[0]]) }))}</g>
      <g>{shaded?.map((v) => <rect key={v} class="shade" x={x(v) - 4} y={y(v) - 4} width={TILE + 8} height={TILE + 8} rx={ROUND + 4} />)}</g>
      <g>{weights && [...weights].map(([v, weight]) => <g key={v} class="weight" transform={`translate(${x(v) + TILE - 4} ${y(v) + TILE - 4})`}><Badge text={`×${weight}`} /></g>)}</g>
      <g>{marks?.map((m, i) => <MoveMark key={i} {...m} x={x} y={y} />)}</g>
    </>
  )
}

// MoveMark is a pair of arrows over an edge, or a ring on a button.
function MoveMark({ move, text, faint, x, y }: Mark & { x: (v: number) => number; y: (v: number) => number }) {
  if (move.b === undefined) {
    return (
      <g class={`mark ${faint ? 'faint' : ''}`} transform={`translate(${x(move.a) + TILE / 2} ${y(move.a) + TILE / 2})`}>
        {faint
          ? <circle cx="16" cy="16" r="5" class="ring" />
          : <><circle r="18" class="ring-halo" /><circle r="18" class="ring" /><g transform="translate(19 -19)"><Badge text={text} /></g></>}
      </g>
    )
  }
  const u = Math.min(move.a, move.b), v = Math.max(move.a, move.b)
  const turn = x(u) === x(v) ? 90 : 0
  // The letters stay clear: between two tiles of a row a wide badge has its arrow above it.
  const above = !turn && badgeWidth(text) > 12
  const from = above ? 0 : (turn ? 10 : badgeWidth(text)) + 1, to = 17
  const arrow = `M${-from} 0H${-to}m5 -5l-5 5l5 5M${from} 0H${to}m-5 -5l5 5l-5 5`
  return (
    <g class="mark" transform={`translate(${(x(u) + x(v) + TILE) / 2} ${(y(u) + y(v) + TILE) / 2})`}>
      <g transform={above ? 'translate(0 -16)' : `rotate(${turn})`}><path class="halo" d={arrow} /><path class="arrow" d={arrow} /></g>
      <Badge text={text} />
    </g>
  )
}

const badgeWidth = (text: string) => Math.max(10, 4 * text.length + 4) // half of it

function Badge({ text }: { text: string }) {
  const half = badgeWidth(text)
  return (
    <>
      <rect x={-half} y={-10} width={2 * half} height={20} rx={10} fill={LIGHT} stroke={DARK} stroke-width="2" />
      <text dy=".36em" class="step" fill={DARK}>{text}</text>
    </>
  )
}

// Thumbnail is a board as a small picture, without letters.
export function Thumbnail({ board: b }: { board: Board }) {
  return (
    <svg class="thumbnail" viewBox={`-1 -1 ${b.cols * 12 + 2} ${b.rows * 12 + 2}`} aria-hidden="true">
      {b.cells.map((cell, v) => cell !== HOLE && (
        <rect key={v} x={(v % b.cols) * 12 + 0.75} y={Math.floor(v / b.cols) * 12 + 0.75} width="10.5" height="10.5" rx="2"
          fill={paint(b.puzzle, b.colours, cell)} class="chip-edge" />
      ))}
    </svg>
  )
}

// arrow is where a key of movement leads from a cell.
function arrow(b: Board, v: number, key: string): number | undefined {
  const col = v % b.cols
  switch (key) {
    case 'ArrowLeft': return col > 0 ? v - 1 : v
    case 'ArrowRight': return col < b.cols - 1 ? v + 1 : v
    case 'ArrowUp': return v >= b.cols ? v - b.cols : v
    case 'ArrowDown': return v + b.cols < b.cells.length ? v + b.cols : v
    case 'Home': return v - col
    case 'End': return v - col + b.cols - 1
  }
}

// between lists the cells on the straight line from u to v, without u.
function between(cols: number, u: number, v: number): number[] {
  const [r, c] = [Math.floor(u / cols), u % cols]
  const [dr, dc] = [Math.floor(v / cols) - r, (v % cols) - c]
  const n = Math.max(Math.abs(dr), Math.abs(dc))
  return Array.from({ length: n }, (_, i) =>
    Math.round(r + (dr * (i + 1)) / n) * cols + Math.round(c + (dc * (i + 1)) / n))
}
