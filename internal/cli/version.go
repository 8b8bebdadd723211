package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version says which program this is: its version, the commit it was built from,
// and what built it. A build without the history of the source knows no commit.
func version() string {
	number, commit := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			number = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = ", commit " + s.Value[:min(12, len(s.Value))] + commit
			case s.Key == "vcs.modified" && s.Value == "true":
				commit += " and changes"
			}
		}
	}
	return fmt.Sprintf("fewest %s%s (%s, %s/%s)\n", number, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and the commit it was built from",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.Print(version()) },
	}
}
