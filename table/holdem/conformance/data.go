package conformance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Variable is the environment variable that names the folder of the data; a path in it counts from the module's root.
const Variable = "FULLHOUSE_CONFORMANCE"

// ErrAbsent tells that nobody named a folder and that the usual one is not there.
var ErrAbsent = errors.New("conformance: SKIPPED, there is no data (set " + Variable + " to its folder)")

// Files lists the data files for a program run anywhere inside the module: in the folder that Variable names, else in
// ../shared/conformance beside the module's root. A folder that was named and has no data is an error, any other absence
// is ErrAbsent.
func Files(getenv func(string) string) ([]string, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	folder := getenv(Variable)
	named := folder != ""
	if !named {
		folder = filepath.Join("..", "shared", "conformance")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(root, folder)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl*"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("conformance: %w", err)
	case len(files) == 0 && named:
		return nil, fmt.Errorf("conformance: %s names %s, where there is no *.jsonl or *.jsonl.gz", Variable, folder)
	case len(files) == 0:
		return nil, ErrAbsent
	}
	return files, nil
}

// moduleRoot is the folder of go.mod, here or above.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("conformance: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", errors.New("conformance: not inside a module")
		}
		folder = above
	}
}
