package board

import "testing"

// Lists of numbers are read whole or not at all.
func TestNumbers(t *testing.T) {
	if n, err := Numbers([]byte(" [1, -2] "), 2); err != nil || len(n) != 2 || n[0] != 1 || n[1] != -2 {
		t.Errorf("%v, %v", n, err)
	}
	for _, text := range []string{`[1]`, `[1,2,3]`, `[1,null]`, `[1,2.5]`, `null`, `{}`, `["1",2]`, `[`, ``} {
		if n, err := Numbers([]byte(text), 2); err == nil {
			t.Errorf("%s is read as %v", text, n)
		}
	}
}
