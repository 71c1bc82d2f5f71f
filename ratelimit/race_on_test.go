//go:build race

package ratelimit

// raced says that the race detector watches, which makes looking through slots ten times slower.
const raced = true
