package level

import (
	"strings"
	"testing"
)

// Words aren't rows; a first row that may be a title is read with a warning;
// rows written together, apart or with holes are neither.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"red blue\n":                      "error",
		"red blue\nRGBRGBR\n":             "error",
		"RGBRGBR\nred blue\n":             "error",
		"the red floor\n":                 "error",
		"Level A\n":                       "error",
		"RG GB\nGR BG\n":                  "error",
		"R G B\nG B R\n":                  "",
		"R G B\nGBR\n":                    "",
		"RG B\nGB R\n":                    "",
		". R\nGB\n":                       "",
		"RGB.. .G\nRGBRGBR\n":             "",
		"Kitchen\nRRGGBBR\nGGRRBBR\n":     "warning",
		"Kitchen\nRRGGBBR\nGGRRBBK\n":     "",
		"RRR\nGGG\n":                      "",
		"RGB\n":                           "",
		"RGB\nCMY\n":                      "warning",
		"RG\nBC\n":                        "",
		`{"rows": ["RGB", "CMY"]}` + "\n": "",
	} {
		list, err := ReadAll(strings.NewReader(text), Options{File: "f", Puzzle: Floor})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch e := list[0]; {
		case e.Err != nil && strings.Contains(e.Err.Hint, "; name: "):
			got = "error"
		case e.Err != nil:
			got = e.Err.Error()
		case e.Warning != nil && strings.Contains(e.Warning.Hint, "; name: "):
			got = "warning"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
