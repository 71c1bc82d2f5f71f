package history

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"example.com/fullhouse/table"
)

// maxText bounds the text of one hand, and maxTextLine a line of it. A hand with long names and many raises has some ten KiB.
const (
	maxText     = 1 << 20
	maxTextLine = 16 << 10
)

// ReadText yields the hands of a file in the text that WriteText writes, each checked. A hand that cannot be read is yielded as
// an error, and the next follows. What comes before the first hand is passed over.
func ReadText(r io.Reader) iter.Seq2[*Hand, error] {
	return func(yield func(*Hand, error) bool) {
		s := &textSplitter{lines: bufio.NewReaderSize(r, maxTextLine)}
		for {
			f, err := s.read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			h, err := parseText(f)
			if err != nil {
				h, err = nil, fmt.Errorf("line %d: hand %s: %w", f.line, short(f.name), err)
			}
			if !yield(h, err) {
				return
			}
		}
	}
}

// textSplitter cuts a file into hands at their headers, so that only one hand is in memory.
type textSplitter struct {
	lines *bufio.Reader
	line  int
	next  string // the header that ended the last hand
	ended bool
}

// read returns the next hand, or io.EOF after the last. The fragment's name is the hand's number, its text the lines after the
// header's "Hand #".
func (s *textSplitter) read() (fragment, error) {
	for s.next == "" {
		if s.ended {
			return fragment{}, io.EOF
		}
		line, err := s.readLine()
		if err != nil {
			return fragment{}, err
		}
		s.next = header(line)
	}
	f := fragment{line: s.line}
	f.name, _, _ = strings.Cut(s.next, ":")
	text := strings.Builder{}
	text.WriteString(s.next)
	for s.next = ""; !s.ended && s.next == ""; {
		line, err := s.readLine()
		if err != nil {
			return f, err
		}
		if s.next = header(line); s.next != "" || line == "" {
			continue
		}
		if text.Len()+len(line) > maxText {
			return f, fmt.Errorf("line %d: %w: a hand has at most %d bytes", s.line, ErrTooLong, maxText)
		}
		text.WriteByte('\n')
		text.WriteString(line)
	}
	f.text = text.String()
	return f, nil
}

// readLine returns a line without what surrounds it.
func (s *textSplitter) readLine() (string, error) {
	line, err := s.lines.ReadSlice('\n')
	s.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		return "", fmt.Errorf("line %d: %w: a line has at most %d bytes", s.line, ErrTooLong, maxTextLine)
	}
	s.ended = errors.Is(err, io.EOF)
	if err != nil && !s.ended {
		return "", err
	}
	return strings.TrimSpace(strings.TrimPrefix(string(line), "\uFEFF")), nil // some programs put a byte order mark before each hand
}

// header is what follows "Hand #" when a line begins a hand: "PokerStars Hand #1: ...", also with a word between.
func header(line string) string {
	if !strings.HasPrefix(line, "PokerStars ") {
		return ""
	}
	before, after, found := strings.Cut(line, "Hand #")
	if !found || strings.Contains(before, ":") {
		return ""
	}
	return after
}

// parseText reads one hand.
func parseText(f fragment) (*Hand, error) {
	p := &textParser{hand: &Hand{
		Version: Version, ID: table.HandID(f.name), Viewer: table.NoSeat, Button: table.NoSeat, Actions: []Action{},
	}, street: streets[0]}
	first, rest, _ := strings.Cut(f.text, "\n")
	if err := p.stakes(first); err != nil {
		return nil, err
	}
	n := f.line
	for line := range strings.Lines(rest) {
		n++
		if p.over {
			break
		}
		if err := p.line(strings.TrimSuffix(line, "\n")); err != nil {
			return nil, fmt.Errorf("%q: %w", short(strings.TrimSpace(line)), err)
		}
	}
	return p.hand, p.finish()
}
