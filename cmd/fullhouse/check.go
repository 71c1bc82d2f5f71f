package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
)

// kind is what a variable holds, in words.
func kind(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "duration such as 1m30s"
	case t == reflect.TypeFor[ratelimit.Policy]():
		return "rate such as 30/min or 30/min:10"
	case t == reflect.TypeFor[quota.Allowance]():
		return "daily allowance such as guest:10,account:50"
	case t == reflect.TypeFor[portion]():
		return "part such as 10%, or whole number"
	case t.Kind() == reflect.Float64:
		return "number such as 0.25"
	case t.Kind() == reflect.Bool:
		return "true or false"
	default:
		return "whole number"
	}
}

// checkRanges holds every number against the min and max of its tags.
func (c *config) checkRanges() error {
	var errs []error
	for name, field := range variables() {
		low, ranged := field.Tag.Lookup("min")
		if !ranged {
			continue
		}
		high := field.Tag.Get("max")
		value := reflect.ValueOf(*c).FieldByIndex(field.Index)
		if n := value.Int(); n < number(field.Type, low) || n > number(field.Type, high) {
			errs = append(errs, fmt.Errorf("%s%s is %v, but must be from %s to %s", prefix, name, value, low, high))
		}
	}
	return errors.Join(errs...)
}

// number reads a limit from a tag.
func number(t reflect.Type, s string) int64 {
	if t == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(s)
		if err != nil {
			panic(err) // the tag is wrong: a fault of the program
		}
		return int64(d)
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// checkClock refuses an action clock that can't be told in milliseconds, as tables and the wire do.
func (c *config) checkClock() error {
	if c.ActionClock%time.Millisecond != 0 {
		return fmt.Errorf("%sACTION_CLOCK is %v, but must be whole milliseconds", prefix, c.ActionClock)
	}
	return nil
}

// checkStores refuses addresses of stores that are none, and those under a name that means nothing. What is in an address is
// never printed: there is a password in it.
func (c *config) checkStores(all environment) error {
	var errs []error
	for _, name := range []string{"DATABASE_URL", "REDIS_URL"} {
		if all[prefix+name] != "" {
			errs = append(errs, fmt.Errorf("%[1]s%[2]s is set, but it is called %[2]s, without %[1]s", prefix, name))
		}
	}
	for _, store := range []struct{ name, value, schemes string }{
		{"DATABASE_URL", c.DatabaseURL, "postgres postgresql"},
		{"REDIS_URL", c.RedisURL, "redis rediss"},
		{prefix + "SMTP_URL", c.SMTPURL, "smtp smtps"},
	} {
		if store.value == "" {
			continue
		}
		schemes := strings.Fields(store.schemes)
		if u, err := url.Parse(store.value); err != nil || u.Hostname() == "" && u.Query().Get("host") == "" || !slices.Contains(schemes, u.Scheme) {
			errs = append(errs, fmt.Errorf("%s must look like %s://user:password@host:port", store.name, schemes[0]))
		}
	}
	if s := c.RateDegradedShare; !(s > 0 && s <= 1) {
		errs = append(errs, fmt.Errorf("%sRATE_DEGRADED_SHARE is %v, but must be above 0 and at most 1: less than nothing is no "+
			"limit, and more than all would let callers go faster when the store is gone", prefix, s))
	}
	return errors.Join(errs...)
}

// checkAddresses refuses addresses that are none, and those that would show secrets to others.
func (c *config) checkAddresses() error {
	var errs []error
	if _, port, err := net.SplitHostPort(c.Addr); err != nil || port == "" {
		errs = append(errs, fmt.Errorf("%sADDR is %q, but must be host:port or :port", prefix, c.Addr))
	}
	errs = append(errs, c.checkAdmin())
	if c.PublicURL != "" {
		errs = append(errs, c.checkPublicURL())
	}
	for _, origin := range c.AllowedOrigins {
		if u, err := parseOrigin(origin); err != nil || u.String() != origin {
			errs = append(errs, fmt.Errorf("%sALLOWED_ORIGINS has %q, but an origin looks like https://poker.example.org",
				prefix, origin))
		}
	}
	var err error
	c.proxies, err = parseProxies(c.TrustedProxies)
	return errors.Join(append(errs, err)...)
}

// minToken is the shortest token that nobody guesses.
const minToken = 16

// checkAdmin keeps what the admin listener shows from strangers.
func (c *config) checkAdmin() error {
	host, _, err := net.SplitHostPort(c.AdminAddr)
	switch {
	case err != nil:
		return fmt.Errorf("%sADMIN_ADDR is %q, but must be host:port, such as 127.0.0.1:9090", prefix, c.AdminAddr)
	case c.AdminToken != "" && len(c.AdminToken) < minToken:
		return fmt.Errorf("%sADMIN_TOKEN must have at least %d characters", prefix, minToken)
	case !isLoopback(host) && c.AdminToken == "":
		return fmt.Errorf("%[1]sADMIN_ADDR is %[2]q, which is not on loopback: it serves profiles of the process, so it takes an "+
			"%[1]sADMIN_TOKEN", prefix, c.AdminAddr)
	}
	return nil
}

// parseProxies reads addresses and prefixes. It refuses those that would never match, and those that match everybody.
func parseProxies(texts []string) (prefixes []netip.Prefix, err error) {
	var errs []error
	for _, text := range texts {
		one, err := netip.ParsePrefix(text)
		if addr, bare := netip.ParseAddr(text); bare == nil && addr.Zone() == "" {
			one, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		switch {
		case err != nil:
			err = errors.New("is no address and no prefix such as 10.0.0.0/8")
		case one.Addr().Is4In6():
			err = errors.New("must be written as IPv4, which it is")
		case one.Bits() == 0:
			err = errors.New("would be everybody")
		case one != one.Masked():
			err = fmt.Errorf("is either %v or %v/%d", one.Masked(), one.Addr(), one.Addr().BitLen())
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%sTRUSTED_PROXIES: %q %w", prefix, text, err))
		}
		prefixes = append(prefixes, one)
	}
	return prefixes, errors.Join(errs...)
}

func (c *config) checkPublicURL() error {
	u, err := parseOrigin(strings.TrimSuffix(c.PublicURL, "/"))
	if err != nil {
		return fmt.Errorf("%sPUBLIC_URL is %q, but must look like https://poker.example.org: %w", prefix, c.PublicURL, err)
	}
	if u.Scheme == "http" && !isLoopback(u.Hostname()) && !c.AllowInsecure {
		return fmt.Errorf("%[1]sPUBLIC_URL is %[2]q: without https anyone on the way can take over a player's session. "+
			"Put a server with a certificate in front and use its https address, or on a home network that you trust set "+
			"%[1]sALLOW_INSECURE=true", prefix, c.PublicURL)
	}
	return nil
}

// parseOrigin reads an origin: a scheme, a host and perhaps a port, and nothing else.
func parseOrigin(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return nil, err
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("it begins with neither http:// nor https://")
	case u.Hostname() == "":
		return nil, errors.New("it names no host")
	case !goodPort(u):
		return nil, errors.New("its port is not one from 1 to 65535")
	case u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("it has more than a scheme, a host and a port")
	}
	u.Host = strings.ToLower(u.Host)
	if port := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]; strings.HasSuffix(u.Host, port) {
		u.Host = strings.TrimSuffix(u.Host, port) // as browsers write origins
	}
	return u, nil
}

// goodPort allows no port at all, and one that can be dialled, as browsers write it: without zeros in front.
func goodPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && port != 0 && u.Port()[0] != '0'
}

// isLoopback reports whether only this machine can reach host.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
