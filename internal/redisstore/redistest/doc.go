// Package redistest starts a redis-server of its own for a test: on a free loopback port, in a temporary folder, keeping
// nothing, and gone when the test is. It can be killed, started again and stalled, which is what the tests are about.
//
//	server := redistest.Start(t)
//	server.Pause() // it takes connections and answers nothing
//	server.Resume()
//
// It fails closed: without the binary a test is skipped, and fails where FULLHOUSE_REQUIRE_REDIS is set, so that a run that
// should have tested the shared store can't pass without one.
//
// # Why not a server for all tests?
//
// Because a test that kills it would kill everybody's. Starting one takes a few milliseconds.
package redistest
