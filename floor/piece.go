package floor

import (
	"fewest/board"
	"fewest/floor/internal/carry"
	"fewest/floor/internal/graph"
)

// piece is one connected part of a board, as a graph: its cells are numbered
// in reading order, its colours from 0 without gaps. Swaps never leave it, so
// it is solved by itself. A plan for it is a list of edge numbers.
type piece struct {
	*graph.Graph
	rows, cols int        // of the smallest rectangle around it
	cells      []int32    // position of each cell on the board
	colours    []uint8    // colour of each cell
	counts     []int      // cells of each colour
	names      []uint8    // the colours on the board
	done       []uint8    // a done arrangement, where one is known
	origin     board.Cell // corner of the rectangle on the board
	width      int        // columns of the board
}

// pieces splits a board.
func pieces(b *board.Board) []*piece {
	var all []*piece
	number := make([]int32, len(b.Cells)) // of each cell in its piece
	owner := make([]*piece, len(b.Cells))
	for _, cells := range b.Pieces() {
		p := &piece{width: b.Cols}
		var code [256]int
		top, left, bottom, right := b.Rows, b.Cols, 0, 0
		for i, v := range cells {
			number[v], owner[v] = int32(i), p
			p.cells = append(p.cells, int32(v))
			c := b.Cells[v]
			if code[c] == 0 {
				p.names = append(p.names, c)
				p.counts = append(p.counts, 0)
				code[c] = len(p.names)
			}
			p.colours = append(p.colours, uint8(code[c]-1))
			p.counts[code[c]-1]++
			cell := b.Cell(v)
			top, bottom = min(top, cell.Row), max(bottom, cell.Row)
			left, right = min(left, cell.Col), max(right, cell.Col)
		}
		p.origin, p.rows, p.cols = board.Cell{Row: top, Col: left}, bottom-top+1, right-left+1
		all = append(all, p)
	}
	edges := map[*piece][][2]int32{}
	for _, e := range b.Edges() {
		p := owner[e.A]
		edges[p] = append(edges[p], [2]int32{number[e.A], number[e.B]})
	}
	for _, p := range all {
		p.Graph = graph.New(p.size(), edges[p])
		for v := range p.cells {
			c := p.cell(int32(v))
			p.XY = append(p.XY, [2]float64{float64(c.Col), float64(c.Row)})
		}
	}
	return all
}

// full reports whether the piece is a rectangle without holes.
func (p *piece) full() bool { return p.size() == p.rows*p.cols }

// size returns the number of cells.
func (p *piece) size() int { return len(p.cells) }

// largest returns a colour with the most cells.
func (p *piece) largest() int {
	best := 0
	for c, n := range p.counts {
		if n > p.counts[best] {
			best = c
		}
	}
	return best
}

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

// conflicts returns how many edges join cells of the same colour.
func (p *piece) conflicts() int { return len(p.Conflicts(p.colours)) }

// leaves returns how many conflicts a plan leaves.
func (p *piece) leaves(plan []int32) int { return len(p.Conflicts(p.Replay(p.colours, plan))) }

// arrangement returns a done arrangement of the piece, if one is known or can be
// constructed.
func (p *piece) arrangement() []uint8 {
	if p.done == nil && p.full() {
		p.done = carry.Done(p.rows, p.cols, p.counts)
	}
	return p.done
}
