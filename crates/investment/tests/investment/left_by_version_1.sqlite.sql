-- Three applications as the first version kept them.
insert into tenant values ('ten_00000000000000000000000000000001', 'vendor', 'Ada', 'ada@example.com', 'active', 1, 1);
insert into offer (environment, id, name, offer_type, price_kobo, minimum_shares, multiple,
    shares_on_offer, open_at, close_at, details, seeded)
    values ('sandbox', 'OFR-OLD', 'Old offer', 'PrimaryOffer', 100, 20, 20, 1000, 1,
    4000000000000000,
    '{"issuer_name":"Old Plc",
    "symbol":"OLD",
    "isin":"NG0OLD000001",
    "sector":"ICT",
    "price_range":null,
    "oversubscription_limit_pct":15,
    "total_subscription_pct":null,
    "daily_cutoff":"17:00",
    "timeline":{"allotment_at":null,
    "refund_initiation_at":null,
    "refund_deadline_at":null,
    "cscs_credit_at":null,
    "listing_at":null},
    "rights":null,
    "eligible_profile_types":[],
    "payment_methods":[],
    "eligible_banks":null,
    "registrar":{"name":"R",
    "email":null,
    "phone":null,
    "website":null},
    "issuing_houses":[],
    "prospectus_url":null}', 0);
insert into subscription (id, environment, tenant_id, request_id, vendor_id, offer_id,
    broker_id, bank_id, profile_type, number_of_shares, price_kobo, amount_kobo, is_card_payment,
    has_chn, applicant, investor_name, status, payment_status, allotment_status, exchange_state,
    exchange_reference, exchange_subscription_id, transaction_id, transaction_reference,
    created_at, updated_at)
    values ('sub-third', 'sandbox', 'ten_00000000000000000000000000000001', x'00', 'vendor',
    'OFR-OLD', 'broker', 1, 'INDIVIDUAL', 80, 100, 8000, 0, 0, x'07', x'08', 'received',
    'pending', 'pending', 'unknown', '', '', 'txn-sub-third', 'KFT-sub-third', 30, 30);
insert into subscription (id, environment, tenant_id, request_id, vendor_id, offer_id,
    broker_id, bank_id, profile_type, number_of_shares, price_kobo, amount_kobo, is_card_payment,
    has_chn, applicant, investor_name, status, payment_status, allotment_status, exchange_state,
    exchange_reference, exchange_subscription_id, transaction_id, transaction_reference,
    created_at, updated_at)
    values ('sub-first', 'sandbox', 'ten_00000000000000000000000000000001', x'01', 'vendor',
    'OFR-OLD', 'broker', 1, 'INDIVIDUAL', 40, 100, 4000, 0, 0, x'07', x'08', 'payment_pending',
    'pending', 'pending', 'accepted', '', '', 'txn-sub-first', 'KFT-sub-first', 10, 10);
insert into subscription (id, environment, tenant_id, request_id, vendor_id, offer_id,
    broker_id, bank_id, profile_type, number_of_shares, price_kobo, amount_kobo, is_card_payment,
    has_chn, applicant, investor_name, status, payment_status, allotment_status, exchange_state,
    exchange_reference, exchange_subscription_id, transaction_id, transaction_reference,
    created_at, updated_at)
    values ('sub-second', 'sandbox', 'ten_00000000000000000000000000000001', x'02', 'vendor',
    'OFR-OLD', 'broker', 1, 'INDIVIDUAL', 60, 100, 6000, 0, 0, x'07', x'08', 'rejected',
    'pending', 'pending', 'refused', '', '', 'txn-sub-second', 'KFT-sub-second', 20, 20);
insert into subscription_claim values ('sandbox', 'ten_00000000000000000000000000000001',
    'OFR-OLD', 'bvn',
    x'14000000000000000000000000000000ffffffffffffffffffffffffffffffff', 'sub-first');
insert into subscription_claim values ('sandbox', 'ten_00000000000000000000000000000001',
    'OFR-OLD', 'bvn',
    x'15000000000000000000000000000000ffffffffffffffffffffffffffffffff', 'sub-third');
