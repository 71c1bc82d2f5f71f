package store_test

import (
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/lobby"
)

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) func() storetest.Store {
		dir := t.TempDir()
		return func() storetest.Store { return open(t, dir) }
	})
}

func FuzzSQLite_AnswersAsTheModelDoes(f *testing.F) {
	for _, script := range storetest.Seeds() {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		storetest.Compare(t, script, storetest.Side{Name: "sqlite", Store: open(t, t.TempDir())}, model())
	})
}

func TestSQLite_AnswersRandomScriptsAsTheModelDoes(t *testing.T) {
	scripts, chance := 40, rand.NewChaCha8([32]byte{}) // the same each time
	switch {
	case os.Getenv("FULLHOUSE_FULL") != "":
		scripts = 2000
		var seed [32]byte
		crand.Read(seed[:])
		chance = rand.NewChaCha8(seed)
	case testing.Short():
		scripts = 10
	}
	for range scripts {
		script := make([]byte, 600)
		_, _ = chance.Read(script) // never fails
		storetest.Compare(t, script, storetest.Side{Name: "sqlite", Store: open(t, t.TempDir())}, model())
	}
}

func model() storetest.Side { return storetest.Side{Name: "model", Store: storetest.NewModel()} }

func TestOpen_RefusesNonsense(t *testing.T) {
	for name, cfg := range map[string]store.Config{
		"no folder":      {},
		"negative wait":  {Dir: t.TempDir(), LockWait: -1},
		"negative queue": {Dir: t.TempDir(), Queue: -1},
		"a file":         {Dir: "store_test.go"},
		"no reader":      {Dir: t.TempDir(), PlayConns: 1},
		"no HTTP":        {Dir: t.TempDir(), HTTPConns: -1},
		"no play":        {Dir: t.TempDir(), PlayConns: -1},
	} {
		if _, err := store.Open(t.Context(), cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestOpen_KeepsTheDatabasePrivateInAFolderOpenToAll(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	onlyOurs := func(when string, least int) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(dir, "fullhouse.*"))
		if err != nil || len(files) < least {
			t.Fatalf("%s: files %q, %v, want at least %d", when, files, err, least)
		}
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := info.Mode().Perm(), os.FileMode(0o600); got != want {
				t.Errorf("%s: %s has mode %v, want %v", when, filepath.Base(file), got, want)
			}
		}
	}
	const allFiles = 4 // the lock, the database, its log and the log's index
	first := open(t, dir)
	newTable(t, first, "t1", 100)
	onlyOurs("new", allFiles)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	// As an older server left them when it was killed.
	for _, name := range []string{"fullhouse.db", "fullhouse.db-wal", "fullhouse.db-shm"} {
		file, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.Chmod(0o644), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	newTable(t, open(t, dir), "t2", 100)
	onlyOurs("found", allFiles)
}

// open opens the database in dir until the test's end, or until the test closes it.
func open(t testing.TB, dir string) *store.Store {
	t.Helper()
	return openConfig(t, store.Config{Dir: dir})
}

func openConfig(t testing.TB, cfg store.Config) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// newTable adds a guest, who creates a table.
func newTable(t testing.TB, s storetest.Store, id string, chips int64) lobby.Row {
	t.Helper()
	a := auth.Account{ID: "creator of " + id, Name: "creator of " + id, Guest: true}
	if err := s.AddGuest(t.Context(), a, chips, storetest.NewSession(id)); err != nil {
		t.Fatal(err)
	}
	row := lobby.Row{ID: id, Creator: a.ID, Epoch: 1, Settings: storetest.Settings()}
	if err := s.Create(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	return row
}
