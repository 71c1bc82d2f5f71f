package auth

import (
	netmail "net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxEmail is the longest address that can be mailed to.
const maxEmail = 254

// cleanEmail checks what was typed as an address. Whether it exists only a mail can tell.
func cleanEmail(typed string) (string, error) {
	if len(typed) > 2*maxEmail || !utf8.ValidString(typed) {
		return "", errEmail()
	}
	email := norm.NFC.String(strings.TrimSpace(typed))
	read, err := netmail.ParseAddress(email)
	local, domain, _ := strings.Cut(email, "@")
	switch {
	case err != nil, read.Address != email, len(email) > maxEmail, len(local) > 64: // no display name, quotes or comments
		return "", errEmail()
	case strings.ContainsFunc(email, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) || hidden(r) }):
		return "", errEmail()
	case strings.HasPrefix(domain, "["), strings.ContainsRune(domain, '@'):
		return "", errEmail()
	}
	return email, nil
}

func errEmail() error { return &FieldError{"email", "an address like name@example.org, please"} }

// EmailKey is what addresses are compared by. Capitals make no difference, as nearly everywhere; only those of ASCII, because
// other letters become the same in ways that the owner of a mailbox would be surprised by.
func EmailKey(email string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, norm.NFC.String(email))
}
