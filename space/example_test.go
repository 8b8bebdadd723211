package space_test

import (
	"context"
	"fmt"

	"fewest/space"
)

type knob struct{ start int8 } // turn a knob to zero

func (k knob) Start() int8      { return k.start }
func (k knob) Goal(s int8) bool { return s == 0 }
func (k knob) Neighbours(s int8, to []space.Step[int8]) []space.Step[int8] {
	return append(to, space.Step[int8]{Move: 0, To: s - 1}, space.Step[int8]{Move: 1, To: s + 1})
}

func ExampleBreadthFirst() {
	result := space.BreadthFirst(context.Background(), knob{5}, space.Options{})
	fmt.Println(result.Path, result.Optimal())
	// Output: [0 0 0 0 0] true
}
