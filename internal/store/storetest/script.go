package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"example.com/fullhouse/auth"
)

// op is something that a script can ask a store for. It answers in words that are the same for equal outcomes.
type op struct {
	name   string
	weight int // how many times as likely as the rarest
	do     func(*player, *reader) string
}

// ops is the language of scripts. What is added at its end changes the meaning of no seed's text (see Script).
var ops = []op{
	{"add guest", 2, (*player).addGuest}, {"create", 3, (*player).create}, {"append", 10, (*player).appends},
	{"take over", 2, (*player).takeOver}, {"undo", 1, (*player).undo}, {"records", 1, (*player).records},
	{"quarantine", 1, (*player).quarantine}, {"undo quarantine", 1, (*player).undoQuarantine},

	{"charge", 2, (*player).charge}, {"give back", 1, (*player).giveBack}, {"refill", 2, (*player).refill},
	{"audit", 1, (*player).audit}, {"history", 1, (*player).history}, {"key", 1, (*player).key},

	{"register", 2, (*player).register}, {"upgrade", 1, (*player).upgrade}, {"rename", 1, (*player).rename},
	{"change password", 1, (*player).changePassword}, {"rehash", 1, (*player).rehash}, {"sign in", 2, (*player).signIn},
	{"end session", 1, (*player).endSession}, {"revoke session", 1, (*player).revokeSession},
	{"touch session", 1, (*player).touchSession}, {"find session", 1, (*player).findSession},
	{"add reset", 1, (*player).addReset}, {"use reset", 1, (*player).useReset}, {"erase", 1, (*player).erase},

	{"compact", 1, (*player).compact}, {"forget sessions", 1, (*player).forgetSessions}, {"forget guests", 1, (*player).forgetGuests},

	{"end hand", 2, (*player).endHand}, {"hands", 1, (*player).hands}, {"tally", 1, (*player).tally}, {"sittings", 1, (*player).sittings},
	{"forget hands", 1, (*player).forgetHands},
	{"invite", 2, (*player).invite}, {"accept", 2, (*player).accept}, {"forget doors", 1, (*player).forgetDoors},
}

// weighted has each op as often as it weighs.
func weighted() (all []op) {
	for _, o := range ops {
		all = append(all, slices.Repeat([]op{o}, o.weight)...)
	}
	return all
}

// Script writes a script down: names of ops and, after each, the choices that it makes. An op whose choices are not all given
// reads on: the next op's name is a choice like any other byte.
func Script(steps ...any) (script []byte) {
	all := weighted()
	for _, step := range steps {
		switch step := step.(type) {
		case int:
			script = append(script, byte(step))
		case string:
			at := slices.IndexFunc(all, func(o op) bool { return o.name == step })
			if at < 0 {
				panic("storetest: scripts know no " + step)
			}
			script = append(script, byte(at))
		}
	}
	return script
}

// reader turns a script into choices.
type reader struct{ script []byte }

// pick is one of n choices; the first when the script is at its end.
func (r *reader) pick(n int) int {
	if len(r.script) == 0 {
		return 0
	}
	b := r.script[0]
	r.script = r.script[1:]
	return int(b) % n
}

// player plays a script on one store. What it names comes from small sets, so that things meet again. Times come from the
// script, so that all stores are told the same.
type player struct {
	Store
	t      testing.TB
	epochs map[string]int64 // of the tables
	keys   map[string]string
	clock  int // counts what has a time: sessions begun and used
	moved  int // counts transfers whose ids are in order
}

func newPlayer(t testing.TB, s Store) *player {
	return &player{Store: s, t: t, epochs: map[string]int64{}, keys: map[string]string{}}
}

const few = 3 // accounts, tables, names and so on

func id(kind string, i int) string { return fmt.Sprintf("%s%d", kind, i) }

// tick is a time later than all before.
func (p *player) tick() time.Time {
	p.clock++
	return time.Unix(int64(p.clock), 0)
}

// until is a time that no other is the same as, soon or far away.
func (p *player) until(r *reader) time.Time {
	soon := r.pick(4)
	if soon == 3 {
		soon = 1 << 30
	}
	return time.Unix(int64(p.clock+soon), int64(p.clock)*int64(time.Millisecond))
}

// begin is a session that is like no other.
func (p *player) begin(r *reader) auth.Session {
	now := p.tick()
	s := NewSession(token(p.clock))
	s.Created, s.Seen, s.Expires = now, now, p.until(r)
	return s
}

func token(n int) string { return id("token", n) }
