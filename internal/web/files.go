package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"fewest/internal/web/page"
)

// contentTypes are those of the page's files, by their names' ends. The
// machine's own table isn't asked: it may have others.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".gif": "image/gif", ".webp": "image/webp",
	".woff2": "font/woff2", ".json": "application/json", ".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json", ".map": "application/json",
}

// file is a file of the page.
type file struct {
	content     []byte
	contentType string
	tag         string
	cache       string
}

// files serves the page: the files there are, and no others.
type files map[string]*file

// pageFiles reads the files that are embedded in the program.
func pageFiles() (files, error) {
	all := files{}
	err := fs.WalkDir(page.Files, "dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := page.Files.ReadFile(name)
		if err != nil {
			return err
		}
		f := &file{content: content, contentType: contentTypes[path.Ext(name)], cache: "no-cache"}
		if f.contentType == "" {
			return fmt.Errorf("no content type is known for %s", name)
		}
		sum := sha256.Sum256(content)
		f.tag = `"` + hex.EncodeToString(sum[:8]) + `"`
		place := strings.TrimPrefix(name, "dist")
		if strings.HasPrefix(place, "/assets/") { // their names change with their content
			f.cache = "public, max-age=31536000, immutable"
		}
		if place == "/index.html" {
			place = "/"
		}
		all[place] = f
		return nil
	})
	return all, err
}

// ServeHTTP answers with a file, or 404.
func (all files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f := all[r.URL.Path]
	if f == nil {
		problem(w, http.StatusNotFound, "no such page")
		return
	}
	w.Header().Set("Content-Type", f.contentType)
	w.Header().Set("Cache-Control", f.cache)
	w.Header().Set("ETag", f.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
}
