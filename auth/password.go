package auth

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	minPassword      = 8
	maxPassword      = 128  // characters
	maxPasswordBytes = 512  // after normalisation: 128 characters of four bytes
	maxTypedBytes    = 2048 // before it, so that a megabyte is not even normalised; decomposed Hangul is the longest that fits
)

// cleanPassword brings what was typed into one form, so that the same keys give the same password on every system, and refuses
// what is too short or too long before anything is computed from it.
func cleanPassword(typed string) (string, error) {
	if len(typed) > maxTypedBytes || !utf8.ValidString(typed) {
		return "", errPassword()
	}
	password := norm.NFKC.String(typed)
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword || len(password) > maxPasswordBytes {
		return "", errPassword()
	}
	return password, nil
}

func errPassword() error { return &FieldError{"password", "8 to 128 characters, please"} }
