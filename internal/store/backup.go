package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Backup writes the database as it is at one moment into a file, which must not be there yet: of the embedded database a
// database file, of a Postgres one an archive that pg_restore reads, made by the pg_dump of this machine. Only this user can read
// it, for it holds the cards of running hands. The file is whole or, after an error, not there.
func (r *Reader) Backup(ctx context.Context, file string) (err error) {
	part := file + ".part"
	if err := reserve(file, part); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up: %w", errors.Join(err, os.Remove(part)))
		}
	}()
	if r.address != "" {
		err = dump(ctx, r.address, part)
	} else {
		_, err = r.store.play.ExecContext(ctx, `VACUUM INTO ?`, part)
	}
	if err != nil {
		return err
	}
	if err := flush(part); err != nil {
		return err
	}
	return os.Rename(part, file)
}

// reserve makes an empty file that only this user can read, in the place of one that is not to be written over.
func reserve(file, part string) error {
	if _, err := os.Lstat(file); !errors.Is(err, os.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s: %w", file, os.ErrExist), err)
	}
	made, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ownerOnly)
	if err != nil {
		return err
	}
	return made.Close()
}

// flush sees to it that a file is on the disk before it gets its name.
func flush(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// dump runs pg_dump. The password goes where other users of the machine can't see it.
func dump(ctx context.Context, address, file string) error {
	program, err := pgDump()
	if err != nil {
		return err
	}
	address, password := withoutPassword(address)
	env := os.Environ()
	if password != "" {
		env = append(env, "PGPASSWORD="+password)
	}
	cmd := exec.CommandContext(ctx, program, "--format=custom", "--no-owner", "--file="+file, "--dbname="+address)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_dump: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

// withoutPassword takes the password out of an address, wherever it stands there.
func withoutPassword(address string) (bare, password string) {
	u, err := url.Parse(address)
	if err != nil {
		return address, ""
	}
	if in, ok := u.User.Password(); ok {
		u.User, password = url.User(u.User.Username()), in
	}
	if query := u.Query(); query.Has("password") {
		password = query.Get("password")
		query.Del("password")
		u.RawQuery = query.Encode()
	}
	return u.String(), password
}

// pgDump finds the program: on the PATH, or the newest where Debian keeps those of several versions.
func pgDump() (string, error) {
	if path, err := exec.LookPath("pg_dump"); err == nil {
		return path, nil
	}
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(all) == 0 {
		return "", errors.New("there is no pg_dump on this machine: install the client programs of Postgres")
	}
	return slices.Max(all), nil
}
