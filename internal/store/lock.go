package store

import (
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

// LockedError means that another process has the data folder.
type LockedError struct {
	Dir    string
	Holder string // its process id; "" when it has not written it yet
}

func (e LockedError) Error() string {
	who := "another process"
	if e.Holder != "" {
		who = "process " + e.Holder
	}
	return fmt.Sprintf("the data folder %s is in use by %s: stop it first, or choose another folder", e.Dir, who)
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
	if err := waitFor(ctx, file, wait); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := sign(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &lock{file}, nil
}

func waitFor(ctx context.Context, file *os.File, wait time.Duration) error {
	patience := time.NewTimer(wait)
	defer patience.Stop()
	poll := time.NewTicker(lockPoll)
	defer poll.Stop()
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return fmt.Errorf("lock %s: %w", file.Name(), err)
		}
		select {
		case <-poll.C:
		case <-patience.C:
			return LockedError{Dir: filepath.Dir(file.Name()), Holder: holder(file)}
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
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// release unsigns and unlocks. The file stays: removing it would let two processes lock two files of the same name.
func (l *lock) release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
