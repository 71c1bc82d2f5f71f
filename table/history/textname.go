package history

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/fullhouse/table"
)

// escape makes a name fit into a line of text: what has a meaning there, cannot be seen, or would be trimmed, becomes its bytes
// in hex with a percent sign before each, as in an address.
func escape(name string) string {
	var b strings.Builder
	for i, r := range name {
		space := r == ' ' && (i == 0 || i == len(name)-1 || name[i-1] == ' ')
		if space || strings.ContainsRune("%:()[]*", r) || !unicode.IsPrint(r) {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// seatMark stands before the number of a seat, at the end of a name that is empty or has been given to several.
const seatMark = "%s"

// textNames are what the seats are called in text: every one otherwise.
func (h *Hand) textNames() (names [table.MaxSeats]string) {
	count := map[string]int{}
	for _, s := range h.Seats {
		count[s.Name]++
	}
	for _, s := range h.Seats {
		names[s.Seat] = escape(s.Name)
		if s.Name == "" || count[s.Name] > 1 {
			names[s.Seat] += fmt.Sprintf("%s%d", seatMark, s.Seat+1)
		}
	}
	return names
}

// unescape undoes escape and forgets the mark of a seat. A percent sign that stands for nothing is left as it is.
func unescape(text string) string {
	if name, seat, found := cutLast(text, seatMark); found && len(seat) == 1 && strings.Contains("123456789", seat) {
		text = name
	}
	plain, rest, found := strings.Cut(text, "%")
	var name strings.Builder
	for name.WriteString(plain); found; name.WriteString(plain) {
		if c, err := hex.DecodeString(rest[:min(2, len(rest))]); err == nil && len(c) == 1 {
			name.Write(c)
			rest = rest[2:]
		} else {
			name.WriteByte('%')
		}
		plain, rest, found = strings.Cut(rest, "%")
	}
	if utf8.ValidString(name.String()) {
		return name.String()
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
