-- +goose Up

-- Amounts are chips, at most 2^53-1. Times are milliseconds since 1970, UTC.

CREATE TABLE server_keys (
    name TEXT NOT NULL PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT;

CREATE TABLE accounts (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL UNIQUE, -- the name as it is compared with others
    guest      INTEGER NOT NULL CHECK (guest IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    token_hash BLOB    NOT NULL PRIMARY KEY, -- SHA-256; the token itself is nowhere
    account    TEXT    NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_account ON sessions (account);

CREATE TABLE tables (
    id            TEXT    NOT NULL PRIMARY KEY,
    settings      TEXT    NOT NULL, -- JSON
    creator       TEXT    NOT NULL REFERENCES accounts (id),
    created_at    INTEGER NOT NULL,
    epoch         INTEGER NOT NULL,           -- counts the owners; with last_seq it is the fence of every append
    last_seq      INTEGER NOT NULL DEFAULT 0, -- of the last record
    checkpoint    INTEGER NOT NULL DEFAULT 0, -- of the last checkpoint, 0 before the first
    closed_at     INTEGER,
    closed_reason TEXT,
    CHECK ((closed_at IS NULL) = (closed_reason IS NULL))
) STRICT;

CREATE INDEX tables_open ON tables (created_at) WHERE closed_at IS NULL;

CREATE TABLE table_log (
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0),
    kind     TEXT    NOT NULL,
    schema   INTEGER NOT NULL,
    body     TEXT    NOT NULL, -- JSON
    secret   BLOB,             -- read by recovery only; null once the hand is over
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE transfers (
    id   TEXT    NOT NULL PRIMARY KEY,
    kind TEXT    NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE transfer_entries (
    transfer TEXT    NOT NULL,
    account  TEXT    NOT NULL,
    amount   INTEGER NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
    PRIMARY KEY (transfer, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE balances (
    account TEXT    NOT NULL PRIMARY KEY,
    amount  INTEGER NOT NULL,
    CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
    CHECK (amount >= 0 OR account = 'mint')
) STRICT, WITHOUT ROWID;

INSERT INTO balances (account, amount) VALUES ('mint', 0);
