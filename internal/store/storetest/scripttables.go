package storetest

import (
	"fmt"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// amounts are what scripts move: some little, the limits, and what is out of range.
var amounts = []table.Chips{
	1, 2, 3, 5, 7, 10, 20, 50, 100, 1_000, 0, -7, table.MaxChips, table.MaxChips - 1, table.MaxChips + 1, -1 << 63,
}

func (p *player) addGuest(r *reader) string {
	name := id("guest", r.pick(few))
	chips := int64(max(0, amounts[r.pick(len(amounts))]))
	err := p.AddGuest(p.t.Context(), auth.Account{ID: name, Name: name, Guest: true}, chips, p.begin(r), p.charges(r)...)
	return kindOf(err)
}

func (p *player) create(r *reader) string {
	row := lobby.Row{ID: id("table", r.pick(few)), Creator: id("guest", r.pick(few)), Epoch: 1, Settings: Settings(),
		Address: "home", Charges: p.charges(r)}
	err := p.Create(p.t.Context(), row)
	if err == nil {
		p.epochs[row.ID] = row.Epoch
	}
	return kindOf(err)
}

// row is a table as its owner knows it, or sometimes as an earlier one does.
func (p *player) row(r *reader) lobby.Row {
	row := lobby.Row{ID: id("table", r.pick(few))}
	row.Epoch = p.epochs[row.ID]
	if r.pick(8) == 7 {
		row.Epoch--
	}
	return row
}

func (p *player) undo(r *reader) string {
	row := p.row(r)
	row.Charges = p.charges(r)
	found, err := p.Undo(p.t.Context(), row)
	return fmt.Sprintf("%v, %s", found, kindOf(err))
}

func (p *player) takeOver(*reader) string {
	rows, err := p.Open(p.t.Context())
	for _, row := range rows {
		p.epochs[row.ID] = row.Epoch
	}
	return fmt.Sprintf("%v, %s", rows, kindOf(err))
}

func (p *player) quarantine(r *reader) string {
	return kindOf(p.Quarantine(p.t.Context(), p.row(r), "the script says so"))
}

func (p *player) undoQuarantine(r *reader) string {
	return kindOf(p.UndoQuarantine(p.t.Context(), id("table", r.pick(few))))
}

func (p *player) records(r *reader) string {
	log, err := p.Records(p.t.Context(), id("table", r.pick(few)))
	return fmt.Sprintf("%v, %s", log, kindOf(err))
}

// appends mostly continues a log as its owner would, and sometimes not.
func (p *player) appends(r *reader) string {
	row := p.row(r)
	log, err := p.Records(p.t.Context(), row.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	prev := int64(0)
	if len(log) > 0 {
		prev = log[len(log)-1].Seq
	}
	if r.pick(16) == 15 {
		prev--
	}
	var kinds []string
	for range max(1, r.pick(5)) - r.pick(8)/7 {
		kinds = append(kinds, []string{"started", "acted", table.KindCheckpoint}[r.pick(3)])
	}
	batch := Steps(row, prev, kinds...)
	for range r.pick(4) / 2 {
		batch.Transfers = append(batch.Transfers, p.transfer(r, row.ID))
	}
	if r.pick(64) == 63 {
		batch.Closed = "idle"
	}
	return fmt.Sprintf("after %d: %s", prev, kindOf(Append(p.Store, batch)))
}

// transfer is one of those that tables make, or one that makes no sense.
func (p *player) transfer(r *reader, tableID string) table.Transfer {
	seat := func() table.Account { return table.Escrow(tableID, table.Seat(r.pick(few))) }
	purse := func() table.Account {
		if who := r.pick(few + 1); who < few {
			return table.Wallet(id("guest", who))
		}
		return table.Mint // a bot's
	}
	amount := func() table.Chips { return amounts[r.pick(len(amounts))] }
	p.moved++
	switch r.pick(6) {
	case 0, 1:
		tr := Move(id("buy", p.moved), purse(), seat(), max(1, amount())) // nobody buys less than nothing
		tr.Kind = "buy_in"
		return tr
	case 2:
		tr := Move(id("cash", p.moved), seat(), purse(), amount())
		tr.Kind = "cash_out"
		return tr
	case 3:
		return p.settlement(r, tableID)
	case 4:
		return Move(id("again", r.pick(few)), seat(), seat(), amount()) // an id that is met again, and perhaps one seat only
	default:
		return Move(id("gift", p.moved), purse(), purse(), amount())
	}
}

// settlement is what seats win from each other, which may be more than one has.
func (p *player) settlement(r *reader, tableID string) table.Transfer {
	tr := table.Transfer{ID: id("hand", p.moved), Kind: "settlement"}
	sum := table.Chips(0)
	for i := range table.Seat(few - 1) {
		lost := amounts[r.pick(10)]
		sum += lost
		tr.Entries = append(tr.Entries, table.Entry{Account: table.Escrow(tableID, i), Amount: -lost})
	}
	tr.Entries = append(tr.Entries, table.Entry{Account: table.Escrow(tableID, few-1), Amount: sum - table.Chips(r.pick(16)/15)})
	return tr
}
