package table

import "fmt"

// Holdings returns what the seats' escrow accounts must hold in the ledger according to a table's log, in seat order; seats
// that hold nothing are left out. In mid-hand these are the stacks the hand began with: bets move no chips in the ledger. It
// fails when the log can't be replayed.
func Holdings(id string, s Settings, rules NewGame, log []Record) ([]Entry, error) {
	state, _, err := rebuild(&Config{ID: id, Settings: s, NewGame: rules}, log)
	if err != nil {
		return nil, err
	}
	var held []Entry
	for i := range state.seats {
		if chips := state.seats[i].Chips; chips > 0 {
			held = append(held, Entry{Escrow(id, Seat(i)), chips})
		}
	}
	return held, nil
}

// replayFault is what a log has made the rules panic with.
type replayFault struct{ cause any }

func (f replayFault) Error() string { return fmt.Sprintf("the rules failed: %v", f.cause) }
