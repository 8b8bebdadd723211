// Package answer is the one shape that every puzzle's answer has.
//
// # The idea
//
// A puzzle is a state space, and every puzzle answers the same questions. How
// few moves does this board take? An [Answer] has the plan and the lower bound;
// when they meet, no fewer moves will do. How far do boards lie? [Distances] has
// the boards at each distance and the diameter, or what is proven of it.
//
// # What is promised
//
// [Optimal] is proven. [Bounded] holds as far as it goes: the lower bound is
// proven, the plan, if there is one, has been replayed, and Stop says what ended
// the work, in the words of the solver that stopped, which alone can know.
// [Impossible] is an answer, with its reason, and not an error.
//
// All of it has one form as JSON, which docs/formats.md describes.
package answer
