package render

import (
	"fmt"
	"math"

	"fewest/level"
)

// Known is what was known at a time: that the moves needed are from Lower to
// Upper. Upper is negative while no plan is known.
type Known struct {
	Seconds      float64
	Lower, Upper int
}

// Measures of the chart, in pixels at scale 1.
const (
	chartWidth  = 640
	chartHeight = 320
	chartLeft   = 70
	chartRight  = 150 // for the words at the ends of the curves
)

// Bounds draws how the bounds of an answer closed in over time. The times don't
// fall. moves is what the moves are called, such as "swaps".
func Bounds(history []Known, moves string, opt Options) (*Picture, error) {
	if len(history) == 0 {
		return nil, fmt.Errorf("no bounds to draw")
	}
	e, err := newEasel(opt.Style, nil)
	if err != nil {
		return nil, err
	}
	last := history[len(history)-1]
	low, high := history[0].Lower, 1
	for _, k := range history {
		low, high = min(low, k.Lower), max(high, k.Lower, k.Upper)
	}
	end := max(last.Seconds, 1e-3)
	stepY := max(1, int(niceStep(float64(high-low)/5)))
	low = low / stepY * stepY
	title := shorten(level.Printable(opt.Title), fontSize, longestTitle)
	s := e.scene(chartLeft+chartWidth+chartRight, margin+chartHeight+margin+50, title)
	x := func(seconds float64) int {
		return chartLeft + int(math.Round(chartWidth*min(max(seconds/end, 0), 1)))
	}
	y := func(moves int) int { return margin + chartHeight - chartHeight*(moves-low)/max(1, high-low) }

	label := text{size: 13, paint: muted, align: rightward}
	for n := low; n <= high; n += stepY {
		s.add(line{x: chartLeft, y: y(n), x2: chartLeft + chartWidth, y2: y(n), paint: "#dedacf", thick: 1})
		label.x, label.y, label.text = chartLeft-10, y(n), fmt.Sprint(n)
		s.add(label)
	}
	label.align = centred
	for i, step := 0, niceStep(end/6); float64(i)*step <= end*1.0001; i++ {
		label.x, label.y, label.text = x(float64(i)*step), margin+chartHeight+18, fmt.Sprintf("%.4g s", float64(i)*step)
		s.add(label)
	}

	// What isn't known is the area between the curves.
	for i, k := range history {
		until := end
		if i+1 < len(history) {
			until = history[i+1].Seconds
		}
		top := margin
		if k.Upper >= 0 {
			top = y(k.Upper)
		}
		if x(until) > x(k.Seconds) && y(k.Lower) > top {
			s.add(box{x: x(k.Seconds), y: top, w: x(until) - x(k.Seconds), h: y(k.Lower) - top, fill: "#e3e6e4"})
		}
	}
	curve := func(p paint, value func(Known) int) {
		pen := line{paint: p, thick: 3}
		started := false
		to := func(px, py int) {
			pen.x2, pen.y2 = px, py
			if started && (pen.x != px || pen.y != py) {
				s.add(pen)
			}
			pen.x, pen.y, started = px, py, true
		}
		for _, k := range history {
			n := value(k)
			if n < 0 || started && y(n) == pen.y {
				continue
			}
			if started {
				to(x(k.Seconds), pen.y)
			}
			to(x(k.Seconds), y(n))
		}
		if started {
			to(x(end), pen.y)
		}
	}
	upper, lower := paint("#d55e00"), paint("#0072b2")
	curve(lower, func(k Known) int { return k.Lower })
	curve(upper, func(k Known) int { return k.Upper })

	word := text{x: chartLeft + chartWidth + 10, size: 15, bold: true, align: leftward}
	words := func(n, shift int, p paint, format string) {
		word.y, word.paint, word.text = y(n)+shift, p, fmt.Sprintf(format, n)
		s.add(word)
	}
	switch {
	case last.Upper == last.Lower:
		words(last.Lower, 0, muted, "%d "+moves)
	case last.Upper < 0:
		words(last.Lower, 0, lower, "at least %d")
	default:
		apart := max(0, (20-(y(last.Lower)-y(last.Upper)))/2)
		words(last.Upper, -apart, upper, "plan of %d")
		words(last.Lower, apart, lower, "at least %d")
	}
	s.add(text{x: s.width / 2, y: margin + chartHeight + margin + 21, size: fontSize, paint: muted, text: title})
	return &Picture{pitch: pitch, overview: s}, nil
}

// niceStep returns 1, 2 or 5 times a power of ten, at least x.
func niceStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(max(x, 1e-9))))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= x*0.999 {
			return n * power
		}
	}
	return 10 * power
}
