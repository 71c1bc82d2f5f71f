package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

// badRequest refuses a body and says what is wrong with it.
type badRequest struct{ what string }

func (e badRequest) Error() string { return e.what }
func (e badRequest) Code() string  { return "bad_request" }

// readBody fills into from a JSON body: one object, no field that we do not know, nothing after it, not longer than limit.
// An empty body leaves into as it is, so routes whose fields are all optional can be called without one.
func readBody(w http.ResponseWriter, r *http.Request, limit int64, into any) error {
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, limit))
	body.DisallowUnknownFields()
	err := body.Decode(into)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && kind != "application/json" {
		return badRequest{"the body must be sent as application/json"}
	}
	if err == nil {
		if _, end := body.Token(); end != io.EOF {
			err = errors.New("there is something after the JSON object")
		}
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return badRequest{fmt.Sprintf("the body is longer than %d bytes", limit)}
	}
	if err != nil {
		return badRequest{"the body is not what this address takes: " + err.Error()}
	}
	return nil
}
