-- +goose Up

-- Links into private tables: of each table at most one for who may sit down, and one for who only watches.
CREATE TABLE invites (
    table_id   TEXT    NOT NULL,
    watch      INTEGER NOT NULL CHECK (watch IN (0, 1)),
    token_hash BLOB    NOT NULL UNIQUE, -- SHA-256; the token itself is in the link and nowhere else
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, watch)
) STRICT, WITHOUT ROWID;

CREATE INDEX invites_by_end ON invites (expires_at);

-- Whom they have let in. A row outlives its account and is removed some time after its table has closed.
CREATE TABLE admissions (
    table_id    TEXT    NOT NULL,
    account     TEXT    NOT NULL,
    watch       INTEGER NOT NULL CHECK (watch IN (0, 1)), -- may not sit down
    admitted_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, account)
) STRICT, WITHOUT ROWID;

-- What people told the operator about others. Accounts in it may be gone by now.
CREATE TABLE reports (
    id       INTEGER PRIMARY KEY,
    table_id TEXT    NOT NULL,
    reporter TEXT    NOT NULL, -- an account
    name     TEXT    NOT NULL, -- of who is reported, as it was seen
    account  TEXT    NOT NULL, -- whose name that is; '' for a bot, or nobody's
    reason   TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    said     TEXT    NOT NULL, -- JSON: the last lines of the reported in the chat
    at       INTEGER NOT NULL,
    done_at  INTEGER
) STRICT;

CREATE INDEX reports_open ON reports (at) WHERE done_at IS NULL;
