-- +goose Up

-- Tables that were taken out of play because they could not go on, and what became of it: the step that an operator can see
-- and undo.
CREATE TABLE quarantines (
    table_id  text   NOT NULL REFERENCES tables (id),
    epoch     bigint NOT NULL, -- of the owner that gave it up
    at        bigint NOT NULL,
    reason    text   NOT NULL,
    refund    text,            -- the transfer that gave the seats' chips back; null when they held none
    undone_at bigint,
    PRIMARY KEY (table_id, epoch)
);

-- Whether an account has made tables: asked before a guest is removed.
CREATE INDEX tables_by_creator ON tables (creator);
