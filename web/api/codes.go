package api

import (
	"maps"
	"net/http"
	"slices"
)

// Refusals that are decided here. All others come from the packages that decide them.
const (
	errUnauthenticated  refusal = "unauthenticated"
	errForbidden        refusal = "forbidden"
	errNotFound         refusal = "not_found"
	errMethodNotAllowed refusal = "method_not_allowed"
)

// refusal is an error that is only a code.
type refusal string

func (r refusal) Error() string { return "api: " + string(r) }
func (r refusal) Code() string  { return string(r) }

// internal is the code of everything that has none: the client learns only the reference under which it was logged.
const internal = "internal"

// databaseUnavailable is the code when the database does not answer, or went away before it said how a change ended.
const databaseUnavailable = "database_unavailable"

// meaning is what a code means over HTTP.
type meaning struct {
	status int
	layer  string // what refused, for the counters
	detail string // one sentence for someone who reads the answer by eye; empty: the error's own words
}

// meanings has every code that can leave this server over HTTP. What a table refuses goes over its socket, and a table that
// has closed is no longer found.
func meanings() map[string]meaning {
	return map[string]meaning{
		"server_busy": {http.StatusServiceUnavailable, "inflight",
			"The server is answering as many requests as it can. Tables that are playing are not affected."},
		"server_full": {http.StatusServiceUnavailable, "live_tables",
			"Every table that this server can run is in use. Joining one of them is still open."},
		"too_many_tables": {http.StatusTooManyRequests, "live_tables",
			"This account, or everybody at its address together, has as many tables open as may be. Joining one is still open."},
		"sockets_full": {http.StatusServiceUnavailable, "sockets",
			"The server holds or opens as many connections as it can. Those who hold a seat come first, where they sit."},
		"too_many_sockets": {http.StatusTooManyRequests, "sockets",
			"This account, or everybody at its address together, has as many connections open as may be. Close one to open another."},
		"watchers_full": {http.StatusTooManyRequests, "watchers",
			"This table has all its watchers. Whoever holds a seat there is let in."},
		"admissions_full": {http.StatusConflict, "admissions",
			"The invites of this table have let in as many people as they may."},
		"draining": {http.StatusServiceUnavailable, "drain",
			"The server is about to restart. Chips are safe."},
		"database_unavailable": {http.StatusServiceUnavailable, "database",
			"The database does not answer. Look again before you repeat a change: it may have been made."},
		"db_busy": {http.StatusServiceUnavailable, "database",
			"Every database connection for requests is in use. Tables that are playing have their own."},
		"cpu_busy": {http.StatusServiceUnavailable, "cpu",
			"The processor is busy with others' requests of this kind. Tables that are playing are not affected."},
		"quota_exhausted": {http.StatusTooManyRequests, "quota",
			"Today's allowance is used up. There is more after midnight UTC."},
		"mail_unavailable": {http.StatusServiceUnavailable, "mail",
			"This server can't send mail, so it can't send a link either."},
		"name_taken": {http.StatusConflict, "accounts", "Somebody has that name, or one that looks the same."},
		"bad_credentials": {http.StatusUnauthorized, "accounts",
			"There is no account with that name and password. Which of the two is wrong is not said."},
		"bad_token":    {http.StatusBadRequest, "accounts", "This link has been used, has ended, or is not complete. Ask for a new one."},
		"still_seated": {http.StatusConflict, "accounts", "The account holds a seat. Stand up first."},
		"enough_chips": {http.StatusConflict, "accounts", "Free chips are for who has few. Nothing was used up."},
		"not_host":     {http.StatusForbidden, "request", "Only who made the table may do that."},
		"not_here":     {http.StatusForbidden, "request", "Only who is at the table may do that: with a seat, or a connection."},
		"request_timeout": {http.StatusServiceUnavailable, "deadline",
			"The answer was not ready in time."},
		"rate_limited": {http.StatusTooManyRequests, "ratelimit",
			"That was too fast. The same request is admitted after the wait."},
		"limiter_full": {http.StatusServiceUnavailable, "ratelimit",
			"The server keeps count of as many callers as it can. Those it knows are not affected."},
		"cost_too_high": {http.StatusUnprocessableEntity, "ratelimit",
			"This request costs more than can ever be admitted at once. Waiting does not help."},
		"unauthenticated":    {http.StatusUnauthorized, "session", "Who is asking? POST /api/guest gives a session."},
		"forbidden":          {http.StatusForbidden, "origin", "This request comes from a page of another site."},
		"not_found":          {http.StatusNotFound, "route", "There is nothing at this address."},
		"method_not_allowed": {http.StatusMethodNotAllowed, "route", "This address takes other methods: see Allow."},
		"upgrade_required":   {http.StatusUpgradeRequired, "route", "This address is a WebSocket, and you would be let in."},
		"bad_request":        {http.StatusBadRequest, "request", ""},
		"bad_hands":          {http.StatusBadRequest, "request", ""},
		"bad_board":          {http.StatusBadRequest, "request", ""},
		"bad_range":          {http.StatusBadRequest, "request", ""},
		"range_blocked":      {http.StatusBadRequest, "request", ""},
		"ranges_clash":       {http.StatusBadRequest, "request", ""},
		"too_few_cards":      {http.StatusBadRequest, "request", ""},
		"not_a_card":         {http.StatusBadRequest, "request", ""},
		"duplicate_card":     {http.StatusBadRequest, "request", ""},
		internal: {http.StatusInternalServerError, "internal",
			"That did not work on our side. The reference finds it in the log."},
	}
}

// codes are all codes in order.
func codes() []string { return slices.Sorted(maps.Keys(meanings())) }
