package command

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"
)

// Limits hold for each board.
type Limits struct {
	Time   time.Duration // 0 for none
	Memory int64         // bytes; 0 for the solver's own choice
}

// Flags adds the flags that set the limits.
func (l *Limits) Flags(f *pflag.FlagSet) {
	l.FlagsFor(f, "a board")
}

// FlagsFor adds the flags for limits that hold for each of what they are called.
func (l *Limits) FlagsFor(f *pflag.FlagSet, what string) {
	time, memory := "longest time for "+what+", such as 10s or 2m", "most memory for "+what+", such as 500MB or 2GiB"
	if l.Time == 0 { // the package of flags adds a default that isn't zero
		time += " (default none)"
	}
	if l.Memory == 0 {
		memory += " (default 2GiB)"
	}
	f.Var((*timeValue)(&l.Time), "time-limit", time)
	f.Var((*sizeValue)(&l.Memory), "memory-limit", memory)
}

// Context returns one that ends at the time limit.
func (l *Limits) Context(parent context.Context) (context.Context, context.CancelFunc) {
	if l.Time == 0 {
		return context.WithCancel(parent)
	}
	return context.WithTimeout(parent, l.Time)
}

// timeValue is a flag's value: a time such as 10s.
type timeValue time.Duration

func (v *timeValue) Type() string { return "time" }

func (v *timeValue) String() string {
	if *v == 0 {
		return ""
	}
	return time.Duration(*v).String()
}

func (v *timeValue) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("a time is written 500ms, 10s, 2m or 1h30m")
	}
	*v = timeValue(d)
	return nil
}

// sizeValue is a flag's value: a number of bytes such as 2GiB.
type sizeValue int64

func (v *sizeValue) Type() string { return "size" }

func (v *sizeValue) String() string {
	if *v == 0 {
		return ""
	}
	return Size(int64(*v))
}

func (v *sizeValue) Set(text string) error {
	text = strings.ToLower(strings.TrimSpace(text))
	if strings.TrimRight(text, "kmgt") != text {
		text += "ib" // a letter alone counts in powers of two
	}
	if n, err := humanize.ParseBytes(text); err == nil && n >= 1 && n < math.MaxInt64 {
		*v = sizeValue(n)
		return nil
	}
	return fmt.Errorf("a size is written 500MB, 512MiB or 2GiB")
}

// Size writes a number of bytes for people.
func Size(bytes int64) string { return humanize.IBytes(uint64(max(bytes, 0))) }

// Choice is a flag's value: one of a list.
type Choice struct {
	Value *string
	Of    []string
}

// Names returns names of a type of their own as plain ones.
func Names[T ~string](of []T) []string {
	names := make([]string, len(of))
	for i, name := range of {
		names[i] = string(name)
	}
	return names
}

// Type names the kind of value in usage.
func (c Choice) Type() string { return "name" }

// String gives the value.
func (c Choice) String() string { return *c.Value }

// Set takes a name of the list.
func (c Choice) Set(text string) error {
	for _, name := range c.Of {
		if text == name {
			*c.Value = name
			return nil
		}
	}
	return fmt.Errorf("there are %s", strings.Join(c.Of, ", "))
}
