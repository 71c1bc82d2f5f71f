package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"example.com/fullhouse/table"
)

// maxGroup is the most writes in one transaction: enough to make the disk's part of each small, and few enough that the
// first of them is not kept waiting for the last.
const maxGroup = 256

var errClosed = errors.New("the store is closed")

// request is one write: what to do, and whom to tell.
type request struct {
	ctx  context.Context // when it is done before the request's turn comes, nothing is written
	do   func(*tx) error // stops at its first error
	done func(error)     // called exactly once, from the writer's goroutine: it must not block
}

// writer makes every write of the database, in the order they were asked for. What has come in while one transaction was
// being committed goes into the next together, each under a savepoint of its own.
type writer struct {
	queue chan request
	mu    sync.RWMutex // orders submit and stop
	shut  bool         // guarded by mu: queue is closed
	ended chan struct{}
	conn  *sql.Conn
	tx    tx // of the writer's goroutine
}

// startWriter takes the pool's only connection and starts the goroutine.
func startWriter(ctx context.Context, db *sql.DB, queue int) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{queue: make(chan request, queue), ended: make(chan struct{}), conn: conn}
	w.tx = tx{conn: conn, prepared: map[string]*sql.Stmt{}}
	go w.run()
	return w, nil
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
	return errors.Join(w.tx.close(), w.conn.Close())
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
	err := w.transact(group, answers)
	if err != nil {
		_, _ = w.tx.exec("ROLLBACK") // fails if SQLite has rolled back by itself
		for i := range answers {
			answers[i] = err
		}
	}
	return answers
}

func (w *writer) transact(group []request, answers []error) error {
	if _, err := w.tx.exec("BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("%w: begin: %w", table.ErrUnavailable, err)
	}
	for i, r := range group {
		var err error
		if answers[i], err = w.one(r); err != nil {
			return fmt.Errorf("%w: %w", table.ErrUnavailable, err) // nothing of the group is written
		}
	}
	if _, err := w.tx.exec("COMMIT"); err != nil {
		return fmt.Errorf("commit: %w", err) // no code: nobody knows what the disk has
	}
	return nil
}

// one plays one request under a savepoint, so that what it wrote before it failed goes away and the others' writes stay.
// An error beside the answer means that the whole transaction is lost: a full disk can make SQLite roll it back by itself,
// and going on would then write outside of any transaction.
func (w *writer) one(r request) (answer, lost error) {
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx), nil
	}
	if _, err := w.tx.exec("SAVEPOINT one"); err != nil {
		return nil, err
	}
	if answer = explain(r.do(&w.tx)); answer != nil {
		if _, err := w.tx.exec("ROLLBACK TO one"); err != nil {
			return nil, errors.Join(answer, err)
		}
	}
	_, lost = w.tx.exec("RELEASE one")
	return answer, lost
}

// write makes one write and waits for its answer, or until ctx is done; then nobody knows whether it will be written.
func (s *Store) write(ctx context.Context, do func(*tx) error) error {
	answer := make(chan error, 1)
	s.writer.submit(request{ctx: ctx, do: do, done: func(err error) { answer <- err }})
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
