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

// The page draws and edits boards up to this side.
export const MAX_SIDE = 60

export function filled(puzzle: Puzzle, rows: number, cols: number, cell: number, colours: number): Board {
  return { puzzle, rows, cols, cells: Array(rows * cols).fill(cell), colours }
}

export function withCells(b: Board, cells: number[]): Board {
  return { ...b, cells, name: undefined, colours: b.puzzle === 'floor' ? coloursOf(cells) : b.colours }
}

// coloursOf counts the colours of a floor.
function coloursOf(cells: number[]): number {
  return new Set(cells.filter((cell) => cell !== HOLE)).size
}

export function resized(b: Board, rows: number, cols: number): Board {
  const cells: number[] = []
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const fresh = b.puzzle === 'flip' ? 0 : b.cells[(r % b.rows) * b.cols + (c % b.cols)]
      cells.push(r < b.rows && c < b.cols ? b.cells[r * b.cols + c] : fresh)
    }
  }
  return { ...withCells(b, cells), rows, cols }
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
  if (wire.buttons) throw new Error('This board has buttons of its own, which the page can’t show yet.')
  const grid = wire.cells
    ? wire.cells.map((row) => row.map((cell) => cell ?? HOLE))
    : (wire.rows ?? []).map((row) => [...row].map((ch) => fromCharacter(puzzle, ch)))
  const rows = grid.length
  const cols = grid[0]?.length ?? 0
  if (!rows || !cols) throw new Error('There are no cells.')
  const uneven = grid.findIndex((row) => row.length !== cols)
  if (uneven > 0) throw new Error(`Row ${uneven + 1} has ${grid[uneven].length} ${grid[uneven].length === 1 ? 'cell' : 'cells'}, and row 1 has ${cols}: all rows have as many.`)
  if (rows > MAX_SIDE || cols > MAX_SIDE) {
    throw new Error(`A board of ${rows} × ${cols} is too large to show here: ${MAX_SIDE} × ${MAX_SIDE} is the most.`)
  }
  const cells = grid.flat()
  const most = puzzle === 'flip' && wire.colours ? wire.colours - 1 : 254
  const bad = cells.findIndex((cell) => !Number.isInteger(cell) || cell < HOLE || cell > most)
  if (bad >= 0) {
    const found = wire.rows ? [...wire.rows[Math.floor(bad / cols)]][bad % cols] : cells[bad]
    const right = puzzle === 'floor' ? 'a letter is a colour, and “.” is a hole' : `states are 0 to ${Math.min(most, 9)}${most > 9 && !wire.rows ? ` … ${most}` : ''}, and “_” is a hole`
    throw new Error(`Row ${Math.floor(bad / cols) + 1}, column ${(bad % cols) + 1}: “${found}” is no cell: ${right}.`)
  }
  const b: Board = { puzzle, rows, cols, cells, colours: coloursOf(cells), name: wire.name }
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
  if (/%(?![0-9a-f]{2})/i.test(fragment)) throw new Error('It was cut off in the middle of a character.')
  const rows = given.get(puzzle)!.split('/')
  const wire: WireBoard = rows.some((row) => row.includes(','))
    ? { cells: rows.map((row) => row.split(',').map((cell) => (cell === '_' ? null : Number(cell || NaN)))) }
    : { rows }
  const colours = given.has('colours') && puzzle === 'flip' ? Number(given.get('colours')) : 0
  if (given.has('colours') && puzzle === 'flip' && !(Number.isInteger(colours) && colours >= 2 && colours <= 255)) throw new Error(`“${given.get('colours')}” colours: 2 to 255 are right.`)
  const mask = given.get('mask')
  if (mask !== undefined && !MASKS.includes(mask)) throw new Error(`There is no mask “${mask}”: ${MASKS.join(', ')} are known.`)
  return fromWire(puzzle, { ...wire, colours, mask, wrap: given.has('wrap'), pattern: given.get('pattern')?.split('/') })
}
