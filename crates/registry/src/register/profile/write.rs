//! The writing half. Of the rows of one operation no two may have the same key.

use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::{Column, File, Op, Tx, Type, Value};

use super::{LIST_SEPARATOR, RoleKey};
use crate::profile::{Capital, Charge, Details, DocumentState, Documents, Party, Role};
use crate::register::keys::Entity;
use crate::register::row::remove_each;
use crate::register::watched::touch;

/// Shares as they are stored.
fn stored(shares: u64) -> i64 {
    // The import takes no more than that; an upstream's numbers are not stored here.
    i64::try_from(shares).unwrap_or(i64::MAX)
}

const DETAIL_COLUMNS: [Column; 10] = [
    ("entity_id", Type::Int),
    ("phone", Type::Text),
    ("branch_address", Type::Text),
    ("head_office_address", Type::Text),
    ("objectives", Type::Text),
    ("last_annual_return", Type::Text),
    ("affiliates_count", Type::Int),
    ("has_certificate", Type::Bool),
    ("has_status_report", Type::Bool),
    ("imported_at", Type::Int),
];

const REPLACE_DETAILS: &str = "on conflict (entity_id) do update set \
     phone = excluded.phone, branch_address = excluded.branch_address, \
     head_office_address = excluded.head_office_address, objectives = excluded.objectives, \
     last_annual_return = excluded.last_annual_return, \
     affiliates_count = excluded.affiliates_count, \
     has_certificate = excluded.has_certificate, \
     has_status_report = excluded.has_status_report, imported_at = excluded.imported_at";

/// Stores details; those of an entity that has some are replaced whole.
#[derive(Debug)]
pub struct PutDetails {
    pub environment: Environment,
    /// What is known of whom. A document of an upstream's own is stored as one that can be
    /// drawn.
    pub details: Vec<(Entity, Details, Documents)>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutDetails {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let has = |state: &DocumentState| *state != DocumentState::Unavailable;
        let rows = self.details.iter().map(|(entity, details, documents)| {
            [
                entity.key(self.environment).into(),
                details.phone.as_ref().into(),
                details.branch_address.as_ref().into(),
                details.head_office_address.as_ref().into(),
                details.objectives.join(LIST_SEPARATOR).into(),
                details.last_annual_return.as_ref().into(),
                details.affiliates_count.into(),
                has(&documents.certificate).into(),
                has(&documents.status_report).into(),
                self.imported_at.into(),
            ]
        });
        let rows: Vec<[Value<'_>; 10]> = rows.collect();
        tx.insert_rows("company_detail", &DETAIL_COLUMNS, REPLACE_DETAILS, &rows)
            .await?;
        Ok(())
    }
}

const ROLE_COLUMNS: [Column; 36] = [
    ("entity_id", Type::Int),
    ("kind", Type::Text),
    ("party_key", Type::Text),
    ("share_type", Type::Text),
    ("appointed_on", Type::Text),
    ("resigned_on", Type::Text),
    ("is_active", Type::Bool),
    ("party_id", Type::Text),
    ("surname", Type::Text),
    ("first_name", Type::Text),
    ("other_name", Type::Text),
    ("gender", Type::Text),
    ("born", Type::Text),
    ("nationality", Type::Text),
    ("former_nationality", Type::Text),
    ("occupation", Type::Text),
    ("email_masked", Type::Text),
    ("phone_masked", Type::Text),
    ("identity_masked", Type::Text),
    ("street_number", Type::Text),
    ("street", Type::Text),
    ("city", Type::Text),
    ("lga", Type::Text),
    ("state", Type::Text),
    ("country", Type::Text),
    ("postcode", Type::Text),
    ("corporation_name", Type::Text),
    ("corporation_rc_number", Type::Text),
    ("shares_allotted", Type::Int),
    ("control_nature", Type::Text),
    ("is_direct", Type::Bool),
    ("is_indirect", Type::Bool),
    ("share_hundredths", Type::Int),
    ("voting_hundredths", Type::Int),
    ("accreditation_number", Type::Text),
    ("imported_at", Type::Int),
];

const REPLACE_ROLES: &str = "on conflict (entity_id, kind, party_key, \
     share_type, appointed_on) do update set resigned_on = excluded.resigned_on, \
     is_active = excluded.is_active, party_id = excluded.party_id, surname = excluded.surname, \
     first_name = excluded.first_name, other_name = excluded.other_name, \
     gender = excluded.gender, born = excluded.born, nationality = excluded.nationality, \
     former_nationality = excluded.former_nationality, occupation = excluded.occupation, \
     email_masked = excluded.email_masked, phone_masked = excluded.phone_masked, \
     identity_masked = excluded.identity_masked, street_number = excluded.street_number, \
     street = excluded.street, city = excluded.city, lga = excluded.lga, \
     state = excluded.state, country = excluded.country, postcode = excluded.postcode, \
     corporation_name = excluded.corporation_name, \
     corporation_rc_number = excluded.corporation_rc_number, \
     shares_allotted = excluded.shares_allotted, control_nature = excluded.control_nature, \
     is_direct = excluded.is_direct, is_indirect = excluded.is_indirect, \
     share_hundredths = excluded.share_hundredths, \
     voting_hundredths = excluded.voting_hundredths, \
     accreditation_number = excluded.accreditation_number, imported_at = excluded.imported_at";

/// Stores people and bodies in their roles. One with the same entity, role, party, kind of
/// shares and day of appointment is replaced whole.
#[derive(Debug)]
pub struct PutRoles {
    pub environment: Environment,
    /// Who is what in which entity.
    pub roles: Vec<(Entity, Role)>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutRoles {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows = self.roles.iter().map(|one| self.row(one));
        let rows: Vec<[Value<'_>; 36]> = rows.collect();
        let keys = self
            .roles
            .iter()
            .map(|(entity, _)| entity.key(self.environment));
        touch(tx, keys).await?;
        tx.insert_rows("company_role", &ROLE_COLUMNS, REPLACE_ROLES, &rows)
            .await?;
        Ok(())
    }
}

impl PutRoles {
    fn row<'a>(&self, (entity, role): &'a (Entity, Role)) -> [Value<'a>; 36] {
        let key = RoleKey::of(role);
        let Party {
            address,
            corporation,
            ..
        } = &role.party;
        let (party, control) = (&role.party, role.control.as_ref());
        let body = corporation.as_ref();
        [
            entity.key(self.environment).into(),
            key.kind.into(),
            key.party.into(),
            key.share_type.into(),
            key.appointed_on.into(),
            role.resigned_on.as_ref().into(),
            role.is_active.into(),
            party.id.as_ref().into(),
            (&party.surname).into(),
            (&party.first_name).into(),
            (&party.other_name).into(),
            party.gender.as_ref().into(),
            party.born.as_ref().into(),
            party.nationality.as_ref().into(),
            party.former_nationality.as_ref().into(),
            party.occupation.as_ref().into(),
            party.email_masked.as_ref().into(),
            party.phone_masked.as_ref().into(),
            party.identity_masked.as_ref().into(),
            address.street_number.as_ref().into(),
            address.street.as_ref().into(),
            address.city.as_ref().into(),
            address.lga.as_ref().into(),
            address.state.as_ref().into(),
            address.country.as_ref().into(),
            address.postcode.as_ref().into(),
            body.map(|body| &body.name).into(),
            body.and_then(|body| body.rc_number.as_ref()).into(),
            role.shares.as_ref().map(|one| stored(one.allotted)).into(),
            control.map(|one| one.nature.join(LIST_SEPARATOR)).into(),
            control.and_then(|one| one.is_direct).into(),
            control.and_then(|one| one.is_indirect).into(),
            control.and_then(|one| one.share_hundredths).into(),
            control.and_then(|one| one.voting_hundredths).into(),
            role.accreditation_number.as_ref().into(),
            self.imported_at.into(),
        ]
    }
}

const REMOVE_ROLE: &str = "delete from company_role where entity_id = $1 and kind = $2 \
     and party_key = $3 and share_type = $4 and appointed_on = $5";

/// Removes roles that a file says to remove; how many there were.
#[derive(Debug)]
pub struct RemoveRoles {
    pub environment: Environment,
    /// The roles; only what their key is made of matters.
    pub roles: Vec<(Entity, Role)>,
}

impl Op for RemoveRoles {
    type Out = u64;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let keys = self
            .roles
            .iter()
            .map(|(entity, _)| entity.key(self.environment));
        touch(tx, keys).await?;
        let mut removed = 0;
        for (entity, role) in &self.roles {
            let key = RoleKey::of(role);
            let params = [
                entity.key(self.environment).into(),
                key.kind.into(),
                key.party.into(),
                key.share_type.into(),
                key.appointed_on.into(),
            ];
            removed += tx.exec(REMOVE_ROLE, &params).await?;
        }
        Ok(removed)
    }
}

const CAPITAL_COLUMNS: [Column; 7] = [
    ("entity_id", Type::Int),
    ("currency", Type::Text),
    ("nominal", Type::Int),
    ("issued_shares", Type::Int),
    ("nominal_per_share", Type::Int),
    ("paid_up", Type::Int),
    ("imported_at", Type::Int),
];

const REPLACE_CAPITALS: &str = "on conflict (entity_id) do update set \
     currency = excluded.currency, nominal = excluded.nominal, \
     issued_shares = excluded.issued_shares, nominal_per_share = excluded.nominal_per_share, \
     paid_up = excluded.paid_up, imported_at = excluded.imported_at";

/// Stores share capitals; that of an entity that has one is replaced whole.
#[derive(Debug)]
pub struct PutCapitals {
    pub environment: Environment,
    /// Whose capital is what.
    pub capitals: Vec<(Entity, Capital)>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutCapitals {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows = self.capitals.iter().map(|(entity, capital)| {
            [
                entity.key(self.environment).into(),
                (&capital.currency).into(),
                capital.nominal.into(),
                capital.issued_shares.map(stored).into(),
                capital.nominal_per_share.into(),
                capital.paid_up.into(),
                self.imported_at.into(),
            ]
        });
        let rows: Vec<[Value<'_>; 7]> = rows.collect();
        tx.insert_rows("company_capital", &CAPITAL_COLUMNS, REPLACE_CAPITALS, &rows)
            .await?;
        Ok(())
    }
}

const REMOVE_CAPITAL: &str = "delete from company_capital where entity_id = $1";

/// Removes capitals that a file says to remove; how many there were.
#[derive(Debug)]
pub struct RemoveCapitals {
    pub environment: Environment,
    pub entities: Vec<Entity>,
}

impl Op for RemoveCapitals {
    type Out = u64;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        remove_each(tx, REMOVE_CAPITAL, self.environment, &self.entities).await
    }
}

const CHARGE_COLUMNS: [Column; 17] = [
    ("entity_id", Type::Int),
    ("charge_id", Type::Text),
    ("code", Type::Text),
    ("kind", Type::Text),
    ("description", Type::Text),
    ("created_on", Type::Text),
    ("registered_on", Type::Text),
    ("satisfied_on", Type::Text),
    ("status", Type::Text),
    ("secured", Type::Int),
    ("currency", Type::Text),
    ("persons_entitled", Type::Text),
    ("particulars", Type::Text),
    ("is_fixed", Type::Bool),
    ("is_floating", Type::Bool),
    ("has_negative_pledge", Type::Bool),
    ("imported_at", Type::Int),
];

const REPLACE_CHARGES: &str = "on conflict (entity_id, charge_id) \
     do update set code = excluded.code, kind = excluded.kind, \
     description = excluded.description, created_on = excluded.created_on, \
     registered_on = excluded.registered_on, satisfied_on = excluded.satisfied_on, \
     status = excluded.status, secured = excluded.secured, currency = excluded.currency, \
     persons_entitled = excluded.persons_entitled, particulars = excluded.particulars, \
     is_fixed = excluded.is_fixed, is_floating = excluded.is_floating, \
     has_negative_pledge = excluded.has_negative_pledge, imported_at = excluded.imported_at";

/// Stores charges; one with the same entity and number is replaced whole.
#[derive(Debug)]
pub struct PutCharges {
    pub environment: Environment,
    /// Over whose assets which charge is.
    pub charges: Vec<(Entity, Charge)>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutCharges {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows = self.charges.iter().map(|(entity, charge)| {
            [
                entity.key(self.environment).into(),
                (&charge.id).into(),
                charge.code.as_ref().into(),
                charge.kind.as_ref().into(),
                charge.description.as_ref().into(),
                charge.created_on.as_ref().into(),
                charge.registered_on.as_ref().into(),
                charge.satisfied_on.as_ref().into(),
                charge.status.as_str().into(),
                charge.secured.into(),
                (&charge.currency).into(),
                charge.persons_entitled.join(LIST_SEPARATOR).into(),
                charge.particulars.as_ref().into(),
                charge.is_fixed.into(),
                charge.is_floating.into(),
                charge.has_negative_pledge.into(),
                self.imported_at.into(),
            ]
        });
        let rows: Vec<[Value<'_>; 17]> = rows.collect();
        tx.insert_rows("company_charge", &CHARGE_COLUMNS, REPLACE_CHARGES, &rows)
            .await?;
        Ok(())
    }
}

const REMOVE_CHARGE: &str = "delete from company_charge where entity_id = $1 and charge_id = $2";

/// Removes charges that a file says to remove; how many there were.
#[derive(Debug)]
pub struct RemoveCharges {
    pub environment: Environment,
    /// Over whose assets which charge, by its number.
    pub charges: Vec<(Entity, String)>,
}

impl Op for RemoveCharges {
    type Out = u64;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut removed = 0;
        for (entity, charge_id) in &self.charges {
            let params = [entity.key(self.environment).into(), charge_id.into()];
            removed += tx.exec(REMOVE_CHARGE, &params).await?;
        }
        Ok(removed)
    }
}
