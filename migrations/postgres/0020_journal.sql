-- The journal of one kind of transfer, for a wallet that has few of it among many.
create index transfer_by_kind on transfer (kind, id);
