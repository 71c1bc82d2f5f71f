package redisstore

import (
	"context"
	"time"
)

// watch keeps a link up, for as long as ctx lives. It is the only one who connects and probes: no caller's request ever
// does. It closes tried after its first attempt.
func (s *Store) watch(ctx context.Context, tried chan<- struct{}) {
	defer close(s.done)
	l, err := s.bringUp(ctx, 1)
	if err != nil {
		s.absent(err)
	}
	close(tried)
	for {
		if err == nil && !s.hold(ctx, l) {
			return
		}
		if !rest(ctx, probeInterval) {
			return
		}
		l, err = s.bringUp(ctx, probes)
	}
}

// bringUp connects, and lets callers near when the store has answered n times in a row.
func (s *Store) bringUp(ctx context.Context, n int) (*link, error) {
	l, err := connect(ctx, s.opt, func(l *link) { s.giveUp(l, "", errLost) })
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	class := s.suspect
	s.mu.Unlock()
	for i := range n {
		if i > 0 && !rest(ctx, probeInterval) {
			err = ctx.Err()
		}
		if err == nil {
			err = l.probe(class, s.cfg.Timeout)
		}
		if err != nil {
			l.close()
			return nil, err
		}
	}
	s.letIn(l)
	return l, nil
}

// hold waits until the link is given up, or until ctx ends, and cleans up. It says whether to go on.
func (s *Store) hold(ctx context.Context, l *link) bool {
	select {
	case <-s.lost:
		l.close()
		return true
	case <-ctx.Done():
		s.mu.Lock()
		s.link.Store(nil)
		s.mu.Unlock()
		l.close()
		return false
	}
}

// rest waits, and says whether to go on.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
