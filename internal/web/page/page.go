// Package page is the page that `fewest serve` shows: a single-page program
// that talks to the HTTP API and needs nothing else from the network.
//
// Its source is in src (TypeScript and Preact); `npm ci && npm run build`
// there makes dist, which is kept with the source so that Go alone builds the
// program.
package page

import "embed"

// Files holds the page: dist/index.html and what it loads, under names that stay
// when their content changes.
//
//go:embed dist
var Files embed.FS
