package command

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

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

var units = []struct {
	name  string
	bytes float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40}, {"b", 1}, {"", 1},
}

func (v *sizeValue) String() string {
	if *v == 0 {
		return ""
	}
	return Size(int64(*v))
}

func (v *sizeValue) Set(text string) error {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, unit := range units {
		number, ok := strings.CutSuffix(text, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		n *= unit.bytes
		if err != nil || !(n >= 1) || n >= math.MaxInt64 {
			break
		}
		*v = sizeValue(n)
		return nil
	}
	return fmt.Errorf("a size is written 500MB, 512MiB or 2GiB")
}

// Size writes a number of bytes for people.
func Size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(bytes)/(1<<30)), ".0") + " GiB"
	case bytes >= 1<<20:
		return fmt.Sprintf("%.0f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.0f KiB", float64(bytes)/(1<<10))
}

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
