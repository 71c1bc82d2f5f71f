package table

import "slices"

// Muting somebody for oneself. It is not told to anybody else, and forgotten at a restart.

const (
	maxMuted  = 100  // names that one account has muted
	maxMuters = 1024 // accounts that have muted somebody
)

// mute is the mute command.
func (t *actor) mute(c command, cmd Mute) error {
	account := c.player.Account()
	muted := t.muted[account]
	i := slices.IndexFunc(muted, func(p person) bool { return p.Name == cmd.Who })
	switch {
	case i >= 0 && !cmd.On:
		t.keepMuted(account, slices.Delete(slices.Clone(muted), i, i+1))
	case i < 0 && cmd.On:
		who, err := t.mutable(c, cmd.Who)
		if err != nil {
			return err
		}
		if len(muted) == maxMuted || len(t.muted) == maxMuters && muted == nil {
			return ErrTooMany
		}
		t.keepMuted(account, append(slices.Clone(muted), who))
	case i < 0 && cmd.Who != "":
		if _, err := t.mutable(c, cmd.Who); err != nil {
			return err
		}
	}
	t.answer(c, nil)
	return nil
}

// mutable finds whom a name to be muted means: "" is everyone without a seat.
func (t *actor) mutable(c command, name string) (person, error) {
	if name == "" {
		return person{}, nil
	}
	return t.another(c, name)
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
