package storetest_test

import (
	"testing"

	"example.com/fullhouse/internal/store/storetest"
)

func TestModel(t *testing.T) {
	storetest.Run(t, func(*testing.T) func() storetest.Store {
		m := storetest.NewModel()
		return func() storetest.Store {
			m.Reopen()
			return m
		}
	})
}
