package table

import (
	"slices"
	"strings"
	"time"
)

// Chat. It is in no log, waits for none, and is gone after a restart: the last of it is in the memory of the table alone.

const (
	maxText = 200 // characters of one message
	maxSaid = 50  // messages kept for those who come later
)

// saying is one message, and whose it is.
type saying struct {
	Said
	account string
	id      string // of the command
}

// playAtOnce carries out the commands that change nothing durable and concern nobody's play, also while the log keeps everything
// else waiting; false for the others. While the state is not to be relied on, they wait as well.
func (t *actor) playAtOnce(now time.Time, c command) bool {
	switch c.cmd.(type) {
	case Say, Mute:
		if t.fault.mending || t.ended {
			return false
		}
		t.fault.during = c
		t.play(now, c)
		t.fault.during = command{}
		return true
	}
	return false
}

// say is the say command.
func (t *actor) say(c command, at Seat, text string) error {
	account := c.player.Account()
	if c.id != "" && slices.ContainsFunc(t.said, func(s saying) bool { return s.account == account && s.id == c.id }) {
		t.answer(c, nil) // sent again because the answer was lost
		return nil
	}
	text = strings.TrimSpace(text)
	switch chat := t.cfg.Settings.Chat; {
	case chat == "off" || chat == "seated" && at == NoSeat:
		return ErrNotAllowed
	case has(t.state.house.Silenced, account):
		return ErrSilenced
	case !Readable(text, 1, maxText):
		return ErrBadRequest
	}
	t.saidLast++
	s := saying{Said{Type: "said", N: t.saidLast, Seat: at, Name: c.player.Name(), Text: text}, account, c.id}
	t.said = append(t.said[max(len(t.said)-maxSaid+1, 0):], s)
	m := message(s.Said)
	for _, v := range t.viewers {
		if !t.mutes(v.player.Account(), &s) {
			t.sendTo(v.player, m)
		}
	}
	t.answer(c, nil)
	return nil
}

// chat is what an account may read of what was said last.
func (t *actor) chat(account string) []Said {
	all := []Said{}
	for i := range t.said {
		if s := &t.said[i]; !t.mutes(account, s) {
			all = append(all, s.Said)
		}
	}
	return all
}

// saidBy are the last words under a name, and the account that said the last of them.
func (t *actor) saidBy(name string) (said []string, account string) {
	for i := range t.said {
		if s := &t.said[i]; s.Name == name {
			said, account = append(said, s.Text), s.account
		}
	}
	return said, account
}
