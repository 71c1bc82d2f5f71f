package store

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/table"
)

func TestWriter_CommitsTogetherWhatCameMeanwhile(t *testing.T) {
	s := openTest(t, 10)
	g := hold(t, s)
	bad := errors.New("refused")
	uncommitted := func(*tx) error {
		if got := s.keys(t); got != "" {
			t.Errorf("others read %q already, want the first two still in an open transaction", got)
		}
		return nil
	}
	answers := []<-chan error{
		s.ask(insert("a"), nil), s.ask(insert("b"), bad), s.ask(uncommitted, nil), s.ask(insert("c"), nil),
	}
	g.letGo()
	for i, want := range []error{nil, bad, nil, nil} {
		if err := <-answers[i]; !errors.Is(err, want) || (err != nil) != (want != nil) {
			t.Errorf("answer %d = %v, want %v", i, err, want)
		}
	}
	if got, want := s.keys(t), "a c"; got != want {
		t.Errorf("written: %q, want %q", got, want)
	}
}

func TestWriter_RefusesAtOnceWhenTheQueueIsFull(t *testing.T) {
	s := openTest(t, 2)
	g := hold(t, s)
	waiting := []<-chan error{s.ask(insert("a"), nil), s.ask(insert("b"), nil)}
	if err := <-s.ask(insert("c"), nil); !errors.Is(err, table.ErrUnavailable) {
		t.Errorf("one too many: error = %v, want ErrUnavailable", err)
	}
	g.letGo()
	for _, answer := range waiting {
		if err := <-answer; err != nil {
			t.Errorf("one that waited: %v", err)
		}
	}
	if got, want := s.keys(t), "a b"; got != want {
		t.Errorf("written: %q, want %q", got, want)
	}
}

func TestWriter_TellsHowManyWritesWaitAndHowManyWereCommittedTogether(t *testing.T) {
	var groups []int // of the writer's goroutine until the store is closed
	opened, err := Open(t.Context(), Config{Dir: t.TempDir(), Grouped: func(n int) { groups = append(groups, n) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	s := &testStore{opened, ""}
	lose := func(t *tx) error {
		_, err := t.exec("ROLLBACK")
		return err
	}
	for _, third := range []func(*tx) error{insert("c"), lose} {
		g := hold(t, s)
		answers := []<-chan error{s.ask(insert("a"), errors.New("refused")), s.ask(insert("b"), errors.New("refused")), s.ask(third, nil)}
		if got := s.Queued(); got != 3 {
			t.Errorf("%d writes wait, want 3", got)
		}
		g.letGo()
		for _, answer := range answers {
			<-answer
		}
	}
	if got := s.Queued(); got != 0 {
		t.Errorf("%d writes wait in the end, want none", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 3, 1}; !slices.Equal(groups, want) { // what holds the writer is a group too; one that was lost is none
		t.Errorf("groups of %v, want %v", groups, want)
	}
}

func TestWriter_WritesNothingOfAGroupWhoseTransactionIsLost(t *testing.T) {
	s := openTest(t, 10)
	g := hold(t, s)
	lose := func(t *tx) error { // as SQLite itself does when the disk is full at a bad moment
		_, err := t.exec("ROLLBACK")
		return err
	}
	answers := []<-chan error{s.ask(insert("a"), nil), s.ask(lose, errors.New("disk full")), s.ask(insert("b"), nil)}
	g.letGo()
	for i, answer := range answers {
		if err := <-answer; !errors.Is(err, table.ErrUnavailable) {
			t.Errorf("answer %d = %v, want ErrUnavailable", i, err)
		}
	}
	if got := s.keys(t); got != "" {
		t.Errorf("written: %q, want nothing", got)
	}
	if err := <-s.ask(insert("after"), nil); err != nil {
		t.Errorf("the next write: %v", err)
	}
}

func TestWriter_ClaimsNothingWhenTheCommitFails(t *testing.T) {
	s := openTest(t, 10)
	g := hold(t, s)
	strayed := func(t *tx) error { // found out by the commit only
		if _, err := t.exec("PRAGMA defer_foreign_keys = ON"); err != nil {
			return err
		}
		_, err := t.exec("INSERT INTO sessions (token_hash, account, created_at, expires_at) VALUES (x'00', 'nobody', 0, 0)")
		return err
	}
	answers := []<-chan error{s.ask(insert("a"), table.ErrNotEnoughChips), s.ask(strayed, nil)}
	g.letGo()
	for i, answer := range answers {
		err := <-answer
		if err == nil || errors.Is(err, table.ErrUnavailable) || errors.Is(err, table.ErrNotEnoughChips) {
			t.Errorf("answer %d = %v, want one that leaves the outcome open", i, err)
		}
	}
	if err := <-s.ask(insert("after"), nil); err != nil {
		t.Errorf("the next write: %v", err)
	}
	if got := s.keys(t); got != "after" {
		t.Errorf("written: %q, want only what came after", got)
	}
}

func TestWriter_RefusesWhileTheDiskIsFullAndRecovers(t *testing.T) {
	s := openTest(t, 10)
	limit := func(pages string) func(*tx) error {
		return func(t *tx) error {
			_, err := t.exec("PRAGMA max_page_count = " + pages)
			return err
		}
	}
	if err := <-s.ask(limit("1"), nil); err != nil { // no fewer than there are
		t.Fatal(err)
	}
	big := insert(strings.Repeat("x", 100_000))
	if err := <-s.ask(big, nil); !errors.Is(err, table.ErrUnavailable) {
		t.Errorf("on a full disk: error = %v, want ErrUnavailable", err)
	}
	if got := s.keys(t); got != "" {
		t.Errorf("reading on a full disk gives %q, want nothing", got)
	}
	if err := <-s.ask(limit("1000000"), nil); err != nil {
		t.Fatal(err)
	}
	if err := <-s.ask(big, nil); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestWriter_SkipsWhoHasGoneWhileWaiting(t *testing.T) {
	s := openTest(t, 10)
	g := hold(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	returned := make(chan error, 1)
	go func() { returned <- s.write(ctx, insert("a")) }()
	cancel()
	if err := <-returned; !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
	g.letGo()
	if err := s.Close(); err != nil { // answers all that waited
		t.Fatal(err)
	}
	s = &testStore{reopen(t, s.dir), s.dir}
	if got := s.keys(t); got != "" {
		t.Errorf("written: %q, want nothing", got)
	}
}

func TestWriter_KeepsAPermitOfHTTPForAsLongAsAWriteWaits(t *testing.T) {
	gate := capacity.NewGate("db_busy", 1, time.Millisecond)
	opened, err := Open(t.Context(), Config{Dir: t.TempDir(), HTTP: gate})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	s := &testStore{opened, ""}
	g := hold(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	returned := make(chan error, 1)
	go func() { returned <- s.write(ctx, insert("a")) }()
	for gate.Stats().InUse == 0 {
		runtime.Gosched()
	}
	cancel()
	<-returned // whoever asked has gone, and what was asked for is still in the queue
	if err := s.write(t.Context(), insert("b")); !errors.Is(err, capacity.Error("db_busy")) {
		t.Errorf("the next: error = %v, want db_busy", err)
	}
	g.letGo()
	if err := <-s.ask(insert("c"), nil); err != nil { // behind the first in the queue
		t.Fatal(err)
	}
	if got := gate.Stats().InUse; got != 0 {
		t.Errorf("%d permits in use in the end, want none", got)
	}
}

// testStore is a store that keeps names as server keys.
type testStore struct {
	*Store
	dir string
}

func openTest(t *testing.T, queue int) *testStore {
	t.Helper()
	dir := t.TempDir()
	s, err := Open(t.Context(), Config{Dir: dir, Queue: queue})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return &testStore{s, dir}
}

func reopen(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// held is a writer that stands in the middle of a request.
type held struct{ gate chan struct{} }

func (h held) letGo() { close(h.gate) }

// hold returns when the writer has nothing but that request, so that what is asked next forms one group.
func hold(t *testing.T, s *testStore) held {
	t.Helper()
	h, inside := s.block(t)
	<-inside
	return h
}

// midway returns when the writer has written what first asks for, and has not committed it.
func midway(t *testing.T, s *testStore, first func()) held {
	t.Helper()
	before := hold(t, s)
	first()
	h, inside := s.block(t)
	before.letGo()
	<-inside
	return h
}

// block queues a request in whose middle the writer will stand. Then inside is closed.
func (s *testStore) block(t *testing.T) (h held, inside chan struct{}) {
	h, inside = held{make(chan struct{})}, make(chan struct{})
	s.writer.submit(request{ctx: t.Context(), done: func(error) {}, do: func(*tx) error {
		close(inside)
		<-h.gate
		return nil
	}})
	return h, inside
}

// ask queues a write that ends with the given error, and returns where its answer comes.
func (s *testStore) ask(do func(*tx) error, end error) <-chan error {
	answer := make(chan error, 1)
	s.writer.submit(request{ctx: context.Background(), done: func(err error) { answer <- err }, do: func(t *tx) error {
		if err := do(t); err != nil {
			return err
		}
		return end
	}})
	return answer
}

func insert(name string) func(*tx) error {
	return func(t *tx) error {
		_, err := t.exec("INSERT INTO server_keys (name, key) VALUES (?, ?)", name, []byte{0})
		return err
	}
}

// keys are the names written, in order.
func (s *testStore) keys(t *testing.T) string {
	t.Helper()
	var names []string
	err := s.each(t.Context(), func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		names = append(names, name)
		return err
	}, `SELECT name FROM server_keys ORDER BY name`)
	if err != nil {
		t.Error(err)
	}
	return strings.Join(names, " ")
}
