package floor

import (
	"bytes"
	"slices"

	"fewest/board"
	"fewest/floor/internal/graph"
)

// piece is one connected part of a board as a graph, in the position that
// position chooses: its cells are numbered in reading order, its colours from 0
// without gaps. Swaps never leave it, so it is solved by itself. A plan for it is
// a list of edge numbers.
type piece struct {
	*graph.Graph
	rows, cols int     // of the smallest rectangle around it
	colours    []uint8 // colour of each cell
	counts     []int   // cells of each colour
	names      []uint8 // the colours on the board
	cells      []int32 // position of each cell on the board
	width      int     // columns of the board
}

// pieces splits a board.
func pieces(b *board.Board) []*piece {
	var all []*piece
	number := make([]int32, len(b.Cells)) // of each cell in its piece
	for _, cells := range b.Pieces() {
		p := position(b, cells)
		for i, v := range p.cells {
			number[v] = int32(i)
		}
		var edges [][2]int32
		for i, v := range p.cells {
			from := len(edges)
			b.EachNeighbour(int(v), func(u int) {
				if j := number[u]; int32(i) < j {
					edges = append(edges, [2]int32{int32(i), j})
				}
			})
			if to := edges[from:]; len(to) == 2 && to[0][1] > to[1][1] {
				to[0], to[1] = to[1], to[0]
			}
		}
		xy := p.XY
		p.Graph = graph.New(len(p.cells), edges)
		p.XY = xy
		all = append(all, p)
	}
	return all
}

// position turns and reflects the cells of a piece and names their colours by
// first appearance, such that what it returns is the same for every position of
// the same tiles: the first in the dictionary among those with no more rows than
// columns. It has no edges yet.
func position(b *board.Board, cells []int) *piece {
	top, left, bottom, right := b.Rows, b.Cols, 0, 0
	for _, v := range cells {
		top, bottom = min(top, v/b.Cols), max(bottom, v/b.Cols)
		left, right = min(left, v%b.Cols), max(right, v%b.Cols)
	}
	height, width := bottom-top+1, right-left+1
	inside := make([]bool, height*width) // other pieces may lie in the rectangle
	for _, v := range cells {
		inside[(v/b.Cols-top)*width+v%b.Cols-left] = true
	}
	var best *piece
	var first []uint8 // the whole rectangle of best, holes included
	for k := range 8 {
		rows, cols := height, width
		if k&4 != 0 {
			rows, cols = width, height
		}
		if rows > cols {
			continue
		}
		p := &piece{Graph: &graph.Graph{}, rows: rows, cols: cols, width: b.Cols}
		var code [256]int
		all := make([]uint8, 0, rows*cols)
		for i := range rows * cols {
			r, c := i/cols, i%cols
			if k&1 != 0 {
				r = rows - 1 - r
			}
			if k&2 != 0 {
				c = cols - 1 - c
			}
			if k&4 != 0 {
				r, c = c, r
			}
			if !inside[r*width+c] {
				all = append(all, board.Hole)
				continue
			}
			v := (top+r)*b.Cols + left + c
			colour := b.Cells[v]
			if code[colour] == 0 {
				p.names = append(p.names, colour)
				code[colour] = len(p.names)
			}
			p.cells = append(p.cells, int32(v))
			p.colours = append(p.colours, uint8(code[colour]-1))
			p.XY = append(p.XY, [2]float64{float64(i % cols), float64(i / cols)})
			all = append(all, uint8(code[colour]-1))
		}
		if best == nil || bytes.Compare(all, first) < 0 {
			best, first = p, all
		}
	}
	best.counts = graph.Counts(best.colours)
	return best
}

// size returns the number of cells.
func (p *piece) size() int { return len(p.cells) }

// full reports whether the piece is a rectangle without holes.
func (p *piece) full() bool { return p.size() == p.rows*p.cols }

// conflicts returns how many edges join cells of the same colour.
func (p *piece) conflicts() int { return len(p.Conflicts(p.colours)) }

// corner gives the place on the board of the piece's first cell in reading order.
func (p *piece) corner() board.Cell {
	v := int(slices.Min(p.cells))
	return board.Cell{Row: v / p.width, Col: v % p.width}
}

// cell gives the place of a cell on the board.
func (p *piece) cell(v int32) board.Cell {
	return board.Cell{Row: int(p.cells[v]) / p.width, Col: int(p.cells[v]) % p.width}
}

// swaps turns a plan into swaps on the board.
func (p *piece) swaps(plan []int32) []Swap {
	swaps := make([]Swap, len(plan))
	for i, e := range plan {
		u, v := p.Edges[e][0], p.Edges[e][1]
		if p.cells[u] > p.cells[v] {
			u, v = v, u
		}
		swaps[i] = Swap{p.cell(u), p.cell(v)}
	}
	return swaps
}

// place puts an arrangement of the piece's tiles onto a board.
func (p *piece) place(b *board.Board, colours []uint8) {
	for v, c := range colours {
		b.Cells[p.cells[v]] = p.names[c]
	}
}
