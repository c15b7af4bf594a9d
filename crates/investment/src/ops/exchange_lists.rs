//! The lists of an exchange outside, as they were last kept.

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

/// The lists of an exchange outside; `None` where none was ever fetched.
#[derive(Debug, Default)]
pub struct ExchangeLists {
    /// The offers themselves are rows like others.
    pub offers: Option<Freshness>,
    pub banks: Option<(Vec<ExchangeBank>, Freshness)>,
    pub brokers: Option<(Vec<ExchangeBroker>, Freshness)>,
}

const LISTS: &str = "select * from exchange_list where environment = $1";

/// Reads what an exchange outside sent of an environment.
pub(super) async fn exchange_lists(
    tx: &mut Tx<'_>,
    environment: Environment,
) -> Result<ExchangeLists> {
    fn parsed<T: DeserializeOwned>(body: &str) -> Result<Vec<T>> {
        serde_json::from_str(body).map_err(Error::internal)
    }
    let mut lists = ExchangeLists::default();
    for row in tx.rows(LISTS, &[environment.into()]).await? {
        let freshness = Freshness {
            retrieved_at: row.get("retrieved_at")?,
            failing_since: row.get("failing_since")?,
        };
        let (name, body): (String, String) = (row.get("name")?, row.get("body")?);
        match name.as_str() {
            "offers" => lists.offers = Some(freshness),
            "banks" => lists.banks = Some((parsed(&body)?, freshness)),
            "brokers" => lists.brokers = Some((parsed(&body)?, freshness)),
            _ => return Err(Error::internal("a kept list has an unknown name")),
        }
    }
    Ok(lists)
}

/// Reads the banks that the exchange outside last sent.
#[derive(Clone, Copy, Debug)]
pub struct ReadExchangeBanks {
    pub environment: Environment,
}

impl Op for ReadExchangeBanks {
    type Out = Vec<ExchangeBank>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<ExchangeBank>> {
        let lists = exchange_lists(tx, self.environment).await?;
        Ok(lists.banks.map(|(banks, _)| banks).unwrap_or_default())
    }
}
