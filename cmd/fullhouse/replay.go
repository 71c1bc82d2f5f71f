package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem/conformance"
)

const replayUsage = `
Usage: fullhouse replay FILE...

Plays recorded hands through the rules and prints a line for each point where the two disagree: the file, the hand, what,
what the rules say (got) and what the record says (want). The last line counts. The name of a file tells its form:

    .jsonl, .jsonl.gz    conformance records, one a line; at each decision, moves that must be refused are tried as well
    .json                our own hand histories
    .phh, .phhs          poker hand histories (https://phh.readthedocs.io) of No-Limit Texas Hold'em in whole chips
    .txt                 the text of hand-tracking programs, in the layout of PokerStars, of No-Limit Hold'em in whole chips

It exits with 0 when all agree, 1 on a mismatch, and 2 when a hand or a file could not be read: that is said on standard
error, and the others are played all the same.

Example:
    $ fullhouse replay table/history/testdata/hand.json table/history/testdata/evening.phhs
    hands=4 mismatches=0
    $ fullhouse replay friday.phh
    friday.phh: 7: result: stack of p2: got 194, want 195
    hands=1 mismatches=1
`

// replay is the command.
func replay(_ context.Context, c call) int {
	if len(c.args) == 0 || strings.HasPrefix(c.args[0], "-") {
		fmt.Fprintln(c.stderr, "fullhouse replay: name the files to replay; see fullhouse replay -h")
		return exitUse
	}
	out := bufio.NewWriter(c.stdout)
	r := replayer{out: out, stderr: c.stderr}
	for _, name := range c.args {
		r.file(name)
	}
	fmt.Fprintf(out, "hands=%d mismatches=%d\n", r.hands, r.mismatches)
	if err := out.Flush(); err != nil {
		fmt.Fprintf(c.stderr, "fullhouse replay: write the report: %v\n", err)
		return exitUse
	}
	return r.exitCode()
}

// replayer plays files and counts.
type replayer struct {
	out    io.Writer
	stderr io.Writer

	hands, mismatches int
	unread            int // hands and files that were not replayed
}

// exitCode puts what could not be read first, as diff does: then the check is not complete, whatever it has found.
func (r *replayer) exitCode() int {
	switch {
	case r.unread > 0:
		return exitUse
	case r.mismatches > 0:
		return exitNot
	}
	return exitGood
}

// file replays one file by the form that its name tells.
func (r *replayer) file(name string) {
	forms := []struct {
		suffix string
		play   func(name string, f io.Reader)
	}{
		{".jsonl", r.records}, {".jsonl.gz", r.records}, {".json", r.ours}, {".phh", r.phh}, {".phhs", r.phh},
		{".txt", r.text},
	}
	for _, form := range forms {
		if !strings.HasSuffix(name, form.suffix) {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			r.fail(name, err)
			return
		}
		defer f.Close() // only read: there is nothing that a failed close could lose
		before := r.hands + r.unread
		if form.play(name, f); r.hands+r.unread == before {
			r.fail(name, errors.New("there is no hand in it"))
		}
		return
	}
	r.fail(name, errors.New("its name ends in none of .jsonl, .jsonl.gz, .json, .phh, .phhs and .txt"))
}

// records replays conformance data.
func (r *replayer) records(name string, f io.Reader) {
	for record, err := range conformance.Read(f) {
		if err != nil {
			r.fail(name, err)
			continue
		}
		r.hands++
		for _, m := range conformance.Replay(record, conformance.Options{Neighbours: true}) {
			r.mismatch(name, m)
		}
	}
}

func (r *replayer) ours(name string, f io.Reader) {
	for h, err := range history.ReadJSON(f) {
		r.history(name, h, err)
	}
}

func (r *replayer) phh(name string, f io.Reader) {
	for h, err := range history.ReadPHH(f) {
		r.history(name, h, err)
	}
}

func (r *replayer) text(name string, f io.Reader) {
	for h, err := range history.ReadText(f) {
		r.history(name, h, err)
	}
}

// history replays one hand of a reader of package history, or says why it cannot.
func (r *replayer) history(name string, h *history.Hand, err error) {
	if err != nil {
		r.fail(name, err)
		return
	}
	report, err := history.Replay(h)
	if err != nil {
		r.fail(name, fmt.Errorf("hand %s: %w", h.ID, err))
		return
	}
	r.hands++
	for _, m := range report.Mismatches {
		r.mismatch(name, m)
	}
	if report.Untold != "" {
		fmt.Fprintf(r.stderr, "%s: %s: the result was not compared: %s\n", name, printable(string(h.ID)), report.Untold)
	}
}

func (r *replayer) mismatch(name string, m fmt.Stringer) {
	r.mismatches++
	fmt.Fprintf(r.out, "%s: %s\n", name, printable(m.String()))
}

func (r *replayer) fail(name string, err error) {
	r.unread++
	if _, ok := errors.AsType[*os.PathError](err); ok { // it names the file itself
		fmt.Fprintf(r.stderr, "fullhouse replay: %v\n", err)
		return
	}
	fmt.Fprintf(r.stderr, "fullhouse replay: %s: %s\n", name, printable(err.Error()))
}

// printable keeps what a file says from doing things to the terminal, and on one line.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '?'
	}, text)
}
