package auth

import "fmt"

// mail is what an account is sent. Its text is plain: nothing in it is loaded, and nothing tells that it was read.
type mail struct{ subject, text string }

func resetMail(name, link string) mail {
	return mail{"Choose a new password", fmt.Sprintf(`Hello %s,

this link lets you choose a new password, once and within an hour:

%s

If you have not asked for it, do nothing: your password stays as it is.
`, name, link)}
}

func takenMail(name, home string) mail {
	return mail{"You have an account already", fmt.Sprintf(`Hello %s,

somebody has just registered at %s with this address. It already belongs to your account, and stays with it: nobody else can
sign in or choose a new password by it.

If that was you: sign in as %s. If you have forgotten the password, ask for a new one on the same page.
`, name, home, name)}
}
