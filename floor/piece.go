package floor

import (
	"fewest/board"
	"fewest/floor/internal/graph"
)

// piece is one connected part of a board as a graph: its cells are numbered in
// reading order, its colours from 0 without gaps. Swaps never leave it, so it is
// solved by itself. A plan for it is a list of edge numbers.
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
	owner := make([]int, len(b.Cells))    // the piece of each cell
	for i, cells := range b.Pieces() {
		p := &piece{width: b.Cols}
		var code [256]int
		top, left, bottom, right := b.Rows, b.Cols, 0, 0
		for j, v := range cells {
			number[v], owner[v] = int32(j), i
			p.cells = append(p.cells, int32(v))
			c := b.Cells[v]
			if code[c] == 0 {
				p.names = append(p.names, c)
				code[c] = len(p.names)
			}
			p.colours = append(p.colours, uint8(code[c]-1))
			top, bottom = min(top, v/b.Cols), max(bottom, v/b.Cols)
			left, right = min(left, v%b.Cols), max(right, v%b.Cols)
		}
		p.rows, p.cols, p.counts = bottom-top+1, right-left+1, graph.Counts(p.colours)
		all = append(all, p)
	}
	edges := make([][][2]int32, len(all))
	for _, e := range b.Edges() {
		i := owner[e.A]
		edges[i] = append(edges[i], [2]int32{number[e.A], number[e.B]})
	}
	for i, p := range all {
		p.Graph = graph.New(len(p.cells), edges[i])
		for v := range p.cells {
			c := p.cell(int32(v))
			p.XY = append(p.XY, [2]float64{float64(c.Col), float64(c.Row)})
		}
	}
	return all
}

// size returns the number of cells.
func (p *piece) size() int { return len(p.cells) }

// full reports whether the piece is a rectangle without holes.
func (p *piece) full() bool { return p.size() == p.rows*p.cols }

// conflicts returns how many edges join cells of the same colour.
func (p *piece) conflicts() int { return len(p.Conflicts(p.colours)) }

// cell gives the place of a cell on the board.
func (p *piece) cell(v int32) board.Cell {
	return board.Cell{Row: int(p.cells[v]) / p.width, Col: int(p.cells[v]) % p.width}
}

// swaps turns a plan into swaps on the board.
func (p *piece) swaps(plan []int32) []Swap {
	swaps := make([]Swap, len(plan))
	for i, e := range plan {
		swaps[i] = Swap{p.cell(p.Edges[e][0]), p.cell(p.Edges[e][1])}
	}
	return swaps
}

// place puts an arrangement of the piece's tiles onto a board.
func (p *piece) place(b *board.Board, colours []uint8) {
	for v, c := range colours {
		b.Cells[p.cells[v]] = p.names[c]
	}
}
