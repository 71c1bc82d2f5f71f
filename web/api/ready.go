package api

import "sync/atomic"

// Ready is whether this process should be sent new visitors. Setting and reading it costs one atomic, so that the probe
// takes no slot, no permit and no connection: a busy server that fails its probe gets restarted, and overload becomes an
// outage. The zero value is not ready.
type Ready struct{ why atomic.Pointer[string] }

// Set makes it ready when why is empty, else not ready for that reason.
func (r *Ready) Set(why string) { r.why.Store(&why) }

// Why is why it is not ready; empty when it is.
func (r *Ready) Why() string {
	if why := r.why.Load(); why != nil {
		return *why
	}
	return "starting"
}
