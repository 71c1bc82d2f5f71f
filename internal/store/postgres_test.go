package store_test

import (
	"crypto/rand"
	"testing"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/internal/store/storetest"
)

func TestPostgres(t *testing.T) {
	cluster := pgtest.Start(t)
	storetest.Run(t, func(t *testing.T) func() storetest.Store {
		url := cluster.Database(t)
		return func() storetest.Store { return openPostgres(t, url) }
	})
}

func TestPostgres_AnswersRandomScriptsAsTheModelDoes(t *testing.T) {
	cluster := pgtest.Start(t)
	scripts := 10
	if testing.Short() {
		scripts = 3
	}
	for range scripts {
		script := make([]byte, 600)
		rand.Read(script)
		storetest.Compare(t, openPostgres(t, cluster.Database(t)), storetest.NewModel(), script)
		if t.Failed() {
			t.Fatalf("script: %x", script)
		}
	}
}

// openPostgres opens a database until the test's end, or until the test closes it.
func openPostgres(t testing.TB, url string) *store.Store {
	t.Helper()
	return openConfig(t, store.Config{URL: url})
}
