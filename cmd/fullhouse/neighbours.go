package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// portion is a part of another bound: percent of it when it was written with %, else a number.
type portion struct {
	n       int
	percent bool
}

// UnmarshalText reads 10% or 150.
func (p *portion) UnmarshalText(text []byte) (err error) {
	digits, percent := strings.CutSuffix(string(text), "%")
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || percent && n > 100 {
		return errors.New("want a part such as 10%, or a whole number")
	}
	*p = portion{int(n), percent}
	return nil
}

// String writes it as it is read.
func (p portion) String() string {
	if p.percent {
		return strconv.Itoa(p.n) + "%"
	}
	return strconv.Itoa(p.n)
}

// of is the part of a whole, rounded down.
func (p portion) of(whole int) int {
	if p.percent {
		return whole * p.n / 100
	}
	return p.n
}

// neighbour says that one bound must not be above another: it would never be reached.
type neighbour struct{ low, high string }

func neighbours() []neighbour {
	return []neighbour{
		{"MAX_SOCKETS_PER_ADDRESS", "MAX_SOCKETS"},
		{"MAX_SOCKETS_PER_ACCOUNT", "MAX_SOCKETS_PER_ADDRESS"},
		{"MAX_TABLES_PER_ADDRESS", "MAX_LIVE_TABLES"},
		{"MAX_TABLES_PER_ACCOUNT", "MAX_TABLES_PER_ADDRESS"},
		{"MAX_TABLES_PER_ACCOUNT", "QUOTA_TABLES"},
	}
}

// checkNeighbours refuses two bounds that contradict each other when both were chosen. A default that does not fit a
// neighbour is lowered to it instead: whoever shrinks one bound does not mean to be asked about all others.
func (c *config) checkNeighbours() error {
	var errs []error
	for _, n := range neighbours() {
		low, high := c.number(n.low), c.ceiling(n.high)
		switch {
		case low.Int() <= high:
		case c.explicit[n.low]:
			errs = append(errs, fmt.Errorf("%[1]s%[2]s is %[3]d, but must not be above %[1]s%[4]s, which is %[5]d",
				prefix, n.low, low.Int(), n.high, high))
		default:
			low.SetInt(high)
			c.lowered[n.low] = n.high
		}
	}
	if c.reserve() >= c.MaxSockets {
		errs = append(errs, fmt.Errorf("%[1]sSOCKETS_FOR_SEATED is %[2]v, but must be less than %[1]sMAX_SOCKETS, which is %[3]d: "+
			"else nobody could come to take a seat", prefix, c.SocketsForSeated, c.MaxSockets))
	}
	return errors.Join(errs...)
}

// reserve is how many sockets are kept for those who hold a seat.
func (c *config) reserve() int { return c.SocketsForSeated.of(c.MaxSockets) }

// number is the field of a variable that holds a number.
func (c *config) number(name string) reflect.Value {
	for variable, field := range variables() {
		if variable == name {
			return reflect.ValueOf(c).Elem().FieldByIndex(field.Index)
		}
	}
	panic("there is no variable " + name) // a fault of the program
}

// ceiling is how high a neighbour lets a bound be.
func (c *config) ceiling(name string) int64 {
	if name == "QUOTA_TABLES" {
		return max(1, c.QuotaTables.Account) // without an allowance nobody creates any, whatever the bound
	}
	return c.number(name).Int()
}
