package ws

import "example.com/fullhouse/capacity"

// rooms count the sockets at each table, to bound those that only watch. Who watches changes when somebody sits down or
// stands up, without any word to the hub: so each newcomer is held against who has a seat at this moment.
type rooms struct {
	limit         int64            // watchers of one table
	open          map[string]*room // by table
	peak, refused int64
}

// room is the sockets at one table, those on their way in included. Two that share a guard count once.
type room struct {
	seats   func() seats
	sockets int64
	of      map[string]int64 // by account
}

// watchers are the sockets whose account has no seat. It costs a look at each seat, however many watch.
func (r *room) watchers(seats seats) int64 {
	n := r.sockets
	for account := range seats {
		n -= r.of[account]
	}
	return n
}

// enter counts a session at its table, or refuses it as one watcher too many. Who holds a seat is never refused here. When
// people stand up there may be more watchers than the limit: nobody is sent away for that.
func (r *rooms) enter(s *session, seats seats) (leave func(), err error) {
	account, id := s.caller.Account, s.at.table
	in := r.open[id]
	if in == nil {
		in = &room{of: map[string]int64{}}
	}
	if _, seated := seats[account]; !seated {
		n := in.watchers(seats)
		if n >= r.limit {
			r.refused++
			return nil, capacity.Full(CodeWatchers, n, r.limit)
		}
		r.peak = max(r.peak, n+1)
	}
	r.open[id] = in
	in.seats = s.stream.seats // of the newest: a table may have been opened anew from its log
	in.sockets++
	in.of[account]++
	return func() {
		if in.of[account]--; in.of[account] == 0 {
			delete(in.of, account)
		}
		if in.sockets--; in.sockets == 0 {
			delete(r.open, id)
		}
	}, nil
}

// stats are those of the table that has the most watchers.
func (r *rooms) stats() capacity.Stats {
	most := int64(0)
	for _, in := range r.open {
		if in.sockets > most { // else it can't have more
			most = max(most, in.watchers(in.seats()))
		}
	}
	r.peak = max(r.peak, most) // people who stood up
	return capacity.Stats{InUse: most, Peak: r.peak, Limit: r.limit, Refused: r.refused}
}
