package redisstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"

	"example.com/fullhouse/ratelimit"
)

const (
	startTimeout  = time.Second            // how long New waits for the store
	probeInterval = 250 * time.Millisecond // while degraded
	probes        = 3                      // in a row have to be answered before callers are let near again
)

// Config is where the store is.
type Config struct {
	// URL is redis://[user[:password]@]host[:port][/number], or rediss:// for TLS.
	URL string
	// Timeout is how long one call may take. Default 50ms.
	Timeout time.Duration
	// Observe is told how long each call of the store took, failed ones included. May be nil.
	Observe func(time.Duration)
}

// Store is a ratelimit.Counter that several processes share. It degrades: without an answer in time the process decides by
// itself, to a share of each limit.
type Store struct {
	cfg   Config
	opt   rueidis.ClientOption
	local *ratelimit.Local
	log   *slog.Logger

	link atomic.Pointer[link] // nil while degraded; changed under mu, so that what is said is in order
	stop context.CancelFunc
	done chan struct{} // closed when the watch has ended
	lost chan *link    // the link that has just been given up; the watch makes the next one

	asked, unanswered, degraded atomic.Int64

	mu      sync.Mutex
	mode    mode   // guarded by mu; as it was said last
	suspect string // guarded by mu; the class whose call broke the link: its node is what has to answer again
}

// mode is what is going on, for operators.
type mode struct {
	is      ratelimit.Mode
	since   time.Time // zero until something has been said
	changes int64
	problem string // why it is degraded
}

// New connects to the store. It waits a second at most: a store that does not answer is no reason not to start, callers are
// then counted by local until it does. What is wrong in the address itself is a *URLError.
func New(cfg Config, local *ratelimit.Local, log *slog.Logger) (*Store, error) {
	if cfg.Timeout == 0 {
		cfg.Timeout = 50 * time.Millisecond
	}
	if cfg.Timeout < 0 {
		return nil, fmt.Errorf("redisstore: a timeout of %v: want it above 0", cfg.Timeout)
	}
	opt, name, err := optionsOf(cfg.URL)
	if err != nil {
		return nil, err
	}
	return start(cfg, opt, local, log.With("store", name)), nil
}

func start(cfg Config, opt rueidis.ClientOption, local *ratelimit.Local, log *slog.Logger) *Store {
	ctx, stop := context.WithCancel(context.Background())
	s := &Store{cfg: cfg, opt: opt, local: local, log: log, stop: stop, done: make(chan struct{}), lost: make(chan *link, 1)}
	tried := make(chan struct{})
	go s.watch(ctx, tried)
	patience := time.NewTimer(startTimeout)
	defer patience.Stop()
	select {
	case <-tried:
	case <-patience.C:
		s.absent(context.DeadlineExceeded)
	}
	return s
}

// Close ends the watch and the connections. Whoever still calls is decided about by this process.
func (s *Store) Close() {
	s.stop()
	<-s.done
}

// Count decides about a call by the store's clock, or by this process's if the store does not answer in time. The caller's
// context plays no part: hanging up is no fault of the store, and a decision that is under way is soon there.
func (s *Store) Count(_ context.Context, c ratelimit.Call) (ratelimit.Verdict, error) {
	if l := s.link.Load(); l != nil {
		v, err := s.ask(l, c)
		if err == nil {
			l.answered()
			return v, nil
		}
		if bad, ok := errors.AsType[callError](err); ok {
			return ratelimit.Verdict{}, bad.error
		}
		s.unanswered.Add(1)
		if l.failed(err) {
			s.giveUp(l, c.Class, err)
		}
	}
	s.degraded.Add(1)
	return s.local.CountDegraded(c)
}

func (s *Store) ask(l *link, c ratelimit.Call) (ratelimit.Verdict, error) {
	q, err := questionOf(c)
	if err != nil {
		return ratelimit.Verdict{}, err
	}
	s.asked.Add(1)
	begun := time.Now()
	answer, err := l.ask(q, s.cfg.Timeout)
	if s.cfg.Observe != nil {
		s.cfg.Observe(time.Since(begun))
	}
	if err != nil {
		return ratelimit.Verdict{}, err
	}
	return verdictOf(c, answer)
}

// letIn lets callers near a link that answers.
func (s *Store) letIn(l *link) {
	s.mu.Lock()
	s.link.Store(l)
	s.say(ratelimit.SharedMode, nil)
	s.mu.Unlock()
	if l.wires.torn.Load() { // meanwhile, when it was nothing to give up yet
		s.giveUp(l, "", errLost)
	}
}

// giveUp breaks the circuit: from now on nobody waits for this link. Only the first to notice does anything. The class is
// that of the call that noticed, if it was one.
func (s *Store) giveUp(l *link, class string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.link.CompareAndSwap(l, nil) {
		return
	}
	if class != "" {
		s.suspect = class
	}
	s.say(ratelimit.DegradedMode, why)
	s.lost <- l // there is room: one link is up at a time, and the watch takes it before it brings up another
}

// say notes a change of mode and logs it, once. The caller holds mu.
func (s *Store) say(is ratelimit.Mode, why error) {
	if first := s.mode.since.IsZero(); !first {
		if s.mode.is == is {
			return
		}
		s.mode.changes++
	}
	s.mode = mode{is: is, since: time.Now(), changes: s.mode.changes}
	if is == ratelimit.SharedMode {
		s.log.Info("callers are counted in the shared store")
		return
	}
	s.mode.problem = s.reason(why)
	s.log.Warn("the shared store does not answer: each process counts callers by itself, to a share of their limits", "error", s.mode.problem)
}

// absent says that there is no store yet.
func (s *Store) absent(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link.Load() == nil { // it may have come in the last moment
		s.say(ratelimit.DegradedMode, why)
	}
}

// reason is an error as logs and operators see it. Old servers repeat a command that they do not know, password and all.
func (s *Store) reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	text := err.Error()
	if s.opt.Password != "" {
		text = strings.ReplaceAll(text, s.opt.Password, "***")
	}
	return text
}

// Stats is how the store does.
type Stats struct {
	Mode     ratelimit.Mode // SharedMode or DegradedMode
	Since    time.Time      // when the mode began
	Problem  string         // why it is degraded
	Changes  int64          // of the mode, since the start
	Asked    int64          // calls that the store was asked about
	Errors   int64          // those that it did not answer, or not in time, or not with sense
	Degraded int64          // calls that this process decided instead
}

// Stats reports how the store does.
func (s *Store) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Stats{Mode: s.mode.is, Since: s.mode.since, Problem: s.mode.problem, Changes: s.mode.changes,
		Asked: s.asked.Load(), Errors: s.unanswered.Load(), Degraded: s.degraded.Load()}
}
