package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"unicode/utf8"
)

// badRequest refuses a body and says what is wrong with it.
type badRequest struct{ what string }

func (e badRequest) Error() string { return e.what }
func (e badRequest) Code() string  { return "bad_request" }

// badRequestError is one that is always the same.
type badRequestError string

func (e badRequestError) Error() string { return string(e) }
func (e badRequestError) Code() string  { return "bad_request" }

// readBody fills the struct that into points to from a JSON body that is not longer than limit. An empty body leaves it as it
// is, so routes whose fields are all optional can be called without one.
func readBody(w http.ResponseWriter, r *http.Request, limit int64, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return badRequest{fmt.Sprintf("the body is longer than %d bytes", limit)}
	}
	if err != nil {
		return badRequest{"the body did not arrive whole"}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return badRequest{"the body must be sent as application/json"}
	}
	return decode(body, into)
}

// decode reads one JSON object whose values are plain: every field by its exact name, at most once, none null. encoding/json
// alone forgives all that, and speaks of Go types when it complains.
func decode(body []byte, into any) error {
	if !utf8.Valid(body) || !json.Valid(body) {
		return badRequest{"the body must be a JSON object in UTF-8"}
	}
	object := json.NewDecoder(bytes.NewReader(body)) // its errors can't happen: the text is valid
	if begin, _ := object.Token(); begin != json.Delim('{') {
		return badRequest{"the body must be a JSON object"}
	}
	fields, seen := fieldsOf(into), map[string]bool{}
	for object.More() {
		key, _ := object.Token()
		var value json.RawMessage
		_ = object.Decode(&value)
		name := key.(string)
		field, known := fields[name]
		switch {
		case !known:
			return badRequest{fmt.Sprintf("there is no field %.20q", name)}
		case seen[name]:
			return badRequest{name + " is there twice"}
		case string(value) == "null" || json.Unmarshal(value, field.Addr().Interface()) != nil:
			return badRequest{name + " must be " + kindOf(field)}
		}
		seen[name] = true
	}
	return nil
}

// fieldsOf are the fields of the struct that into points to, by their names on the wire.
func fieldsOf(into any) map[string]reflect.Value {
	fields, all := map[string]reflect.Value{}, reflect.ValueOf(into).Elem()
	for _, field := range reflect.VisibleFields(all.Type()) {
		if name := field.Tag.Get("json"); name != "" {
			fields[name] = all.FieldByIndex(field.Index)
		}
	}
	return fields
}

// kindOf is what a field takes, in words.
func kindOf(field reflect.Value) string {
	switch field.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	default:
		return "a whole number"
	}
}
