package ws_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wireTypes is what the sources say about the types that go over the wire, by their names such as "table.Sat".
type wireTypes struct {
	structs map[string]wireStruct
	words   map[string][]word // the constants of a type: what its strings may be
	types   map[string]string // a message's type on the wire -> its struct
}

type wireStruct struct {
	doc    string
	fields []wireField
}

type wireField struct {
	name     string // in JSON
	goName   string
	optional bool
	goType   string // with its package, such as "[]table.Seat"
	doc      string
}

// word is a constant and what it means.
type word struct{ value, doc string }

// readWireTypes parses the packages whose types are sent.
func readWireTypes(t *testing.T) *wireTypes {
	t.Helper()
	m := &wireTypes{structs: map[string]wireStruct{}, words: map[string][]word{}, types: map[string]string{}}
	for pkg, dir := range map[string]string{
		"table": "../table", "holdem": "../table/holdem", "deck": "../table/deck", "lobby": "../lobby", "proto": "proto", "ws": ".",
		"api": "../web/api",
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			m.readFile(pkg, file)
		}
	}
	return m
}

func (m *wireTypes) readFile(pkg string, file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			m.readTypeMethod(pkg, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					m.readStruct(pkg, d, s)
				case *ast.ValueSpec:
					m.readWords(pkg, s)
				}
			}
		}
	}
}

// readTypeMethod reads func (Sat) Type() string { return "sat" }.
func (m *wireTypes) readTypeMethod(pkg string, f *ast.FuncDecl) {
	if f.Name.Name != "Type" || f.Recv == nil || len(f.Body.List) != 1 {
		return
	}
	receiver, ok := f.Recv.List[0].Type.(*ast.Ident)
	result, ok2 := f.Body.List[0].(*ast.ReturnStmt)
	if !ok || !ok2 {
		return
	}
	if kind, ok := stringOf(result.Results[0]); ok {
		m.types[kind] = pkg + "." + receiver.Name
	}
}

// nameInDoc is how a comment says what a message is called on the wire.
var nameInDoc = regexp.MustCompile(`\s*\("([a-z_]+)"\)`)

func (m *wireTypes) readStruct(pkg string, d *ast.GenDecl, s *ast.TypeSpec) {
	st, ok := s.Type.(*ast.StructType)
	if !ok {
		return
	}
	doc := s.Doc.Text()
	if doc == "" && !d.Lparen.IsValid() {
		doc = d.Doc.Text()
	}
	doc = oneLine(doc)
	name := pkg + "." + s.Name.Name
	if found := nameInDoc.FindStringSubmatch(doc); found != nil {
		key := found[1]
		if pkg == "table" && strings.HasSuffix(doc, found[0]) || pkg == "proto" && strings.HasSuffix(doc, found[0]) {
			key = "client " + key // commands and requests end with their name
		}
		m.types[key] = name
		doc = strings.Replace(doc, found[0], "", 1)
	}
	w := wireStruct{doc: doc}
	for _, f := range st.Fields.List {
		if f.Tag == nil || len(f.Names) != 1 {
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		jsonName, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		if jsonName == "" || jsonName == "-" {
			continue
		}
		w.fields = append(w.fields, wireField{
			name: jsonName, goName: f.Names[0].Name, optional: options == "omitempty", goType: typeName(pkg, f.Type),
			doc: oneLine(f.Doc.Text() + " " + f.Comment.Text()),
		})
	}
	m.structs[name] = w
}

func (m *wireTypes) readWords(pkg string, s *ast.ValueSpec) {
	if s.Type == nil || len(s.Values) != 1 {
		return
	}
	if value, ok := stringOf(s.Values[0]); ok && value != "" {
		name := typeName(pkg, s.Type)
		m.words[name] = append(m.words[name], word{value, oneLine(s.Comment.Text())})
	} else if number, ok := s.Values[0].(*ast.BasicLit); ok && number.Kind == token.INT {
		name := typeName(pkg, s.Type)
		m.words[name] = append(m.words[name], word{number.Value, oneLine(s.Comment.Text())})
	}
}

func stringOf(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(lit.Value)
	return value, err == nil
}

// typeName is a Go type with its package.
func typeName(pkg string, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		if ast.IsExported(e.Name) {
			return pkg + "." + e.Name
		}
		return e.Name
	case *ast.SelectorExpr:
		return fmt.Sprint(e.X, ".", e.Sel)
	case *ast.StarExpr:
		return "*" + typeName(pkg, e.X)
	case *ast.ArrayType:
		if size, ok := e.Len.(*ast.BasicLit); ok {
			return "[" + size.Value + "]" + typeName(pkg, e.Elt)
		}
		return "[]" + typeName(pkg, e.Elt)
	}
	return fmt.Sprintf("%T", e)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// inPlaceOf are the fields whose Go type does not say what is in them, mostly because the package does not know the game.
var inPlaceOf = map[string]string{
	"table.View.hand":           "*holdem.View",
	"table.TurnStarted.options": "holdem.Legal",
	"table.Settings.game":       "holdem.Stakes",
	"table.Act.move":            "holdem.Action",
	"holdem.Legal.raise":        "string",
}

// fieldType is the Go type of what is in a field.
func fieldType(owner string, f wireField) string {
	if known, ok := inPlaceOf[owner+"."+f.name]; ok {
		return known
	}
	if f.goType == "deck.Opening" || strings.HasSuffix(f.goType, "]deck.Opening") {
		return strings.Replace(f.goType, "Opening", "Proof", 1) // which is how an opening is marshalled
	}
	return f.goType
}

// private are the parts of events that only some seats get.
var private = map[string]string{"holdem.Dealt": "holdem.OwnCards", "holdem.StreetDealt": "holdem.OwnHand"}

// unknown returns the fields of a JSON value that its struct does not have.
func (m *wireTypes) unknown(name string, raw json.RawMessage) (fields []string) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return nil // null
	}
	known := slices.Concat(m.structs[name].fields, m.structs[private[name]].fields)
	for key, value := range object {
		i := slices.IndexFunc(known, func(f wireField) bool { return f.name == key })
		if i < 0 {
			if key != "type" && key != "seq" && key != "id" {
				fields = append(fields, name+"."+key)
			}
			continue
		}
		inner := strings.TrimLeft(fieldType(name, known[i]), "*[]0123456789")
		if _, ok := m.structs[inner]; !ok {
			continue
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil {
			list = []json.RawMessage{value}
		}
		for _, one := range list {
			fields = append(fields, m.unknown(inner, one)...)
		}
	}
	return fields
}

// Every field of every example is one that the page about the protocol describes.
func TestProtocolPage_DescribesEveryFieldOnTheWire(t *testing.T) {
	m := readWireTypes(t)
	files, err := filepath.Glob("proto/testdata/*.json")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files of examples, %v", len(files), err)
	}
	page, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		kind := strings.TrimSuffix(filepath.Base(path), ".json")
		if client, ok := strings.CutPrefix(kind, "client_"); ok {
			kind = "client " + client
		}
		name, ok := m.types[kind]
		if !ok {
			t.Errorf("%s: no type is called %s on the wire", path, kind)
			continue
		}
		for _, raw := range examples(t, path) {
			if fields := m.unknown(name, raw); len(fields) > 0 {
				t.Errorf("%s: nothing is known of %q in %s", path, fields, raw)
			}
		}
		if heading := "#### `" + strings.TrimPrefix(kind, "client ") + "`"; !strings.Contains(string(page), heading) {
			t.Errorf("%s has no heading %s", pagePath, heading)
		}
	}
}

// examples are those in a golden file.
func examples(t *testing.T, path string) (all []json.RawMessage) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return all
}
