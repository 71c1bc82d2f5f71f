package history

import (
	"fmt"
	"math"
	"strconv"

	"example.com/fullhouse/table"
)

// chipsFrom takes an amount as TOML has it. The format allows fractions; a whole number may be written as one, such as 2.0.
func chipsFrom(field string, value any) (table.Chips, error) {
	switch n := value.(type) {
	case int64:
		if n < 0 || n > int64(table.MaxChips) {
			return 0, AmountError{Field: field, Text: strconv.FormatInt(n, 10), Want: wholeChips}
		}
		return table.Chips(n), nil
	case float64:
		return wholeFrom(field, n)
	default:
		return 0, AmountError{Field: field, Text: fmt.Sprintf("%.40v", value), Want: wholeChips}
	}
}

func wholeFrom(field string, n float64) (table.Chips, error) {
	if math.IsInf(n, 1) {
		return 0, unsupported("%s: an amount that is not known (inf)", field)
	}
	if n != math.Trunc(n) || n < 0 || n > float64(table.MaxChips) { // a NaN is not equal to itself
		return 0, AmountError{Field: field, Text: strconv.FormatFloat(n, 'g', -1, 64), Want: wholeChips}
	}
	return table.Chips(n), nil
}

// parseChips reads an amount in an action.
func parseChips(field, text string) (table.Chips, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return chipsFrom(field, n)
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, AmountError{Field: field, Text: fmt.Sprintf("%.40q", text), Want: wholeChips}
	}
	return chipsFrom(field, n)
}
