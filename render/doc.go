// Package render draws boards and plans: as text for a terminal, and as
// pictures in SVG, PNG and animated GIF.
//
// # The idea
//
// Floor, Flip and Bounds make a Picture, which any format can be written of. A
// Picture is shapes with whole coordinates; SVG writes them down and the other
// formats paint them, so that all look the same. Its fonts are in the program:
// nothing depends on the machine.
//
// # What is promised
//
// The same board and plan make the same picture, byte for byte, on every machine.
// Colours can be told apart by people who confuse red with green: the letters
// used most have the palette of Okabe and Ito, as close to the letter's name as
// it goes (R vermilion, G bluish green, B blue, C sky blue, P reddish purple,
// Y yellow, O orange). Every tile carries its letter too.
package render
