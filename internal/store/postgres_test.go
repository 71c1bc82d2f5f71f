package store_test

import (
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

// openPostgres opens a database until the test's end, or until the test closes it.
func openPostgres(t testing.TB, url string) *store.Store {
	t.Helper()
	return openConfig(t, store.Config{URL: url})
}
