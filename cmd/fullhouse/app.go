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
	"runtime"
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

	site     *web.Site
	inflight *capacity.Slots
	keys     *ratelimit.Local // what the limiter remembers
	limiter  *ratelimit.Limiter
	waits    *prometheus.HistogramVec // what callers were told to wait, by class
	gate     *capacity.Gate           // of the bots
	hashing  *capacity.Gate           // of passwords
	book     *quota.Book
	mail     *mail.Mailer
	door     *auth.Door
	bots     *bot.Bots
	hands    *handCounter
	actions  prometheus.Histogram // from a command's arrival to its broadcast
	lobby    *lobby.Lobby
	api      *api.Server
	hub      *ws.Hub
	ready    *api.Ready
}

// open builds a server, serves until ctx ends, and takes it down again. What was opened last is closed first.
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
	db, err := store.Open(ctx, store.Config{Dir: cfg.DataDir, LockWait: lockWait})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }() // last: tables settle into it first
	a, err := newApp(ctx, cfg, cfg.placeAt(public.Addr()), db, log, c.stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.closeDoor()) }() // before the database that it writes to
	return a.serve(ctx, public, admin, c.stdout)
}

// newApp wires the parts together. Nothing runs yet.
func newApp(ctx context.Context, cfg config, where place, db *store.Store, log *slog.Logger, stderr io.Writer) (a *app, err error) {
	a = &app{cfg: cfg, log: log, place: where, ready: new(api.Ready)}
	a.inflight = capacity.NewSlots("server_busy", cfg.MaxInflight)
	a.gate = capacity.NewGate("cpu_busy", cfg.CPUPermitsBots, cfg.CPUWait)
	if err = a.newLimiter(); err != nil {
		return nil, err
	}
	a.waits = newWaits(a.limiter.Classes())
	a.hands = &handCounter{Recorder: db}
	a.actions = newActionSeconds()
	a.bots = bot.New(a.gate, rand.Uint64())
	if a.site, err = web.New(web.Files(), where.socket()); err != nil {
		return nil, err
	}
	if a.lobby, err = lobby.New(a.lobbyConfig(), db); err != nil {
		return nil, err
	}
	key, err := db.Key(ctx, "session")
	if err != nil {
		return nil, err
	}
	names := ratelimit.NewSessions(key)
	if err = a.newDoor(db, key, names, stderr); err != nil {
		return nil, err
	}
	a.api, err = api.New(a.apiConfig(), api.Deps{Site: a.site, Inflight: a.inflight, Limiter: a.limiter,
		Sessions: names, Waited: a.waited, Ready: a.ready, Accounts: a.door, Wallets: db, Lobby: a.lobby, Log: log})
	if err != nil {
		return nil, err
	}
	a.hub, err = ws.New(a.hubConfig(), ws.Deps{Lobby: a.lobby, CallerOf: a.callerOf, Refuse: a.api.Refuse, Log: log})
	if err != nil {
		return nil, err
	}
	a.api.Mount(a.hub.Table(), a.hub.Lobby())
	return a, nil
}

// callerOf tells the sockets whose request it is.
func (a *app) callerOf(r *http.Request) (ws.Caller, error) {
	who, err := a.api.IdentityOf(r)
	return ws.Caller{Account: who.ID, Name: who.Name, Guest: who.Guest, Session: who.Session, Address: a.api.AddressOf(r)}, err
}

func (a *app) lobbyConfig() lobby.Config {
	return lobby.Config{
		MaxTables:   a.cfg.MaxLiveTables,
		ActionClock: a.cfg.ActionClock,
		BotLevels:   bot.Levels(),
		Table: table.Config{
			NewGame:  holdem.New,
			Recorder: a.hands,
			Thinker:  a.bots,
			Random:   crand.Reader,
			Observe:  func(d time.Duration) { a.actions.Observe(d.Seconds()) },
			Log:      a.log,
			Inbox:    a.cfg.TableInbox,
			Idle:     a.cfg.TableIdle,
			Unjoined: a.cfg.TableUnjoined,
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

		RequestTimeout: a.cfg.RequestTimeout,
		Proxies:        a.cfg.proxies,
		LegacyHeaders:  a.cfg.RateLegacyHeaders,
	}
}

func (a *app) hubConfig() ws.Config {
	perSecond := int64(200 * runtime.NumCPU())
	return ws.Config{
		SeatedReserve:        a.cfg.MaxSockets / 10,
		MaxSocketsPerAccount: 8,
		MaxSocketsPerAddress: 200,
		MaxWatchers:          50,
		ReconnectRate:        ratelimit.Policy{Limit: perSecond, Window: time.Second, Burst: perSecond},
		Handshake:            5 * time.Second,

		Build:              a.site.Build(),
		Origins:            a.place.origins,
		AllowMissingOrigin: a.cfg.AllowMissingOrigin,
		MaxSockets:         a.cfg.MaxSockets,
		MaxMessageBytes:    a.cfg.MaxMessageBytes,
		QueueMessages:      a.cfg.SocketQueueMessages,
		QueueBytes:         a.cfg.SocketQueueBytes,
		Heartbeat:          a.cfg.Heartbeat,
		Reconnect:          a.cfg.ReconnectBudget,
		RetryAfter:         a.cfg.RetryAfter,
		Actions:            a.cfg.RateActions,
	}
}
