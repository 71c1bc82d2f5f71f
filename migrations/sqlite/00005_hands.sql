-- +goose Up

-- The hands that are over, as they were told, for those who were dealt in. They are written with the last action of each and
-- removed when they are old; what chips they have moved is in the ledger.
CREATE TABLE hands (
    id       TEXT    NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL,
    ended_at INTEGER NOT NULL,
    events   TEXT    NOT NULL -- a JSON array: what everyone was told
) STRICT;

CREATE INDEX hands_by_end ON hands (ended_at, id);

CREATE TABLE hand_seats (
    hand     TEXT    NOT NULL,
    seat     INTEGER NOT NULL,
    account  TEXT,             -- null for a bot's, and when the account is nobody's any more
    name     TEXT    NOT NULL, -- as it was
    bot      TEXT    NOT NULL, -- the level, empty for a person
    net      INTEGER NOT NULL, -- won, or lost when negative
    marks    TEXT    NOT NULL, -- a JSON array of words
    private  TEXT,             -- JSON: what this seat alone was told
    ended_at INTEGER NOT NULL, -- the hand's
    PRIMARY KEY (hand, seat)
) STRICT, WITHOUT ROWID;

-- Somebody's hands in order, and what statistics count of them.
CREATE INDEX hand_seats_by_account ON hand_seats (account, ended_at, hand, net, marks) WHERE account IS NOT NULL;
