//! The lists of exchanges outside, as they were last kept.

use std::collections::BTreeMap;

use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_store::{Op, Tx};
use serde::de::DeserializeOwned;

use crate::ports::contract::{ExchangeBank, ExchangeBroker};

/// How old a list of the exchange is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freshness {
    pub retrieved_at: Timestamp,
    /// Since when the exchange has not answered; `None` while it does.
    pub failing_since: Option<Timestamp>,
}

impl Freshness {
    /// Of several that are told as one: the oldest, failing if one of them does.
    pub fn oldest(all: impl IntoIterator<Item = Self>) -> Option<Self> {
        all.into_iter().reduce(|one, other| Self {
            retrieved_at: one.retrieved_at.min(other.retrieved_at),
            failing_since: one
                .failing_since
                .into_iter()
                .chain(other.failing_since)
                .min(),
        })
    }
}

/// The lists of an exchange outside; `None` where none was ever fetched.
#[derive(Debug, Default)]
pub struct ExchangeLists {
    /// The offers themselves are rows like others.
    pub offers: Option<Freshness>,
    pub banks: Option<(Vec<ExchangeBank>, Freshness)>,
    pub brokers: Option<(Vec<ExchangeBroker>, Freshness)>,
}

const LISTS: &str = "select * from exchange_sent where environment = $1";

/// Reads what exchanges outside sent of an environment, by their names in the settings.
pub(super) async fn exchange_lists(
    tx: &mut Tx<'_>,
    environment: Environment,
) -> Result<BTreeMap<String, ExchangeLists>> {
    fn parsed<T: DeserializeOwned>(body: &str) -> Result<Vec<T>> {
        serde_json::from_str(body).map_err(Error::internal)
    }
    let mut all: BTreeMap<String, ExchangeLists> = BTreeMap::new();
    for row in tx.rows(LISTS, &[environment.into()]).await? {
        let freshness = Freshness {
            retrieved_at: row.get("retrieved_at")?,
            failing_since: row.get("failing_since")?,
        };
        let (name, body): (String, String) = (row.get("name")?, row.get("body")?);
        let lists = all.entry(row.get("exchange")?).or_default();
        match name.as_str() {
            "offers" => lists.offers = Some(freshness),
            "banks" => lists.banks = Some((parsed(&body)?, freshness)),
            "brokers" => lists.brokers = Some((parsed(&body)?, freshness)),
            _ => return Err(Error::internal("a kept list has an unknown name")),
        }
    }
    Ok(all)
}

/// Reads the banks that an exchange outside last sent.
#[derive(Clone, Debug)]
pub struct ReadExchangeBanks {
    pub environment: Environment,
    /// Its name in the settings.
    pub exchange: String,
}

impl Op for ReadExchangeBanks {
    type Out = Vec<ExchangeBank>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<ExchangeBank>> {
        let mut all = exchange_lists(tx, self.environment).await?;
        let banks = all.remove(&self.exchange).and_then(|lists| lists.banks);
        Ok(banks.map(|(banks, _)| banks).unwrap_or_default())
    }
}
