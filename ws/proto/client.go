package proto

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"example.com/fullhouse/table"
)

// Message is something a client sends: a Ping, a Snapshot or a Command.
type Message interface{ message() }

type (
	// Ping asks for a Pong, to show and to learn that the connection lives. ("ping")
	Ping struct {
		Stamp int64 `json:"stamp"` // comes back in the pong: the client's own clock, say
	}
	// Snapshot asks a table for a new snapshot, after a gap in the numbers of events. ("snapshot")
	Snapshot struct{}
	// Command is anything that asks a table to change. It is answered by ack or error with the same id.
	Command struct {
		ID      string // chosen by the client: 1 to 36 characters of A-Z a-z 0-9 _ -
		Command table.Command
	}
)

func (Ping) message()     {}
func (Snapshot) message() {}
func (Command) message()  {}

// BadMessage refuses what a client has sent.
type BadMessage struct {
	ID     string // of the command, as far as it could be read
	Detail string // what is wrong, for the client's developer
	// Broken tells that it is no JSON object at all. Who sends that speaks something else, and is told so by the close code;
	// a message that is only unknown may come from a page newer than this server.
	Broken bool
}

func (e *BadMessage) Error() string { return "proto: " + e.Detail }

// Code is the refusal's name on the wire.
func (e *BadMessage) Code() string { return string(table.ErrBadRequest) }

// Decode reads one message of a client. The error is always a BadMessage. Nothing of raw is kept.
func Decode(raw []byte) (Message, error) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, &BadMessage{Detail: "not JSON in UTF-8", Broken: true}
	}
	o, err := scan(raw)
	if err != nil {
		return nil, &BadMessage{Detail: err.Error(), Broken: true}
	}
	id := string(o.id)
	if !goodID(id) {
		id = ""
	}
	m, err := o.decode(raw, id)
	if err != nil {
		return nil, &BadMessage{ID: id, Detail: err.Error()}
	}
	return m, nil
}

// decode reads the scanned object as what its type says it is.
func (o *object) decode(raw []byte, id string) (Message, error) {
	need, may := fieldsOf(string(o.kind))
	switch {
	case o.bad != nil:
		return nil, o.bad
	case need == 0:
		return nil, errors.New("unknown type")
	case o.have&^(need|may) != 0:
		return nil, fmt.Errorf("field %s does not belong here", (o.have &^ (need | may)).first())
	case need&^o.have != 0:
		return nil, fmt.Errorf("field %s is missing", (need &^ o.have).first())
	case need&fieldID != 0 && id == "":
		return nil, errors.New("id must be a string of 1 to 36 characters of A-Z a-z 0-9 _ -")
	}
	switch string(o.kind) {
	case "ping":
		return into[Ping](raw)
	case "snapshot":
		return Snapshot{}, nil
	}
	c, err := command(string(o.kind), raw)
	if err != nil {
		return nil, err
	}
	return Command{ID: id, Command: c}, nil
}

// command reads what a command has besides its type and id.
func command(kind string, raw []byte) (table.Command, error) {
	switch kind {
	case "sit":
		c, err := into[table.Sit](raw)
		return c, errors.Join(err, inRange("buy_in", c.BuyIn))
	case "buy_in":
		c, err := into[table.BuyIn](raw)
		return c, errors.Join(err, inRange("amount", c.Amount))
	case "hold":
		return into[table.Hold](raw)
	case "stand":
		return into[table.Stand](raw)
	case "sit_out":
		return table.SitOut{}, nil
	case "come_back":
		return into[table.ComeBack](raw)
	case "plan":
		c, err := into[table.Plan](raw)
		return c, errors.Join(err, inRange("price", c.Price))
	case "unplan":
		return table.Unplan{}, nil
	case "bank":
		return into[table.Bank](raw)
	case "auto_bank":
		return into[table.AutoBank](raw)
	case "after":
		return into[table.After](raw)
	case "wish":
		return into[table.Wish](raw)
	case "say":
		return into[table.Say](raw)
	case "mute":
		return into[table.Mute](raw)
	case "pause":
		return table.Pause{}, nil
	case "resume":
		return table.Resume{}, nil
	case "kick":
		return into[table.Kick](raw)
	case "silence":
		return into[table.Silence](raw)
	case "end":
		return table.End{}, nil
	case "act":
		c, err := into[table.Act](raw)
		return c, errors.Join(err, inRange("price", c.Price))
	}
	return nil, errors.New("unknown type")
}

// into decodes a scanned object into the struct with its fields, which leaves type and id alone.
func into[T any](raw []byte) (m T, err error) {
	if err := json.Unmarshal(raw, &m); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return m, fmt.Errorf("field %s can't be a %s", wrong.Field, wrong.Value)
		}
		return m, errors.New("not what its type says")
	}
	return m, nil
}

func inRange(field string, c table.Chips) error {
	if c < 0 || c > table.MaxChips {
		return fmt.Errorf("field %s must be 0 to %d", field, table.MaxChips)
	}
	return nil
}

func goodID(id string) bool {
	for i := range len(id) {
		c := id[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-') {
			return false
		}
	}
	return id != "" && len(id) <= 36
}
