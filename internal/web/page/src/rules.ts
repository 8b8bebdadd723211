// The rules of the two puzzles, as far as playing needs them. Everything about
// fewest moves is the server's.

import { Board, HOLE } from './board'

// A move of a floor swaps cells a and b; one of a flip presses cell a.
export interface Move {
  a: number
  b?: number
}

// conflicts lists the pairs of neighbours that share a colour.
export function conflicts(b: Board): [number, number][] {
  const found: [number, number][] = []
  b.cells.forEach((cell, v) => {
    if (cell === HOLE) return
    if ((v + 1) % b.cols && b.cells[v + 1] === cell) found.push([v, v + 1])
    if (v + b.cols < b.cells.length && b.cells[v + b.cols] === cell) found.push([v, v + b.cols])
  })
  return found
}

export function done(b: Board): boolean {
  return b.puzzle === 'floor' ? conflicts(b).length === 0 : b.cells.every((cell) => cell <= 0)
}

export function apply(b: Board, move: Move): Board {
  const cells = [...b.cells]
  if (move.b !== undefined) {
    ;[cells[move.a], cells[move.b]] = [cells[move.b], cells[move.a]]
  } else {
    for (const [cell, amount] of effect(b, move.a)) cells[cell] = (cells[cell] + amount) % b.colours
  }
  return { ...b, cells }
}

export function neighbours(b: Board, u: number, v: number): boolean {
  const rows = Math.abs(Math.floor(u / b.cols) - Math.floor(v / b.cols))
  const cols = Math.abs((u % b.cols) - (v % b.cols))
  return rows + cols === 1
}

const SIDES = [[-1, 0], [0, -1], [0, 1], [1, 0]]
const CORNERS = [[-1, -1], [-1, 1], [1, -1], [1, 1]]

// steps are the cells of a mask relative to the pressed one, with the amount each changes by.
function steps(b: Board): number[][] {
  if (b.pattern) {
    const marked: number[][] = []
    let row = 0, col = 0
    b.pattern.forEach((text, r) => [...text].forEach((ch, c) => {
      if (ch.toUpperCase() === 'X') [row, col] = [r, c]
      const amount = ch === 'X' ? 1 : Number(ch) || 0
      if (amount) marked.push([r, c, amount])
    }))
    return marked.map(([r, c, amount]) => [r - row, c - col, amount])
  }
  const self = [0, 0]
  switch (b.mask) {
    case 'plus': return [self, ...SIDES]
    case 'neighbours': return SIDES
    case 'diagonal': return [self, ...CORNERS]
    default: return [self, ...SIDES, ...CORNERS]
  }
}

// effect lists the cells that a press of v changes, with the amounts.
export function effect(b: Board, v: number): [number, number][] {
  const row = Math.floor(v / b.cols), col = v % b.cols
  const out: [number, number][] = []
  if (!b.pattern && (b.mask ?? 'cross') === 'cross') {
    b.cells.forEach((cell, u) => {
      if (cell !== HOLE && (Math.floor(u / b.cols) === row || u % b.cols === col)) out.push([u, 1])
    })
    return out
  }
  for (const [dr, dc, amount = 1] of steps(b)) {
    let r = row + dr, c = col + dc
    if (b.wrap) {
      r = ((r % b.rows) + b.rows) % b.rows
      c = ((c % b.cols) + b.cols) % b.cols
    }
    if (r < 0 || c < 0 || r >= b.rows || c >= b.cols || b.cells[r * b.cols + c] === HOLE) continue
    out.push([r * b.cols + c, amount])
  }
  return out
}

// moves reads the plan of an answer; a press of several times is as many moves.
export function moves(b: Board, plan: number[][]): Move[] {
  if (b.puzzle === 'floor') return plan.map(([r, c, r2, c2]) => ({ a: r * b.cols + c, b: r2 * b.cols + c2 }))
  return plan.flatMap(([r, c, times]) => Array<Move>(times).fill({ a: r * b.cols + c }))
}

// toPlan writes moves as an answer's plan.
export function toPlan(b: Board, list: Move[]): number[][] {
  const place = (v: number) => [Math.floor(v / b.cols), v % b.cols]
  if (b.puzzle === 'floor') return list.map((m) => [...place(m.a), ...place(m.b!)])
  const times = new Map<number, number>()
  for (const m of list) times.set(m.a, (times.get(m.a) ?? 0) + 1)
  return [...times].map(([v, n]) => [...place(v), n])
}

// describe says a move, rows and columns counted from 1.
export function describe(b: Board, m: Move): string {
  const row = (v: number) => Math.floor(v / b.cols) + 1
  const col = (v: number) => (v % b.cols) + 1
  if (m.b === undefined) return `press row ${row(m.a)}, column ${col(m.a)}`
  const [u, v] = m.a < m.b ? [m.a, m.b] : [m.b, m.a]
  return row(u) === row(v)
    ? `row ${row(u)}, swap columns ${col(u)} and ${col(v)}`
    : `column ${col(u)}, swap rows ${row(u)} and ${row(v)}`
}
