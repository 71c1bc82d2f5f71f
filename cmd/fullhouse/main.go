package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit codes: the same for every command.
const (
	exitGood = 0 // all is well
	exitNot  = 1 // the thing checked is not so, or the command failed: port taken, data folder in use
	exitUse  = 2 // bad use or bad input
)

// call is how a command was called.
type call struct {
	args   []string // without the command's own name
	env    environment
	stdout io.Writer
	stderr io.Writer
}

// command is one of the things this binary does.
type command struct {
	name  string
	does  string // in the list of commands
	usage string // what -h prints: how to call it, what it does, an example
	run   func(context.Context, call) int
}

func commands() []command {
	return []command{
		{"serve", "serve (the default)", serveUsage, serve},
		{"migrate", "bring the database to this version's schema", migrateUsage, migrate},
		{"audit", "recompute the ledger and the tables and report each difference", auditUsage, audit},
		{"backup", "write the database into a file, beside a live server", backupUsage, backup},
		{"quarantine", "list tables taken out of play, or take one back", quarantineUsage, quarantine},
		{"reports", "list what people have reported to you, or close one", reportsUsage, reports},
		{"replay", "play recorded hands through the rules and report each mismatch", replayUsage, replay},
		{"verify", "check the cards of a hand against its commitment", verifyUsage, verify},
		{"version", "say which build this is", versionUsage, version},
	}
}

func main() {
	os.Exit(run(context.Background(), os.Args[1:], environmentOf(os.Environ()), os.Stdout, os.Stderr))
}

// run is main with everything that comes from outside as a parameter. It returns the exit code.
func run(ctx context.Context, args []string, env environment, stdout, stderr io.Writer) int {
	name, rest := "serve", args
	if len(args) > 0 && !isHelp(args[0]) {
		name, rest = args[0], args[1:]
	} else if len(args) > 0 {
		printCommands(stdout)
		return exitGood
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		if len(rest) > 0 && isHelp(rest[0]) {
			fmt.Fprintln(stdout, strings.TrimSpace(c.usage))
			return exitGood
		}
		return c.run(ctx, call{args: rest, env: env, stdout: stdout, stderr: stderr})
	}
	fmt.Fprintf(stderr, "fullhouse: there is no command %q\n\n", name)
	printCommands(stderr)
	return exitUse
}

func isHelp(arg string) bool {
	return arg == "-h" || arg == "-help" || arg == "--help" || arg == "help"
}

func printCommands(w io.Writer) {
	fmt.Fprint(w, "Fullhouse serves No-Limit Texas Hold'em.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  fullhouse %-10s %s\n", c.name, c.does)
	}
	fmt.Fprint(w, "\nEach explains itself with -h. Settings come from the environment: see README.md.\n")
}

// noArguments complains when a command that takes none got some.
func (c call) noArguments(name string) bool {
	if len(c.args) == 0 {
		return true
	}
	fmt.Fprintf(c.stderr, "fullhouse %s: takes no arguments, but got %q; see fullhouse %s -h\n", name, c.args, name)
	return false
}

// config reads the settings for a command, and speaks of variables that it does not know. When they make no sense it says so
// and the command must end.
func (c call) config() (cfg config, ok bool) {
	for _, s := range c.env.strangers() {
		fmt.Fprintf(c.stderr, "fullhouse: %s is no setting and does nothing; did you mean %s?\n", printable(s.name), s.nearest)
	}
	cfg, err := configFrom(c.env)
	if err != nil {
		fmt.Fprintf(c.stderr, "fullhouse: the settings make no sense:\n%v\n", err)
	}
	return cfg, err == nil
}

// failed says why a command ended badly.
func (c call) failed(err error) int {
	fmt.Fprintf(c.stderr, "fullhouse: %v\n", err)
	return exitNot
}
