package web

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"fewest/answer"
)

// Answer is what the command line prints with --json, or null.
type Answer struct{ json.RawMessage }

// MarshalJSON writes null for no answer.
func (a Answer) MarshalJSON() ([]byte, error) {
	if len(a.RawMessage) == 0 {
		return []byte("null"), nil
	}
	return a.RawMessage, nil
}

// Schema describes answers to each kind of job.
func (Answer) Schema(r huma.Registry) *huma.Schema {
	whole := &huma.Schema{Type: huma.TypeInteger}
	maybe := &huma.Schema{Type: huma.TypeInteger, Nullable: true}
	text := &huma.Schema{Type: huma.TypeString}
	work := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: whole, Description: "Counters such as states or conflicts."}
	cause := &huma.Schema{Type: huma.TypeString, Enum: []any{
		string(answer.TimeLimit), string(answer.Interrupted), string(answer.MemoryLimit), string(answer.OwnLimit),
	}, Description: "What ended the work, if bounded; limit says more, memory_needed is in bytes."}
	// Numbers of 2^53 and more are strings.
	large := &huma.Schema{OneOf: []*huma.Schema{whole, {Type: huma.TypeString, Pattern: "^[0-9]+$"}}}
	maybeLarge := &huma.Schema{OneOf: []*huma.Schema{whole, {Type: huma.TypeString, Pattern: "^[0-9]+$"}, null}}

	solution := named(r, "Solution", &huma.Schema{
		Type:        huma.TypeObject,
		Description: "The fewest moves of a board, or what is known of them.",
		Required:    []string{"name", "puzzle", "status", "moves", "lower_bound", "plan", "seconds"},
		Properties: map[string]*huma.Schema{
			"name":        text,
			"puzzle":      {Type: huma.TypeString, Enum: []any{"floor", "flip"}},
			"status":      {Type: huma.TypeString, Enum: []any{"optimal", "bounded", "impossible"}},
			"moves":       {Type: huma.TypeInteger, Nullable: true, Description: "The plan's length; null when impossible, or when no plan is known."},
			"lower_bound": {Type: huma.TypeInteger, Nullable: true, Description: "Proven; null when impossible."},
			"plan":        Plan{}.Schema(r),
			"method":      text,
			"proof":       text,
			"reason":      {Type: huma.TypeString, Description: "Why impossible, or what ended the work."},
			"stopped_by":  cause, "limit": text, "memory_needed": whole,
			"reason_cells": {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeArray, Items: whole}, Description: "Flips: [row, col, weight] of cells whose weighted sum no press changes."},
			"seconds":      {Type: huma.TypeNumber},
			"work":         work,
		},
		AdditionalProperties: false,
	})
	counted := func(puzzle, description string, own map[string]*huma.Schema) *huma.Schema {
		properties := map[string]*huma.Schema{
			"puzzle":              {Type: huma.TypeString, Enum: []any{puzzle}},
			"size":                text,
			"status":              {Type: huma.TypeString, Enum: []any{"optimal", "bounded", "impossible"}},
			"solvable":            maybeLarge,
			"diameter":            {Type: huma.TypeInteger, Nullable: true, Description: "null if it isn't known; then diameter_bounds has what is."},
			"farthest":            maybeLarge,
			"boards":              {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeArray}, Description: "Farthest boards, as rows of characters or, beyond ten states, of numbers."},
			"boards_per_distance": {OneOf: []*huma.Schema{{Type: huma.TypeArray, Items: large}, null}},
			"method":              text,
			"seconds":             {Type: huma.TypeNumber},
		}
		maps.Copy(properties, own)
		required := slices.Sorted(maps.Keys(properties))
		properties["diameter_bounds"] = &huma.Schema{Type: huma.TypeArray, Items: maybe}
		properties["distinct"] = &huma.Schema{Type: huma.TypeBoolean}
		properties["work"] = &huma.Schema{Type: huma.TypeObject, Nullable: true, AdditionalProperties: whole, Description: work.Description}
		properties["reason"], properties["limit"] = text, text
		properties["stopped_by"], properties["memory_needed"] = cause, whole
		return &huma.Schema{
			Type: huma.TypeObject, Description: description + " Numbers of 2^53 and more are strings.",
			Properties: properties, Required: required, AdditionalProperties: false,
		}
	}
	flips := named(r, "FlipDistances", counted("flip", "How far a flip puzzle's boards are from all zeros.", map[string]*huma.Schema{
		"mask": text, "wrap": {Type: huma.TypeBoolean}, "colours": whole,
		"nullity": {Type: huma.TypeInteger, Nullable: true, Description: "The kernel's dimension; null if colours isn't prime, or if it isn't known."}, "kernel": maybeLarge,
	}))
	floors := named(r, "FloorDistances", counted("floor", "How far the arrangements of a floor's tiles are from done.", map[string]*huma.Schema{
		"tiles": text, "arrangements": large,
	}))
	return &huma.Schema{OneOf: []*huma.Schema{solution, flips, floors, null}}
}

// null is the schema of null.
var null = &huma.Schema{Type: "null"}

// Plan is a list of moves: of floors [row, col, row, col], of flips
// [row, col, times] or ["button", times], counted from 0.
type Plan struct{ json.RawMessage }

// Schema describes a plan.
func (Plan) Schema(r huma.Registry) *huma.Schema {
	return named(r, "Plan", &huma.Schema{
		Type: huma.TypeArray, Nullable: true,
		Description: `Moves, counted from 0: of floors [row, col, row, col], of flips [row, col, times] or ["button", times].`,
		Items: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{OneOf: []*huma.Schema{
			{Type: huma.TypeInteger}, {Type: huma.TypeString},
		}}},
	})
}
