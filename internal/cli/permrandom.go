package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fewest/internal/cli/command"
	"fewest/perm"
)

func permRandom(a *app) *cobra.Command {
	var t turns
	length, count, seed, asJSON := 25, 1, uint64(0), false
	c := &cobra.Command{
		Use:   "random FILE",
		Short: "Print random scrambles, the same for the same seed",
		Example: `  fewest perm random --length 10 --count 5 examples/pocket-cube.tws
  fewest perm random --length 10 examples/skewb.json | fewest perm solve examples/skewb.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if length < 0 || length > 100_000 || count < 1 {
				return fmt.Errorf("--length is from 0 to 100000, and --count at least 1")
			}
			o, err := t.options(&command.Limits{})
			if err != nil {
				return err
			}
			p, err := a.readPuzzle(args[0])
			if err != nil {
				return err
			}
			for i := range count {
				scramble, err := perm.Scramble(p, o, length, seed+uint64(i))
				if err != nil {
					return err
				}
				line := strings.Join(scramble, " ")
				if asJSON {
					text, err := json.Marshal(map[string]string{"name": fmt.Sprintf("%s-%d-%d", p.Name, length, seed+uint64(i)), "scramble": line})
					if err != nil {
						return err
					}
					line = string(text)
				}
				if err := a.Print(line + "\n"); err != nil || a.Interrupted() {
					return err
				}
			}
			return nil
		},
	}
	t.flags(c)
	c.Flags().IntVar(&length, "length", length, "number of moves")
	c.Flags().IntVar(&count, "count", count, "number of scrambles")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed; further scrambles have the seeds that follow")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a scramble")
	return c
}
