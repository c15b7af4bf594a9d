//! People's data (NDPA 2023): all that is held of one person, found, given out, erased.
//!
//! The number or address stands in the body of the request alone, and nowhere in a log. Each of
//! these leaves two entries in the audit log, before and after, and a receipt.

use kofa_core::people::{Fate, Handling, Identifier, IdentifierKind, People, PersonalRecord};
use kofa_core::people_receipts::{self, BeginPeople, PeopleAction, Receipt, StoreReceipt, index};
use kofa_core::text::EMAIL_CHARS_MAX;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Result, Sensitive};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::rules::{Line, Rule as _, Word};
use crate::wire::{Paged, moment};
use crate::{Body, Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<FindPerson>(),
    Entry::of::<ExportPerson>(),
    Entry::of::<ErasePerson>(),
    Entry::of::<ListReceipts>(),
];

const TAG: &str = "People";
const KIND: Word<IdentifierKind> = Word {
    all: &IdentifierKind::ALL,
    as_str: IdentifierKind::as_str,
    parse: IdentifierKind::parse,
    must: "",
};
/// What no search finds, and what becomes of it.
const NOTES: [&str; 5] = [
    "Tenants, the exchange, banks, and payment and AI providers keep their own copies of data \
     that was sent to them.",
    "Earlier back-ups still contain erased data until they are deleted.",
    "Responses kept for an `Idempotency-Key` are deleted within 48 hours, responses to consent \
     codes within 15 minutes.",
    "The request log and the ledger contain no numbers, names or addresses of people.",
    "The company register is public and contains no such numbers.",
];

/// A record of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonRecord {
    /// The kind of record.
    #[schema(example = "subscription")]
    kind: &'static str,
    /// Its ID within its kind.
    id: String,
    /// The environment; null if it has none.
    #[schema(required)]
    environment: Option<String>,
    /// The tenant that holds it; null if none.
    #[schema(required)]
    tenant_id: Option<String>,
    /// When it was created.
    #[schema(format = "date-time")]
    at: String,
    /// `goes`: an erasure would remove it. `erased`: it was removed. `stays`: it is kept, see
    /// the reason.
    #[schema(example = "erased")]
    outcome: &'static str,
    /// Why it is kept; null if it is not.
    #[schema(required)]
    reason: Option<String>,
    /// The data in the record. Only in exports, otherwise null.
    #[schema(value_type = Object, required)]
    data: Option<serde_json::Value>,
}

/// A person's data and what was done with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonReport {
    /// The receipt's ID.
    #[schema(format = Uuid)]
    receipt_id: String,
    #[schema(format = "date-time")]
    at: String,
    /// `find`, `export` or `erase`.
    action: &'static str,
    /// `bvn`, `nin`, `chn` or `email`.
    identifier: &'static str,
    records: Vec<PersonRecord>,
    /// Data that is not included, and what happens to it.
    notes: Vec<String>,
}

impl PersonRecord {
    fn new(action: PeopleAction, record: PersonalRecord) -> Self {
        let (outcome, reason) = match record.fate {
            Fate::Goes if action == PeopleAction::Erase => ("erased", None),
            Fate::Goes => ("goes", None),
            Fate::Stays(why) => ("stays", Some(why)),
        };
        let is_export = action == PeopleAction::Export;
        Self {
            kind: record.kind,
            id: record.id,
            environment: record.environment.map(|one| one.to_string()),
            tenant_id: record.tenant.map(|id| id.to_string()),
            at: moment(record.at),
            outcome,
            reason,
            data: is_export.then(|| record.data.expose().clone()),
        }
    }

    /// The record without its data.
    fn receipt(&self) -> serde_json::Value {
        json!({
            "kind": self.kind, "id": self.id, "environment": self.environment,
            "tenantId": self.tenant_id, "at": self.at, "outcome": self.outcome,
            "reason": self.reason,
        })
    }
}

/// Reads who is looked for.
fn who(fields: &mut Fields<'_>) -> Option<Identifier> {
    let kind = fields.required("by", "The kind of identifier.", KIND);
    let line = Line {
        most: EMAIL_CHARS_MAX,
    };
    let rule = line.told(|| json!({"type": "string", "writeOnly": true}));
    let value = fields.required("value", "The number or address. It is never stored.", rule);
    let (kind, value) = (kind?, value?);
    let clean = kind.clean(&value);
    if clean.is_none() {
        let must = match kind {
            IdentifierKind::Bvn | IdentifierKind::Nin => "must have 11 digits",
            IdentifierKind::Chn => "must have 6 to 14 letters and digits",
            IdentifierKind::Email => "must be an email address",
        };
        fields.faults.wrong("value", must);
    }
    let value = Sensitive::new(clean?);
    Some(Identifier { kind, value })
}

async fn handle(
    services: &Services,
    by: ActorAt,
    (action, handling): (PeopleAction, Handling),
    who: Identifier,
) -> Result<PersonReport> {
    let (people, vault) = (services.part::<People>()?, services.vault()?);
    let id = services.ids.uuid(by.at).to_string();
    let begin = BeginPeople {
        by: by.clone(),
        id: id.clone(),
        action,
        identifier: who.kind,
    };
    services.store.write(begin).await?;
    let stores = (&services.store, vault);
    let records = people.records(handling, stores, by.at, &who).await?;
    let records: Vec<PersonRecord> = records
        .into_iter()
        .map(|one| PersonRecord::new(action, one))
        .collect();
    let stayed = records.iter().filter(|one| one.reason.is_some()).count();
    let at = moment(by.at);
    let receipt = StoreReceipt {
        by,
        id: id.clone(),
        action,
        identifier: who.kind,
        who: index(vault, &who),
        records: records.iter().map(PersonRecord::receipt).collect(),
        counts: (records.len() - stayed, stayed),
    };
    services.store.write(receipt).await?;
    Ok(PersonReport {
        receipt_id: id,
        at,
        action: action.as_str(),
        identifier: who.kind.as_str(),
        records,
        notes: NOTES.map(str::to_owned).to_vec(),
    })
}

/// All that is held of a person, without the data.
#[derive(Debug)]
pub struct FindPerson(pub Identifier);

impl Command for FindPerson {
    const SPEC: &'static Spec = &Spec::post("findPerson", "/admin/v1/people/find")
        .about(
            TAG,
            "Find a person's data",
            "Finds records by BVN, NIN, CHN or email address in both environments, and shows \
             which of\nthem an erasure would remove.",
        )
        .takes(
            Body::Json("FindPerson", "The person to find."),
            Permission::Operators,
        )
        .answers(&[(200, "The receipt with the records found.")]);
    type Output = PersonReport;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        who(fields).map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PersonReport> {
        handle(services, by, (PeopleAction::Find, Handling::Find), self.0).await
    }
}

/// All that is held of a person.
#[derive(Debug)]
pub struct ExportPerson(pub Identifier);

impl Command for ExportPerson {
    const SPEC: &'static Spec = &Spec::post("exportPerson", "/admin/v1/people/export")
        .about(
            TAG,
            "Export a person's data",
            "Returns the records with their data, to give to the person.",
        )
        .takes(
            Body::Json("ExportPerson", "The person whose data is exported."),
            Permission::Operators,
        )
        .answers(&[(200, "The records with their data.")]);
    type Output = PersonReport;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        who(fields).map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PersonReport> {
        handle(services, by, (PeopleAction::Export, Handling::Find), self.0).await
    }
}

/// The end of what may go of a person's data.
#[derive(Debug)]
pub struct ErasePerson(pub Identifier);

impl Command for ErasePerson {
    const SPEC: &'static Spec = &Spec::post("erasePerson", "/admin/v1/people/erase")
        .about(
            TAG,
            "Erase a person's data",
            "Permanently erases everything that may be erased. Records required by law, the \
             ledger or\nwork in progress stay encrypted, and the receipt says why. This cannot \
             be undone.",
        )
        .takes(
            Body::Json("ErasePerson", "The person whose data is erased."),
            Permission::Operators,
        )
        .answers(&[(200, "The receipt: what was erased and what stays.")]);
    type Output = PersonReport;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        who(fields).map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PersonReport> {
        handle(services, by, (PeopleAction::Erase, Handling::Erase), self.0).await
    }
}

/// A receipt of what was done with a person's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PeopleReceipt)]
pub struct ReceiptView {
    #[schema(format = Uuid)]
    id: String,
    #[schema(format = "date-time")]
    at: String,
    /// Who ran it: `shell` or `operator:opr_…`.
    actor: String,
    /// `find`, `export` or `erase`.
    action: String,
    /// `bvn`, `nin`, `chn` or `email`.
    identifier: String,
    /// Each record with its outcome, without its data.
    #[schema(value_type = Vec<Object>)]
    records: serde_json::Value,
}

impl From<Receipt> for ReceiptView {
    fn from(receipt: Receipt) -> Self {
        Self {
            id: receipt.id,
            at: moment(receipt.at),
            actor: receipt.actor,
            action: receipt.action,
            identifier: receipt.identifier,
            records: serde_json::from_str(&receipt.records).unwrap_or_default(),
        }
    }
}

/// The newest receipts.
#[derive(Debug)]
pub struct ListReceipts;

impl Command for ListReceipts {
    const SPEC: &'static Spec = &Spec {
        right: Permission::Operators,
        ..Spec::get("listPeopleReceipts", "/admin/v1/people/receipts")
            .about(
                TAG,
                "List personal data receipts",
                "Receipts for data that was found, exported or erased: the last 200, newest \
                 first.",
            )
            .answers(&[(200, "The items, always on one page.")])
    };
    type Output = Paged<ReceiptView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = people_receipts::ListReceipts { who: None };
        let receipts = services.store.read(list).await?;
        Ok(Paged::whole(receipts, ReceiptView::from))
    }
}
