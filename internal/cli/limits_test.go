package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"fewest/internal/cli/command"
)

// hard says with what a command is kept at work for long: lists of arguments
// behind its name, in which F is a folder of hard boards (see hardFiles) and "< FILE"
// is the standard input. With a method behind the name they are for this method
// alone, where the others' won't do.
var hard = map[string][]string{
	"floor solve":               {"F/floor-8x8.txt", "F/floor-40x40.txt", "F/floor-rooms.txt"},
	"floor solve dfs":           {"F/floor-8x8.txt"},
	"floor solve bfs":           {"F/floor-8x8.txt"},
	"floor solve bidirectional": {"F/floor-8x8.txt"},
	"floor solve astar":         {"F/floor-8x8.txt"},
	"floor solve idastar":       {"F/floor-8x8.txt"},
	"floor solve assignment":    {"F/floor-half.txt"},
	"floor solve row":           {"F/floor-row.txt"},
	"floor verify":              {"--par F/floor-par.jsonl"},
	"floor verify assignment":   {"--par F/floor-half.jsonl"},
	"floor verify row":          {"--par F/floor-row.jsonl"},
	"floor farthest":            {"--size 4x5 --tiles R7G7B6", "--size 5x6 --tiles R15G15", "--size 4x5 --tiles R7G7B6 --disk F/floor-disk"},
	"floor census":              {"--size 4x5 --tiles R7G7B6 --distinct"},
	"floor diameters":           {"--cells 30 --colours 3"},
	"floor random":              {"--size 1000x1000 --count 1000"},
	"flip solve":                {"--mask plus F/flip-plus.txt", "F/flip-cross.txt", "--colours 6 --mask king F/flip-king.txt"},
	"flip solve formula":        {"F/flip-cross.txt"},
	"flip solve bfs":            {"F/flip-5x5.txt"},
	"flip verify":               {"--mask plus --par F/flip-par.jsonl"},
	"flip verify formula":       {"--par F/flip-cross.jsonl"},
	"flip verify bfs":           {"--par F/flip-5x5.jsonl"},
	"flip farthest":             {"--size 161x161 --mask plus", "--size 8x8 --mask king --colours 6", "--size 9x9"},
	"flip farthest formula":     {"--size 9x9"},
	"flip farthest memo":        {"--size 4x5"},
	"flip farthest naive":       {"--size 5x5"},
	"flip farthest bfs":         {"--size 4x7"},
	"flip census":               {"--size 161x161 --mask plus", "--size 8x8 --mask king --colours 6", "--size 9x9"},
	"flip census formula":       {"--size 9x9"},
	"flip census memo":          {"--size 4x5"},
	"flip census naive":         {"--size 5x5"},
	"flip census bfs":           {"--size 4x7"},
	"flip table":                {"--from 60 --to 90"},
	"flip random":               {"--size 1000x1000 --count 1000 --mask plus", "--size 40x40 --par --count 1000 --mask plus"},
	"perm solve":                {"../../examples/pocket-cube.tws < F/scrambles.txt"},
	"perm farthest":             {"../../examples/pocket-cube.tws", "--disk F/perm-disk ../../examples/pocket-cube.tws"},
	"perm census":               {"../../examples/skewb.json"},
	"perm random":               {"--length 1000 --count 100000 ../../examples/pocket-cube.tws"},
}

// brief are the commands that are done at once, or are about others.
var brief = map[string]string{
	"version":       "prints a line",
	"serve":         "runs until it is told to end; its jobs have limits of their own, tested in package web",
	"floor check":   "goes through a proof once",
	"flip check":    "goes through a proof once",
	"floor compare": "runs solve in processes of its own",
	"flip compare":  "runs farthest in processes of its own",
	"perm verify":   "replays plans; --optimal solves as solve does",
}

// tables are the commands whose limit is for each of many rows.
var tables = []string{"floor diameters", "flip table"}

// hardFiles writes boards that take long.
func hardFiles(t *testing.T) string {
	dir := t.TempDir()
	board := func(rows, cols int, cell func(r, c int) string) string {
		var s strings.Builder
		for r := range rows {
			for c := range cols {
				s.WriteString(cell(r, c))
			}
			s.WriteString("\n")
		}
		return s.String()
	}
	noise := func(from string) func(r, c int) string {
		x := uint64(88172645463325252)
		return func(_, _ int) string {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			i := x >> 20 % uint64(len(from))
			return from[i : i+1]
		}
	}
	tile := noise("RGB")
	rooms := func(r, c int) string {
		if r%10 == 9 || c%10 == 9 {
			return "."
		}
		return tile(r, c)
	}
	scrambles := strings.Repeat("R U2 F' R U F2 R U' F R2 U F' R2 U2\n", 1)
	half := board(60, 60, noise("RRRRRGBCPY"))
	row := board(1, 300, noise("RGBCPY"))
	files := map[string]string{
		"floor-8x8.txt":   board(8, 8, noise("RGBCPY")),
		"floor-40x40.txt": board(40, 40, noise("RGBCPY")),
		"floor-rooms.txt": board(300, 300, rooms),
		"floor-half.txt":  balanced(half),
		"floor-row.txt":   row,
		"flip-plus.txt":   board(60, 60, noise("01")),
		"flip-cross.txt":  board(61, 61, noise("01")),
		"flip-king.txt":   board(35, 35, noise("012345")),
		"flip-5x5.txt":    board(5, 5, noise("01")),
		"scrambles.txt":   scrambles,
	}
	for name, text := range files {
		base, isText := strings.CutSuffix(name, ".txt")
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if isText && name != "scrambles.txt" {
			line := fmt.Sprintf("{\"rows\": [\"%s\"], \"par\": 17}\n", strings.Join(strings.Fields(text), `", "`))
			name = strings.NewReplacer("floor-8x8", "floor-par", "flip-plus", "flip-par").Replace(base) + ".jsonl"
			if err := os.WriteFile(filepath.Join(dir, name), []byte(line), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// balanced gives the first colour exactly half of the tiles.
func balanced(text string) string {
	cells := []byte(text)
	want := 0
	for _, c := range cells {
		if c != '\n' {
			want++
		}
	}
	want = (want + 1) / 2
	have := bytes.Count(cells, []byte("R"))
	for i := 0; have != want; i++ {
		switch {
		case cells[i] == 'R' && have > want:
			cells[i] = 'G'
			have--
		case cells[i] != 'R' && cells[i] != '\n' && have < want:
			cells[i] = 'R'
			have++
		}
	}
	return string(cells)
}

// task is a command that takes long.
type task struct {
	name    string // of the command, with the method if it has them
	args    []string
	input   string // a file
	limited bool   // it takes --time-limit, for one board
}

// in returns what the command reads.
func (k *task) in(t *testing.T) io.Reader {
	text, err := os.ReadFile(k.input)
	if k.input != "" && err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(text)
}

// tasks lists every command with each of its methods, from the code.
func tasks(t *testing.T, dir string) (list []task) {
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		for _, sub := range c.Commands() {
			name := strings.TrimSpace(path + " " + sub.Name())
			switch {
			case sub.HasSubCommands():
				visit(sub, name)
				continue
			case brief[name] != "" || sub.Name() == "help" || path == "completion":
				continue
			}
			methods := []string{""}
			if flag := sub.Flags().Lookup("method"); flag != nil {
				methods = flag.Value.(command.Choice).Of
			}
			for _, method := range methods {
				full := strings.TrimSpace(name + " " + method)
				variants := hard[full]
				if variants == nil {
					variants = hard[name]
				}
				if variants == nil {
					t.Errorf("%s: nothing keeps it at work: give it something in hard, or a reason in brief", full)
				}
				for i, variant := range variants {
					variant, input, _ := strings.Cut(strings.ReplaceAll(variant, "F/", dir+"/"), " < ")
					args := strings.Fields(name + " " + variant)
					if method != "" {
						args = append(args, "--method", method)
					}
					if strings.Contains(variant, "--disk") {
						args = append(args, "--resume")
					}
					limited := sub.Flags().Lookup("time-limit") != nil && !slices.Contains(tables, name)
					list = append(list, task{fmt.Sprintf("%s %d", full, i+1), args, input, limited})
				}
			}
		}
	}
	visit(rootCommand(&app{&command.App{}}), "")
	return list
}

// overdue is when a command that should have ended is said not to. It should
// take a tenth of a second.
const overdue = 5 * time.Second

// Every method of every command ends soon after its time limit, and soon after
// an interrupt. This is the one kind of test that looks at the clock.
func TestLimitsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for some sixty limits")
	}
	const limit = 200 * time.Millisecond
	for _, task := range tasks(t, hardFiles(t)) {
		t.Run(task.name, func(t *testing.T) {
			t.Parallel()
			run := func(what string, args []string, ctx context.Context) {
				started := time.Now()
				ended := make(chan int, 1)
				var problems bytes.Buffer
				go func() { ended <- Run(ctx, args, task.in(t), io.Discard, &problems) }()
				select {
				case status := <-ended:
					if status == command.ExitBadInput && !strings.Contains(problems.String(), "method") {
						t.Errorf("%s: %v: %s", what, args, &problems)
					}
					if late := time.Since(started) - limit; late > limit {
						t.Logf("%s: %s: %v late", what, task.name, late.Round(time.Millisecond))
					}
				case <-time.After(limit + overdue):
					t.Errorf("%s: %v goes on", what, args)
					<-ended // or the next ones are slow, too
				}
			}
			if task.limited {
				run("time limit", append(slices.Clone(task.args), "--time-limit", "200ms"), t.Context())
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			run("interrupt", task.args, ctx)
		})
	}
}

// Every method of every command keeps to a memory limit, as the system sees the
// process, and ends when it is told to by a signal.
func TestMemoryHolds(t *testing.T) {
	if os.Getenv("FEWEST_LONG") == "" {
		t.Skip("set FEWEST_LONG=1: it takes a minute")
	}
	run := func(in io.Reader, args ...string) (resident int64, status int) {
		c := exec.Command("fewest", args...)
		c.Stdin = in
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Second, func() { _ = c.Process.Signal(syscall.SIGTERM) })
		defer timer.Stop()
		_ = c.Wait()
		return maxResident(c.ProcessState), c.ProcessState.ExitCode()
	}
	program, _ := run(nil, "version")
	if program == 0 {
		t.Skip("resident memory isn't known here")
	}
	const limit = 64 << 20
	for _, task := range tasks(t, hardFiles(t)) {
		if !task.limited {
			continue
		}
		t.Run(task.name, func(t *testing.T) {
			resident, status := run(task.in(t), append(slices.Clone(task.args), "--memory-limit", "64MiB")...)
			// Rubbish that isn't collected yet doubles what is in use.
			if most := program + 2*limit + 16<<20; resident > most {
				t.Errorf("%v holds %d MiB, %d MiB are the most", task.args, resident>>20, most>>20)
			}
			if status < 0 || status == 1 && !strings.Contains(task.name, "verify") {
				t.Errorf("%v: status %d", task.args, status)
			}
			t.Logf("%d MiB, status %d", resident>>20, status)
		})
	}
}
