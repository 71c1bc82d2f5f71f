package auth

// Error is a refusal, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "auth: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	// ErrUnauthenticated means that a token names no session: invented, ended or expired. Which of them is not said.
	ErrUnauthenticated Error = "unauthenticated"
	// ErrNameTaken means that another account has that name.
	ErrNameTaken Error = "name_taken"
)
