//go:build race

package table_test

// raced says that the race detector watches, which makes a simulation ten times slower.
const raced = true
