-- +goose Up

-- Links into private tables: of each table at most one for who may sit down, and one for who only watches.
CREATE TABLE invites (
    table_id   text    NOT NULL,
    watch      boolean NOT NULL,
    token_hash bytea   NOT NULL UNIQUE, -- SHA-256; the token itself is in the link and nowhere else
    expires_at bigint  NOT NULL,
    PRIMARY KEY (table_id, watch)
);

CREATE INDEX invites_by_end ON invites (expires_at);

-- Whom they have let in. A row outlives its account and is removed some time after its table has closed.
CREATE TABLE admissions (
    table_id    text    NOT NULL,
    account     text    NOT NULL,
    watch       boolean NOT NULL, -- may not sit down
    admitted_at bigint  NOT NULL,
    PRIMARY KEY (table_id, account)
);

-- What people told the operator about others. Accounts in it may be gone by now.
CREATE TABLE reports (
    id       bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id text   NOT NULL,
    reporter text   NOT NULL, -- an account
    name     text   NOT NULL, -- of who is reported, as it was seen
    account  text   NOT NULL, -- whose name that is; '' for a bot, or nobody's
    reason   text   NOT NULL,
    text     text   NOT NULL,
    said     text   NOT NULL, -- JSON: the last lines of the reported in the chat
    at       bigint NOT NULL,
    done_at  bigint
);

CREATE INDEX reports_open ON reports (at) WHERE done_at IS NULL;
