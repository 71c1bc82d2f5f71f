//go:build race

package bot

// raced says that the race detector watches, which makes thinking ten times slower.
const raced = true
