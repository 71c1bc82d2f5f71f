package auth

import "time"

// Error is a refusal, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "auth: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	// ErrUnauthenticated means that a token names no session: invented, ended or expired. Which of them is not said.
	ErrUnauthenticated Error = "unauthenticated"
	// ErrNameTaken means that another account has that name, or one that looks like it.
	ErrNameTaken Error = "name_taken"
	// ErrBadCredentials means that no account has that name and password. Which of the two is wrong is not said.
	ErrBadCredentials Error = "bad_credentials"
	// ErrBadToken means that a reset's token is invented, used, void or expired. Which of them is not said.
	ErrBadToken Error = "bad_token"
	// ErrNotFound means that the caller has no such session.
	ErrNotFound Error = "not_found"
	// ErrNotGuest refuses to register an account that has a password already: its owner signs out first.
	ErrNotGuest Error = "forbidden"
	// ErrMailUnavailable means that no mail can be sent, to anybody.
	ErrMailUnavailable Error = "mail_unavailable"
)

// FieldError refuses what was typed into a field. Its text is for the one who typed it.
type FieldError struct {
	Field string // "name", "email" or "password"
	Want  string // what is allowed
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Want }

// Code is the refusal's name on the wire.
func (e *FieldError) Code() string { return "bad_request" }

// SlowDownError refuses an attempt to sign in that comes too soon after others.
type SlowDownError struct {
	Class string        // of the limit that refused
	Wait  time.Duration // until the same attempt is let through; 0 when nobody can say
	Err   error         // as the limiter put it
}

func (e *SlowDownError) Error() string { return "auth: " + e.Class + ": " + e.Err.Error() }

// Unwrap gives the limiter's own refusal, which has the code.
func (e *SlowDownError) Unwrap() error { return e.Err }

// RetryAfter is how long to wait.
func (e *SlowDownError) RetryAfter() time.Duration { return e.Wait }
