package history

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	maxPHH   = 64 << 10 // bytes of one hand; a long one with comments has about 8 KiB
	maxDepth = 8        // of arrays in arrays, and of dotted keys, which cost the parser more than their square; a hand needs 1
)

// fragment is the TOML of one hand.
type fragment struct {
	name string // its table, "" at the top of a file
	line int    // of its first line, counted from 1
	text string
}

// splitter cuts a file into hands at the headers of its tables, so that only one hand is in memory. It understands just
// enough of TOML to know which lines are headers: strings, comments and brackets.
type splitter struct {
	lines *bufio.Reader
	line  int
	next  string // the header that ended the last fragment
	ended bool

	open  string // the quotes that end the string of several lines that the text is in; "" outside of one
	depth int    // brackets and braces that are open
}

func newSplitter(r io.Reader) *splitter {
	return &splitter{lines: bufio.NewReaderSize(r, maxPHH)}
}

// read returns the next fragment, or io.EOF after the last. What is too long or too deep ends the reading, since nobody can
// tell where the next hand begins.
func (s *splitter) read() (fragment, error) {
	for !s.ended || s.next != "" {
		f := fragment{name: s.next, line: s.line + 1}
		if s.next != "" {
			f.line = s.line
		}
		text, err := s.readText()
		if err != nil {
			return f, err
		}
		if f.text = text; f.name != "" || !blank(text) {
			return f, nil
		}
	}
	return fragment{}, io.EOF
}

// readText reads up to the next header or the end. The place of a header is kept as an empty line, so that lines keep their
// numbers.
func (s *splitter) readText() (string, error) {
	var text strings.Builder
	if s.next != "" {
		text.WriteByte('\n')
	}
	s.open, s.depth, s.next = "", 0, ""
	for {
		line, err := s.lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) || text.Len()+len(line) > maxPHH {
			return "", fmt.Errorf("line %d: %w: a hand has at most %d bytes", s.line+1, ErrTooLong, maxPHH)
		}
		s.ended = errors.Is(err, io.EOF)
		if err != nil && !s.ended {
			return "", err
		}
		s.line++
		if name, ok := s.header(string(line)); ok {
			s.next = name
			return text.String(), nil
		}
		if !s.scan(string(line)) {
			return "", fmt.Errorf("line %d: %w: brackets or dotted keys more than %d deep", s.line, ErrTooLong, maxDepth)
		}
		text.Write(line)
		if s.ended {
			return text.String(), nil
		}
	}
}

// header is the name of the table that a line begins. Tables whose names begin with an underscore belong to the hand they are
// in: that is how the format marks what its users add. What is not quite a header is left to the parser.
func (s *splitter) header(line string) (string, bool) {
	if s.open != "" || s.depth > 0 {
		return "", false
	}
	rest, begins := strings.CutPrefix(strings.TrimSpace(line), "[")
	name, after, ends := strings.Cut(rest, "]")
	if name = strings.Trim(name, " \t\"'"); !begins || !ends || name == "" || name[0] == '_' {
		return "", false
	}
	return name, blank(after)
}

// scan follows strings and brackets through a line. It returns false when they go too deep, or when a key does.
func (s *splitter) scan(line string) bool {
	dots := 0 // of one key, or of one number
	for line != "" && s.depth <= maxDepth && dots <= maxDepth {
		if s.open != "" {
			line = s.leaveString(line)
			continue
		}
		switch line[0] {
		case '#':
			return true
		case '"', '\'':
			line = s.enterString(line)
			continue
		case '[', '{':
			s.depth++
			dots = 0
		case ']', '}':
			s.depth = max(0, s.depth-1)
		case ',', '=':
			dots = 0
		case '.':
			dots++
		}
		line = line[1:]
	}
	return s.depth <= maxDepth && dots <= maxDepth
}

// enterString passes a string of one line, or goes into one of several.
func (s *splitter) enterString(line string) string {
	quote := line[:1]
	if strings.HasPrefix(line[1:], quote+quote) {
		s.open = quote + quote + quote
		return line[3:]
	}
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quote == `"`:
			i++
		case line[i] == quote[0]:
			return line[i+1:]
		}
	}
	return "" // it does not end: for the parser to say
}

// leaveString looks for the end of a string of several lines, before which two more quotes may stand.
func (s *splitter) leaveString(line string) string {
	for i := range len(line) {
		switch {
		case line[i] == '\\' && s.open == `"""`:
			return line[min(i+2, len(line)):]
		case strings.HasPrefix(line[i:], s.open):
			rest := line[i+3:]
			for range 2 {
				rest = strings.TrimPrefix(rest, s.open[:1])
			}
			s.open = ""
			return rest
		}
	}
	return ""
}

// blank reports whether a text has nothing but comments and white space.
func blank(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}
