package redisstore

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"

	"example.com/fullhouse/ratelimit"
)

const (
	dialTimeout = time.Second // in the background: nobody's request waits for it

	// A failure weighs as much as three answers: five of them in a row break the link, and so does a quarter of all for a while.
	failure = 3
	broken  = 5 * failure
)

var errLost = errors.New("redisstore: the connection is lost")

// link is a client that answers, until it fails.
type link struct {
	client rueidis.Client
	script *rueidis.Lua
	wires  *wires

	failures atomic.Int64 // their weight; never below 0
}

// connect makes a client. It can take a few seconds, or until ctx ends.
func connect(ctx context.Context, opt rueidis.ClientOption, lost func(*link)) (*link, error) {
	l := &link{script: rueidis.NewLuaScript(source)}
	l.wires = newWires(func() { lost(l) })
	defer context.AfterFunc(ctx, l.wires.close)()

	opt.ClientName = "fullhouse"
	opt.DialCtxFn = l.wires.dial
	opt.Dialer.Timeout, opt.ConnWriteTimeout = dialTimeout, dialTimeout
	opt.DisableCache, opt.DisableRetry = true, true
	opt.AlwaysPipelining, opt.PipelineMultiplex = true, -1 // one connection is enough
	client, err := rueidis.NewClient(opt)
	if err != nil {
		l.wires.close()
		return nil, err
	}
	l.client = client
	l.wires.torn.Store(false) // a cluster's client tries more than it keeps
	return l, nil
}

// close cuts the connections first: the client would say goodbye and wait for an answer.
func (l *link) close() {
	l.wires.close()
	l.client.Close()
}

// ask puts a question within the timeout. A thousand of them fill the library's queue; who comes then waits for room without
// looking at the time, but not for long: those before them time out, the link is given up, and its queue with it.
func (l *link) ask(q question, timeout time.Duration) ([]int64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return l.script.Exec(ctx, l.client, q.keys, q.args).AsIntSlice()
}

// probe asks about nobody, on the node of a class, and believes only what makes sense.
func (l *link) probe(class string, timeout time.Duration) error {
	home, err := ratelimit.AddressKey(netip.IPv6Loopback())
	if err != nil {
		return err
	}
	nobody := ratelimit.Call{Class: class, Cost: 1, Address: ratelimit.Bucket{Key: home, Policy: ratelimit.Policy{Limit: 1000, Window: time.Second, Burst: 1000}}}
	var q question
	if err := q.add(class, probeKind, nobody.Address, nobody.Cost); err != nil {
		return err
	}
	answer, err := l.ask(q, timeout)
	if err == nil {
		_, err = verdictOf(nobody, answer)
	}
	return err
}

// answered notes that the store has answered.
func (l *link) answered() {
	if n := l.failures.Load(); n > 0 {
		l.failures.CompareAndSwap(n, n-1) // another one's answer or failure counts as well
	}
}

// failed notes that it has not, and says whether it is to be given up: at once if it is gone, in time if it is slow or
// answers with errors.
func (l *link) failed(err error) bool {
	_, said := rueidis.IsRedisErr(err)
	if !said && !errors.Is(err, errNonsense) && !errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return l.failures.Add(failure) >= broken
}
