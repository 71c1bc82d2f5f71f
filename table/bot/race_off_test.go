//go:build !race

package bot

const raced = false
