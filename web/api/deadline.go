package api

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5/middleware"
)

// overrun is how long after the deadline a handler may take to return.
const overrun = 100 * time.Millisecond

const (
	errRequestTimeout refusal = "request_timeout"
	// errGone ends a request whose client has hung up: nobody to answer, and no fault of ours. It is never sent.
	errGone refusal = "gone"
)

// timed gives a request its deadline: its context ends then, and reading its body fails. The handler stays in its goroutine,
// because it holds a slot for as long as it works: answering in its stead while it goes on would give the slot away twice.
//
// The connection gets a deadline only for a body. Without one, and once a body has been read (then net/http takes the deadline
// back), somebody else reads the connection to see whether the client hangs up: a deadline would look like that, and would
// end this request and the next one on the connection.
//
// A socket leaves all this behind when it is upgraded: it has no body, and its session does not use the request's context.
func (s *Server) timed(w http.ResponseWriter, r *http.Request) (context.Context, context.CancelFunc) {
	at := time.Now().Add(s.cfg.RequestTimeout)
	if r.Body != nil && r.Body != http.NoBody {
		_ = http.NewResponseController(w).SetReadDeadline(at) // fails only where there is no connection
	}
	return context.WithDeadline(r.Context(), at)
}

// expired reports whether a request's time is over, and for how long. It asks the clock and not the context: reading the
// body may fail a moment before the context ends.
func expired(r *http.Request) (late time.Duration, over bool) {
	at, ok := r.Context().Deadline()
	late = time.Since(at)
	return late, ok && late >= 0
}

// cause is why a request failed with err: for its own reason, at its deadline, or because its client has gone.
func cause(r *http.Request, err error) error {
	if _, over := expired(r); over {
		return errRequestTimeout
	}
	if r.Context().Err() != nil {
		return errGone
	}
	return err
}

// finish looks at a request whose handler has returned: whether it was late, and whether it still needs an answer. One that
// has begun to answer is not answered again.
func (s *Server) finish(w middleware.WrapResponseWriter, r *http.Request) {
	late, over := expired(r)
	if late > overrun && over {
		s.overruns.Add(1)
	}
	if over && w.Status() == 0 {
		s.Refuse(w, errRequestTimeout)
	}
}
