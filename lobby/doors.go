package lobby

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"

	"example.com/fullhouse/table"
)

// Admission is what an account may do at a table.
type Admission int

const (
	Stranger Admission = iota // nothing: for this account the table is not there
	Watches                   // look on and talk
	Plays                     // all of that, and sit down
)

const (
	// InviteLife is how long an invite lasts when no newer one ends it.
	InviteLife = 7 * 24 * time.Hour
	// MaxAdmissions is how many accounts the invites of one table let in.
	MaxAdmissions = 500

	inviteBytes = 32 // of chance in a token
)

// InviteHash is what is kept of an invite's token.
type InviteHash [sha256.Size]byte

// Invite is a link that lets accounts in at a private table.
type Invite struct {
	Table   string
	Watch   bool // who comes by it may look on and not sit down
	Hash    InviteHash
	Expires time.Time
	Host    string // the name of who made the table; only in what FindInvite returns
}

// Grants is what an account may do that has come by the invite.
func (i Invite) Grants() Admission {
	if i.Watch {
		return Watches
	}
	return Plays
}

// Doors is the store's memory of who may enter private tables.
type Doors interface {
	// AddInvite keeps an invite of an open table. The table's earlier one of the kind ends. ErrNotFound when there is no such table.
	AddInvite(ctx context.Context, inv Invite) error
	// FindInvite returns the invite of an open table by its token's hash, also one whose time is over. ErrInviteEnded when there
	// is none.
	FindInvite(ctx context.Context, hash InviteHash) (Invite, error)
	// Admit lets an account in by an invite that is still there and has time left at that moment, else ErrInviteEnded. Who may
	// sit down already keeps that. ErrAdmissionsFull when the table has let in so many others.
	Admit(ctx context.Context, inv Invite, account string, at time.Time, most int) error
	// Admission is what an account was let in for; Stranger when it was not.
	Admission(ctx context.Context, table, account string) (Admission, error)
}

// Invite makes a new invite for a table, which ends the older ones of its kind. Only the host may. The token is kept nowhere else.
func (l *Lobby) Invite(ctx context.Context, t *table.Table, account string, watch bool) (token string, inv Invite, err error) {
	if account != t.Host() {
		return "", Invite{}, ErrNotHost
	}
	chance := make([]byte, inviteBytes)
	rand.Read(chance) // never fails
	token = base64.RawURLEncoding.EncodeToString(chance)
	inv = Invite{Table: t.ID(), Watch: watch, Hash: sha256.Sum256([]byte(token)), Expires: time.Now().Add(InviteLife)}
	if err := l.cfg.Doors.AddInvite(ctx, inv); err != nil {
		return "", Invite{}, fmt.Errorf("make an invite: %w", err)
	}
	return token, inv, nil
}

// Invited is the invite with a token, and its table. ErrInviteEnded when there is none, or no longer.
func (l *Lobby) Invited(ctx context.Context, token string) (Invite, *table.Table, error) {
	if len(token) != base64.RawURLEncoding.EncodedLen(inviteBytes) {
		return Invite{}, nil, ErrInviteEnded
	}
	inv, err := l.cfg.Doors.FindInvite(ctx, sha256.Sum256([]byte(token)))
	if err != nil {
		return Invite{}, nil, fmt.Errorf("find an invite: %w", err)
	}
	t, live := l.Find(inv.Table)
	switch {
	case !time.Now().Before(inv.Expires):
		return Invite{}, nil, ErrInviteEnded
	case !live && l.isDraining():
		return Invite{}, nil, ErrDraining // it is there again after the restart
	case !live:
		return Invite{}, nil, ErrInviteEnded
	}
	return inv, t, nil
}

// Accept lets an account in by the invite with a token. Doing so again changes nothing.
func (l *Lobby) Accept(ctx context.Context, token, account string) (Invite, error) {
	inv, t, err := l.Invited(ctx, token)
	if err != nil || account == t.Host() {
		return inv, err
	}
	if err := l.cfg.Doors.Admit(ctx, inv, account, time.Now(), MaxAdmissions); err != nil {
		return Invite{}, fmt.Errorf("accept an invite: %w", err)
	}
	l.remember(inv.Table, account, inv.Grants())
	return inv, nil
}

// Admitted is what an account may do at a table: everything at one that is open to all, and at a private one what an invite has
// let it in for; the host and who has a seat may do everything. It asks the store only about a private table, and at most once:
// an admission stays for as long as the table does, so what the store has told is remembered.
func (l *Lobby) Admitted(ctx context.Context, t *table.Table, account string) (Admission, error) {
	s := t.Summary()
	if _, seated := s.Stacks[account]; seated || !s.Settings.Private || account == t.Host() {
		return Plays, nil
	}
	if may := l.remember(t.ID(), account, Stranger); may != Stranger {
		return may, nil
	}
	may, err := l.cfg.Doors.Admission(ctx, t.ID(), account)
	if err != nil {
		return Stranger, fmt.Errorf("ask who may enter: %w", err)
	}
	return l.remember(t.ID(), account, may), nil
}

// remember notes what an account may do at a live table at least, and returns what it may for all that is known. An admission
// only ever grows, so a store's answer that comes late takes nothing back.
func (l *Lobby) remember(id, account string, may Admission) Admission {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.live[id]
	if e == nil {
		return may
	}
	may = max(may, e.admitted[account])
	if may != Stranger {
		if e.admitted == nil {
			e.admitted = map[string]Admission{}
		}
		e.admitted[account] = may
	}
	return may
}
