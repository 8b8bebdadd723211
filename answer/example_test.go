package answer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"fewest/answer"
)

// What a solver returns when a time limit ends its work.
func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()

	a := answer.Answer[string]{
		Name: "cube", Puzzle: "perm", Status: answer.Bounded,
		Moves: answer.Unknown, LowerBound: 4, Stop: answer.Ended(ctx),
	}
	fmt.Println(a.Short(), a.Stop)
	text, err := json.Marshal(a)
	fmt.Println(string(text), err)
	// Output:
	// 4.. time limit reached
	// {"name":"cube","puzzle":"perm","status":"bounded","moves":null,"lower_bound":4,"plan":null,"reason":"time limit reached","stopped_by":"time limit","seconds":0} <nil>
}
