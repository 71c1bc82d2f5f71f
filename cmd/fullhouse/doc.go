// Fullhouse is the server and its tools in one binary; run it with -h for a list.
//
// This is the one place that picks implementations: it reads the configuration, opens the database, hands each package the
// interfaces that it asked for, and binds the packages' counters to metrics.
//
//	main.go      the subcommands
//	config.go    every variable; environment.go, check.go and origin.go complete it
//	serve.go     the subcommand: the configuration, and the signals that end it
//	app.go       the wiring: opens the listeners and the database, and gives each part the others
//	run.go       the server's life: the answers on both listeners, and the way down to the last goroutine's end
//	metrics.go   what the admin listener tells
//
// # Why not a dependency injection library, or a package for commands
//
// There are about ten parts and five commands. Wired by hand they read from top to bottom, and the compiler says what is
// missing.
package main
