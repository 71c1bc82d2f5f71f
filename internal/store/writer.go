package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fullhouse/internal/crashpoint"
	"example.com/fullhouse/table"
)

// maxGroup is the most writes in one transaction: enough to make the disk's part of each small, and few enough that the
// first of them is not kept waiting for the last.
const maxGroup = 256

var errClosed = errors.New("the store is closed")

// request is one write: what to do, and whom to tell.
type request struct {
	ctx   context.Context // when it is done before the request's turn comes, nothing is written
	do    func(*tx) error // stops at its first error
	batch *table.Batch    // what do appends, nil when it does anything else
	done  func(error)     // called exactly once, from the writer's goroutine: it must not block
}

// writer makes the writes of the tables, and all others where the database takes one at a time anyway, in the order they were
// asked for. What has come in while one transaction was being committed goes into the next together: each under a savepoint of
// its own, or all appends as one statement (see batch.go).
type writer struct {
	queue    chan request
	mu       sync.RWMutex // orders submit and stop
	shut     bool         // guarded by mu: queue is closed
	ended    chan struct{}
	db       *sql.DB // has one connection
	dialect  *dialect
	release  func()      // the permit for the connection
	grouped  func(int)   // sees the size of each group that is committed; may be nil
	doubtful atomic.Bool // whether it can write: what it was asked for last is under way, or was refused as a whole

	// Of the writer's goroutine:
	on      *prepared // nil while there is no connection
	tx      tx        // on it
	retryAt time.Time // when to ask again for a connection after there was none
}

// connectPause is after how long a database that could not be reached is asked again.
const connectPause = 250 * time.Millisecond

// startWriter takes the pool's only connection and starts the goroutine. The permit is held as long as there is a writer: it
// can't be kept waiting by readers.
func startWriter(ctx context.Context, p pool, d *dialect, queue int, grouped func(int)) (*writer, error) {
	release, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{queue: make(chan request, queue), ended: make(chan struct{}), db: p.DB, dialect: d, release: release, grouped: grouped}
	if err := w.connect(ctx); err != nil {
		release()
		return nil, err
	}
	go w.run()
	return w, nil
}

// connect sees to it that there is a connection. While the database can't be reached it answers at once most of the time, so
// that those who wait do not add up their waiting.
func (w *writer) connect(ctx context.Context) error {
	if w.on != nil {
		return nil
	}
	if time.Now().Before(w.retryAt) {
		return errNoConnection
	}
	ctx, cancel := within(ctx, connectLimit)
	defer cancel()
	conn, err := w.db.Conn(ctx)
	if err != nil {
		w.retryAt = time.Now().Add(connectPause)
		return fmt.Errorf("%w: %w", errNoConnection, ended(ctx, err))
	}
	w.on = &prepared{conn: conn, texts: map[string]*sql.Stmt{}}
	w.tx = tx{ctx: context.Background(), limit: w.dialect.limit, dialect: w.dialect, on: w.on}
	return nil
}

var errNoConnection = errors.New("no connection to the database")

// disconnect gives up the connection. An error tells no more than the one that led here.
func (w *writer) disconnect() error {
	if w.on == nil {
		return nil
	}
	err := w.on.close()
	w.on = nil
	return err
}

// submit queues a request. It never blocks: a full queue, or a stopped writer, answers at once.
func (w *writer) submit(r request) {
	if err := w.enqueue(r); err != nil {
		r.done(fmt.Errorf("%w: %w", table.ErrUnavailable, err))
	}
}

func (w *writer) enqueue(r request) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.shut {
		return errClosed
	}
	select {
	case w.queue <- r:
		return nil
	default:
		return fmt.Errorf("%d writes are waiting already", cap(w.queue))
	}
}

// stop refuses new requests, waits until those that came earlier are answered and gives the connection back.
func (w *writer) stop() error {
	w.mu.Lock()
	w.shut = true
	close(w.queue)
	w.mu.Unlock()
	<-w.ended
	w.release()
	return w.disconnect()
}

func (w *writer) run() {
	defer close(w.ended)
	for first := range w.queue {
		group := w.collect(first)
		for i, err := range w.commit(group) {
			group[i].done(err)
		}
	}
}

// collect takes what else is waiting.
func (w *writer) collect(first request) []request {
	group := []request{first}
	for len(group) < maxGroup {
		select {
		case r, ok := <-w.queue:
			if !ok {
				return group
			}
			group = append(group, r)
		default:
			return group
		}
	}
	return group
}

// commit writes a group in one transaction and returns the answer to each. When the transaction as a whole fails, that is
// the answer to all: what one of them read may have been written by another.
func (w *writer) commit(group []request) []error {
	answers := make([]error, len(group))
	w.doubtful.Store(true)
	err := w.transact(group, answers)
	if err != nil {
		w.rollback()
		for i := range answers {
			answers[i] = err
		}
		return answers
	}
	w.doubtful.Store(false)
	crashpoint.Reach(crashpoint.AfterAppend)
	if w.grouped != nil {
		w.grouped(len(group))
	}
	return answers
}

// rollback undoes what is left of a transaction. When even that fails, SQLite has done so by itself or the connection is
// lost; a new one has no transaction for sure.
func (w *writer) rollback() {
	if w.on == nil {
		return
	}
	if _, err := w.tx.exec("ROLLBACK"); err != nil {
		_ = w.disconnect()
	}
}

// begin begins a transaction. A connection may have been lost while it was idle: that is found out here, and a new one may do.
func (w *writer) begin() error {
	if w.on != nil {
		if _, err := w.tx.exec(w.dialect.begin); err == nil {
			return nil
		}
		_ = w.disconnect()
	}
	if err := w.connect(context.Background()); err != nil {
		return err
	}
	_, err := w.tx.exec(w.dialect.begin)
	return err
}

func (w *writer) transact(group []request, answers []error) error {
	if err := w.begin(); err != nil {
		return fmt.Errorf("%w: begin: %w", table.ErrUnavailable, err)
	}
	if err := w.play(group, answers); err != nil {
		return fmt.Errorf("%w: %w", table.ErrUnavailable, err) // nothing of the group is written
	}
	_, err := w.tx.exec("COMMIT")
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return fmt.Errorf("%w: commit: %w", table.ErrUnavailable, err)
	}
	return unsure{err}
}

// play plays the requests in their order: appends that come one after the other together, where the database can do that, all
// else one by one.
func (w *writer) play(group []request, answers []error) (lost error) {
	if w.dialect.together(group) == len(group) {
		return w.appendAll(group, answers)
	}
	for len(group) > 0 && lost == nil {
		n := w.dialect.together(group)
		if n > 0 {
			lost = w.appendSome(group[:n], answers[:n])
		} else {
			n = 1
			answers[0], lost = w.one(group[0])
		}
		group, answers = group[n:], answers[n:]
	}
	return lost
}

// one plays one request.
func (w *writer) one(r request) (answer, lost error) {
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx), nil
	}
	answer, lost = w.guarded(r.do)
	return explain(answer), lost
}

// guarded writes under a savepoint, so that what was written before it failed goes away and the others' writes stay.
// An error beside the answer means that the whole transaction is lost: a full disk can make SQLite roll it back by itself,
// and going on would then write outside of any transaction.
func (w *writer) guarded(do func(*tx) error) (answer, lost error) {
	if _, err := w.tx.exec("SAVEPOINT one"); err != nil {
		return nil, err
	}
	if answer = do(&w.tx); answer != nil {
		if _, err := w.tx.exec("ROLLBACK TO one"); err != nil {
			return nil, errors.Join(answer, err)
		}
	}
	_, lost = w.tx.exec("RELEASE one")
	return answer, lost
}

// write makes a write of HTTP, under a permit: a transaction of its own, or the writer's where the database takes only one
// writer. When ctx is done before it returns, nobody knows whether it will be written.
func (s *Store) write(ctx context.Context, do func(*tx) error) error {
	if s.dialect.concurrent {
		return s.transact(ctx, s.http, statementLimit, do)
	}
	release, err := s.http.enter(ctx)
	if err != nil {
		return err
	}
	return s.ask(ctx, do, release) // whoever waits in the queue holds the permit: that bounds it
}

// ask makes one write through the writer and waits for its answer, or until ctx is done; then nobody knows whether it will be
// written. It calls after when the write is answered, even if nobody waits for that any more.
func (s *Store) ask(ctx context.Context, do func(*tx) error, after func()) error {
	answer := make(chan error, 1)
	s.writer.submit(request{ctx: ctx, do: do, done: func(err error) {
		after()
		answer <- err
	}})
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
