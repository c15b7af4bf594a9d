//! `POST /api/exchange-invest/transactions`

use kofa_core::codes::{INVALID_BODY, MALFORMED_JSON};
use kofa_core::endpoint::{Billable, Endpoint, JSON_BYTES_MAX, Verb};
use kofa_domain::{Error, Fault, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Paging, ProductEndpoint, Reference, Refusal, Request};
use kofa_input::Fields;
use kofa_store::{Store, Vault};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::endpoint::BASE;
use crate::ops;
use crate::ops::{Event, TransactionRow};
use crate::sealing::open_name;
use crate::shown_checks::ShownCheck;
use crate::subscription::Status;
use crate::words::{
    AllotmentStatusWord, Naira, NoErrors, PaymentStatusWord, ProfileTypeWord, StatusWord, Word,
};

#[derive(Debug)]
pub struct ListTransactions {
    /// Where subscriptions are kept.
    pub store: Store,
    pub vault: Vault,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listTransactions",
    verb: Verb::Post,
    path: "/api/exchange-invest/transactions",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "the list is returned, even if it is empty",
    }],
    body_bytes_max: JSON_BYTES_MAX,
    shown: super::SHOWN,
    ..BASE
};

/// Longest reference or id that is looked for, in characters.
const WORD_CHARS: usize = 64;

#[derive(Debug, Default)]
pub struct TransactionsInput {
    reference: Option<String>,
    client_reference: Option<String>,
    offer_id: Option<String>,
    status: Option<Status>,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
    paging: Paging,
}

impl ProductEndpoint for ListTransactions {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = TransactionsInput;

    async fn read(&self, _call: &Call, request: &Request) -> Result<TransactionsInput> {
        read(&request.json_object()?)
    }

    async fn run(&self, call: &Call, input: TransactionsInput) -> Result<Answer, Refusal> {
        let paging = input.paging;
        let list = ops::ListTransactions {
            tenant_id: call.tenant_id().clone(),
            environment: call.environment(),
            reference: input.reference,
            client_reference: input.client_reference,
            offer_id: input.offer_id,
            status: input.status,
            from: input.from,
            to: input.to,
            offset: paging.offset(),
            size: paging.size,
        };
        let found = self.store.read(list).await?;
        Ok(Answer::json(200, &answer(&self.vault, found, paging)?)?)
    }

    fn reference() -> Reference {
        Reference::new(
            "List transactions",
            "Your transactions in the environment, newest first. With `transactionReference`, \
             returns that transaction with its history, or an empty list if it does not exist. A \
             page beyond the end is empty.",
        )
        .json_body::<TransactionsRequest>()
        .answers::<TransactionsAnswer>(200, "The transactions.")
        .codes(&[&MALFORMED_JSON, &INVALID_BODY, &common::INVALID_FIELD])
    }
}

fn read(body: &Map<String, Value>) -> Result<TransactionsInput> {
    let mut fields = Fields::new(body);
    let owned = str::to_owned;
    let reference = fields
        .optional_text("transactionReference", WORD_CHARS)
        .map(owned);
    let client_reference = fields
        .optional_text("clientReference", WORD_CHARS)
        .map(owned);
    let offer_id = fields.optional_text("offerId", WORD_CHARS).map(owned);
    let status = status(&mut fields);
    let from = moment(&mut fields, "from");
    let to = moment(&mut fields, "to");
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        fields.wrong("to", "must not be before `from`");
    }
    let page = fields.optional_integer("page");
    let size = fields.optional_integer("size");
    let mut range = Vec::new();
    let paging = Paging::checked(page, size, &mut range);
    range
        .into_iter()
        .for_each(|fault: Fault| fields.fault(fault));
    fields.finish()?;
    Ok(TransactionsInput {
        reference,
        client_reference,
        offer_id,
        status,
        from,
        to,
        paging,
    })
}

fn status(fields: &mut Fields<'_>) -> Option<Status> {
    let text = fields.optional_text("status", WORD_CHARS)?;
    let found = Status::parse(text);
    if found.is_none() {
        let words: Vec<_> = Status::ALL.iter().map(|one| one.as_str()).collect();
        fields.wrong("status", &format!("must be one of: {}", words.join(", ")));
    }
    found
}

fn moment(fields: &mut Fields<'_>, name: &'static str) -> Option<Timestamp> {
    let text = fields.optional_text(name, WORD_CHARS)?;
    let found = Timestamp::parse_rfc3339(text);
    if found.is_none() {
        fields.wrong(name, "must be a date and time such as 2026-07-03T09:30:00Z");
    }
    found
}

fn answer(vault: &Vault, found: ops::Transactions, paging: Paging) -> Result<TransactionsAnswer> {
    let transactions = found
        .rows
        .into_iter()
        .map(|row| wire(vault, row))
        .collect::<Result<_, Error>>()?;
    Ok(TransactionsAnswer {
        success: true,
        message: "Transactions retrieved.",
        data: TransactionPage {
            transactions,
            page: paging.page,
            size: paging.size,
            total_pages: paging.pages(found.total),
            total_count: found.total,
        },
        errors: NoErrors,
    })
}

/// Filters for transactions; absent or empty fields do not filter.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
struct TransactionsRequest {
    #[schema(max_length = 64, example = "KFT-20260703-8J2M4QXZ7T5P")]
    transaction_reference: Option<String>,
    /// The `clientReference` of its subscription.
    #[schema(max_length = 64)]
    client_reference: Option<String>,
    #[schema(max_length = 64)]
    offer_id: Option<String>,
    #[schema(inline)]
    status: Option<StatusWord>,
    /// Received at or after this time.
    #[schema(format = DateTime)]
    from: Option<String>,
    /// Received before this time.
    #[schema(format = DateTime)]
    to: Option<String>,
    /// The page, starting at 1. Default: 1.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    page: Option<i64>,
    #[schema(minimum = 1, maximum = 100)]
    size: Option<i64>,
}

/// The list of transactions.
#[derive(Debug, Serialize, ToSchema)]
struct TransactionsAnswer {
    /// Always true.
    success: bool,
    message: &'static str,
    data: TransactionPage,
    errors: NoErrors,
}

/// One page of transactions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransactionPage {
    #[schema(max_items = 100)]
    transactions: Vec<Transaction>,
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    size: i64,
    #[schema(minimum = 0)]
    total_pages: i64,
    #[schema(minimum = 0)]
    total_count: i64,
}

/// The payment of a subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    #[schema(format = Uuid)]
    id: String,
    transaction_reference: String,
    /// Whether it has been paid.
    is_settled_payment: bool,
    #[schema(minimum = 1)]
    number_of_shares: i64,
    amount: Naira,
    subscription: TransactionSubscription,
    /// Your own reference for the application.
    #[schema(required)]
    client_reference: Option<String>,
    #[schema(example = "NGN")]
    currency: &'static str,
    #[schema(inline)]
    status: StatusWord,
    #[schema(inline)]
    payment_status: PaymentStatusWord,
    #[schema(inline)]
    allotment_status: AllotmentStatusWord,
    /// Null until the allotment.
    #[schema(required, minimum = 0)]
    shares_allotted: Option<i64>,
    /// Null until it is known whether a refund is due.
    #[schema(required, inline)]
    refund_amount: Option<Naira>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(required, format = DateTime)]
    settled_at: Option<String>,
    /// Why the application was rejected or the payment failed.
    #[schema(required)]
    reason: Option<String>,
    /// Where the investor pays, on a page of the payment provider; only while it can be paid, and
    /// where there is a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri")]
    payment_url: Option<String>,
    /// All steps, oldest first; only with `transactionReference`.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Vec<HistoryLine>>,
    /// Why this many shares were allotted, in words; only where `transactionReference` is
    /// given and once the allotment is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    allotment_explanation: Option<String>,
    /// The outcomes of looking up the applicants by BVN, NIN and account; only where
    /// `transactionReference` is given and if a provider was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    identity_checks: Option<Vec<ShownCheck>>,
}

/// A step in the history of a subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HistoryLine {
    #[schema(format = DateTime)]
    at: String,
    /// What happened.
    #[schema(example = "register", pattern = "^[a-z_]+$")]
    r#move: String,
    #[schema(inline)]
    status: StatusWord,
    #[schema(inline)]
    payment_status: PaymentStatusWord,
    #[schema(inline)]
    allotment_status: AllotmentStatusWord,
    /// The reason, if there is one.
    #[schema(required)]
    reason: Option<String>,
}

impl From<Event> for HistoryLine {
    fn from(event: Event) -> Self {
        Self {
            at: event.at.rfc3339(),
            status: Word(event.state.status),
            payment_status: Word(event.state.payment),
            allotment_status: Word(event.state.allotment),
            reason: event.reason().map(str::to_owned),
            r#move: event.step,
        }
    }
}

/// What the payment is for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransactionSubscription {
    #[schema(format = Uuid)]
    id: String,
    /// The name of the investor.
    investor_name: String,
    #[schema(inline)]
    profile_type: ProfileTypeWord,
    offer_name: String,
    offer_id: String,
    #[schema(inline)]
    status: StatusWord,
    /// Empty until the exchange has responded.
    exchange_reference_number: String,
    /// Empty until the exchange has responded.
    exchange_subscription_id: String,
}

fn wire(vault: &Vault, row: TransactionRow) -> Result<Transaction> {
    let name = open_name(vault, &row.subscription_id, &row.investor_name)?;
    let (history, allotment_explanation, identity_checks) = match row.past {
        None => (None, None, None),
        Some(past) => {
            let lines = past.history.into_iter().map(HistoryLine::from).collect();
            let checks = past.identity.as_ref().map(ShownCheck::all);
            (Some(lines), past.explanation, checks)
        }
    };
    Ok(Transaction {
        id: row.id,
        transaction_reference: row.reference,
        is_settled_payment: row.state.is_settled(),
        number_of_shares: row.number_of_shares,
        amount: Naira(row.amount),
        subscription: TransactionSubscription {
            id: row.subscription_id,
            investor_name: name.expose().clone(),
            profile_type: Word(row.profile_type),
            offer_name: row.offer_name,
            offer_id: row.offer_id,
            status: Word(row.state.status),
            exchange_reference_number: row.exchange_reference,
            exchange_subscription_id: row.exchange_subscription_id,
        },
        client_reference: row.client_reference,
        currency: "NGN",
        status: Word(row.state.status),
        payment_status: Word(row.state.payment),
        allotment_status: Word(row.state.allotment),
        shares_allotted: row.shares_allotted,
        refund_amount: row.refund.map(Naira),
        created_at: row.created_at.rfc3339(),
        settled_at: row.settled_at.map(Timestamp::rfc3339),
        reason: row.reason,
        payment_url: row.payment_url,
        history,
        allotment_explanation,
        identity_checks,
    })
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Sensitive};
    use utoipa::PartialSchema as _;

    use super::*;
    use crate::identity::outcome::{
        CheckKind, IdentityCheck, IdentityChecks, Outcome, Party, Policy,
    };
    use crate::lifecycle::State;
    use crate::ops::Past;
    use crate::subscription::{AllotmentStatus, PaymentStatus, ProfileType};
    use crate::words::check_schema;

    fn as_sent(transaction: &Transaction) -> serde_json::Value {
        serde_json::from_slice(&serde_json::to_vec(transaction).unwrap()).unwrap()
    }

    fn refusal(at: Timestamp) -> Event {
        Event {
            id: 1,
            at,
            step: "refuse".to_owned(),
            state: State::RECEIVED,
            detail: Some("No.".to_owned()),
            actor: "system".to_owned(),
        }
    }

    fn paid_in_part(vault: &Vault, at: Timestamp) -> TransactionRow {
        let context = "subscription.investor-name/s1";
        TransactionRow {
            id: "t1".to_owned(),
            reference: "KFT-1".to_owned(),
            subscription_id: "s1".to_owned(),
            investor_name: vault.seal(context, b"Ada Obi", Ids).unwrap(),
            profile_type: ProfileType::Joint,
            offer_id: "OFR-X".to_owned(),
            offer_name: "X".to_owned(),
            number_of_shares: 40,
            amount: Kobo::new(676_050),
            state: State {
                status: Status::PartiallyAllotted,
                payment: PaymentStatus::RefundPending,
                allotment: AllotmentStatus::Partial,
            },
            shares_allotted: Some(20),
            refund: Some(Kobo::new(338_025)),
            settled_at: Some(at),
            reason: None,
            created_at: at,
            client_reference: Some("order-7".to_owned()),
            exchange_reference: "NGX1".to_owned(),
            exchange_subscription_id: "SUB-1".to_owned(),
            payment_url: None,
            past: None,
        }
    }

    #[test]
    fn a_refund_shows_and_the_schema_says_what_the_answer_holds() {
        let vault = Vault::new(&Sensitive::new([1; 32]));
        let at = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
        let row = paid_in_part(&vault, at);
        let moved = TransactionRow {
            subscription_id: "s2".to_owned(),
            ..row.clone()
        };
        assert!(
            wire(&vault, moved).is_err(),
            "a name opens in its own row only"
        );
        let alone = TransactionRow {
            payment_url: Some("https://pay.example/1".to_owned()),
            past: Some(Past {
                history: vec![refusal(at)],
                explanation: Some("Because.".to_owned()),
                identity: Some(IdentityChecks {
                    policy: Policy::Refuse,
                    at,
                    checks: vec![IdentityCheck {
                        person: Party::Applicant,
                        kind: CheckKind::Bvn,
                        outcome: Outcome::Exact,
                    }],
                }),
            }),
            ..row.clone()
        };
        let alone = wire(&vault, alone).unwrap();
        check_schema::<HistoryLine>(&alone.history.as_ref().unwrap()[0]);
        check_schema::<ShownCheck>(&alone.identity_checks.as_ref().unwrap()[0]);
        let alone = as_sent(&alone);
        assert_eq!(alone["history"][0]["move"], "refuse");
        let transaction = wire(&vault, row).unwrap();
        check_schema::<TransactionSubscription>(&transaction.subscription);
        let schema = serde_json::to_value(Transaction::schema()).unwrap();
        let described: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(
            described,
            alone.as_object().unwrap().keys().collect::<Vec<_>>()
        );
        let in_a_list = as_sent(&transaction);
        let required: Vec<_> = schema["required"].as_array().unwrap().iter().collect();
        assert_eq!(
            required,
            in_a_list.as_object().unwrap().keys().collect::<Vec<_>>()
        );
        let json = serde_json::to_string(&transaction).unwrap();
        for part in [
            "\"amount\":6760.5,",
            "\"isSettledPayment\":true,",
            "\"refundAmount\":3380.25,",
            "\"investorName\":\"Ada Obi\",",
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }
}
