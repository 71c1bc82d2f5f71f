package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// LockedError means that another process has the database.
type LockedError struct {
	What   string // the data folder or the database, by name
	Holder string // who has it; "" when that is not known
}

func (e LockedError) Error() string {
	return fmt.Sprintf("%s is in use by %s: stop it first, or choose another", e.What, cmp.Or(e.Holder, "another process"))
}

// lock is a locked file that holds the id of this process. The system lets go of it when the process ends, however it ends.
type lock struct{ file *os.File }

const lockPoll = 50 * time.Millisecond

// acquire locks the file, waiting at most so long for whoever has it.
func acquire(ctx context.Context, path string, wait time.Duration) (*lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	l := &lock{file}
	if err := waitFor(ctx, wait, l.try); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := sign(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// try locks the file, or says who has it.
func (l *lock) try() error {
	err := syscall.Flock(int(l.file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return LockedError{What: "the data folder " + filepath.Dir(l.file.Name()), Holder: holder(l.file)}
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", l.file.Name(), err)
	}
	return nil
}

// waitFor tries until there is no LockedError, at most so long.
func waitFor(ctx context.Context, wait time.Duration, try func() error) error {
	patience := time.NewTimer(wait)
	defer patience.Stop()
	poll := time.NewTicker(lockPoll)
	defer poll.Stop()
	for {
		err := try()
		if _, locked := errors.AsType[LockedError](err); !locked {
			return err
		}
		select {
		case <-poll.C:
		case <-patience.C:
			return err
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// sign writes who holds the lock.
func sign(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintln(file, os.Getpid())
	return err
}

// holder reads who holds the lock; "" if that can't be read.
func holder(file *os.File) string {
	text, err := io.ReadAll(io.NewSectionReader(file, 0, 32))
	pid := strings.TrimSpace(string(text))
	if err != nil || pid == "" {
		return ""
	}
	return "process " + pid
}

// release unsigns and unlocks. The file stays: removing it would let two processes lock two files of the same name.
func (l *lock) release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
