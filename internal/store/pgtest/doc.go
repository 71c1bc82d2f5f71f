// Package pgtest gives tests a Postgres of their own: a private cluster in a folder under /tmp, reached by a socket in that
// folder, gone with the test program. Nothing of the machine's own cluster is used or touched, and none needs to run.
//
//	TestMain ─► Main ─► Run: all tests ─► the cluster is stopped, its folder removed
//	a test   ─► Start: the cluster, made when the first test asks ─► Database: an empty one for each test
//	         ─► Stop, Restart: an outage
//	         ─► New: another cluster, for outages beside other tests
//	         ─► Proxied: a database behind a Proxy, which loses, holds back and slows down its answers
//
// Making the cluster takes about a second. It flushes to disk as a real one does, since what tests prove depends on it.
//
// Postgres refuses to run as root. A root's test runs it as the user postgres, whom the distribution's package brings.
//
// Without the programs of Postgres a test that asks for them is skipped; with FULLHOUSE_REQUIRE_POSTGRES set, as by make test,
// it fails.
//
// # Why not a container?
//
// It takes a daemon, an image and the network, and starts no faster.
package pgtest
