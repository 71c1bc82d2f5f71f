package conformance

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxLine bounds one record; the longest known is under 20 KiB.
const maxLine = 1 << 20

// Read yields the records of r, which may be compressed with gzip. It ends with the first error, which names the line.
func Read(r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		text, err := plain(r)
		if err != nil {
			yield(nil, err)
			return
		}
		lines := bufio.NewScanner(text)
		lines.Buffer(make([]byte, 0, 64<<10), maxLine)
		for n := 1; lines.Scan(); n++ {
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			rec := new(Record)
			err := json.Unmarshal(lines.Bytes(), rec)
			if err == nil {
				err = rec.check()
			}
			if err != nil {
				yield(nil, fmt.Errorf("conformance: line %d: %w", n, err))
				return
			}
			if !yield(rec, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, fmt.Errorf("conformance: read: %w", err))
		}
	}
}

// plain looks at the first bytes to tell whether r is compressed, so that a file's name need not say.
func plain(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	head, err := in.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("conformance: read: %w", err)
	}
	if !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	text, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("conformance: decompress: %w", err)
	}
	return text, nil
}
