package ws_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"text/template"
	"unicode"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/ws/proto"
)

var update = flag.Bool("update", false, "write docs/protocol.md anew")

const pagePath = "../docs/protocol.md"

// titles are the objects inside of messages, by what the page calls them.
var titles = map[string]string{
	"table.View": "Table", "table.SeatView": "Seat", "table.You": "You", "table.Settings": "Settings", "table.Stack": "Stack",
	"table.TurnStarted": "Turn", "table.Summary": "Summary", "table.HeldSeat": "Kept seat", "table.PlannedMove": "Plan",
	"holdem.Stakes": "Stakes", "holdem.View": "Hand", "holdem.SeatView": "Hand seat", "holdem.Legal": "Options",
	"holdem.Action": "Move", "holdem.Waiting": "Waiting", "holdem.Acted": "Decision", "holdem.Pot": "Pot", "holdem.Won": "Winnings", "holdem.Net": "Net",
	"deck.Proof": "Opening", "lobby.CapacityView": "Capacity", "lobby.Gone": "Gone",
	"lobby.Seated": "Held seat", "api.Problem": "Problem",
	"api.HandLine": "Played hand", "api.Numbers": "Numbers", "api.Share": "Share", "api.LedgerLine": "Ledger line",
}

// plainTypes are the types that are no objects.
var plainTypes = map[string]string{
	"table.Chips": "chips", "table.Seat": "seat number", "table.HandID": "hand id", "deck.Card": "card", "bool": "boolean",
	"int": "integer", "int64": "integer", "string": "string", "json.RawMessage": "object",
	"time.Time": "date and time", "float64": "number from 0 to 1",
	"holdem.Street": `"preflop", "flop", "turn" or "river"`,
}

// TestProtocolPage_IsWhatTheCodeSays renders the page from its template, the sources, the examples and transcripts that are
// recorded just now.
func TestProtocolPage_IsWhatTheCodeSays(t *testing.T) {
	m := readWireTypes(t)
	transcripts := record(t)
	text, err := os.ReadFile("testdata/protocol.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	page, err := template.New("protocol").Funcs(template.FuncMap{
		"message":    m.message,
		"object":     m.object,
		"errors":     m.errors,
		"closes":     m.closes,
		"max_blind":  func() table.Chips { return holdem.MaxBlind },
		"max_buy_in": func() table.Chips { return lobby.MaxBuyIn },
		"example":    func(name string) string { return example(t, name) },
		"transcript": func(name string) (string, error) { return transcripts.block(name) },
	}).Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, nil); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(pagePath, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	if line, got, want := differ(string(have), b.String()); line > 0 {
		t.Errorf("%s is stale from line %d on; go test ./ws -update writes it anew.\nhave %s\nwant %s", pagePath, line, got, want)
	}
}

// differ is the first line in which two texts differ, 0 if they do not.
func differ(a, b string) (line int, inA, inB string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		inA, inB = "(the end)", "(the end)"
		if i < len(as) {
			inA = as[i]
		}
		if i < len(bs) {
			inB = bs[i]
		}
		if inA != inB {
			return i + 1, inA, inB
		}
	}
	return 0, "", ""
}

// message describes a message: its name on the wire, with "client " before it for what clients send.
func (m *wireTypes) message(kind string) (string, error) {
	name, ok := m.types[kind]
	if !ok {
		return "", fmt.Errorf("no message is called %s", kind)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#### `%s`\n\n%s\n", strings.TrimPrefix(kind, "client "), m.plain(name, sentence(name, m.structs[name].doc)))
	b.WriteString(m.fields(name))
	if part := private[name]; part != "" {
		b.WriteString("\nFor the seat that it concerns, in addition:\n")
		b.WriteString(m.fields(part))
	}
	return b.String(), nil
}

// object describes what is inside of messages.
func (m *wireTypes) object(name string) (string, error) {
	title, ok := titles[name]
	if !ok || m.structs[name].fields == nil {
		return "", fmt.Errorf("no object is called %s", name)
	}
	return "#### " + title + "\n\n" + m.plain(name, sentence(name, m.structs[name].doc)) + "\n" + m.fields(name), nil
}

// fields is a table of a struct's fields, "" when it has none worth a row.
func (m *wireTypes) fields(name string) string {
	var b strings.Builder
	for _, f := range m.structs[name].fields {
		if f.name == "type" && name != "api.Problem" { // what a message's heading says
			continue
		}
		if b.Len() == 0 {
			b.WriteString("\n| field | is | |\n| --- | --- | --- |\n")
		}
		is := m.describe(fieldType(name, f))
		if f.optional {
			is += ", optional"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.name, is, strings.TrimSuffix(m.plain(name, fieldDoc(f)), "."))
	}
	return b.String()
}

// describe says what a Go type is in JSON.
func (m *wireTypes) describe(goType string) string {
	if inner, ok := strings.CutPrefix(goType, "*"); ok {
		if strings.HasPrefix(inner, "holdem.View") || strings.HasPrefix(inner, "holdem.Legal") || inner == "table.TurnStarted" || inner == "table.PlannedMove" ||
			inner == "holdem.Acted" {
			return m.describe(inner) + " or null"
		}
		return m.describe(inner)
	}
	if strings.HasPrefix(goType, "[") {
		size, inner, _ := strings.Cut(goType[1:], "]")
		if size != "" {
			return fmt.Sprintf("array of %s: %s", size, m.describe(inner))
		}
		return "array: " + m.describe(inner)
	}
	if plain, ok := plainTypes[goType]; ok {
		return plain
	}
	if title, ok := titles[goType]; ok {
		return link(title)
	}
	if words := m.words[goType]; words != nil {
		var all []string
		for _, w := range words {
			all = append(all, `"`+w.value+`"`)
		}
		if n := len(all); n > 1 {
			return strings.Join(all[:n-1], ", ") + " or " + all[n-1]
		}
		return all[0]
	}
	return "?" + goType
}

// sentence makes a Go comment read without the name that it begins with.
func sentence(name, doc string) string {
	_, short, _ := strings.Cut(name, ".")
	for _, begin := range []string{short + " is ", short + " are ", short + " "} {
		if rest, ok := strings.CutPrefix(doc, begin); ok {
			first := []rune(rest)
			first[0] = unicode.ToUpper(first[0])
			return string(first)
		}
	}
	return doc
}

// fieldDoc is a field's comment without the name that it may begin with.
func fieldDoc(f wireField) string {
	for _, begin := range []string{f.goName + " is ", f.goName + " are ", f.goName + " "} {
		if rest, ok := strings.CutPrefix(f.doc, begin); ok {
			return rest
		}
	}
	return f.doc
}

var (
	capitalized = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]*\b`)
	constants   = strings.NewReplacer("NoSeat (-1)", "-1", "NoSeat", fmt.Sprint(table.NoSeat), "MaxSeats", fmt.Sprint(table.MaxSeats))
)

// plain puts what is on the wire in the place of the Go names in a comment: of the fields of its own type, and of the types
// of its own package.
func (m *wireTypes) plain(owner, doc string) string {
	pkg, _, _ := strings.Cut(owner, ".")
	return capitalized.ReplaceAllStringFunc(constants.Replace(doc), func(word string) string {
		for _, f := range m.structs[owner].fields {
			if f.goName == word {
				return "`" + f.name + "`"
			}
		}
		for kind, name := range m.types {
			if name == pkg+"."+word {
				return "`" + strings.TrimPrefix(kind, "client ") + "`"
			}
		}
		if title, ok := titles[pkg+"."+word]; ok {
			return link(title)
		}
		return word
	})
}

func link(title string) string {
	return fmt.Sprintf("[%s](#%s)", title, strings.ReplaceAll(strings.ToLower(title), " ", "-"))
}

// plainCodes are the codes that speak for themselves in the source.
var plainCodes = map[string]string{
	"database_unavailable": "the database does not answer; nothing was changed",
	"bad_request":          "the message is not one of this protocol, or names a seat that is not there; `detail` says more",
}

// errors lists the codes that a table's commands can be refused with, each once.
func (m *wireTypes) errors() string {
	var b strings.Builder
	b.WriteString("| code | when |\n| --- | --- |\n")
	seen := map[string]bool{"fenced": true, "enough_chips": true} // never leaves the server; not on a socket
	for _, kind := range []string{"table.Error", "holdem.Error"} {
		for _, w := range m.words[kind] {
			if !seen[w.value] {
				seen[w.value] = true
				fmt.Fprintf(&b, "| `%s` | %s |\n", w.value, cmp.Or(w.doc, plainCodes[w.value]))
			}
		}
	}
	return b.String()
}

// closes lists the close codes.
func (m *wireTypes) closes() string {
	docs := map[string]string{}
	for _, w := range m.words["proto.CloseCode"] {
		docs[w.value] = w.doc
	}
	var b strings.Builder
	b.WriteString("| code | reason | come back? | when |\n| --- | --- | --- | --- |\n")
	for _, c := range proto.CloseCodes() {
		again := "no"
		if c.ComeBack() {
			again = "yes"
		}
		fmt.Fprintf(&b, "| %d | `%s` | %s | %s |\n", int(c), c, again, docs[fmt.Sprint(int(c))])
	}
	return b.String()
}

// hashes are what makes examples unreadable.
var hashes = regexp.MustCompile(`[0-9a-f]{64}`)

// shorten cuts hashes and salts, and the paths of openings to their first step.
func shorten(raw []byte) string {
	short := hashes.ReplaceAllStringFunc(string(raw), func(h string) string { return h[:6] + "…" })
	return pathTails.ReplaceAllString(short, `"path":[$1,…]`)
}

var pathTails = regexp.MustCompile(`"path":\[("[^"]*")(?:,"[^"]*")+\]`)

// example is the last of a golden file, as a block.
func example(t *testing.T, name string) string {
	t.Helper()
	all := examples(t, filepath.Join("proto/testdata", name+".json"))
	return "```json\n" + indent(shorten(all[len(all)-1])) + "\n```\n"
}

// indent breaks a long object into lines.
func indent(raw string) string {
	if len(raw) <= 120 {
		return raw
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(raw), "", "  "); err != nil {
		return raw
	}
	return b.String()
}

// Who reads the page may know no Go.
func TestProtocolPage_SpeaksNoGo(t *testing.T) {
	page, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	prose := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`").ReplaceAll(page, nil)
	for _, word := range regexp.MustCompile(`\b[A-Z]?[a-z0-9]+[A-Z]\w*`).FindAllString(string(prose), -1) {
		if word != "WebSocket" && word != "KiB" {
			t.Errorf("%s says %s", pagePath, word)
		}
	}
}

// Every link within the page leads to a heading.
func TestProtocolPage_HasNoDeadLinks(t *testing.T) {
	page, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllSubmatch(page, -1) {
		anchor := strings.ToLower(string(heading[1]))
		anchor = regexp.MustCompile(`[^a-z0-9_ -]`).ReplaceAllString(anchor, "")
		anchor = strings.ReplaceAll(anchor, " ", "-")
		for n, base := 1, anchor; anchors[anchor]; n++ {
			anchor = fmt.Sprint(base, "-", n)
		}
		anchors[anchor] = true
	}
	for _, link := range regexp.MustCompile(`\]\(#([^)]*)\)`).FindAllSubmatch(page, -1) {
		if !anchors[string(link[1])] {
			t.Errorf("a link leads to #%s, which is not there", link[1])
		}
	}
}
