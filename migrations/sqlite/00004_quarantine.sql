-- +goose Up

-- Tables that were taken out of play because they could not go on, and what became of it: the step that an operator can see
-- and undo.
CREATE TABLE quarantines (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    epoch     INTEGER NOT NULL, -- of the owner that gave it up
    at        INTEGER NOT NULL,
    reason    TEXT    NOT NULL,
    refund    TEXT,             -- the transfer that gave the seats' chips back; null when they held none
    undone_at INTEGER,
    PRIMARY KEY (table_id, epoch)
) STRICT, WITHOUT ROWID;

-- Whether an account has made tables: asked before a guest is removed.
CREATE INDEX tables_by_creator ON tables (creator);
