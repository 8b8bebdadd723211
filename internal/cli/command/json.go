package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// ReadJSON reads one JSON value and says in words for people what is wrong with
// it: where it breaks off, or which field has something else than belongs there.
func ReadJSON(text []byte, to any) error {
	err := json.Unmarshal(text, to)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(text):
		return fmt.Errorf("broken JSON: it ends too early")
	case errors.As(err, &syntax):
		return fmt.Errorf("broken JSON at character %d: %s", syntax.Offset, strings.TrimPrefix(syntax.Error(), "json: "))
	case errors.As(err, &kind):
		where := ""
		if kind.Field != "" {
			where = fmt.Sprintf("%q: ", kind.Field)
		}
		return fmt.Errorf("%sfound %s, expected %s", where, aKind(kind.Value), expected(kind.Type))
	}
	return err
}

// aKind is what package json calls a kind of value, with its article.
func aKind(kind string) string {
	switch kind {
	case "object", "array":
		return "an " + kind
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	}
	if number, ok := strings.CutPrefix(kind, "number "); ok {
		return number
	}
	return "a " + kind
}

// expected says what belongs where a value of a type is read.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "an object"
	}
	return "a whole number"
}
