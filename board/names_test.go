package board

import "testing"

func TestNames(t *testing.T) {
	for colour, want := range map[uint8]string{0: "A", 25: "Z", 26: "26", 254: "254"} {
		if got := Letter(colour); got != want {
			t.Errorf("colour %d is %q, want %q", colour, got, want)
		}
	}
	for text, want := range map[string][2]int{
		"4x15": {4, 15}, " 4 X 15 ": {4, 15}, "4×15": {4, 15}, "4*15": {4, 15}, "4, 15": {4, 15}, "4 15": {4, 15}, "1000x1000": {1000, 1000},
		"": {}, "4": {}, "0x4": {}, "4x0": {}, "-1x4": {}, "4x15x2": {}, "1001x1000": {}, "99999999999x1": {}, "x": {},
	} {
		rows, cols, err := ParseSize(text)
		if rows != want[0] || cols != want[1] || (err != nil) != (want == [2]int{}) {
			t.Errorf("%q: %d x %d, %v, want %v", text, rows, cols, err, want)
		}
	}
}
