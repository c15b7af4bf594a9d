//! Files of banks and brokers, offers, holders, payments and statements, from being brought to
//! being imported: each shows what importing it would do, waits to be confirmed, and is then
//! imported as it was shown, or not at all.
//!
//! Its bytes lie sealed in the object store. It is forgotten after a day.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kofa_core::ActorAt;
use kofa_domain::{Clock, Environment, Error, Ids, Result};
use kofa_objects::{Objects, Stored};
use kofa_store::{Store, Vault};
use tokio::time::{MissedTickBehavior, interval};

use crate::held_file::{FileImport, HeldFile, Purpose};
use crate::holders_import::{HoldersFile, HoldersReport, import_holders, rehearse_holders};
use crate::market::read_file;
use crate::offer::lagos_rfc3339;
use crate::ops::{
    CreateOffers, Created, EndHeldFile, FindHeldFile, ForgetHeldFiles, HoldFile, gone, object_name,
};
use crate::parties_import::{
    PartiesReport, import_banks, import_brokers, rehearse_banks, rehearse_brokers,
};
use crate::rehearsal::{ChangedValue, Log, Rehearsal, RehearsedRow};
use crate::settlement_import::{self, ImportOptions, ImportReport};
use crate::statement_import::{self, StatementImport, StatementReport};

/// How often is looked for files that nobody confirmed, in seconds.
const FORGET_EVERY_S: u64 = 3_600;

/// What an import did.
#[derive(Clone, Debug)]
pub enum Imported {
    Parties(PartiesReport),
    Offers(Created),
    Holders(HoldersReport),
    Payments(ImportReport),
    Statement(StatementReport),
}

/// What became of a file that was confirmed.
#[derive(Clone, Debug)]
pub enum Confirmed {
    Imported(Imported),
    /// It would do something else than was shown: nothing was imported.
    Changed,
}

/// The files of all servers over one database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct FileImports {
    store: Store,
    vault: Vault,
    objects: Objects,
}

impl FileImports {
    pub fn new(store: Store, vault: Vault, objects: Objects) -> Self {
        Self {
            store,
            vault,
            objects,
        }
    }

    /// As [`rehearse`].
    ///
    /// # Errors
    /// As [`rehearse`].
    pub async fn rehearse(
        &self,
        by: &ActorAt,
        import: &FileImport,
        text: Vec<u8>,
    ) -> Result<Rehearsal> {
        rehearse(&self.store, &self.vault, by, import, text).await
    }

    /// Holds a file, in the place of one that the same operator brought for the same.
    ///
    /// # Errors
    /// `forbidden`, `conflict` if too many wait already, or the object store's.
    pub async fn hold(
        &self,
        by: ActorAt,
        import: FileImport,
        (file_name, text): (String, Vec<u8>),
    ) -> Result<HeldFile> {
        by.actor.needs(import.purpose.right())?;
        let id = Ids.uuid(by.at).to_string();
        let file = HeldFile {
            import,
            file_name,
            bytes: text.len() as u64,
            brought_by: by.actor.to_string(),
            brought_at: by.at,
            id,
        };
        let object = object_name(&file.id);
        let object = self.objects.put(&object, Bytes::from(text)).await?;
        let hold = HoldFile {
            by,
            file: file.clone(),
            object,
            vault: self.vault.clone(),
        };
        self.store.write(hold).await?;
        Ok(file)
    }

    /// A file that waits to be confirmed.
    ///
    /// # Errors
    /// 404 `not_found`, or the store's.
    pub async fn find(&self, id: &str) -> Result<HeldFile> {
        Ok(self.find_stored(id).await?.0)
    }

    /// A file that waits to be confirmed, and what importing it would do now.
    ///
    /// # Errors
    /// 404 `not_found`, or the store's; within, why it cannot be imported.
    pub async fn look(&self, by: &ActorAt, id: &str) -> Result<(HeldFile, Result<Rehearsal>)> {
        let (file, text) = self.read(id).await?;
        let looked = self.rehearse(by, &file.import, text).await;
        Ok((file, looked))
    }

    /// Imports a file, if that does what was shown: `plan` is that of its [`Rehearsal`]. The file
    /// waits no longer then, whatever comes of it.
    ///
    /// # Errors
    /// 404 `not_found`, or as the import of its kind.
    pub async fn confirm(&self, by: ActorAt, id: &str, plan: &str) -> Result<Confirmed> {
        let (file, text) = self.read(id).await?;
        let looked = self.rehearse(&by, &file.import, text.clone()).await?;
        if looked.plan != plan {
            return Ok(Confirmed::Changed);
        }
        self.end(by.clone(), &file).await?;
        // In a task of its own: a browser that is closed does not cut the import off.
        let this = self.clone();
        let import = async move { this.import(by, &file.import, text).await };
        let imported = tokio::spawn(import).await.map_err(Error::internal)??;
        Ok(Confirmed::Imported(imported))
    }

    /// Throws a file away that waits to be confirmed.
    ///
    /// # Errors
    /// `forbidden`, 404 `not_found`, or the store's.
    pub async fn discard(&self, by: ActorAt, id: &str) -> Result<HeldFile> {
        let file = self.find(id).await?;
        self.end(by, &file).await?;
        Ok(file)
    }

    async fn end(&self, by: ActorAt, file: &HeldFile) -> Result<()> {
        let end = EndHeldFile {
            by,
            id: file.id.clone(),
            purpose: file.import.purpose,
        };
        self.store.write(end).await
    }

    async fn find_stored(&self, id: &str) -> Result<(HeldFile, Stored)> {
        let find = FindHeldFile {
            id: id.to_owned(),
            vault: self.vault.clone(),
        };
        self.store.read(find).await?.ok_or_else(gone)
    }

    async fn read(&self, id: &str) -> Result<(HeldFile, Vec<u8>)> {
        let (file, object) = self.find_stored(id).await?;
        let text = self.objects.get(&object).await?.ok_or_else(gone)?;
        Ok((file, text.expose().clone()))
    }

    async fn import(&self, by: ActorAt, import: &FileImport, text: Vec<u8>) -> Result<Imported> {
        let (store, vault) = (&self.store, &self.vault);
        Ok(match import.purpose {
            Purpose::Banks => {
                Imported::Parties(import_banks(store, &by, &text, import.format).await?)
            }
            Purpose::Brokers => {
                Imported::Parties(import_brokers(store, &by, &text, import.format).await?)
            }
            Purpose::Offers => Imported::Offers(store.write(offers(by, import, &text)?).await?),
            Purpose::Holders => {
                let (file, source) = (holders(by, import)?, Cursor::new(text));
                Imported::Holders(import_holders(store, vault, file, source, |_| ()).await?)
            }
            Purpose::Payments => {
                let options = ImportOptions {
                    format: import.format,
                    rejects: None,
                    bytes_total: None,
                };
                let (environment, source) = (environment(import)?, Cursor::new(text));
                let import =
                    settlement_import::import(store, by, environment, source, options, |_| ());
                Imported::Payments(import.await?)
            }
            Purpose::Statement => {
                let (what, source) = (statement(by, import)?, Cursor::new(text));
                let import = statement_import::import((store, vault), what, source);
                Imported::Statement(import.await?)
            }
        })
    }
}

/// What importing a file would do.
///
/// # Errors
/// Why it cannot be imported: `forbidden`, or as the import of its kind.
pub async fn rehearse(
    store: &Store,
    vault: &Vault,
    by: &ActorAt,
    import: &FileImport,
    text: Vec<u8>,
) -> Result<Rehearsal> {
    by.actor.needs(import.purpose.right())?;
    let by = by.clone();
    match import.purpose {
        Purpose::Banks => rehearse_banks(store, &by, &text, import.format).await,
        Purpose::Brokers => rehearse_brokers(store, &by, &text, import.format).await,
        Purpose::Offers => {
            let create = offers(by, import, &text)?;
            let planned = create.offers.clone();
            let created = store.rehearse(create).await?;
            Ok(offers_rehearsed(&planned, &created))
        }
        Purpose::Holders => rehearse_holders(store, vault, holders(by, import)?, text).await,
        Purpose::Payments => {
            let environment = environment(import)?;
            settlement_import::rehearse(store, by, environment, text, import.format).await
        }
        Purpose::Statement => {
            statement_import::rehearse((store, vault), statement(by, import)?, text).await
        }
    }
}

/// Forgets files that nobody confirmed, until it is dropped.
pub async fn watch(store: Store, clock: Arc<dyn Clock>) {
    let mut tick = interval(Duration::from_secs(FORGET_EVERY_S));
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let forget = ForgetHeldFiles { now: clock.now() };
        if let Err(error) = store.write_until_none(forget).await {
            tracing::warn!(%error, "files that nobody confirmed could not be forgotten");
        }
    }
}

fn environment(import: &FileImport) -> Result<Environment> {
    let missing = || Error::internal("a file is for no environment");
    import.environment.ok_or_else(missing)
}

fn offers(by: ActorAt, import: &FileImport, text: &[u8]) -> Result<CreateOffers> {
    Ok(CreateOffers {
        environment: environment(import)?,
        offers: read_file(text, import.format, by.at)?,
        by,
    })
}

fn offers_rehearsed(planned: &[crate::market::Planned], created: &Created) -> Rehearsal {
    let mut log = Log::new(&["added", "unchanged"]);
    for one in planned {
        let offer = &one.offer;
        let is_new = created.offers.iter().any(|new| new.id == offer.id);
        let values = || {
            vec![
                ChangedValue::new("name", "", offer.name.as_str()),
                ChangedValue::new("offerType", "", offer.offer_type.as_str()),
                ChangedValue::new("price", "", offer.price.to_string()),
                ChangedValue::new("sharesOnOffer", "", offer.shares_on_offer.to_string()),
                ChangedValue::new("openAt", "", lagos_rfc3339(offer.open_at)),
                ChangedValue::new("closeAt", "", lagos_rfc3339(offer.close_at)),
            ]
        };
        log.add(RehearsedRow {
            line: one.line,
            what: offer.id.clone(),
            outcome: if is_new { "added" } else { "unchanged" },
            changes: is_new.then(values).unwrap_or_default(),
            ..RehearsedRow::default()
        });
    }
    log.finish(true)
}

fn holders(by: ActorAt, import: &FileImport) -> Result<HoldersFile> {
    Ok(HoldersFile {
        by,
        environment: environment(import)?,
        offer_id: import.offer_id.clone(),
        format: import.format,
        rejects: None,
        bytes_total: None,
        replace: import.replace,
    })
}

fn statement(by: ActorAt, import: &FileImport) -> Result<StatementImport> {
    Ok(StatementImport {
        by,
        environment: environment(import)?,
        account: import.account.clone(),
    })
}
