package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDocs_EveryExportedNameSaysWhatItMeans wants a comment on each exported function, type and error, and on all values of
// a group or on none: above the name, behind it, or above the group.
func TestDocs_EveryExportedNameSaysWhatItMeans(t *testing.T) {
	names := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			for name, documented := range exported(decl) {
				names++
				if !documented {
					t.Errorf("%s: %s has no comment", files.Position(name.Pos()), name.Name)
				}
			}
		}
		return nil
	})
	if err != nil || names < 100 {
		t.Errorf("looked at %d names: %v", names, err)
	}
}

// exported are the exported names of a declaration, and whether they have a comment.
func exported(decl ast.Decl) map[*ast.Ident]bool {
	names := map[*ast.Ident]bool{}
	add := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if name.IsExported() {
				names[name] = names[name] || c != nil
			}
		}
	}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil { // methods such as Error and String say the same everywhere
			add(decl.Name, decl.Doc)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add(spec.Name, spec.Doc, spec.Comment, decl.Doc)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if strings.HasPrefix(name.Name, "Err") || halfSaid(decl) { // an enumeration may speak for itself, as Pair does
						add(name, spec.Doc, spec.Comment, decl.Doc)
					}
				}
			}
		}
	}
	return names
}

// halfSaid reports whether some values of a group have a comment.
func halfSaid(group *ast.GenDecl) bool {
	return slices.ContainsFunc(group.Specs, func(spec ast.Spec) bool {
		value, ok := spec.(*ast.ValueSpec)
		return ok && (value.Doc != nil || value.Comment != nil)
	})
}
