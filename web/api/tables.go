package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Lobby is the registry of live tables. *lobby.Lobby is one.
type Lobby interface {
	Create(ctx context.Context, by quota.Caller, settings table.Settings) (*table.Table, error)
	Find(id string) (*table.Table, bool)
	Admitted(ctx context.Context, t *table.Table, account string) (lobby.Admission, error)
	Invite(ctx context.Context, t *table.Table, account string, watch bool) (token string, inv lobby.Invite, err error)
	Invited(ctx context.Context, token string) (lobby.Invite, *table.Table, error)
	Accept(ctx context.Context, token, account string) (lobby.Invite, error)
	List() []table.Summary
	Seats(account string) []lobby.Seated
	Capacity() lobby.CapacityView
}

// maxBankMS is what the default of a time bank never exceeds.
const maxBankMS = 60_000

// newTable is what a creator may choose. All of it is optional.
type newTable struct {
	Name     string      `json:"name"`
	Seats    int         `json:"seats"`
	BuyInMin table.Chips `json:"buy_in_min"`
	BuyInMax table.Chips `json:"buy_in_max"`
	Bots     int         `json:"bots"`
	BotLevel string      `json:"bot_level"`
	Private  bool        `json:"private"`
	ActionMS int64       `json:"action_ms"`
	BankMS   *int64      `json:"bank_ms"`
	RefillMS *int64      `json:"refill_ms"`
	NoClock  bool        `json:"no_clock"`
	Delay    bool        `json:"delay"`
	Chat     string      `json:"chat"`
	stakes
}

// stakes are the settings of the game. They pass through to it; a fork for another game has others here.
type stakes struct {
	SmallBlind table.Chips `json:"small_blind"`
	BigBlind   table.Chips `json:"big_blind"`
	Ante       table.Chips `json:"ante"`
	AnteKind   string      `json:"ante_kind"`
	Straddle   bool        `json:"straddle"`
	RunTwice   bool        `json:"run_twice"`
	RabbitHunt bool        `json:"rabbit_hunt"`
	BombPot    int64       `json:"bomb_pot"`
}

// settings completes what was chosen. What makes no sense is refused by the lobby and by the game.
func (n newTable) settings(creator auth.Account, clockMS int64) (table.Settings, error) {
	for _, chips := range []table.Chips{n.SmallBlind, n.BigBlind, n.Ante, n.BuyInMin, n.BuyInMax} {
		if chips < 0 || chips > table.MaxChips/100 { // so that the products below stay exact
			return table.Settings{}, badRequest{"an amount of chips is out of range"}
		}
	}
	n.BigBlind = cmp.Or(n.BigBlind, 2*n.SmallBlind, 100)
	n.SmallBlind = cmp.Or(n.SmallBlind, max(n.BigBlind/2, 1))
	n.AnteKind = cmp.Or(n.AnteKind, "none")
	game, err := json.Marshal(n.stakes)
	if err != nil {
		return table.Settings{}, err
	}
	n.ActionMS = cmp.Or(n.ActionMS, clockMS)
	bank := min(2*n.ActionMS, maxBankMS) // two more turns
	if n.BankMS != nil {
		bank = *n.BankMS
	}
	refill := bank / 10
	if n.RefillMS != nil {
		refill = *n.RefillMS
	}
	return table.Settings{
		Name:     cmp.Or(n.Name, creator.Name+"'s table"),
		Seats:    cmp.Or(n.Seats, 6),
		BuyInMin: cmp.Or(n.BuyInMin, 40*n.BigBlind),
		BuyInMax: cmp.Or(n.BuyInMax, 100*n.BigBlind),
		Bots:     n.Bots,
		BotLevel: n.BotLevel,
		Private:  n.Private,
		ActionMS: n.ActionMS,
		BankMS:   bank,
		RefillMS: refill,
		NoClock:  n.NoClock,
		Delay:    n.Delay,
		Chat:     cmp.Or(n.Chat, "all"),
		Game:     game,
	}, nil
}

func (s *Server) create(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	var chosen newTable
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &chosen); err != nil {
		return err
	}
	settings, err := chosen.settings(who.Account, s.cfg.ActionClock.Milliseconds())
	if err != nil {
		return err
	}
	created, err := s.deps.Lobby.Create(r.Context(), s.charged(r, who), settings)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/t/"+created.ID())
	writeJSON(w, http.StatusCreated, "application/json", created.Summary())
	return nil
}

// tables lists what is open to everyone, and how full the server is.
func (s *Server) tables(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, "application/json", struct {
		Capacity lobby.CapacityView `json:"capacity"`
		Tables   []table.Summary    `json:"tables"`
	}{s.deps.Lobby.Capacity(), s.deps.Lobby.List()})
	return nil
}
