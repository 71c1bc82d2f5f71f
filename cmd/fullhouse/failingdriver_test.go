package main

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"sync/atomic"
)

// faults stand in the database's driver, below everything that speaks to it: so they see each call, whichever part of the
// server makes it, and none has to be listed here. One of the calls fails: it is not made, as when a disk refuses it; or it is
// made and the connection dies before the answer is there.
type faults struct {
	n    int64 // the call that fails, from 1; 0: none
	lost bool  // it is made

	calls atomic.Int64
	hit   atomic.Pointer[string] // the call that failed; nil as long as none has
}

// errAway is what a call ends with that has failed.
var errAway = fmt.Errorf("the database went away: %w", io.ErrUnexpectedEOF)

// next counts a call and reports whether it fails.
func (f *faults) next(what string) bool {
	if f.calls.Add(1) != f.n {
		return false
	}
	f.hit.Store(&what)
	return true
}

// what is the call that failed, or "" if there were not so many.
func (f *faults) what() string {
	if hit := f.hit.Load(); hit != nil {
		return *hit
	}
	return ""
}

// wrap is a store's Wrap.
func (f *faults) wrap(c driver.Connector) driver.Connector { return failingConnector{c, f} }

type failingConnector struct {
	driver.Connector
	faults *faults
}

func (c failingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	if c.faults.next("connect") {
		return nil, errAway
	}
	inner, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &failingConn{Conn: inner, faults: c.faults}, nil
}

// failingConn has all that the drivers of both databases have.
type failingConn struct {
	driver.Conn
	faults *faults
	dead   atomic.Bool
}

// ask makes a call on a connection, or fails in its place.
func ask[T any](c *failingConn, what string, do func() (T, error)) (answer T, err error) {
	if c.dead.Load() {
		return answer, errAway
	}
	fails := c.faults.next(what)
	if fails && !c.faults.lost {
		return answer, errAway
	}
	answer, err = do()
	if err != nil || !fails {
		return answer, err
	}
	if closer, ok := any(answer).(io.Closer); ok { // of rows, or a statement
		_ = closer.Close()
	}
	c.dead.Store(true)
	_, _ = c.Conn.(driver.ExecerContext).ExecContext(context.Background(), "ROLLBACK", nil) // as the database does when a connection ends
	var none T
	return none, errAway
}

func (c *failingConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	return ask(c, "prepare "+text, func() (driver.Stmt, error) {
		inner, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
		if err != nil {
			return nil, err
		}
		return failingStmt{inner, text, c}, nil
	})
}

func (c *failingConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	return ask(c, "begin", func() (driver.Tx, error) {
		inner, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, options)
		if err != nil {
			return nil, err
		}
		return failingTx{inner, c}, nil
	})
}

func (c *failingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	return ask(c, text, func() (driver.Result, error) { return c.Conn.(driver.ExecerContext).ExecContext(ctx, text, args) })
}

func (c *failingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	return ask(c, text, func() (driver.Rows, error) { return c.Conn.(driver.QueryerContext).QueryContext(ctx, text, args) })
}

func (c *failingConn) Ping(ctx context.Context) error {
	_, err := ask(c, "ping", func() (any, error) { return nil, c.Conn.(driver.Pinger).Ping(ctx) })
	return err
}

func (c *failingConn) ResetSession(ctx context.Context) error {
	if c.dead.Load() {
		return driver.ErrBadConn
	}
	return c.Conn.(driver.SessionResetter).ResetSession(ctx)
}

func (c *failingConn) IsValid() bool {
	v, ok := c.Conn.(driver.Validator)
	return !c.dead.Load() && (!ok || v.IsValid())
}

func (c *failingConn) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := c.Conn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

type failingStmt struct {
	driver.Stmt
	text string
	conn *failingConn
}

func (s failingStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return ask(s.conn, s.text, func() (driver.Result, error) { return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args) })
}

func (s failingStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return ask(s.conn, s.text, func() (driver.Rows, error) { return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args) })
}

type failingTx struct {
	driver.Tx
	conn *failingConn
}

func (t failingTx) Commit() error {
	_, err := ask(t.conn, "commit", func() (any, error) { return nil, t.Tx.Commit() })
	return err
}
