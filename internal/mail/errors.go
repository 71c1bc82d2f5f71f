package mail

// Error is a refusal, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "mail: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

// ErrUnavailable means that no mail can be sent: there is no server for it, too many mails wait, or the program is going down.
const ErrUnavailable Error = "mail_unavailable"
