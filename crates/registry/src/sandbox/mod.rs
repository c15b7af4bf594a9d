//! The sandbox's source: reserved numbers whose last digit decides what happens, and for
//! everything else the imported register.

pub(crate) mod profile;
pub(crate) mod seed;
pub(crate) mod values;
use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock, Error, Result};

use crate::codes::{UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE};
use crate::import::{RawRecord, read_company};
use crate::profile::{Part, Profile};
use crate::record::Record;
use crate::register::Register;
use crate::rules::{EntityType, RcNumber, RegistrationStatus, Reserved};
use crate::{Company, SANDBOX_COMPANIES};

/// Who answers under reserved numbers: raw records as a registry would send them, those
/// under numbers that end in 8 as untidy as real ones are.
const PERSONAS: &str = include_str!("../../../../data/sandbox_personas.jsonl");
/// How long a number that ends in 4 takes, in milliseconds.
const SLOW_MS: u64 = 3_000;
/// What a number that ends in 3 sends as `Retry-After`, in seconds.
const RETRY_AFTER_SECONDS: u32 = 30;

/// The sandbox's world of companies.
#[derive(Clone, Debug)]
pub struct Sandbox {
    register: Register,
    personas: Arc<[Company]>,
    /// Numbers of the companies of `data/`, for consent codes.
    world: Arc<[Box<str>]>,
    clock: Arc<dyn Clock>,
}

impl Sandbox {
    /// With `register` behind the reserved numbers.
    ///
    /// # Panics
    /// If the embedded personas cannot be read; a test reads them all.
    pub fn new(register: Register, clock: Arc<dyn Clock>) -> Self {
        let personas = PERSONAS.lines().map(|line| {
            let raw = RawRecord::from_json(line.as_bytes()).expect("a persona is a JSON object");
            let read = read_company(&raw, &mut Vec::new());
            read.expect("a persona is a whole record")
        });
        Self {
            register,
            personas: personas.collect(),
            world: company_numbers(),
            clock,
        }
    }

    /// What is behind everything that is not reserved.
    pub(crate) fn register(&self) -> &Register {
        &self.register
    }

    /// Numbers of companies in it, always the same.
    pub(crate) fn world(&self) -> &[Box<str>] {
        &self.world
    }

    /// The personas under exactly this number.
    fn under(&self, number: &str) -> impl Iterator<Item = Company> {
        self.personas
            .iter()
            .filter(move |one| one.rc_number.as_str() == number)
            .cloned()
    }

    async fn reserved(&self, number: &RcNumber, reserved: Reserved) -> Result<Vec<Company>> {
        let persona = format!("00000{}0", reserved.persona);
        let as_asked = |mut company: Company| {
            company.rc_number = number.clone();
            company
        };
        let first = self.under(&persona).map(as_asked);
        Ok(match reserved.outcome {
            1 => Vec::new(),
            2 => {
                return Err(Error::new(
                    &UPSTREAM_REJECTED,
                    "The registry refused the request: this record is withheld from search.",
                ));
            }
            3 => {
                return Err(
                    Error::plain(&UPSTREAM_UNAVAILABLE).with_retry_after(RETRY_AFTER_SECONDS)
                );
            }
            4 => {
                tokio::time::sleep(Duration::from_millis(SLOW_MS)).await;
                first.collect()
            }
            5 => return Err(Error::plain(&UPSTREAM_TIMEOUT)),
            6 => first.map(partial).collect(),
            7 => first.map(|company| inactive(company, reserved)).collect(),
            8 | 9 => self.under(number.as_str()).collect(),
            _ => first.collect(),
        })
    }
}

/// What is left of a record that the registry holds only in part.
fn partial(company: Company) -> Company {
    Company {
        company_type: String::new(),
        registration_status: RegistrationStatus::Unknown,
        registered_address: String::new(),
        registration_date: None,
        line_of_business: None,
        line_of_business_codes: None,
        city: None,
        lga: None,
        email: None,
        ..company
    }
}

fn inactive(company: Company, reserved: Reserved) -> Company {
    let registration_status = match reserved.persona {
        1 => RegistrationStatus::StruckOff,
        _ => RegistrationStatus::Inactive,
    };
    Company {
        registration_status,
        ..company
    }
}

/// Of the world's entities, the companies: only they have shares.
fn company_numbers() -> Arc<[Box<str>]> {
    let read = |line: &str| {
        let raw = RawRecord::from_json(line.as_bytes()).ok()?;
        let company = read_company(&raw, &mut Vec::new()).ok()?;
        let is_company = company.entity_type == EntityType::Company;
        is_company.then(|| company.rc_number.as_str().into())
    };
    SANDBOX_COMPANIES.lines().filter_map(read).collect()
}

impl Sandbox {
    /// Every entity under a number, in the order of [`EntityType::ALL`]; none if it is not
    /// registered.
    ///
    /// # Errors
    /// Those that a reserved number plays, or the store's.
    pub async fn by_rc(&self, number: &RcNumber) -> Result<Vec<Record>> {
        let Some(reserved) = number.reserved() else {
            return self.register.by_rc(number).await;
        };
        let mut companies = self.reserved(number, reserved).await?;
        companies.sort_by_key(|company| company.entity_type);
        let retrieved_at = self.clock.now();
        let record = |company| Record {
            company,
            retrieved_at,
            cached: false,
            stale: false,
        };
        Ok(companies.into_iter().map(record).collect())
    }

    /// What is known of one entity, at least in `part`; `None` if it is not registered.
    ///
    /// # Errors
    /// As [`Sandbox::by_rc`].
    pub async fn profile(
        &self,
        number: &RcNumber,
        entity_type: EntityType,
        part: Part,
    ) -> Result<Option<Profile>> {
        if number.reserved().is_none() {
            return self.register.profile(number, entity_type, part).await;
        }
        let mut records = self.by_rc(number).await?.into_iter();
        let found = records.find(|record| record.company.entity_type == entity_type);
        Ok(found.map(|record| profile::of(record, number)))
    }
}
