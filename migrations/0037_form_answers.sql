-- Answers of forms that may be sent again, to any node; short-lived.
create table form_answer (
    -- A digest of the form's mark, its path and all that was typed.
    name text collate "C" primary key,
    -- Until when the answer is kept, or who carries the form out has for it.
    until bigint not null,
    -- Null while the form is carried out.
    sealed bytea
) without rowid;
create index form_answer_until on form_answer (until);
