package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const serveUsage = `
Usage: fullhouse [serve]

Serves the game until it is told to stop (SIGTERM or Ctrl-C; a second one stops at once). Everything that can be set comes
from the environment: the table in README.md has every variable.

Example:
    $ FULLHOUSE_ADDR=:8123 FULLHOUSE_MAX_LIVE_TABLES=20 fullhouse serve
    Fullhouse is open: http://localhost:8123
`

// lockWait is how long to wait for the server before us to let go of the data folder.
const lockWait = 10 * time.Second

// serve runs until ctx ends or a signal comes.
func serve(ctx context.Context, c call) (code int) {
	if !c.noArguments("serve") {
		return exitUse
	}
	cfg, ok := c.config()
	if !ok {
		return exitUse
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)() // from then on a second signal ends the process as if nobody listened to it
	if err := open(ctx, cfg, c); err != nil {
		return c.failed(err)
	}
	return exitGood
}
