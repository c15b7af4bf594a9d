//! Banks and brokers: what operators set beyond the reference data. Both environments share
//! it, so a change moves the version of both.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Fault, Result, Timestamp, codes as common};
use kofa_gazetteer::{bank_by_id, broker_by_id};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::{Value as Json, json};

use super::offer_version::changed;
use crate::brokers::{Broker, brokers, is_sandbox_broker};
use crate::codes;
use crate::market::{BankChange, BrokerChange, ListedBank, listed_banks};
use crate::offer::OfferType;

/// Brokers with settings, at most.
const BROKERS_MAX: i64 = 1_000;

/// Always in this order, so that two changes cannot wait for each other.
async fn changed_in_both(tx: &mut Tx<'_>) -> Result<()> {
    for environment in [Environment::Sandbox, Environment::Live] {
        changed(tx, environment).await?;
    }
    Ok(())
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    subject: &str,
    details: Json,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject,
        tenant: None,
        details,
    };
    audit::append(tx, change).await
}

const BANKS: &str = "select * from bank_setting order by bank_id";

/// What operators set of banks. One that is no longer supported is passed over.
pub(super) async fn bank_settings(tx: &mut Tx<'_>) -> Result<Vec<ListedBank>> {
    let rows = tx.rows(BANKS, &[]).await?;
    let mut all = Vec::with_capacity(rows.len());
    for row in &rows {
        if let Some(bank) = bank_by_id(row.get("bank_id")?).filter(|bank| bank.supported) {
            all.push(ListedBank {
                bank,
                active: row.get("active")?,
                supports_direct_debit: row.get("supports_direct_debit")?,
                logo_url: row.get("logo_url")?,
                set_cbn_code: row.get("cbn_code")?,
                set_nip_code: row.get("nip_code")?,
            });
        }
    }
    Ok(all)
}

/// All supported banks with what operators set, by `bank_id`.
#[derive(Debug)]
pub struct ListBanks;

impl Op for ListBanks {
    type Out = Vec<ListedBank>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        Ok(listed_banks(bank_settings(tx).await?))
    }
}

const PUT_BANK: &str = "insert into bank_setting (bank_id, active, supports_direct_debit, \
     logo_url, cbn_code, nip_code, updated_at) values ($1, $2, $3, $4, $5, $6, $7) \
     on conflict (bank_id) do update set active = excluded.active, \
     supports_direct_debit = excluded.supports_direct_debit, logo_url = excluded.logo_url, \
     cbn_code = excluded.cbn_code, nip_code = excluded.nip_code, \
     updated_at = excluded.updated_at";

/// A code names one bank.
fn codes_are_its_own(bank: &ListedBank, all: &[ListedBank]) -> Result<()> {
    let set = [
        ("cbnCode", &bank.set_cbn_code),
        ("nipCode", &bank.set_nip_code),
    ];
    let mut faults = Vec::new();
    for (field, code) in set {
        let others = all
            .iter()
            .filter(|one| one.bank.bank_id != bank.bank.bank_id);
        let taken = |code: &String| others.clone().find(|one| one.has_code(code));
        if let Some(other) = code.as_ref().and_then(taken) {
            let message = format!("`{field}` is that of {}.", other.bank.name);
            faults.push(Fault::on(field, &common::INVALID_FIELD, message));
        }
    }
    Error::check(faults)
}

/// Sets what the API says of a supported bank.
#[derive(Debug)]
pub struct SetBank {
    pub by: ActorAt,
    pub bank_id: i64,
    pub change: BankChange,
}

impl SetBank {
    /// The bank before and after it, among all that there are.
    ///
    /// # Errors
    /// `not_found`, or `invalid_field` for a code that is another's.
    pub(crate) fn over(&self, all: &[ListedBank]) -> Result<(ListedBank, ListedBank)> {
        let found = all.iter().find(|one| one.bank.bank_id == self.bank_id);
        let missing = || Error::new(&common::NOT_FOUND, "There is no such supported bank.");
        let before = found.ok_or_else(missing)?.clone();
        let bank = self.change.over(before.clone());
        codes_are_its_own(&bank, all)?;
        Ok((before, bank))
    }
}

impl Op for SetBank {
    type Out = ListedBank;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ListedBank> {
        self.by.actor.needs(Right::Market)?;
        changed_in_both(tx).await?;
        let all = listed_banks(bank_settings(tx).await?);
        let (before, bank) = self.over(&all)?;
        let params: [Value<'_>; 7] = [
            bank.bank.bank_id.into(),
            bank.active.into(),
            bank.supports_direct_debit.into(),
            bank.logo_url.as_ref().into(),
            bank.set_cbn_code.as_ref().into(),
            bank.set_nip_code.as_ref().into(),
            self.by.at.into(),
        ];
        tx.exec_one(PUT_BANK, &params).await?;
        let mut details = json!({
            "bankId": bank.bank.bank_id,
            "active": bank.active,
            "supportsDirectDebit": bank.supports_direct_debit,
            "logoUrl": bank.logo_url,
        });
        // Codes say whom money goes to: what they were is told, too.
        for (name, before, after) in [
            ("cbnCode", before.cbn_code(), bank.cbn_code()),
            ("nipCode", before.nip_code(), bank.nip_code()),
        ] {
            if before != after {
                details[name] = json!({"before": before, "after": after});
            }
        }
        note(tx, &self.by, "bank.set", bank.bank.id, details).await?;
        Ok(bank)
    }
}

const BROKERS: &str = "select * from broker_setting order by broker_id limit $1";

/// What operators set of brokers, and those that they added. A setting of a firm that the
/// data no longer names is passed over.
pub(super) async fn broker_settings(tx: &mut Tx<'_>) -> Result<Vec<Broker>> {
    let rows = tx.rows(BROKERS, &[BROKERS_MAX.into()]).await?;
    let brokers = rows.iter().map(broker).collect::<Result<Vec<_>>>()?;
    Ok(brokers.into_iter().flatten().collect())
}

fn broker(row: &Row) -> Result<Option<Broker>> {
    let (id, added): (String, bool) = (row.get("broker_id")?, row.get("added")?);
    let name: Option<String> = row.get("name")?;
    let base = match (broker_by_id(&id), name) {
        (Some(known), _) if !added => Broker::known(known),
        (_, Some(name)) => Broker::named(id, name),
        _ => return Ok(None),
    };
    let code: Option<String> = row.get("code")?;
    let offer_types: String = row.get("offer_types")?;
    let words: Vec<String> = serde_json::from_str(&offer_types)
        .map_err(|error| Error::internal("stored types of offer").with_context(error))?;
    Ok(Some(Broker {
        code: code.map(Into::into),
        active: row.get("active")?,
        accepts_new_clients: row.get("accepts_new_clients")?,
        email: row.get("email")?,
        phone: row.get("phone")?,
        website: row.get("website")?,
        address: row.get("address")?,
        offer_types: words
            .iter()
            .filter_map(|word| OfferType::parse(word))
            .collect(),
        added,
        ..base
    }))
}

/// All brokers that operators keep, those of the reference data first. The sandbox's
/// fictional ones are nobody's to change and not among them.
#[derive(Debug)]
pub struct ListBrokers;

impl Op for ListBrokers {
    type Out = Vec<Broker>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        Ok(brokers(Environment::Live, broker_settings(tx).await?))
    }
}

const PUT_BROKER: &str = "insert into broker_setting (broker_id, name, code, active, \
     accepts_new_clients, email, phone, website, address, offer_types, added, updated_at) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
     on conflict (broker_id) do update set name = excluded.name, code = excluded.code, \
     active = excluded.active, accepts_new_clients = excluded.accepts_new_clients, \
     email = excluded.email, phone = excluded.phone, website = excluded.website, \
     address = excluded.address, offer_types = excluded.offer_types, \
     updated_at = excluded.updated_at";

async fn put(tx: &mut Tx<'_>, broker: &Broker, at: Timestamp) -> Result<()> {
    let words: Vec<&str> = broker.offer_types.iter().map(|one| one.as_str()).collect();
    let offer_types = serde_json::to_string(&words).map_err(Error::internal)?;
    let params: [Value<'_>; 12] = [
        (&*broker.id).into(),
        // The data keeps the names of the firms that it has.
        broker.added.then_some(&*broker.name).into(),
        broker.code.as_deref().into(),
        broker.active.into(),
        broker.accepts_new_clients.into(),
        broker.email.as_ref().into(),
        broker.phone.as_ref().into(),
        broker.website.as_ref().into(),
        broker.address.as_ref().into(),
        offer_types.into(),
        broker.added.into(),
        at.into(),
    ];
    Ok(tx.exec_one(PUT_BROKER, &params).await?)
}

fn shown(broker: &Broker) -> Json {
    let words: Vec<&str> = broker.offer_types.iter().map(|one| one.as_str()).collect();
    json!({
        "name": broker.name,
        "code": broker.code,
        "active": broker.active,
        "acceptsNewClients": broker.accepts_new_clients,
        "email": broker.email,
        "phone": broker.phone,
        "website": broker.website,
        "address": broker.address,
        "offerTypes": words,
    })
}

/// A dealing member code names one firm.
fn refuse_code(all: &[Broker], broker: &Broker) -> Result<()> {
    let same = |one: &&Broker| one.id != broker.id && one.code == broker.code;
    match all.iter().find(same).filter(|_| broker.code.is_some()) {
        None => Ok(()),
        Some(other) => {
            let message = format!("`code` is that of the broker `{}`.", other.id);
            Err(Error::on("code", &codes::BROKER_EXISTS, message))
        }
    }
}

/// Sets what the API says of a broker.
#[derive(Debug)]
pub struct SetBroker {
    pub by: ActorAt,
    pub id: String,
    pub change: BrokerChange,
}

impl SetBroker {
    /// The broker after it, among all that there are.
    ///
    /// # Errors
    /// `not_found`, `invalid_field` for a name that is not the operator's, or `broker_exists` for
    /// a code that is another's.
    pub(crate) fn over(&self, all: &[Broker]) -> Result<Broker> {
        let found = all.iter().find(|one| *one.id == *self.id).cloned();
        let missing = || Error::new(&common::NOT_FOUND, "There is no such broker.");
        let found = found.ok_or_else(missing)?;
        if self.change.name.is_some() && !found.added {
            let message = "`name` is that of the reference data; only brokers that were added \
                           can be renamed.";
            return Err(Error::on("name", &common::INVALID_FIELD, message));
        }
        let broker = self.change.over(found);
        refuse_code(all, &broker)?;
        Ok(broker)
    }
}

impl Op for SetBroker {
    type Out = Broker;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Broker> {
        self.by.actor.needs(Right::Market)?;
        changed_in_both(tx).await?;
        let broker = self.over(&brokers(Environment::Live, broker_settings(tx).await?))?;
        put(tx, &broker, self.by.at).await?;
        note(tx, &self.by, "broker.set", &broker.id, shown(&broker)).await?;
        Ok(broker)
    }
}

/// Adds a broker that the reference data does not know.
#[derive(Debug)]
pub struct AddBroker {
    pub by: ActorAt,
    /// As [`crate::market::BrokerId`] has it.
    pub id: String,
    /// What is known of it; its name is there.
    pub change: BrokerChange,
}

impl AddBroker {
    /// The broker that it adds to all that there are.
    ///
    /// # Errors
    /// `missing_field` without a name, or `broker_exists` if there is one of its id or code, or
    /// there are too many.
    pub(crate) fn to(&self, all: &[Broker]) -> Result<Broker> {
        let named = self.change.name.clone();
        let name = named.ok_or_else(|| Error::faults(vec![Fault::missing("name")]))?;
        if all.iter().any(|one| *one.id == *self.id) || is_sandbox_broker(&self.id) {
            let message = "There is a broker of this id already.";
            return Err(Error::on("id", &codes::BROKER_EXISTS, message));
        }
        let most = usize::try_from(BROKERS_MAX).map_err(Error::internal)?;
        if all.len() >= most {
            let message = format!("There are {BROKERS_MAX} brokers, as many as there can be.");
            return Err(Error::new(&codes::BROKER_EXISTS, message));
        }
        let new = Broker {
            added: true,
            ..Broker::named(self.id.clone(), name)
        };
        let broker = self.change.over(new);
        refuse_code(all, &broker)?;
        Ok(broker)
    }
}

impl Op for AddBroker {
    type Out = Broker;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Broker> {
        self.by.actor.needs(Right::Market)?;
        changed_in_both(tx).await?;
        let broker = self.to(&brokers(Environment::Live, broker_settings(tx).await?))?;
        put(tx, &broker, self.by.at).await?;
        note(tx, &self.by, "broker.add", &broker.id, shown(&broker)).await?;
        Ok(broker)
    }
}
