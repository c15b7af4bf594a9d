//! Applicants and holders as people whose data is held: found, given out, erased, and forgotten
//! when their time is over. See [`kofa_core::people`] and [`kofa_core::retention`].

use kofa_core::people::{
    Fate, Identifier, IdentifierKind, PeopleKind, PeopleScope, PersonalRecord,
};
use kofa_core::retention::{AuditDrop, DAY_SECONDS, RetentionKind, RetentionScope};
use kofa_domain::{Environment, Result, Sensitive};
use kofa_store::{Store, Vault};
use serde_json::json;

use crate::ops::{
    CountOldApplicants, EraseApplicant, FindHoldings, FindOldApplicants, FoundApplicant,
    ReadApplicant, ScanApplicants, ScanDigests, chn_digest, open_holder_name,
};
use crate::sealing::{self, Digest, digest, number_index, open_person};
use crate::shown_checks::ShownCheck;
use crate::subscription::{IdentityKind, Person};

/// Who stands in the place of somebody erased.
fn nobody() -> Person {
    let empty = String::new;
    Person {
        first_name: "Erased".to_owned(),
        last_name: empty(),
        date_of_birth: None,
        gender: None,
        email: empty(),
        phone: empty(),
        bvn: None,
        nin: None,
        chn: None,
        address: empty(),
        nationality: empty(),
        state: None,
        lga: None,
        marital_status: None,
        next_of_kin_name: None,
        next_of_kin_phone: None,
        account_number: empty(),
        second_applicant: None,
        guardian: None,
        company: None,
    }
}

/// The digests of a number in both environments; none of an e-mail address.
fn digests(vault: &Vault, who: &Identifier) -> Vec<Digest> {
    let kind = match who.kind {
        IdentifierKind::Bvn => IdentityKind::Bvn,
        IdentifierKind::Nin => IdentityKind::Nin,
        IdentifierKind::Chn => IdentityKind::Chn,
        IdentifierKind::Email => return Vec::new(),
    };
    let of = |environment| digest(&number_index(vault, environment, kind, who.value.expose()));
    Environment::ALL.map(of).to_vec()
}

/// The numbers of applications of a person. An applicant's number is found by its digest. Those
/// who apply for somebody else claim none, and an e-mail address has none: for them, sealed
/// applicants are opened.
async fn applications(scope: &PeopleScope) -> Result<Vec<i64>> {
    let mut all = opened(scope).await?;
    let digests = digests(&scope.vault, &scope.who);
    let mut after = 0;
    while !digests.is_empty() {
        let scan = ScanDigests {
            after,
            digests: digests.clone(),
        };
        let (found, last) = scope.store.read(scan).await?;
        all.extend(found);
        let Some(last) = last else { break };
        after = last;
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

async fn opened(scope: &PeopleScope) -> Result<Vec<i64>> {
    let value = scope.who.value.expose();
    let is_them = |person: &Person| match scope.who.kind {
        IdentifierKind::Email => person.has_email(value),
        IdentifierKind::Chn => false,
        kind => person.identified().iter().any(|one| {
            let number = match kind {
                IdentifierKind::Bvn => one.bvn,
                _ => one.nin,
            };
            number == Some(value.as_str())
        }),
    };
    let (mut all, mut after) = (Vec::new(), 0);
    if scope.who.kind == IdentifierKind::Chn {
        return Ok(all);
    }
    let only_for_another = scope.who.kind != IdentifierKind::Email;
    loop {
        let scan = ScanApplicants {
            after,
            only_for_another,
        };
        let piece = scope.store.read(scan).await?;
        let Some(last) = piece.last() else {
            return Ok(all);
        };
        after = last.no;
        for one in &piece {
            let person = open_person(&scope.vault, &one.id, &one.applicant)?;
            if is_them(person.expose()) {
                all.push(one.no);
            }
        }
    }
}

fn record(vault: &Vault, found: FoundApplicant) -> Result<PersonalRecord> {
    let person = open_person(vault, &found.id, &found.applicant)?;
    let data = json!({
        "offerId": found.offer_id, "applicant": person.expose(),
        "identityChecks": found.identity.as_ref().map(ShownCheck::all),
    });
    Ok(PersonalRecord {
        kind: "subscription",
        id: found.id,
        environment: Some(found.environment),
        tenant: Some(found.tenant_id),
        at: found.created_at,
        fate: found.fate,
        data: Sensitive::new(data),
    })
}

async fn find_applicants(scope: PeopleScope) -> Result<Vec<PersonalRecord>> {
    let mut all = Vec::new();
    for no in applications(&scope).await? {
        if let Some(found) = scope.store.read(reading(&scope, no)).await? {
            all.push(record(&scope.vault, found)?);
        }
    }
    Ok(all)
}

fn reading(scope: &PeopleScope, no: i64) -> ReadApplicant {
    ReadApplicant {
        no,
        now: scope.now,
        paid_kept_days: scope.paid_kept_days,
    }
}

async fn erase(store: &Store, vault: &Vault, of: ReadApplicant, id: &str) -> Result<Fate> {
    let sealed = sealing::seal(vault, id, &nobody())?;
    store.write_piece(EraseApplicant { of, sealed }).await
}

async fn erase_applicants(scope: PeopleScope) -> Result<Vec<PersonalRecord>> {
    let mut all = Vec::new();
    for no in applications(&scope).await? {
        let of = reading(&scope, no);
        let Some(found) = scope.store.read(of).await? else {
            continue;
        };
        let mut record = record(&scope.vault, found)?;
        record.fate = erase(&scope.store, &scope.vault, of, &record.id).await?;
        all.push(record);
    }
    Ok(all)
}

async fn holdings(scope: PeopleScope, erase: bool) -> Result<Vec<PersonalRecord>> {
    let mut all = Vec::new();
    if scope.who.kind != IdentifierKind::Chn {
        return Ok(all);
    }
    for environment in Environment::ALL {
        let chn_digest = chn_digest(&scope.vault, environment, scope.who.value.expose());
        let find = FindHoldings {
            environment,
            chn_digest,
            now: scope.now,
            erase,
        };
        for one in match erase {
            true => scope.store.write(find).await?,
            false => scope.store.read(find).await?,
        } {
            let (offer, sealed) = (&one.offer_id, &one.holder_name);
            let name = open_holder_name(&scope.vault, offer, &chn_digest, sealed)?;
            let [held, bought, sold] = one.counts;
            let data = json!({
                "holderName": name.expose(), "sharesHeld": held,
                "rightsTradedIn": bought, "rightsTradedOut": sold,
            });
            all.push(PersonalRecord {
                kind: "rights_holder",
                id: one.offer_id,
                environment: Some(environment),
                tenant: None,
                at: one.imported_at,
                fate: one.fate,
                data: Sensitive::new(data),
            });
        }
    }
    Ok(all)
}

/// Applicants, by BVN, NIN, CHN or e-mail address.
pub const APPLICANTS: PeopleKind = PeopleKind {
    name: "subscription",
    about: "Applicants of IPO subscriptions. The application stays, without the person.",
    find: |scope| Box::pin(find_applicants(scope)),
    erase: |scope| Box::pin(erase_applicants(scope)),
};

/// Holders in registers of rights issues, by CHN.
pub const HOLDERS: PeopleKind = PeopleKind {
    name: "rights_holder",
    about: "Holders in registers of rights issues; they go once the issue is allotted.",
    find: |scope| Box::pin(holdings(scope, false)),
    erase: |scope| Box::pin(holdings(scope, true)),
};

fn old(scope: &RetentionScope, after: i64) -> FindOldApplicants {
    let paid_days = i64::from(scope.paid_kept_days);
    let paid = scope.now.plus_seconds(-paid_days * DAY_SECONDS);
    FindOldApplicants {
        after,
        before: scope.before,
        paid_before: paid.min(scope.before),
    }
}

async fn drop_old(scope: RetentionScope) -> Result<i64> {
    let (mut rows, mut after) = (0, 0);
    loop {
        let piece = scope.store.read(old(&scope, after)).await?;
        if piece.is_empty() {
            break;
        }
        for (no, id) in piece {
            after = no;
            let of = ReadApplicant {
                no,
                now: scope.now,
                paid_kept_days: scope.paid_kept_days,
            };
            if erase(&scope.store, &scope.vault, of, &id).await? == Fate::Goes {
                rows += 1;
            }
        }
    }
    if rows > 0 {
        let (now, before) = (scope.now, scope.before);
        let note = AuditDrop {
            kind: "applicants",
            now,
            before,
            rows,
        };
        scope.store.write(note).await?;
    }
    Ok(rows)
}

/// Applicants of offers that were listed or cancelled, kept for so many days after both that and
/// the application's last move.
pub const fn retention(days: u32) -> RetentionKind {
    RetentionKind {
        name: "applicants",
        about: "Applicants of offers that were listed or cancelled, from then and from the \
                application's last move; who paid no sooner than `people_paid_kept_days` says.",
        setting: "retention_applicants_days",
        days,
        due: |scope| {
            Box::pin(async move {
                let count = CountOldApplicants(old(&scope, 0));
                scope.store.read(count).await
            })
        },
        drop: |scope| Box::pin(drop_old(scope)),
    }
}
