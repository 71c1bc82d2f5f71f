//go:build !race

package table_test

const raced = false
