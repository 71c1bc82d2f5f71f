package auth

import (
	"context"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

// Account is someone who can play.
type Account struct {
	ID    string `json:"id"`              // 130 random bits in base32: nobody guesses another's
	Name  string `json:"name"`            // 3 to 20 characters, no two accounts have one that looks the same
	Guest bool   `json:"guest"`           // nobody has chosen a password for it
	Email string `json:"email,omitempty"` // as its owner typed it, and shown to nobody else
}

// Session is one sign-in as it is kept.
type Session struct {
	ID      string // names it to its owner: knowing it opens nothing
	Hash    TokenHash
	Agent   string    // the browser as it called itself
	Created time.Time // when the sign-in was
	Seen    time.Time // when it was last used, to within an hour
	Expires time.Time // from then on it opens nothing
}

// Lookup is by what an account is looked for.
type Lookup uint8

const (
	ByID    Lookup = iota // by the account's id
	ByName                // by the name's skeleton
	ByEmail               // by the key of the address that it signs in with
)

// Accounts keeps what must be remembered. Each of its calls is one transaction: all of it happens, or nothing.
type Accounts interface {
	Profiles
	Passwords
	Sessions
	Resets
}

// Profiles keeps accounts and what belongs to them.
type Profiles interface {
	// AddGuest keeps a new account, the chips in its wallet and its first session, and makes the charges for them. It returns
	// ErrNameTaken when another account has a name of the same skeleton, and a *quota.ExhaustedError.
	AddGuest(ctx context.Context, a Account, chips int64, s Session, charges ...quota.Charge) error
	// Rename gives an account another name, or returns ErrNameTaken.
	Rename(ctx context.Context, account, name string) error
	// Erase makes an account nobody's: its chips go back to the mint, its name, address and password are forgotten, and its
	// sessions, which it returns, end. If the password is not the one kept, nothing happens: ErrBadCredentials.
	Erase(ctx context.Context, account, password string, at time.Time) (ended []string, err error)
	// History is what is kept about an account besides itself and its sessions.
	History(ctx context.Context, account string) (History, error)
}

// Passwords keeps the hashes of passwords. Those that an account has are never changed on the ground of a look that is over:
// calls name the hash that they believe in, and return ErrBadCredentials when it is another by now.
type Passwords interface {
	// AddAccount is AddGuest for an account with a password. The address is the account's to sign in with unless another
	// account has it: that is told by taken, and changes nothing else.
	AddAccount(ctx context.Context, a Account, hash string, chips int64, s Session) (taken bool, err error)
	// Upgrade gives a guest the name, the address and a password; its sessions end and s begins. ErrNotGuest when it is none.
	Upgrade(ctx context.Context, a Account, hash string, s Session) (taken bool, ended []string, err error)
	// FindPassword returns an account and the hash of its password, "" for a guest; else ErrNotFound.
	FindPassword(ctx context.Context, by Lookup, key string) (a Account, hash string, err error)
	// Rehash replaces a hash by another of the same password.
	Rehash(ctx context.Context, account, old, hash string) error
	// ChangePassword replaces a hash. All sessions of the account end, and s begins; a reset under way is void.
	ChangePassword(ctx context.Context, account, old, hash string, s Session) (ended []string, err error)
}

// Sessions keeps sign-ins.
type Sessions interface {
	// FindSession returns the session whose token has that hash, expired or not, and its account; else ErrUnauthenticated.
	FindSession(ctx context.Context, hash TokenHash) (Account, Session, error)
	// AddSession begins one of an account whose password has that hash. Of more than the most sessions of an account, the
	// ones not used for the longest end.
	AddSession(ctx context.Context, account, hash string, s Session) (ended []string, err error)
	// TouchSession notes that a session was used, and until when it lasts now. One that has ended stays ended.
	TouchSession(ctx context.Context, hash TokenHash, seen, expires time.Time) error
	// ListSessions returns an account's sessions, expired ones too, the latest first.
	ListSessions(ctx context.Context, account string) ([]Session, error)
	// EndSession forgets a session. One that is not there is no error.
	EndSession(ctx context.Context, hash TokenHash) error
	// RevokeSession forgets an account's session by its id, or returns ErrNotFound.
	RevokeSession(ctx context.Context, account, id string) error
}

// MaxSessions is how many sessions an account has at most.
const MaxSessions = 50

// Resets keeps permissions to choose a new password, at most one an account.
type Resets interface {
	// AddReset keeps a permission, in the place of the account's earlier one.
	AddReset(ctx context.Context, r Reset) error
	// FindReset returns the permission whose token has that hash, expired or not; else ErrBadToken.
	FindReset(ctx context.Context, hash TokenHash) (Reset, error)
	// UseReset uses a permission up: the account gets the password, its sessions end, and s begins. Of several callers one
	// gets through; the others, and whoever comes at or after its end, get ErrBadToken.
	UseReset(ctx context.Context, r Reset, password string, s Session) (a Account, ended []string, err error)
}

// Reset is a permission to choose a new password, as it is kept.
type Reset struct {
	Account string
	Hash    TokenHash
	Created time.Time
	Expires time.Time // from then on it permits nothing
}

// History is the past of an account.
type History struct {
	Created   time.Time
	Transfers []Transfer // of its wallet, the oldest first
	Hands     int64      // how many it was dealt into, of those that are kept
}

// Transfer is one change of an account's wallet.
type Transfer struct {
	ID     string    `json:"id"`
	Kind   string    `json:"kind"`
	At     time.Time `json:"at"`
	Amount int64     `json:"amount"` // negative: taken from the wallet
}
