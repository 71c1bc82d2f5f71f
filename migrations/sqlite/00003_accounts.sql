-- +goose Up

ALTER TABLE accounts ADD COLUMN email TEXT;         -- as its owner typed it
ALTER TABLE accounts ADD COLUMN password TEXT;      -- an argon2id hash; null for a guest
ALTER TABLE accounts ADD COLUMN erased_at INTEGER;  -- when it became nobody's

-- Names are compared by their skeletons from now on. Until now they were all made by the program, of plain letters, digits and
-- spaces; vv, which looks like w, comes in none of them.
UPDATE accounts SET name_key =
    replace(replace(replace(replace(replace(name_key, ' ', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm');

-- The addresses that sign in. An account may show another address than it signs in with: see package auth.
CREATE TABLE addresses (
    email_key TEXT NOT NULL PRIMARY KEY,
    account   TEXT NOT NULL UNIQUE REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;

ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';         -- names it to its owner and opens nothing
ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';      -- the browser as it called itself
ALTER TABLE sessions ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET id = lower(hex(randomblob(16))), seen_at = created_at;
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Permissions to choose a new password: one an account at most.
CREATE TABLE resets (
    account    TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    token_hash BLOB    NOT NULL UNIQUE, -- SHA-256; the token itself is in a mail and nowhere else
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
