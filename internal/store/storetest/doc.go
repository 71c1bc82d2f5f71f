// Package storetest is what every store must do, as a suite of tests: the embedded database passes it today, and any
// database that is added must pass it unchanged. Model is the same in a few maps, without a disk.
//
//	suite ──► SQLite      the suite says what is right,
//	suite ──► Model       and is itself proven by two stores that have nothing in common;
//	script ─► both, step by step: Compare wants equal answers and an equal state at the end
//
// Model is also what a test of a table or a lobby can use where a database would only take time.
//
// # Why not mocks of the database?
//
// They answer what the test's author believes. The suite runs on the real thing, and finds out.
package storetest
