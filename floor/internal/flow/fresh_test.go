package flow

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// kinds are floors whose tiles must travel, by name: each paints a board of so
// many rows and columns in colours from 0.
var kinds = map[string]func(random *rand.Rand, rows, cols int, paint []uint8){
	"sorted": func(random *rand.Rand, rows, cols int, paint []uint8) {
		k := 3 + random.IntN(4)
		for v := range paint {
			paint[v] = uint8(v * k / len(paint))
		}
	},
	"stripes": func(random *rand.Rand, rows, cols int, paint []uint8) {
		k, wide := 3+random.IntN(4), 2+random.IntN(3)
		for v := range paint {
			paint[v] = uint8(v % cols / wide % k)
		}
	},
	"quadrants": func(random *rand.Rand, rows, cols int, paint []uint8) {
		row, col := rows/2+random.IntN(3)-1, cols/2+random.IntN(3)-1
		for v := range paint {
			if v/cols >= row {
				paint[v] += 2
			}
			if v%cols >= col {
				paint[v]++
			}
		}
	},
	"rectangles": func(random *rand.Rand, rows, cols int, paint []uint8) {
		k := 4 + random.IntN(3)
		for range rows * cols / 4 {
			high, wide := 1+random.IntN(5), 1+random.IntN(5)
			top, left, c := random.IntN(rows), random.IntN(cols), uint8(random.IntN(k))
			for row := top; row < min(top+high, rows); row++ {
				for col := left; col < min(left+wide, cols); col++ {
					paint[row*cols+col] = c
				}
			}
		}
	},
	"clumps": func(random *rand.Rand, rows, cols int, paint []uint8) {
		k := 4 + random.IntN(3)
		for v := range paint {
			paint[v] = uint8(random.IntN(k))
		}
		for range (4 + random.IntN(12)) * len(paint) {
			v := random.IntN(len(paint))
			row, col := v/cols, v%cols
			switch random.IntN(4) {
			case 0:
				row = max(row-1, 0)
			case 1:
				row = min(row+1, rows-1)
			case 2:
				col = max(col-1, 0)
			case 3:
				col = min(col+1, cols-1)
			}
			paint[v] = paint[row*cols+col]
		}
	},
	"nearhalf": func(random *rand.Rand, rows, cols int, paint []uint8) {
		k, share := 3+random.IntN(3), 40+random.IntN(9)
		for v := range paint {
			if v >= share*len(paint)/100 {
				paint[v] = uint8(1 + random.IntN(k))
			}
		}
		random.Shuffle(len(paint), func(i, j int) { paint[i], paint[j] = paint[j], paint[i] })
	},
	"twoblocks": func(random *rand.Rand, rows, cols int, paint []uint8) {
		k := 2 + random.IntN(3)
		for v := range paint {
			switch top, left := v/cols < rows/2, v%cols < cols/2; {
			case top && left:
				paint[v] = 0
			case !top && !left:
				paint[v] = 1
			default:
				paint[v] = uint8(2 + random.IntN(k))
			}
		}
	},
}

// fresh returns the number-th floor of a kind, 8 to 15 wide, that can be done.
func fresh(kind string, number int) floor {
	random := rand.New(rand.NewPCG(uint64(number), 7))
	for {
		rows, cols := 8+random.IntN(8), 8+random.IntN(8)
		paint := make([]uint8, rows*cols)
		kinds[kind](random, rows, cols, paint)
		count := [256]int{}
		for _, c := range paint {
			count[c]++
		}
		if slices.Max(count[:]) >= (len(paint)+1)/2 {
			continue
		}
		f := floor{Name: fmt.Sprintf("%s-%d", kind, number)}
		for row := range rows {
			var line strings.Builder
			for _, c := range paint[row*cols : (row+1)*cols] {
				line.WriteByte("RGBYPC"[c])
			}
			f.Rows = append(f.Rows, line.String())
		}
		return f
	}
}

// TestFresh prints how fresh floors of each kind fare: FEWEST_FRESH of them, for
// FEWEST_LIMIT each.
func TestFresh(t *testing.T) {
	var count int
	if fmt.Sscan(os.Getenv("FEWEST_FRESH"), &count); count == 0 {
		t.Skip("set FEWEST_FRESH to a number of floors of each kind")
	}
	limit, err := time.ParseDuration(os.Getenv("FEWEST_LIMIT"))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"sorted", "stripes", "quadrants", "rectangles", "clumps", "nearhalf", "twoblocks"} {
		if only := os.Getenv("FEWEST_ONLY"); only != "" && !slices.Contains(strings.Fields(only), kind) {
			continue
		}
		var times []float64
		closed := 0
		for i := range count {
			begun := cpu()
			r := sweep(t, fresh(kind, i+1), limit)
			times = append(times, (cpu() - begun).Seconds())
			if r.Plan != nil && r.Lower >= len(r.Plan) {
				closed++
			}
		}
		slices.Sort(times)
		t.Logf("%s: %d of %d closed, median %.2f s, worst %.2f s", kind, closed, count, times[len(times)/2], times[len(times)-1])
	}
}
