package table

import "slices"

// person is somebody who is spoken of by the name that others see.
type person struct {
	Account string `json:"account"`
	Name    string `json:"name"`
}

// has reports whether an account is in a list.
func has(list []person, account string) bool {
	return slices.ContainsFunc(list, func(p person) bool { return p.Account == account })
}

// find returns whom a list has under a name.
func find(list []person, name string) (person, bool) {
	i := slices.IndexFunc(list, func(p person) bool { return p.Name == name })
	if i < 0 {
		return person{}, false
	}
	return list[i], true
}

func names(list []person) []string {
	all := []string{}
	for _, p := range list {
		all = append(all, p.Name)
	}
	return all
}

// another finds the person of a name who sits at the table, watches it or has said something. Nobody can mean a bot or himself.
func (t *actor) another(c command, name string) (person, error) {
	who, ok := t.named(name)
	switch {
	case !ok:
		return person{}, ErrNobody
	case who.Account == "" || who.Account == c.player.Account():
		return person{}, ErrBadRequest
	}
	return who, nil
}

// meant finds whom a command means that puts a name on a list, or takes it off, and whether that account is on it. Names pass from
// one to another: who is put on the list is the one who has the name now, who is taken off may be the one who had it then. To take
// off somebody who is not there is nothing to do.
func (t *actor) meant(c command, list []person, name string, on bool) (who person, listed bool, err error) {
	old, inList := find(list, name)
	if inList && !on {
		return old, true, nil
	}
	switch who, err = t.another(c, name); {
	case err == nil:
		return who, has(list, who.Account), nil
	case inList:
		return old, true, nil
	case err == ErrNobody && !on:
		return person{}, false, nil
	}
	return person{}, false, err
}

// named finds who has a name; without an account it is a bot's.
func (t *actor) named(name string) (person, bool) {
	if name == "" {
		return person{}, false
	}
	bot := false
	for i := range t.state.seats {
		if p := &t.state.seats[i]; p.taken() && p.Name == name {
			if p.Bot == "" {
				return person{p.Account, name}, true
			}
			bot = true
		}
	}
	for _, v := range t.viewers {
		if v.player.Name() == name {
			return person{v.player.Account(), name}, true
		}
	}
	if _, account := t.saidBy(name); account != "" {
		return person{account, name}, true
	}
	return person{Name: name}, bot
}
