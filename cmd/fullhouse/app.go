package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/mail"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/bot"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/web"
	"example.com/fullhouse/web/api"
	"example.com/fullhouse/ws"
)

// app is a server with all its parts.
type app struct {
	cfg   config
	log   *slog.Logger
	place place
	db    *store.Store

	imbalance atomic.Int64 // of the ledger, when it was last added up
	reports   atomic.Int64 // open ones, when they were last counted

	site     *web.Site
	inflight *capacity.Slots
	gates    gates
	groups   prometheus.Histogram // how many writes the database makes together
	callers  callers
	book     *quota.Book
	mail     *mail.Mailer
	door     *auth.Door
	bots     *bot.Bots
	records  *recorder
	appends  *prometheus.HistogramVec // how long a table's append took
	actions  prometheus.Histogram     // from a command's arrival to its broadcast
	lobby    *lobby.Lobby
	api      *api.Server
	hub      *ws.Hub
	ready    *api.Ready
	keeper   *keeper
}

// open builds a server, serves until ctx ends, and takes it down again. What was opened last is closed first. Until there is a
// database it answers that there is none.
func open(ctx context.Context, cfg config, c call) (err error) {
	log := slog.New(slog.NewJSONHandler(c.stderr, nil))
	files, err := openFiles()
	if err != nil {
		return fmt.Errorf("read the limit of open files: %w", err)
	}
	if err := cfg.fitDescriptors(files, log); err != nil {
		return err
	}
	public, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		return fmt.Errorf("%sADDR: %w", prefix, err)
	}
	defer public.Close()
	admin, err := net.Listen("tcp", cfg.AdminAddr)
	if err != nil {
		return fmt.Errorf("%sADMIN_ADDR: %w", prefix, err)
	}
	defer admin.Close()
	log.Info("listening", "public", public.Addr().String(), "admin", admin.Addr().String())
	a, err := newApp(cfg, log, public.Addr())
	if err != nil {
		return err
	}
	front := a.newFront(public, admin, api.NewWaiting(a.site, a.ready, cfg.RetryAfter, log), a.waitingAdmin())
	defer func() { err = errors.Join(err, front.stop(context.WithoutCancel(ctx), cfg.DrainTimeout)) }()
	if err := await(ctx, log, a.openStore); err != nil {
		return unlessEnded(ctx, err)
	}
	defer func() { err = errors.Join(err, a.db.Close()) }() // last: tables settle into it first
	if err := a.wire(ctx, c.stderr); err != nil {
		return unlessEnded(ctx, err)
	}
	defer a.callers.close()
	defer func() { err = errors.Join(err, a.closeDoor()) }() // before the database that it writes to
	return unlessEnded(ctx, a.serve(ctx, front, c.stdout))
}

// newApp has the parts that need no database. It is not ready.
func newApp(cfg config, log *slog.Logger, public net.Addr) (a *app, err error) {
	a = &app{cfg: cfg, log: log, place: cfg.placeAt(public), gates: newGates(&cfg), groups: newGroups(), ready: new(api.Ready)}
	a.ready.Set("database")
	a.site, err = web.New(web.Files(), a.place.socket())
	return a, err
}

// unlessEnded is nil for the error that is the end of ctx: who is told to stop while starting does so in peace.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// openStore opens the database, which can't be reached at times.
func (a *app) openStore(ctx context.Context) (err error) {
	a.db, err = store.Open(ctx, a.cfg.store(a.gates, func(n int) { a.groups.Observe(float64(n)) }))
	return err
}

// store says where the database is, and what it may hold up.
func (c *config) store(g gates, grouped func(int)) store.Config {
	return store.Config{URL: c.DatabaseURL, Dir: c.DataDir, LockWait: lockWait, Queue: c.AppendQueue,
		HTTPConns: c.DBPoolHTTP, PlayConns: c.DBPoolPlay, HTTP: g.http, Play: g.play, Grouped: grouped, Wrap: c.wrap}
}

// wire makes the parts that stand on the database and puts all together. Nothing runs yet.
func (a *app) wire(ctx context.Context, stderr io.Writer) (err error) {
	a.inflight = capacity.NewSlots("server_busy", a.cfg.MaxInflight)
	a.appends = newSeconds("append_seconds", "From a table's append being asked for to its being durable, or not.")
	a.records = &recorder{Recorder: a.db, took: a.appends.WithLabelValues()}
	a.actions = newActionSeconds()
	a.keeper = &keeper{db: a.db, retention: a.cfg.LogRetention, history: a.cfg.HistoryRetention, log: a.log}
	a.bots = bot.New(a.gates.bots, rand.Uint64())
	if a.callers, err = newCallers(&a.cfg, a.log); err != nil {
		return err
	}
	if a.book, err = quota.New(a.cfg.quotas(), a.db); err != nil {
		return err
	}
	if a.lobby, err = lobby.New(a.lobbyConfig(), a.db); err != nil {
		return err
	}
	var key []byte
	if err = await(ctx, a.log, func(ctx context.Context) (err error) {
		key, err = a.db.Key(ctx, "session")
		return err
	}); err != nil {
		return err
	}
	names := ratelimit.NewSessions(key)
	if err = a.newDoor(key, names, stderr); err != nil {
		return err
	}
	a.api, err = api.New(a.apiConfig(), api.Deps{Site: a.site, Inflight: a.inflight, Limiter: a.callers.limiter,
		Sessions: names, Waited: a.callers.waited, Ready: a.ready, Accounts: a.door, Wallets: a.db, Past: a.db,
		Quotas: a.book, OddsGate: a.gates.odds, Lobby: a.lobby, Reports: a.db, Log: a.log})
	if err != nil {
		return err
	}
	a.hub, err = ws.New(a.hubConfig(), ws.Deps{Lobby: a.lobby, CallerOf: a.callerOf, Admitted: a.api.Admitted, Refuse: a.api.Refuse, Log: a.log})
	if err != nil {
		return err
	}
	a.api.Mount(a.hub.Table(), a.hub.Lobby(), a.signOut)
	return nil
}

// signOut closes the sockets of a session, or of a whole account when no session is named.
func (a *app) signOut(account, session string) {
	a.hub.SignOut(func(c ws.Caller) bool {
		return (account == "" || c.Account == account) && (session == "" || c.Session == session)
	})
}

// callerOf tells the sockets whose request it is.
func (a *app) callerOf(r *http.Request) (ws.Caller, error) {
	who, err := a.api.CallerOf(r)
	return ws.Caller{Account: who.ID, Name: who.Name, Guest: who.Guest, Session: who.Session, Address: a.api.AddressOf(r)}, err
}

func (a *app) lobbyConfig() lobby.Config {
	return lobby.Config{
		MaxTables:     a.cfg.MaxLiveTables,
		MaxPerAccount: a.cfg.MaxTablesPerAccount,
		MaxPerAddress: a.cfg.MaxTablesPerAddress,
		Quota:         a.book,
		ActionClock:   a.cfg.ActionClock,
		BotLevels:     bot.Levels(),
		Doors:         a.db,
		Table: table.Config{
			NewGame:  holdem.New,
			Recorder: a.records,
			Thinker:  a.bots,
			Random:   crand.Reader,
			Observe:  func(d time.Duration) { a.actions.Observe(d.Seconds()) },
			Log:      a.log,
			Inbox:    a.cfg.TableInbox,
			Idle:     a.cfg.TableIdle,
			Unjoined: a.cfg.TableUnjoined,
			Away:     a.cfg.ReconnectBudget,
			SitOut:   a.cfg.SitOutLimit,
			Hold:     a.cfg.SeatHold,
			Return:   a.cfg.ReturnWindow,
			Pause:    a.cfg.PauseLimit,
			Turn:     a.cfg.TurnLimit,
			Beat:     a.cfg.HandPause / 2,
			BotPace:  a.cfg.BotPace,
		},
	}
}

func (a *app) apiConfig() api.Config {
	return api.Config{
		HTTPS:        a.place.url.Scheme == "https",
		Origins:      a.place.origins,
		MaxBodyBytes: a.cfg.MaxBodyBytes,
		RetryAfter:   a.cfg.RetryAfter,
		SessionTTL:   a.cfg.SessionTTL,
		ActionClock:  a.cfg.ActionClock,
		FullWallet:   table.Chips(a.cfg.StartingChips),

		RequestTimeout: a.cfg.RequestTimeout,
		Proxies:        a.cfg.proxies,
		LegacyHeaders:  a.cfg.RateLegacyHeaders,
	}
}

func (a *app) hubConfig() ws.Config {
	return ws.Config{
		MaxSockets:           a.cfg.MaxSockets,
		SeatedReserve:        a.cfg.reserve(),
		MaxSocketsPerAccount: a.cfg.MaxSocketsPerAccount,
		MaxSocketsPerAddress: a.cfg.MaxSocketsPerAddress,
		MaxWatchers:          a.cfg.MaxWatchersPerTable,
		ReconnectRate:        a.cfg.ReconnectRate,
		Handshake:            a.cfg.HandshakeTimeout,

		Build:              a.site.Build(),
		Origins:            a.place.origins,
		AllowMissingOrigin: a.cfg.AllowMissingOrigin,
		MaxMessageBytes:    a.cfg.MaxMessageBytes,
		QueueMessages:      a.cfg.SocketQueueMessages,
		QueueBytes:         a.cfg.SocketQueueBytes,
		Heartbeat:          a.cfg.Heartbeat,
		Reconnect:          a.cfg.ReconnectBudget,
		RetryAfter:         a.cfg.RetryAfter,
		Actions:            a.cfg.RateActions,
		Chat:               a.cfg.RateChat,
	}
}
