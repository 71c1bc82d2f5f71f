package conformance_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/fullhouse/table/holdem/conformance"
)

func TestRules_AgreeWithEveryRecordedHand(t *testing.T) {
	for _, file := range dataFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			hands, mismatches := 0, 0
			for rec := range records(t, file) {
				if testing.Short() && hands == 2000 {
					break
				}
				hands++
				for _, m := range conformance.Replay(rec, conformance.Options{Neighbours: true}) {
					if mismatches++; mismatches <= 20 {
						t.Error(m)
					}
				}
			}
			t.Logf("hands=%d mismatches=%d", hands, mismatches)
			if hands == 0 {
				t.Error("no hand in the file")
			}
		})
	}
}

func dataFiles(tb testing.TB) []string {
	tb.Helper()
	files, err := conformance.Files(os.Getenv)
	if errors.Is(err, conformance.ErrAbsent) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// records yields what is in a file and fails the test at the first error.
func records(tb testing.TB, file string) func(yield func(*conformance.Record) bool) {
	return func(yield func(*conformance.Record) bool) {
		f, err := os.Open(file)
		if err != nil {
			tb.Fatal(err)
		}
		defer f.Close()
		for rec, err := range conformance.Read(f) {
			if err != nil {
				tb.Fatal(err)
			}
			if !yield(rec) {
				return
			}
		}
	}
}

func TestFiles_ANamedFolderWithoutDataIsAnError(t *testing.T) {
	_, err := conformance.Files(func(string) string { return t.TempDir() })
	if err == nil || errors.Is(err, conformance.ErrAbsent) {
		t.Errorf("err = %v, want a failure and not a skip", err)
	}
}

// BenchmarkReplay plays the first 2,000 random hands: rules and comparison, without reading them.
func BenchmarkReplay(b *testing.B) {
	var recs []*conformance.Record
	actions := 0
	for rec := range records(b, dataFiles(b)[0]) {
		if recs = append(recs, rec); len(recs) == 2000 {
			break
		}
		actions += len(rec.Actions)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, rec := range recs {
			if found := conformance.Replay(rec, conformance.Options{}); found != nil {
				b.Fatal(found)
			}
		}
	}
	b.ReportMetric(float64(len(recs)*b.N)/b.Elapsed().Seconds(), "hands/s")
	b.ReportMetric(float64(actions*b.N)/b.Elapsed().Seconds(), "actions/s")
}

// BenchmarkReadAndReplay does all that the replay command does, from the compressed file on.
func BenchmarkReadAndReplay(b *testing.B) {
	file := dataFiles(b)[0]
	hands := 0
	for b.Loop() {
		for rec := range records(b, file) {
			hands++
			if found := conformance.Replay(rec, conformance.Options{}); found != nil {
				b.Fatal(found)
			}
		}
	}
	b.ReportMetric(float64(hands)/b.Elapsed().Seconds(), "hands/s")
}
