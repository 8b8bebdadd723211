// A board of either puzzle, and its three forms: JSON of the API, the fragment
// of a link, and lines of text.

export type Puzzle = 'floor' | 'flip'

export const HOLE = -1

export interface Board {
  puzzle: Puzzle
  rows: number
  cols: number
  cells: number[] // row by row; HOLE where there is none
  colours: number // of a flip puzzle, its states; of a floor, how many a random one gets
  name?: string
  mask?: string // flips only, as the three below
  wrap?: boolean
  pattern?: string[]
}

// What the API calls a board.
export interface WireBoard {
  name?: string
  rows?: string[]
  cells?: (number | null)[][]
  mask?: string
  wrap?: boolean
  colours?: number
  pattern?: string[]
  buttons?: unknown
}

export const MASKS = ['cross', 'plus', 'king', 'diagonal', 'neighbours']

// The page draws and edits boards up to this side; the command line has no such limit.
export const MAX_SIDE = 60

export function filled(puzzle: Puzzle, rows: number, cols: number, cell: number, colours: number): Board {
  return { puzzle, rows, cols, cells: Array(rows * cols).fill(cell), colours }
}

export function withCells(b: Board, cells: number[]): Board {
  return { ...b, cells, name: undefined }
}

export function resized(b: Board, rows: number, cols: number): Board {
  const cells: number[] = []
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const fresh = b.puzzle === 'flip' ? 0 : b.cells[(r % b.rows) * b.cols + (c % b.cols)]
      cells.push(r < b.rows && c < b.cols ? b.cells[r * b.cols + c] : fresh)
    }
  }
  return { ...b, rows, cols, cells, name: undefined }
}

export function label(puzzle: Puzzle, cell: number): string {
  if (cell === HOLE) return ''
  return puzzle === 'floor' && cell < 26 ? String.fromCharCode(65 + cell) : String(cell)
}

// lines is the board as text, or undefined where it has more colours than characters.
export function lines(b: Board): string[] | undefined {
  if (Math.max(...b.cells) >= (b.puzzle === 'floor' ? 26 : 10)) return undefined
  const hole = b.puzzle === 'floor' ? '.' : '_'
  const text = b.cells.map((cell) => (cell === HOLE ? hole : label(b.puzzle, cell))).join('')
  return Array.from({ length: b.rows }, (_, r) => text.slice(r * b.cols, (r + 1) * b.cols))
}

export function toWire(b: Board): WireBoard {
  const wire: WireBoard = { name: b.name || 'board' }
  const text = lines(b)
  if (text) wire.rows = text
  else {
    wire.cells = Array.from({ length: b.rows }, (_, r) =>
      b.cells.slice(r * b.cols, (r + 1) * b.cols).map((cell) => (cell === HOLE ? null : cell)),
    )
  }
  if (b.puzzle === 'flip') Object.assign(wire, rules(b))
  return wire
}

// rules is what a flip puzzle is besides its cells.
export function rules(b: Board) {
  if (b.pattern) return { pattern: b.pattern, wrap: !!b.wrap, colours: b.colours }
  return { mask: b.mask ?? 'cross', wrap: !!b.wrap, colours: b.colours }
}

// fromWire reads a board of the API; it throws an Error for people where the page can't show it.
export function fromWire(puzzle: Puzzle, wire: WireBoard): Board {
  if (wire.buttons) throw new Error('A board with buttons of its own is for the command line: fewest flip solve.')
  const grid = wire.cells
    ? wire.cells.map((row) => row.map((cell) => cell ?? HOLE))
    : (wire.rows ?? []).map((row) => [...row].map((ch) => fromCharacter(puzzle, ch)))
  const rows = grid.length
  const cols = grid[0]?.length ?? 0
  if (!rows || !cols || grid.some((row) => row.length !== cols)) throw new Error('That is not a board.')
  if (rows > MAX_SIDE || cols > MAX_SIDE) {
    throw new Error(`A board of ${rows} × ${cols} is too large to show here (${MAX_SIDE} × ${MAX_SIDE} at most). The command line solves it: fewest ${puzzle} solve.`)
  }
  const cells = grid.flat()
  if (cells.some((cell) => !Number.isInteger(cell) || cell < HOLE || cell > 254)) throw new Error('That is not a board.')
  const b: Board = { puzzle, rows, cols, cells, colours: new Set(cells.filter((cell) => cell !== HOLE)).size, name: wire.name }
  if (puzzle === 'flip') {
    b.colours = wire.colours || Math.max(2, 1 + Math.max(...cells))
    b.wrap = !!wire.wrap
    if (wire.pattern?.length) b.pattern = wire.pattern
    else b.mask = wire.mask && MASKS.includes(wire.mask) ? wire.mask : 'cross'
  }
  return b
}

function fromCharacter(puzzle: Puzzle, ch: string): number {
  if (puzzle === 'floor') {
    if (ch === '.') return HOLE
    const colour = ch.toUpperCase().charCodeAt(0) - 65
    return colour >= 0 && colour < 26 ? colour : NaN
  }
  if (ch === '_') return HOLE
  if (ch === '.' || ch === 'w') return 0
  if (ch === '#' || ch === 'b') return 1
  return ch >= '0' && ch <= '9' ? Number(ch) : NaN
}

// toLink writes a board as a link's fragment, fit to be read by people:
// #floor=RRG/GBB or #flip=0110/1001&mask=plus&colours=3&wrap
export function toLink(b: Board): string {
  const wire = toWire(b)
  const text =
    wire.rows?.join('/') ?? wire.cells!.map((row) => row.map((cell) => cell ?? '_').join(',')).join('/')
  if (b.puzzle === 'floor') return `#floor=${text}`
  const shape = b.pattern ? `pattern=${b.pattern.join('/')}` : `mask=${b.mask ?? 'cross'}`
  return `#flip=${text}&${shape}&colours=${b.colours}${b.wrap ? '&wrap' : ''}`
}

// parameters splits a fragment into its names and values.
export function parameters(fragment: string): Map<string, string> {
  const pairs = fragment.replace(/^#/, '').split('&').filter(Boolean)
  return new Map(pairs.map((pair) => {
    const [name, ...value] = pair.split('=').map(decoded)
    return [name, value.join('=')]
  }))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// fromLink reads what toLink wrote; undefined if the fragment holds no board,
// an Error for people if it holds a broken one.
export function fromLink(fragment: string): Board | undefined {
  const given = parameters(fragment)
  const puzzle: Puzzle | undefined = given.has('floor') ? 'floor' : given.has('flip') ? 'flip' : undefined
  if (!puzzle || !given.get(puzzle)) return undefined
  const rows = given.get(puzzle)!.split('/')
  const wire: WireBoard = rows.some((row) => row.includes(','))
    ? { cells: rows.map((row) => row.split(',').map((cell) => (cell === '_' ? null : Number(cell || NaN)))) }
    : { rows }
  const colours = Number(given.get('colours') || 0)
  try {
    const b = fromWire(puzzle, { ...wire, colours, mask: given.get('mask'), wrap: given.has('wrap'), pattern: given.get('pattern')?.split('/') })
    if (puzzle === 'flip' && !(b.colours >= 2 && b.colours <= 255 && Math.max(...b.cells) < b.colours)) throw new Error('That is not a board.')
    return b
  } catch (error) {
    const cause = (error as Error).message
    throw new Error(cause === 'That is not a board.' ? 'The link holds no board that can be read: it may have been cut off.' : cause)
  }
}
