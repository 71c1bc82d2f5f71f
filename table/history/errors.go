package history

import (
	"fmt"
	"strings"
)

// Error is why a recorded hand was refused, named by its code; compare with errors.Is.
type Error string

func (e Error) Error() string { return "history: " + string(e) }

// Code is the refusal's name.
func (e Error) Code() string { return string(e) }

const (
	ErrMalformed   Error = "malformed_hand"    // not of the form, or it contradicts itself
	ErrUnsupported Error = "unsupported_hand"  // sound, but not a game that is dealt here
	ErrTooLong     Error = "hand_too_long"     // more text or deeper nesting than a hand needs
	ErrNotByRules  Error = "hand_not_by_rules" // it cannot be written, because the rules disagree with it or it does not end
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMalformed, short(fmt.Sprintf(format, args...)))
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, short(fmt.Sprintf(format, args...)))
}

// short keeps what a file says from filling the message about it.
func short(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// VariantError refuses a game that is not played here.
type VariantError struct {
	Variant string // as the file names it
}

func (e VariantError) Error() string {
	if name := variants[e.Variant]; name != "" {
		return fmt.Sprintf("history: variant %q (%s) is not supported, only %q (%s) is", e.Variant, name, noLimit, variants[noLimit])
	}
	return fmt.Sprintf("history: variant %q is not known, only %q (%s) is supported", short(e.Variant), noLimit, variants[noLimit])
}

// Code is the refusal's name.
func (e VariantError) Code() string { return "unsupported_variant" }

// AmountError refuses an amount that is no whole number of chips within the limits.
type AmountError struct {
	Field string // where it stands
	Text  string // the amount as it was read
	Want  string
}

func (e AmountError) Error() string {
	return fmt.Sprintf("history: %s: %s is not %s", e.Field, e.Text, e.Want)
}

// Code is the refusal's name.
func (e AmountError) Code() string { return "bad_amount" }
