package web

import (
	"embed"
	"io/fs"
)

// The compiler can embed only into a package variable. Nothing writes to it.
//
//go:embed static
var static embed.FS

// Files are the embedded pages and what they load.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the name above is wrong: a fault of the program
	}
	return files
}
