package auth

import "example.com/fullhouse/ratelimit"

// Visit is where a request that wants in comes from.
type Visit struct {
	From    ratelimit.Key // the address, for the throttles
	Address string        // a keyed hash of it, for what is kept
	Device  string        // the value of the device cookie, "" without one
	Agent   string        // the browser as it calls itself, for the list of sessions
}

// Identity is who a session says that a caller is.
type Identity struct {
	Account
	Session string // the session's public id: naming it ends it, knowing it opens nothing
	Renewed bool   // the session has just been made longer: the cookie should be, too
}

// SignedIn is what a caller gets who was let in. Token and Device go into cookies and nowhere else.
type SignedIn struct {
	Identity
	Token  string
	Device string // "" for a guest, who has no password to protect
	// Ended are the sessions of the account that this has ended, by their public ids. Their sockets are to be closed.
	Ended []string
}
