// Package api is the way in over HTTP: who may pass in which order, the JSON routes, and how a refusal looks.
//
// Every request comes through Server.ServeHTTP, which is meant to be read first:
//
//	request id, recover
//	  exemption          /healthz, /readyz, embedded files: they pass here, whatever else is exhausted
//	    in flight        a slot, or 503 server_busy
//	      deadline       from here on there is so much time, or 503 request_timeout
//	        address      where it comes from, as far as that can be believed, or 400
//	          limit      the caller's rate for this class of routes, or 429 rate_limited
//	            origin   a page of another site may not change anything
//	              route  404 and 405 come from here
//	                session  only for routes that need to know who asks; it reads the database
//	                  handler
//
// Cheap answers come before dear ones, so that a refusal costs less than what it refuses. The limit comes before the session,
// because reading the session costs and a cookie may be invented: what the caller can choose does not help past it, since the
// address is always charged. Which class a route is in stands in one table, in classes.go.
//
// # How each layer fails
//
//   - In flight: closed. Without a slot the request is refused at once.
//   - The deadline: closed. Work that is late is told to stop, and its slot comes back when it has.
//   - The address: closed. Who has none that can be read is refused; nobody passes without a key.
//   - The limit: closed. When nothing can be decided, nobody is admitted.
//
// Every refusal is one problem+json body (RFC 9457), written and counted by Refuse; which status, layer and sentence
// belong to a code is one table in codes.go. Packages below give errors with a code and know no statuses.
//
// # Why not a chain of middleware
//
// The order of the layers is the design, and a chain hides it: each link knows only the next one. One function shows the
// order, and a slot is held by a defer in the same function that took it.
package api
