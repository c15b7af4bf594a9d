//! The reading half.

use kofa_domain::{Environment, Error, Result};
use kofa_store::{File, Op, Row, Tx, Value};

use super::LIST_SEPARATOR;
use crate::profile::{
    Capital, Charge, ChargeStatus, Control, Corporation, Details, DocumentState, Documents,
    Holding, Part, Party, PartyAddress, Profile, Role, RoleKind,
};
use crate::register::keys::Entity;
use crate::register::row::company;

/// People, and as many charges, that one entity may have here. The largest public companies of
/// Nigeria have more shareholders than this; a register of members is no list of affiliates.
const LISTED_MAX: usize = 50_000;

const DETAILS: &str = "select phone, branch_address, head_office_address, objectives, \
     last_annual_return, affiliates_count, has_certificate, has_status_report \
     from company_detail where entity_id = $1";

const ROLES: &str = "select kind, share_type, appointed_on, resigned_on, is_active, party_id, \
     surname, first_name, other_name, gender, born, nationality, former_nationality, \
     occupation, email_masked, phone_masked, identity_masked, street_number, street, city, lga, \
     state, country, postcode, corporation_name, corporation_rc_number, shares_allotted, \
     control_nature, is_direct, is_indirect, share_hundredths, voting_hundredths, \
     accreditation_number from company_role \
     where entity_id = $1 \
     order by kind, party_key, share_type, appointed_on limit 50001";

const CAPITAL: &str = "select currency, nominal, issued_shares, nominal_per_share, paid_up \
     from company_capital where entity_id = $1";

const CHARGES: &str = "select charge_id, code, kind, description, created_on, registered_on, \
     satisfied_on, status, secured, currency, persons_entitled, particulars, is_fixed, \
     is_floating, has_negative_pledge from company_charge \
     where entity_id = $1 \
     order by created_on, charge_id limit 50001";

/// What the register knows of one entity; `None` if it is not registered. Roles come from the
/// most senior to the least, charges from the oldest on.
///
/// Fails with `internal` if an entity has more than 50,000 roles or charges: a list that was
/// cut would be a lie.
#[derive(Debug)]
pub struct ProfileOf {
    pub environment: Environment,
    pub entity: Entity,
    /// What is needed of it; what is not stays empty.
    pub part: Part,
}

impl Op for ProfileOf {
    type Out = Option<Profile>;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Profile>> {
        let Some(record) = company(tx, self.entity.key(self.environment)).await? else {
            return Ok(None);
        };
        let (details, documents) = self.details(tx).await?;
        let mut profile = Profile {
            record,
            details,
            roles: Vec::new(),
            capital: None,
            charges: Vec::new(),
            documents,
        };
        let (people, capital, charges) = match self.part {
            Part::Company => (false, false, false),
            Part::Affiliates | Part::Certificate => (true, false, false),
            Part::ShareCapital => (false, true, false),
            Part::ShareDistribution => (true, true, false),
            Part::Charges => (false, false, true),
            Part::StatusReport => (true, true, true),
        };
        if people {
            profile.roles = self.roles(tx).await?;
        }
        if capital {
            profile.capital = self.capital(tx).await?;
        }
        if charges {
            profile.charges = self.charges(tx).await?;
        }
        Ok(Some(profile))
    }
}

impl ProfileOf {
    fn of(&self) -> [Value<'_>; 1] {
        [self.entity.key(self.environment).into()]
    }

    async fn details(&self, tx: &mut Tx<'_>) -> Result<(Details, Documents)> {
        let Some(row) = tx.opt(DETAILS, &self.of()).await? else {
            return Ok((Details::default(), Documents::default()));
        };
        let details = Details {
            phone: row.get("phone")?,
            branch_address: row.get("branch_address")?,
            head_office_address: row.get("head_office_address")?,
            objectives: list(&row.get::<String>("objectives")?),
            last_annual_return: row.get("last_annual_return")?,
            affiliates_count: row.get("affiliates_count")?,
        };
        let state = |has| match has {
            true => DocumentState::FromRecord,
            false => DocumentState::Unavailable,
        };
        let documents = Documents {
            certificate: state(row.get("has_certificate")?),
            status_report: state(row.get("has_status_report")?),
        };
        Ok((details, documents))
    }

    async fn roles(&self, tx: &mut Tx<'_>) -> Result<Vec<Role>> {
        let rows = whole(tx.rows(ROLES, &self.of()).await?)?;
        let mut roles = rows.iter().map(role).collect::<Result<Vec<_>>>()?;
        roles.sort_by_key(|role| role.kind);
        Ok(roles)
    }

    async fn capital(&self, tx: &mut Tx<'_>) -> Result<Option<Capital>> {
        let Some(row) = tx.opt(CAPITAL, &self.of()).await? else {
            return Ok(None);
        };
        Ok(Some(Capital {
            currency: row.get("currency")?,
            nominal: row.get("nominal")?,
            issued_shares: unsigned(&row, "issued_shares")?,
            nominal_per_share: row.get("nominal_per_share")?,
            paid_up: row.get("paid_up")?,
        }))
    }

    async fn charges(&self, tx: &mut Tx<'_>) -> Result<Vec<Charge>> {
        let rows = whole(tx.rows(CHARGES, &self.of()).await?)?;
        rows.iter().map(charge).collect()
    }
}

fn whole(rows: Vec<Row>) -> Result<Vec<Row>> {
    if rows.len() > LISTED_MAX {
        return Err(Error::internal("an entity has more rows than can be told"));
    }
    Ok(rows)
}

fn role(row: &Row) -> Result<Role> {
    let kind = RoleKind::parse(&row.get::<String>("kind")?);
    let appointed_on: String = row.get("appointed_on")?;
    let share_type: String = row.get("share_type")?;
    let nature: Option<String> = row.get("control_nature")?;
    let control = match nature {
        None => None,
        Some(nature) => Some(Control {
            nature: list(&nature),
            is_direct: row.get("is_direct")?,
            is_indirect: row.get("is_indirect")?,
            share_hundredths: row.get("share_hundredths")?,
            voting_hundredths: row.get("voting_hundredths")?,
        }),
    };
    let holding = |allotted| Holding {
        allotted,
        share_type,
    };
    Ok(Role {
        kind: kind.ok_or_else(|| Error::internal("company_role.kind"))?,
        party: party(row)?,
        appointed_on: (!appointed_on.is_empty()).then_some(appointed_on),
        resigned_on: row.get("resigned_on")?,
        is_active: row.get("is_active")?,
        shares: unsigned(row, "shares_allotted")?.map(holding),
        control,
        accreditation_number: row.get("accreditation_number")?,
    })
}

fn party(row: &Row) -> Result<Party> {
    let corporation = match row.get::<Option<String>>("corporation_name")? {
        None => None,
        Some(name) => Some(Corporation {
            name,
            rc_number: row.get("corporation_rc_number")?,
        }),
    };
    Ok(Party {
        id: row.get("party_id")?,
        surname: row.get("surname")?,
        first_name: row.get("first_name")?,
        other_name: row.get("other_name")?,
        gender: row.get("gender")?,
        born: row.get("born")?,
        nationality: row.get("nationality")?,
        former_nationality: row.get("former_nationality")?,
        occupation: row.get("occupation")?,
        email_masked: row.get("email_masked")?,
        phone_masked: row.get("phone_masked")?,
        identity_masked: row.get("identity_masked")?,
        address: PartyAddress {
            street_number: row.get("street_number")?,
            street: row.get("street")?,
            city: row.get("city")?,
            lga: row.get("lga")?,
            state: row.get("state")?,
            country: row.get("country")?,
            postcode: row.get("postcode")?,
        },
        corporation,
    })
}

fn charge(row: &Row) -> Result<Charge> {
    let status = ChargeStatus::parse(&row.get::<String>("status")?);
    Ok(Charge {
        id: row.get("charge_id")?,
        code: row.get("code")?,
        kind: row.get("kind")?,
        description: row.get("description")?,
        created_on: row.get("created_on")?,
        registered_on: row.get("registered_on")?,
        satisfied_on: row.get("satisfied_on")?,
        status: status.ok_or_else(|| Error::internal("company_charge.status"))?,
        secured: row.get("secured")?,
        currency: row.get("currency")?,
        persons_entitled: list(&row.get::<String>("persons_entitled")?),
        particulars: row.get("particulars")?,
        is_fixed: row.get("is_fixed")?,
        is_floating: row.get("is_floating")?,
        has_negative_pledge: row.get("has_negative_pledge")?,
    })
}

fn unsigned(row: &Row, column: &str) -> Result<Option<u64>> {
    let number: Option<i64> = row.get(column)?;
    // The tables hold no negative number of shares.
    Ok(number.map(i64::cast_unsigned))
}

fn list(text: &str) -> Vec<String> {
    let items = text.split(LIST_SEPARATOR).filter(|item| !item.is_empty());
    items.map(str::to_owned).collect()
}
