-- +goose Up

-- The same in meaning as its namesake for SQLite. JSON is kept as text: it is written and read whole, never searched, and text
-- gives back the bytes that were put in. Amounts are chips, at most 2^53-1. Times are milliseconds since 1970, UTC.

CREATE TABLE server_keys (
    name text  NOT NULL PRIMARY KEY,
    key  bytea NOT NULL
);

CREATE TABLE accounts (
    id         text    NOT NULL PRIMARY KEY,
    name       text    NOT NULL,
    name_key   text    NOT NULL UNIQUE, -- the name as it is compared with others
    guest      boolean NOT NULL,
    created_at bigint  NOT NULL
);

CREATE TABLE sessions (
    token_hash bytea  NOT NULL PRIMARY KEY, -- SHA-256; the token itself is nowhere
    account    text   NOT NULL REFERENCES accounts (id),
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account);

CREATE TABLE tables (
    id            text   NOT NULL PRIMARY KEY,
    settings      text   NOT NULL, -- JSON
    creator       text   NOT NULL REFERENCES accounts (id),
    created_at    bigint NOT NULL,
    epoch         bigint NOT NULL,           -- counts the owners; with last_seq it is the fence of every append
    last_seq      bigint NOT NULL DEFAULT 0, -- of the last record
    checkpoint    bigint NOT NULL DEFAULT 0, -- of the last checkpoint, 0 before the first
    closed_at     bigint,
    closed_reason text,
    rowid         bigint NOT NULL GENERATED ALWAYS AS IDENTITY, -- as SQLite has: orders what was made in one millisecond
    CHECK ((closed_at IS NULL) = (closed_reason IS NULL))
) WITH (fillfactor = 50); -- each append updates its row, which then mostly finds room beside it and touches no index

CREATE INDEX tables_open ON tables (created_at) WHERE closed_at IS NULL;

CREATE TABLE table_log (
    table_id text   NOT NULL,
    seq      bigint NOT NULL CHECK (seq > 0),
    kind     text   NOT NULL,
    schema   bigint NOT NULL,
    body     text   NOT NULL, -- JSON
    secret   bytea,           -- read by recovery only; null once the hand is over
    at       bigint NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE transfers (
    id   text   NOT NULL PRIMARY KEY,
    kind text   NOT NULL,
    at   bigint NOT NULL
);

CREATE TABLE transfer_entries (
    transfer text   NOT NULL,
    account  text   NOT NULL,
    amount   bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
    PRIMARY KEY (transfer, account)
);

CREATE TABLE balances (
    account text   NOT NULL PRIMARY KEY,
    amount  bigint NOT NULL,
    CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
    CHECK (amount >= 0 OR account = 'mint')
) WITH (fillfactor = 50);

INSERT INTO balances (account, amount) VALUES ('mint', 0);
