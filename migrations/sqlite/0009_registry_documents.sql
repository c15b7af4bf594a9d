-- Documents drawn from the register: what a copy says in short, for whoever verifies it. The
-- verification code is printed on the copy and is not here: only its keyed digest, so that
-- nobody who reads this table can make a copy look verified.
create table registry_document (
    code_digest blob primary key check (length(code_digest) = 32),
    environment text not null check (environment in ('sandbox', 'live')),
    document text not null check (document in ('certificate', 'status-report')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    company_name text not null,
    registration_status text not null,
    registration_date text,
    -- When the register was read, and when the document was drawn.
    retrieved_at integer not null,
    issued_at integer not null,
    -- Of the file.
    sha256 blob not null check (length(sha256) = 32),
    -- Of all that the document says of the entity, to compare with what the register says now.
    says blob not null check (length(says) = 32),
    -- The call that drew it.
    request_id blob not null
) strict, without rowid;
