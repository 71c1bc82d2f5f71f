package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/table/holdem/conformance"
)

// histories is where the sample hands lie.
const histories = "../../table/history/testdata/"

// write makes a file in a folder of the test and returns its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// read is the text of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// changed writes a copy of a file with one part replaced, which must be there.
func changed(t *testing.T, name, old, new string) string {
	t.Helper()
	text := read(t, name)
	if !strings.Contains(text, old) {
		t.Fatalf("%q is not in %s", old, name)
	}
	return write(t, filepath.Base(name), strings.Replace(text, old, new, 1))
}

// record is a hand as the conformance data writes it: heads-up, the small blind folds.
const record = `{"id":"sample-1","n":2,"button":1,"sb_seat":1,"bb_seat":0,"sb":1,"bb":2,"ante":{"type":"none","amount":0},` +
	`"stacks":[100,100],"hole":[["As","Ad"],["7c","2d"]],"board":["3c","4c","5c","9h","Ts"],` +
	`"posted":{"ante":[0,0],"blind":[2,1]},` +
	`"actions":[{"street":0,"seat":1,"pot":3,"bet":1,"call":1,"fold":true,"raise":[4,100],"do":"fold"}],"board_dealt":0,` +
	`"result":{"final":[101,99],"uncalled":[{"seat":0,"amount":1}],` +
	`"pots":[{"amount":2,"eligible":[0],"winners":[0],"won":{"0":2}}],"showdown":null},"tags":["fold_win"]}` + "\n"

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReplay_CountsTheHandsOfEveryForm(t *testing.T) {
	code, out, errs := called(t, environ(), "replay", histories+"raise.phh", histories+"evening.phhs", histories+"hand.json",
		histories+"exports/twice.json", histories+"exports/bomb-pot.phh", histories+"exports/side-pots.txt",
		write(t, "plain.jsonl", record+"\n"+record), write(t, "packed.jsonl.gz", zipped(t, record)))
	if want := "hands=11 mismatches=0\n"; code != exitGood || out != want || errs != "" {
		t.Errorf("exit %d, stdout %q, stderr %q, want %d, %q and nothing", code, out, errs, exitGood, want)
	}
}

func TestReplay_ExplainsItselfWithWhatItSays(t *testing.T) {
	_, out, _ := called(t, environ(), "replay", histories+"hand.json", histories+"evening.phhs")
	if !strings.Contains(replayUsage, "hand.json table/history/testdata/evening.phhs\n    "+out) {
		t.Errorf("the example says not what replay does: %s", out)
	}
}

func TestReplay_TellsEachMismatchOnALine(t *testing.T) {
	phh := changed(t, histories+"raise.phh", "finishing_stacks = [199, 194, 207]", "finishing_stacks = [199, 195, 206]")
	ours := changed(t, histories+"hand.json", `"do": "fold"`, `"do": "check"`)
	text := changed(t, histories+"exports/straddle.txt", "collected 1700", "collected 1600")
	data := write(t, "data.jsonl", strings.Replace(record, `"raise":[4,100]`, `"raise":[3,100]`, 1))
	code, out, errs := called(t, environ(), "replay", phh, ours, text, histories+"evening.phhs", data)
	want := phh + ": 7: result: stack of p2: got 194, want 195\n" +
		phh + ": 7: result: stack of Tom: got 207, want 206\n" +
		ours + ": k7q2-15: action 1 (Swift Vole checks): got holdem: illegal_action, " +
		"when a call is 100 and a raise is to 200 up to 9900, want played\n" +
		text + ": 7165650738172722183: result: stack of Brave Otter: got 11000, want 10900\n" +
		text + ": 7165650738172722183: result: pots: got 1700 (Brave Otter 1700), want 1600 (Brave Otter 1600)\n" +
		data + ": sample-1: action 1: raise: got [4 100], want [3 100]\n" +
		"hands=7 mismatches=6\n"
	if code != exitNot || out != want || errs != "" {
		t.Errorf("exit %d, stderr %q, stdout\n%swant %d, nothing and\n%s", code, errs, out, exitNot, want)
	}
}

func TestReplay_ExitsWith2WhenAHandCannotBeRead(t *testing.T) {
	tests := []struct {
		name, text string
		says       string // on standard error
		last       string // line of standard output
	}{
		{"no.csv", "", "its name ends in none of .jsonl, .jsonl.gz, .json, .phh, .phhs and .txt", "hands=0 mismatches=0"},
		{"empty.phh", "", "there is no hand in it", "hands=0 mismatches=0"},
		{"empty.jsonl", "\n", "there is no hand in it", "hands=0 mismatches=0"},
		{"empty.json", " ", "there is no hand in it", "hands=0 mismatches=0"},
		{"empty.txt", "Dear diary,\n", "there is no hand in it", "hands=0 mismatches=0"},
		{"omaha.txt", "PokerStars Hand #1: Omaha Pot Limit (1/2)\n", `variant "Omaha Pot Limit" is not known`, "hands=0 mismatches=0"},
		{"omaha.phh", `variant = "PO"`, `variant "PO" (pot-limit Omaha) is not supported`, "hands=0 mismatches=0"},
		{"broken.phh", `variant = `, "malformed_hand", "hands=0 mismatches=0"},
		{"cut.json", `{"version": 1, `, "malformed_hand", "hands=0 mismatches=0"},
		{"cut.jsonl", record + `{"id":`, "line 2", "hands=1 mismatches=0"},
		{"not-packed.jsonl.gz", "\x1f\x8bxx", "decompress", "hands=0 mismatches=0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := called(t, environ(), "replay", write(t, tt.name, tt.text))
			if code != exitUse || out != tt.last+"\n" || !strings.Contains(errs, tt.says) || strings.Count(errs, "\n") != 1 {
				t.Errorf("exit %d, stdout %q, stderr %q, want %d, %q and one line with %q", code, out, errs, exitUse, tt.last, tt.says)
			}
		})
	}
}

func TestReplay_PlaysTheRestWhenAFileCannotBeRead(t *testing.T) {
	bad := changed(t, histories+"raise.phh", "[199, 194, 207]", "[0, 0, 600]")
	code, out, errs := called(t, environ(), "replay", "no-such-file.phh", histories+"hand.json", bad)
	if code != exitUse || !strings.HasSuffix(out, "\nhands=2 mismatches=3\n") || !strings.Contains(errs, "no-such-file.phh") {
		t.Errorf("exit %d, stdout %q, stderr %q, want %d, 2 hands, 3 mismatches and the file's name", code, out, errs, exitUse)
	}
}

func TestReplay_NeedsAFile(t *testing.T) {
	for _, args := range [][]string{{"replay"}, {"replay", "--fast"}} {
		code, out, errs := called(t, environ(), args...)
		if code != exitUse || out != "" || !strings.Contains(errs, "fullhouse replay -h") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want %d and where to read on", args, code, out, errs, exitUse)
		}
	}
}

func TestReplay_SaysWhenAResultWasNotCompared(t *testing.T) {
	file := changed(t, histories+"evening.phhs", "'p2 sm JcJd', 'p1 sm AsKs', ", "")
	code, out, errs := called(t, environ(), "replay", file)
	want := file + ": evening-2: the result was not compared: no hand at the showdown is known\n"
	if code != exitGood || out != "hands=3 mismatches=0\n" || errs != want {
		t.Errorf("exit %d, stdout %q, stderr %q, want %d and on stderr %q", code, out, errs, exitGood, want)
	}
}

func TestReplay_LetsNoFileSpeakToTheTerminal(t *testing.T) {
	file := changed(t, histories+"raise.phh", `"Tom"]`, `"\u001b[2J\nTom"]`)
	file = changed(t, file, "[199, 194, 207]", "[199, 194, 206]")
	_, out, _ := called(t, environ(), "replay", file)
	if want := file + ": 7: result: stack of ?[2J?Tom: got 207, want 206\nhands=1 mismatches=1\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

// conformanceFile is one file of the shared data; without the data the test is skipped and says so.
func conformanceFile(tb testing.TB, name string) string {
	tb.Helper()
	files, err := conformance.Files(os.Getenv)
	if errors.Is(err, conformance.ErrAbsent) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	for _, file := range files {
		if filepath.Base(file) == name {
			return file
		}
	}
	tb.Fatalf("%s is not among %q", name, files)
	return ""
}

func TestReplay_AgreesWithTheConformanceData(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for name, want := range map[string]string{
		"nlhe-random.jsonl.gz": "hands=20000 mismatches=0\n",
		"pluribus.jsonl.gz":    "hands=4907 mismatches=0\n",
	} {
		if code, out, errs := called(t, environ(), "replay", conformanceFile(t, name)); code != exitGood || out != want || errs != "" {
			t.Errorf("%s: exit %d, stdout %q, stderr %q, want %d and %q", name, code, out, errs, exitGood, want)
		}
	}
}

func BenchmarkReplay_ConformanceData(b *testing.B) {
	file := conformanceFile(b, "nlhe-random.jsonl.gz")
	b.ReportAllocs()
	hands, start := 0, time.Now()
	for b.Loop() {
		if code := replay(b.Context(), call{args: []string{file}, stdout: io.Discard, stderr: io.Discard}); code != exitGood {
			b.Fatalf("exit %d", code)
		}
		hands += 20000
	}
	b.ReportMetric(float64(hands)/time.Since(start).Seconds(), "hands/s")
}
