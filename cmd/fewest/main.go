// Command fewest finds the fewest moves in grid puzzles and proves that no
// fewer will do.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"fewest/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(cli.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
