-- +goose Up

-- The hands that are over, as they were told, for those who were dealt in. They are written with the last action of each and
-- removed when they are old; what chips they have moved is in the ledger.
CREATE TABLE hands (
    id       text   NOT NULL PRIMARY KEY,
    table_id text   NOT NULL,
    ended_at bigint NOT NULL,
    events   text   NOT NULL -- a JSON array: what everyone was told
);

CREATE INDEX hands_by_end ON hands (ended_at, id);

CREATE TABLE hand_seats (
    hand     text   NOT NULL,
    seat     bigint NOT NULL,
    account  text,            -- null for a bot's, and when the account is nobody's any more
    name     text   NOT NULL, -- as it was
    bot      text   NOT NULL, -- the level, empty for a person
    net      bigint NOT NULL, -- won, or lost when negative
    marks    text   NOT NULL, -- a JSON array of words
    private  text,            -- JSON: what this seat alone was told
    ended_at bigint NOT NULL, -- the hand's
    PRIMARY KEY (hand, seat)
);

-- Somebody's hands in order, and what statistics count of them.
CREATE INDEX hand_seats_by_account ON hand_seats (account, ended_at, hand, net, marks) WHERE account IS NOT NULL;
