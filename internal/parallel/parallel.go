// Package parallel runs functions at the same time and brings a panic in one of
// them to whoever waits, so that it ends the work that it belongs to and not the
// program.
package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Group is functions that run at the same time. Its zero value is ready.
type Group struct {
	// Panicked, if not nil, is called when a function panics, so that it can
	// end the others.
	Panicked func()

	all   sync.WaitGroup
	mutex sync.Mutex
	first *Panic
}

// Panic is a panic that happened in a function of a Group.
type Panic struct {
	Value any    // what it panicked with
	Stack string // of the goroutine that panicked
}

func (p *Panic) Error() string { return fmt.Sprint(p.Value) }

// Go runs f in a goroutine of its own.
func (g *Group) Go(f func()) {
	g.all.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				g.note(value)
			}
		}()
		f()
	})
}

// note keeps the first panic. One that comes from a group within the function
// keeps the stack it has.
func (g *Group) note(value any) {
	p, ok := value.(*Panic)
	if !ok {
		p = &Panic{Value: value, Stack: string(debug.Stack())}
	}
	g.mutex.Lock()
	if g.first == nil {
		g.first = p
	}
	g.mutex.Unlock()
	if g.Panicked != nil {
		g.Panicked()
	}
}

// Wait returns when all functions have returned. If one of them panicked it
// panics with a *Panic, the first there was.
func (g *Group) Wait() {
	g.all.Wait()
	g.mutex.Lock()
	first := g.first
	g.mutex.Unlock()
	if first != nil {
		panic(first)
	}
}
