package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"fewest/internal/cli/command"
	"fewest/internal/web"
	"fewest/internal/web/jobs"
)

func serveCommand(a *app) *cobra.Command {
	var (
		opt     web.Options
		limits  = command.Limits{Time: 10 * time.Minute, Memory: 1 << 30}
		address = "127.0.0.1"
		port    = 8080
		log     = "text"
		verbose bool
	)
	c := &cobra.Command{
		Use:   "serve",
		Short: "Show the puzzles on a page in the browser, and serve them over HTTP",
		Long: `Show the puzzles on a page in the browser, and serve them over HTTP. The page
needs no network. Answers are kept in a database, so that they are there again
after a restart. /openapi.json describes the API, /metrics is for Prometheus.

There is no login: whoever can reach the address can use the server. It is that
of this machine alone unless --allow-remote is given.`,
		Example: `  fewest serve
  fewest serve --port 9000 --database :memory:
  fewest serve --address 0.0.0.0 --allow-remote --jobs 4 --time-limit 1m`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			opt.TimeLimit, opt.MemoryLimit = limits.Time, limits.Memory
			if opt.Running < 1 || opt.Queued < 1 || opt.MaxCells < 1 || port < 0 || port > 65535 {
				return fmt.Errorf("--jobs, --queue and --max-cells are at least 1, and --port at most 65535")
			}
			opt.Log = a.logger(log, verbose)
			return a.runServer(opt, address, port)
		},
	}
	f := c.Flags()
	f.StringVar(&address, "address", address, "address to listen on")
	f.IntVar(&port, "port", port, "port to listen on; 0 for any that is free")
	f.BoolVar(&opt.AllowRemote, "allow-remote", false, "serve other machines too, if the address is one they can reach")
	f.StringSliceVar(&opt.Hosts, "host", nil, "further name that browsers may call this server by, such as the machine's")
	f.StringVar(&opt.Database, "database", "", "where answers are kept; :memory: for nowhere (default jobs.db in the user's data folder)")
	limits.FlagsFor(f, "a job")
	f.IntVar(&opt.Running, "jobs", max(1, runtime.NumCPU()/2), "long jobs at a time")
	f.IntVar(&opt.Queued, "queue", 64, "jobs that may wait")
	f.IntVar(&opt.MaxCells, "max-cells", 10_000, "most cells of a board")
	f.Var(command.Choice{Value: &log, Of: []string{"text", "json"}}, "log", "how to log: text, json")
	f.BoolVarP(&verbose, "verbose", "v", false, "log every request")
	return c
}

// logger logs to the standard error output.
func (a *app) logger(format string, verbose bool) *slog.Logger {
	opt := &slog.HandlerOptions{}
	if verbose {
		opt.Level = slog.LevelDebug
	}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(a.Err, opt))
	}
	return slog.New(slog.NewTextHandler(a.Err, opt))
}

// runServer serves until the user interrupts.
func (a *app) runServer(opt web.Options, address string, port int) error {
	if opt.Database == "" {
		folder, err := dataFolder()
		if err != nil {
			return command.Hint(err, "say where with --database PATH, or --database :memory:")
		}
		opt.Database = filepath.Join(folder, "jobs.db")
	}
	l, err := web.Listen(address, port, opt.AllowRemote)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return command.Hint(fmt.Errorf("port %d is taken", port), "choose another with --port, or --port 0 for any that is free")
	case errors.As(err, new(*net.OpError)):
		return command.Environment(err)
	case err != nil:
		return command.Hint(err, "--address 127.0.0.1 is this machine alone; --allow-remote allows others")
	}
	defer l.Close()
	s, err := web.New(opt)
	if err != nil {
		return command.Hint(err, "another --database may do, or --database "+jobs.Memory)
	}
	if err := a.Print(fmt.Sprintf("http://%s/  (Ctrl-C to stop)\n", l.Addr())); err != nil {
		s.Close()
		return err
	}
	err = s.Serve(a.Ctx, l)
	if closed := s.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return command.Environment(err)
	}
	return nil
}

// dataFolder is where a user's programs keep what they know.
func dataFolder() (string, error) {
	home, err := os.UserHomeDir()
	if folder := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "fewest"), nil
	}
	switch runtime.GOOS {
	case "windows":
		if folder := os.Getenv("LocalAppData"); folder != "" {
			return filepath.Join(folder, "fewest"), nil
		}
	case "darwin", "ios":
		return filepath.Join(home, "Library", "Application Support", "fewest"), err
	}
	return filepath.Join(home, ".local", "share", "fewest"), err
}
