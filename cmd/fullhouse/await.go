package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"example.com/fullhouse/table"
)

// askAgain is how long to wait before asking a database again that can't be reached.
const askAgain = time.Second

// await does what needs the database, as often as it takes until the database can be reached. It gives up when ctx ends.
func await(ctx context.Context, log *slog.Logger, do func(context.Context) error) error {
	waiting := false
	for {
		err := do(ctx)
		if !errors.Is(err, table.ErrUnavailable) {
			if waiting && err == nil {
				log.Info("the database can be reached")
			}
			return err
		}
		if !waiting {
			log.Error("the database can't be reached: not serving until it can", "error", err)
			waiting = true
		}
		select {
		case <-time.After(askAgain):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
