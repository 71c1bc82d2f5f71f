package main

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	"net/netip"
	"reflect"
	"runtime"

	"github.com/caarlos0/env/v11"

	"example.com/fullhouse/ratelimit"
)

// prefix begins the name of every variable.
const prefix = "FULLHOUSE_"

// config is everything that can be set from outside, in groups: see settings.go.
type config struct {
	Addresses
	Box
	Sizes
	Callers
	Allowances
	Play

	// DatabaseURL is that of Postgres: DATABASE_URL, as it is called everywhere. Without it the database is embedded.
	DatabaseURL string
	// RedisURL is that of the store that counts callers for several processes: REDIS_URL. Without it each counts by itself.
	RedisURL string

	// proxies are the TrustedProxies, read.
	proxies []netip.Prefix
	// wrap stands between the store and its database in tests; nil in a server.
	wrap func(driver.Connector) driver.Connector
	// explicit names the variables that were set, without the prefix.
	explicit map[string]bool
	// lowered names the defaults that did not fit a neighbour that was set, with the neighbour.
	lowered map[string]string
}

// configFrom reads the environment and refuses what makes no sense, all of it in one error. An empty variable counts as
// unset.
func configFrom(all environment) (config, error) {
	cfg := config{explicit: map[string]bool{}, lowered: map[string]string{}, DatabaseURL: all["DATABASE_URL"], RedisURL: all["REDIS_URL"]}
	cfg.perCore(runtime.NumCPU())
	chosen := environment{}
	for name := range variables() {
		if value := all[prefix+name]; value != "" {
			chosen[prefix+name] = value
			cfg.explicit[name] = true
		}
	}
	if err := env.ParseWithOptions(&cfg, env.Options{Prefix: prefix, Environment: chosen}); err != nil {
		return config{}, unreadable(err, chosen)
	}
	if err := errors.Join(cfg.checkRanges(), cfg.checkClock(), cfg.checkAddresses(), cfg.checkRates(), cfg.checkStores(all)); err != nil {
		return config{}, err
	}
	return cfg, cfg.checkNeighbours()
}

// variables are the fields of config by the name of their variable, without the prefix.
func variables() iter.Seq2[string, reflect.StructField] {
	return func(yield func(string, reflect.StructField) bool) {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[config]()) {
			if name, ok := field.Tag.Lookup("env"); ok && !yield(name, field) {
				return
			}
		}
	}
}

// unreadable says which variables do not parse. The library knows them only by their fields.
func unreadable(err error, chosen environment) error {
	var errs []error
	for name, field := range variables() {
		for _, one := range err.(interface{ Unwrap() []error }).Unwrap() { // always an env.AggregateError
			if parse, ok := errors.AsType[env.ParseError](one); ok && parse.Name == field.Name {
				errs = append(errs, fmt.Errorf("%s%s is %q, which is not a %s", prefix, name, chosen[prefix+name], kind(field.Type)))
				if policy, ok := errors.AsType[*ratelimit.PolicyError](parse.Err); ok {
					errs = append(errs, errors.New(policy.Problem))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// source tells where a variable's value comes from. Defaults are called provisional until a load test has measured them.
func (c *config) source(name string) string {
	switch {
	case c.explicit[name]:
		return "set"
	case c.lowered[name] != "":
		return "lowered to " + c.lowered[name]
	}
	return "provisional"
}

// bounds are all bounds with their values and sources, as attributes for a log line.
func (c *config) bounds() (attributes []any) {
	for name, field := range variables() {
		if _, bound := field.Tag.Lookup("bound"); bound {
			value := reflect.ValueOf(*c).FieldByIndex(field.Index)
			attributes = append(attributes, prefix+name, fmt.Sprintf("%v (%s)", value, c.source(name)))
		}
	}
	return attributes
}

// databaseKind says where the database is, without the secrets in its address.
func (c *config) databaseKind() string {
	if c.DatabaseURL != "" {
		return "postgres"
	}
	return c.DataDir
}
