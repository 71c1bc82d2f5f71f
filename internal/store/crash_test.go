package store_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// crashDir, when set, makes this test binary the process that is killed: it appends in that folder and prints the number
// of each record once it is acknowledged.
const crashDir = "STORE_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		fmt.Println(appendForEver(dir))
		os.Exit(1)
	}
	goleak.VerifyTestMain(pgtest.Main(m))
}

func TestStore_KeepsEveryAcknowledgedAppendWhenItsProcessIsKilled(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	row := newTable(t, first, "table", 0)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	acknowledged := int64(0)
	for round := range 5 {
		acknowledged = killAfter(t, dir, acknowledged+int64(1+37*round))
		s := open(t, dir) // the lock went with its holder
		log, err := s.Records(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := int64(len(log)); got < acknowledged {
			t.Errorf("round %d: %d records, but %d were acknowledged", round, got, acknowledged)
		}
		acknowledged = int64(len(log))
		for i, r := range log {
			if r.Seq != int64(i)+1 {
				t.Fatalf("round %d: record %d has number %d", round, i+1, r.Seq)
			}
		}
		a, err := s.Audit(t.Context())
		if err != nil || len(a.Problems) > 0 || a.Escrow != table.Chips(len(log)) {
			t.Errorf("round %d: audit = %+v, %v, want one chip in escrow for each of %d records", round, a, err, len(log))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter starts the other process, kills it when it has acknowledged a record and returns the last it told.
func killAfter(t *testing.T, dir string, seq int64) (last int64) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), crashDir+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if last, err = strconv.ParseInt(lines.Text(), 10, 64); err != nil {
			t.Errorf("the other process says: %s", lines.Text())
			break
		}
		if last == seq {
			_ = child.Process.Kill() // what it has told by now is still read
		}
	}
	_ = child.Wait() // killed, so an error is right
	return last
}

// appendForEver continues the one table's log, a chip with each record.
func appendForEver(dir string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, store.Config{Dir: dir})
	if err != nil {
		return err
	}
	open, err := s.Open(ctx)
	if err != nil || len(open) != 1 {
		return fmt.Errorf("open tables: %v, %w", open, err)
	}
	log, err := s.Records(ctx, open[0].ID)
	if err != nil {
		return err
	}
	for seq := int64(len(log)); ; seq++ {
		if err := storetest.Append(s, oneChip(open[0], seq)); err != nil {
			return err
		}
		fmt.Println(seq + 1)
	}
}

func oneChip(row lobby.Row, prev int64) table.Batch {
	b := storetest.Steps(row, prev, "acted")
	b.Transfers = []table.Transfer{storetest.Move(fmt.Sprint(row.ID, ":", prev), table.Mint, table.Escrow(row.ID, 0), 1)}
	return b
}
