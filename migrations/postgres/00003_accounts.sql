-- +goose Up

ALTER TABLE accounts ADD COLUMN email text;        -- as its owner typed it
ALTER TABLE accounts ADD COLUMN password text;     -- an argon2id hash; null for a guest
ALTER TABLE accounts ADD COLUMN erased_at bigint;  -- when it became nobody's

-- Names are compared by their skeletons from now on. Until now they were all made by the program, of plain letters, digits and
-- spaces; vv, which looks like w, comes in none of them.
UPDATE accounts SET name_key =
    replace(replace(replace(replace(replace(name_key, ' ', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm');

-- The addresses that sign in. An account may show another address than it signs in with: see package auth.
CREATE TABLE addresses (
    email_key text NOT NULL PRIMARY KEY,
    account   text NOT NULL UNIQUE REFERENCES accounts (id)
);

ALTER TABLE sessions ADD COLUMN id text NOT NULL DEFAULT '';      -- names it to its owner and opens nothing
ALTER TABLE sessions ADD COLUMN agent text NOT NULL DEFAULT '';   -- the browser as it called itself
ALTER TABLE sessions ADD COLUMN seen_at bigint NOT NULL DEFAULT 0;
UPDATE sessions SET id = replace(gen_random_uuid()::text, '-', ''), seen_at = created_at;
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Permissions to choose a new password: one an account at most.
CREATE TABLE resets (
    account    text   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    token_hash bytea  NOT NULL UNIQUE, -- SHA-256; the token itself is in a mail and nowhere else
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
