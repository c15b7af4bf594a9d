-- Passkeys (W3C Web Authentication). `person` is a member's or an operator's id; `public_key` is a
-- COSE key (RFC 9052); `sign_count` stays 0 with authenticators that do not count.
create table passkey (
    id text primary key,
    person text not null,
    credential bytea not null unique,
    public_key bytea not null,
    name text not null,
    sign_count bigint not null,
    -- Kept by a password manager, so on several devices.
    is_synced boolean not null,
    created_at bigint not null,
    used_at bigint
);
create index passkey_by_person on passkey (person);

-- Challenges that were answered rightly, until they expire: each is good once.
create table passkey_challenge (
    challenge bytea primary key,
    expires_at bigint not null
) without rowid;
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);
