// Frogs is a puzzle of one's own, solved and counted with package space: n frogs
// on the left of a lane and n toads on the right are to change sides. Frogs hop
// right, toads left, onto the free place, by one or over one of the others.
//
//	go run ./examples/frogs
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"fewest/space"
	"fewest/space/census"
	"fewest/space/rank"
)

const n = 3

// lane is a state: a place is "F", "T" or ".". It starts as "FFF.TTT".
type lane string

// frogs is the puzzle. These three methods are all that a search needs.
type frogs struct{}

func (frogs) Start() lane      { return lane(strings.Repeat("F", n) + "." + strings.Repeat("T", n)) }
func (frogs) Goal(s lane) bool { return s == lane(strings.Repeat("T", n)+"."+strings.Repeat("F", n)) }
func (frogs) Neighbours(s lane, to []space.Step[lane]) []space.Step[lane] {
	free := strings.Index(string(s), ".")
	for move, hop := range []int{-2, -1, 1, 2} {
		from := free + hop
		if from < 0 || from >= len(s) {
			continue
		}
		animal := s[from]
		if animal == 'F' && hop < 0 || animal == 'T' && hop > 0 {
			next := []byte(s)
			next[free], next[from] = animal, '.'
			to = append(to, space.Step[lane]{Move: move, To: lane(next)})
		}
	}
	return to
}

// A census needs numbers for the states besides. Package rank has them for
// arrangements of identical pieces: here one ".", n "F" and n "T".
var ranking = rank.Multiset(1, n, n)

func (frogs) Size() uint64 { return ranking.Size() }

func (frogs) Rank(s lane) uint64 {
	pieces := make([]uint8, len(s))
	for i := range s {
		pieces[i] = uint8(strings.IndexByte(".FT", s[i]))
	}
	return ranking.Rank(pieces)
}

func (frogs) Unrank(r uint64) lane {
	pieces := make([]uint8, ranking.Len())
	ranking.Unrank(r, pieces)
	for i, p := range pieces {
		pieces[i] = ".FT"[p]
	}
	return lane(pieces)
}

func main() {
	ctx := context.Background()
	result := space.BreadthFirst(ctx, frogs{}, space.Options{})
	fmt.Printf("%d hops, proven fewest: %v\n", len(result.Path), result.Optimal())
	s := frogs{}.Start()
	fmt.Println(s)
	for _, move := range result.Path {
		for _, step := range (frogs{}).Neighbours(s, nil) {
			if step.Move == move {
				s = step.To
				break
			}
		}
		fmt.Println(s)
	}

	table, err := census.Count(ctx, census.Of(frogs{}, frogs{}.Start()), census.Options{MaxFarthest: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d lanes can be reached, the farthest takes %d hops: %s\n",
		table.Reached(), ranking.Size(), table.Diameter(), frogs{}.Unrank(table.Farthest[0]))
}
