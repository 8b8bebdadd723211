// Command fewest finds the fewest moves in grid puzzles and proves that no
// fewer will do.
package main

import "fewest/internal/cli"

func main() { cli.Main() }
