package redisstore

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/redis/rueidis"
)

// URLError says what is wrong with the address of the store. It never repeats the address: there is a password in it.
type URLError struct{ Problem string }

func (e *URLError) Error() string { return "redisstore: the store's address: " + e.Problem }

// Code is the stable code of an address that stops the start.
func (e *URLError) Code() string { return "bad_redis_url" }

// optionsOf reads redis://[user[:password]@]host[:port][/number], or rediss:// for TLS. The name is what logs may say.
func optionsOf(text string) (opt rueidis.ClientOption, name string, err error) {
	refuse := func(problem string) (rueidis.ClientOption, string, error) {
		return rueidis.ClientOption{}, "", &URLError{problem}
	}
	u, err := url.Parse(text)
	if err != nil { // the error quotes what it could not read
		return refuse("not a URL; what is special in a URL has to be written as %XX in a password")
	}
	number, path := strings.TrimPrefix(u.Path, "/"), u.Path
	_, badNumber := strconv.ParseUint(number, 10, 16)
	_, badPort := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case u.Scheme != "redis" && u.Scheme != "rediss":
		return refuse("want redis://host:port, or rediss://host:port for TLS")
	case u.Hostname() == "":
		return refuse("there is no host in it")
	case u.Port() != "" && (badPort != nil || u.Port() == "0"):
		return refuse("the port must be 1 to 65535")
	case path != "" && path != "/" && badNumber != nil:
		return refuse("after the host comes at most the number of a database, like /1")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return refuse("it has no parameters; ? and # have to be written as %3F and %23 in a password")
	}
	if path == "/" {
		u.Path = ""
	}
	if opt, err = rueidis.ParseURL(u.String()); err != nil {
		return refuse("not the address of a store")
	}
	name = opt.InitAddress[0]
	if opt.SelectDB != 0 {
		name += "/" + number
	}
	return opt, name, nil
}
