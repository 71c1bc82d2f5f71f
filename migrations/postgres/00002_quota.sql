-- +goose Up

-- What has been used up of the allowances of each day. Days are counted from 1970, in UTC, by the database's clock.
CREATE TABLE quota_usage (
    day     bigint NOT NULL,
    subject text   NOT NULL, -- "account:" or "address:" and whose
    kind    text   NOT NULL,
    used    bigint NOT NULL CHECK (used >= 0),
    PRIMARY KEY (day, subject, kind)
) WITH (fillfactor = 50); -- used goes up in place

ALTER TABLE tables ADD COLUMN address text NOT NULL DEFAULT '';    -- a keyed hash of where it was made from
ALTER TABLE tables ADD COLUMN charged_on bigint NOT NULL DEFAULT 0; -- the day whose allowances paid for it

-- Whose chips are in a seat, and what became of a wallet's.
CREATE INDEX transfer_entries_by_account ON transfer_entries (account);
