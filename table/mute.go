package table

import "slices"

// Muting somebody for oneself. It is not told to anybody else, and forgotten at a restart.

const (
	maxMuted  = 100  // names that one account has muted
	maxMuters = 1024 // accounts that have muted somebody
)

// mute is the mute command. The name "" means everyone without a seat.
func (t *actor) mute(c command, cmd Mute) error {
	account := c.player.Account()
	muted := t.muted[account]
	who, listed := find(muted, cmd.Who)
	if cmd.Who != "" {
		var err error
		if who, listed, err = t.meant(c, muted, cmd.Who, cmd.On); err != nil {
			return err
		}
	}
	switch {
	case listed == cmd.On: // nothing to do
	case !cmd.On:
		t.keepMuted(account, slices.DeleteFunc(slices.Clone(muted), func(p person) bool { return p.Account == who.Account }))
	case len(muted) == maxMuted || len(t.muted) == maxMuters && muted == nil:
		return ErrTooMany
	default:
		t.keepMuted(account, append(slices.Clone(muted), who))
	}
	t.answer(c, nil)
	return nil
}

func (t *actor) keepMuted(account string, muted []person) {
	if len(muted) == 0 {
		delete(t.muted, account)
		return
	}
	t.muted[account] = muted
}

// mutes reports whether an account does not want to hear something.
func (t *actor) mutes(account string, s *saying) bool {
	return account != s.account && slices.ContainsFunc(t.muted[account], func(p person) bool {
		return p.Account == s.account || p.Name == "" && s.Seat == NoSeat
	})
}

// mutedNames are the names that an account has muted.
func (t *actor) mutedNames(account string) []string { return names(t.muted[account]) }
