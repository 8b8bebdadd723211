package answer

import (
	"context"
	"errors"
	"fmt"
)

// Cause is the kind of limit that ended work before everything was known.
type Cause string

// The causes.
const (
	TimeLimit   Cause = "time limit"
	Interrupted Cause = "interrupted"  // the caller asked to stop
	MemoryLimit Cause = "memory limit" // the work would have taken more
	OwnLimit    Cause = "own limit"    // one that the method has, or an option sets: What says which
)

// Stop says what ended work that isn't finished. The solver that stopped says
// it; nobody else can know. Its zero value stands for work that is finished. It
// is an error too, so that a machine deep inside can hand it up.
type Stop struct {
	Cause  Cause
	Needed int64  // bytes that would have been enough, with MemoryLimit; 0 if not known
	What   string // of what there was too much, or which limit it was; "" if the cause says all
}

// Ended returns the stop of a context that has ended, by its deadline or by its
// caller; the zero Stop if it hasn't.
func Ended(ctx context.Context) Stop {
	switch err := ctx.Err(); {
	case err == nil:
		return Stop{}
	case errors.Is(err, context.DeadlineExceeded):
		return Stop{Cause: TimeLimit}
	}
	return Stop{Cause: Interrupted}
}

// String says what ended the work in half a sentence, such as "time limit
// reached"; "" if nothing did. Memory that is needed is rounded up, so that a
// limit of that size is enough.
func (s Stop) String() string {
	text := map[Cause]string{TimeLimit: "time limit reached", Interrupted: "interrupted", MemoryLimit: "memory limit reached"}[s.Cause]
	if s.What != "" && text != "" {
		text += ": "
	}
	text += s.What
	if s.Needed > 0 {
		text += fmt.Sprintf(": needs %d MiB", (s.Needed-1)>>20+1)
	}
	return text
}

// Error is String.
func (s Stop) Error() string { return s.String() }

// stopRecord is a Stop as JSON, among the fields of what it belongs to.
type stopRecord struct {
	Reason string `json:"reason,omitempty"`
	Cause  Cause  `json:"stopped_by,omitempty"`
	What   string `json:"limit,omitempty"`
	Needed int64  `json:"memory_needed,omitempty"`
}

func (s Stop) record() stopRecord { return stopRecord{s.String(), s.Cause, s.What, s.Needed} }

func (r stopRecord) stop() Stop { return Stop{Cause: r.Cause, What: r.What, Needed: r.Needed} }
