package main

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// place is where the server is to be found by people, once it listens.
type place struct {
	url     *url.URL // what to click
	origins []string // whose pages may use it, as browsers write them
}

// placeAt completes the configuration with the port that the listener got.
func (c *config) placeAt(listener net.Addr) place {
	public := c.PublicURL
	if public == "" {
		_, port, _ := net.SplitHostPort(listener.String())
		public = "http://localhost:" + port
	}
	u, err := parseOrigin(strings.TrimSuffix(public, "/"))
	if err != nil {
		panic(err) // checked when it was read
	}
	origins := append([]string{u.String()}, c.AllowedOrigins...)
	if isLoopback(u.Hostname()) {
		// One browser may call this machine by any of its names.
		for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
			other := *u
			other.Host = host
			if port := u.Port(); port != "" {
				other.Host += ":" + port
			}
			origins = append(origins, other.String())
		}
	}
	slices.Sort(origins)
	return place{url: u, origins: slices.Compact(origins)}
}

// socket is the address of its sockets, for the pages' Content-Security-Policy, which can't name an IPv6 address: then "".
func (p place) socket() string {
	if strings.HasPrefix(p.url.Host, "[") {
		return ""
	}
	return "ws" + strings.TrimPrefix(p.url.String(), "http") // ws or wss
}
