//! `GET /api/exchange-invest/rights-eligibility`

use std::sync::Arc;

use kofa_core::codes::{
    SANDBOX_VALUE_IN_LIVE, UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_NOT_CONFIGURED, UPSTREAM_REJECTED,
    UPSTREAM_UNAVAILABLE,
};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::text;
use kofa_domain::{
    Code, Environment, Error, Fault, Kind, Kobo, Result, Sensitive, Timestamp, codes,
};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Query, Reference, Refusal, Request};
use kofa_store::{Store, Vault};
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::Catalogue;
use crate::codes as product;
use crate::endpoint::BASE;
use crate::offer::{Offer, lagos_day};
use crate::ops::{
    FindEntitlement, Holding, IdentityUniqueness, chn_digest, no_register, open_holder_name,
};
use crate::ports::contract::KeptHolding;
use crate::ports::{PortError, Ports};
use crate::rights::{Eligibility, Entitlement, Reason, mask_chn, mask_name, read_chn};
use crate::sandbox::{HOLDER_NAME, Reserved};
use crate::words::{Age, Naira, NoErrors, Vocabulary, Word};

/// Says what a holder may take up in a rights issue.
#[derive(Debug)]
pub struct GetRightsEligibility {
    /// Where the registers of holders are.
    pub store: Store,
    /// Finds a CHN and opens a name.
    pub vault: Vault,
    /// The offers in memory.
    pub catalogue: Arc<Catalogue>,
    /// Who holds which number.
    pub claims: Arc<IdentityUniqueness>,
    /// The exchange, where it has the register.
    pub ports: Ports,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getRightsEligibility",
    path: "/api/exchange-invest/rights-eligibility",
    default_price: Kobo::new(2_000),
    billable: &[Billable {
        status: 200,
        when: "the register was checked, whatever the result",
    }],
    shown: super::SHOWN,
    ..BASE
};

/// Longest id of an offer that is looked up, in characters.
const OFFER_ID_CHARS: usize = 64;

/// What is sent as `Retry-After` where the exchange is down, in seconds.
const RETRY_AFTER_SECONDS: u32 = 5;

/// An id that names no offer: here the offer is what is asked for.
const NO_SUCH_OFFER: &Code = &Code {
    kind: Kind::NotFound,
    ..product::OFFER_NOT_FOUND
};

/// What a valid request asks for.
#[derive(Debug)]
pub struct RightsInput {
    offer: Offer,
    chn: Sensitive<String>,
}

impl ProductEndpoint for GetRightsEligibility {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = RightsInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<RightsInput> {
        let environment = call.environment();
        let (id, chn) = read_query(environment, &request.query())?;
        let view = self.catalogue.view(environment, call.now()).await?;
        let offers = view.offers_for(call.tenant_id());
        let Some(offer) = offers.iter().find(|offer| offer.id == id) else {
            return Err(no_such_offer(environment, offers.is_empty()));
        };
        Ok(RightsInput {
            offer: offer.clone(),
            chn: Sensitive::new(chn),
        })
    }

    async fn run(&self, call: &Call, input: RightsInput) -> Result<Answer, Refusal> {
        let RightsInput { offer, chn } = input;
        let (chn, environment) = (chn.expose(), call.environment());
        let (vault, known) = (&self.vault, &self.claims);
        let tenant_id = call.tenant_id();
        let find = FindEntitlement::new(vault, known, tenant_id, environment, &offer, chn);
        let mut age = Age::asked(None, false, false);
        let (holding, name) = match find {
            None => (None, None),
            Some(find) if offer.is_of_exchange() => {
                let kept = self.at_exchange(&offer, chn, call.now()).await?;
                age = Age::asked(Some(kept.asked_at), kept.cached, kept.stale);
                let find = find.told(kept.holding.position, kept.holding.exercised);
                let holding = self.store.read(find).await?;
                (Some(holding), kept.holding.holder_name)
            }
            Some(find) => {
                let holding = self.store.read(find).await?;
                if !holding.has_register {
                    return Err(no_register().into());
                }
                let name = self.name(environment, &offer, chn, &holding)?;
                (Some(holding), name)
            }
        };
        let entitlement = holding.as_ref().and_then(|one| one.entitlement.as_ref());
        let is_subscribed = holding.as_ref().is_some_and(|one| one.is_subscribed);
        let eligibility = Eligibility::of(&offer, entitlement, is_subscribed, call.now());
        let found = Found {
            message: explain(eligibility.reason, &offer, entitlement, call.now()),
            eligibility,
            entitlement: entitlement.copied(),
            chn: mask_chn(chn),
            name,
            age,
        };
        Ok(Answer::json(200, &answer(&offer, found))?)
    }

    fn reference() -> Reference {
        Reference::new(
            "Check rights eligibility",
            "How many shares the holder of a CHN can take up in a rights issue, according to the \
             register of holders at the qualification date: `rightsAvailable` is the entitlement \
             from the holding, plus rights bought on the exchange, minus rights sold or taken up \
             by your open application. A holder who is not on the register gets a normal response: \
             200 with `eligible` false. CHN and name are masked.\n\nIn the sandbox `C0000000010` \
             holds 100,000 shares in every rights issue, `C0000000011` is not on the register, and \
             `C0000000017` has sold all its rights.",
        )
        .query(
            "offer",
            true,
            text("^.{1,64}$"),
            "The `id` of an offer from GET /api/exchange-invest/offers.",
        )
        .query(
            "chn",
            true,
            text("^[A-Za-z0-9]{6,14}$"),
            "The Clearing House Number. Case, spaces and hyphens do not matter.",
        )
        .answers::<RightsAnswer<'_>>(200, "The rights according to the register.")
        .codes(&[
            &codes::MISSING_FIELD,
            &codes::INVALID_FIELD,
            &product::INVALID_CHN,
            &SANDBOX_VALUE_IN_LIVE,
            NO_SUCH_OFFER,
            &UPSTREAM_NOT_CONFIGURED,
            &UPSTREAM_REJECTED,
            &UPSTREAM_UNAVAILABLE,
            &UPSTREAM_ACCOUNT_PROBLEM,
        ])
    }
}

impl GetRightsEligibility {
    /// What the exchange's register says of a holder.
    async fn at_exchange(&self, offer: &Offer, chn: &str, now: Timestamp) -> Result<KeptHolding> {
        let Some(exchange) = self.ports.of(Environment::Live).contract_of(offer) else {
            return Err(Error::plain(&UPSTREAM_NOT_CONFIGURED));
        };
        let of = format!("{}/{chn}", offer.id);
        let of = self.vault.blind_index("exchange.holding", of);
        let asked = exchange.holding((&offer.id, chn, of), now).await;
        asked.map_err(|error| match error {
            PortError::Refused(reason) => Error::new(&UPSTREAM_REJECTED, reason),
            PortError::NotDone(code) => Error::plain(code).with_retry_after(RETRY_AFTER_SECONDS),
            PortError::NotConfigured => Error::plain(&UPSTREAM_NOT_CONFIGURED),
            // Asking changes nothing there.
            PortError::Unknown(why) | PortError::Amiss(why) => Error::plain(&UPSTREAM_UNAVAILABLE)
                .with_context(why)
                .with_retry_after(RETRY_AFTER_SECONDS),
        })
    }

    /// The masked name of a holder.
    fn name(
        &self,
        environment: Environment,
        offer: &Offer,
        chn: &str,
        holding: &Holding,
    ) -> Result<Option<String>> {
        if let Some(sealed) = &holding.holder_name {
            let digest = chn_digest(&self.vault, environment, chn);
            let name = open_holder_name(&self.vault, &offer.id, &digest, sealed)?;
            return Ok(Some(mask_name(name.expose())));
        }
        let is_reserved = holding.entitlement.is_some();
        Ok(is_reserved.then(|| mask_name(HOLDER_NAME)))
    }
}

/// The offer's id and the CHN.
fn read_query(environment: Environment, query: &Query) -> Result<(String, String)> {
    let mut faults = Vec::new();
    let offer = query.filled("offer");
    match offer {
        None => faults.push(Fault::missing("offer")),
        Some(id) if id.chars().count() > OFFER_ID_CHARS => {
            let message = format!("`offer` must have at most {OFFER_ID_CHARS} characters.");
            faults.push(Fault::on("offer", &codes::INVALID_FIELD, message));
        }
        Some(_) => {}
    }
    let text = query.filled("chn");
    let chn = text.and_then(read_chn);
    match (text, &chn) {
        (None, _) => faults.push(Fault::missing("chn")),
        (Some(_), None) => {
            let message = "`chn` must have 6 to 14 letters and digits.";
            faults.push(Fault::on("chn", &product::INVALID_CHN, message));
        }
        (Some(_), Some(chn)) => {
            if environment == Environment::Live && Reserved::Chn.digit(chn).is_some() {
                let message = "`chn` is a sandbox value; live accepts real values only.";
                faults.push(Fault::on("chn", &SANDBOX_VALUE_IN_LIVE, message));
            }
        }
    }
    Error::check(faults)?;
    match (offer, chn) {
        (Some(offer), Some(chn)) => Ok((offer.to_owned(), chn)),
        _ => Err(Error::internal("a query without faults lacks a part")),
    }
}

fn no_such_offer(environment: Environment, offers_nothing: bool) -> Error {
    // Where nothing offers anything, no id can be right.
    if environment == Environment::Live && offers_nothing {
        return Error::plain(&UPSTREAM_NOT_CONFIGURED);
    }
    let message = format!("There is no such offer in the {environment} environment.");
    Error::on("offer", NO_SUCH_OFFER, message)
}

/// What was found about a holder.
struct Found {
    eligibility: Eligibility,
    message: String,
    entitlement: Option<Entitlement>,
    chn: String,
    name: Option<String>,
    age: Age,
}

/// The outcome in words.
fn explain(
    reason: Reason,
    offer: &Offer,
    entitlement: Option<&Entitlement>,
    now: Timestamp,
) -> String {
    let available = entitlement.map_or(0, |one| one.available);
    match reason {
        Reason::Eligible => format!("This holder may take up {available} new shares."),
        Reason::NotOnRegister => {
            "This CHN is not on the register of holders of the issue.".to_owned()
        }
        Reason::OfferNotRights => {
            let kind = offer.offer_type.as_str();
            format!("This offer is of the type {kind}: it needs no rights.")
        }
        Reason::OfferClosed => {
            let why = offer.not_subscribable_reason(now).unwrap_or_default();
            format!("This offer takes no applications now. {why}")
        }
        Reason::RightsFullyTraded if entitlement.is_some_and(|one| one.provisional == 0) => {
            "The holding is too small for a whole new share.".to_owned()
        }
        Reason::RightsFullyTraded => "All rights of this holder were traded.".to_owned(),
        Reason::AlreadySubscribed => {
            "A live application of yours for this offer holds this CHN.".to_owned()
        }
    }
}

type ReasonWord = Word<Reason>;

impl Vocabulary for Reason {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

/// The position of a holder on the register.
#[derive(Debug, Serialize, ToSchema)]
struct RightsAnswer<'a> {
    /// Always true.
    success: bool,
    /// The outcome in words.
    message: String,
    data: RightsRecord<'a>,
    errors: NoErrors,
}

/// The position of a holder in a rights issue. Counts are shares. `reason` says why rights can
/// or cannot be taken up: what stops everyone comes before what stops this holder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RightsRecord<'a> {
    /// Whether rights can be taken up now.
    eligible: bool,
    #[schema(inline)]
    reason: ReasonWord,
    #[schema(example = "OFR-ZUMA")]
    offer_id: &'a str,
    /// Masked.
    #[schema(example = "C********10")]
    chn: String,
    /// Masked; null if the CHN is not on the register.
    #[schema(required, example = "A*** S***")]
    holder_name: Option<String>,
    /// The qualification date; null if the offer is not a rights issue.
    #[schema(required, format = Date)]
    qualification_date: Option<String>,
    /// Shares held at the qualification date.
    #[schema(minimum = 0)]
    shares_held: i64,
    /// Null if the offer is not a rights issue.
    #[schema(required, inline)]
    entitlement_ratio: Option<EntitlementRatio>,
    /// What the holding gives: held × new ÷ held of the ratio, rounded down.
    #[schema(minimum = 0)]
    shares_provisionally_allotted: i64,
    /// Rights bought on the exchange.
    #[schema(minimum = 0)]
    rights_traded_in: i64,
    /// Rights sold on the exchange.
    #[schema(minimum = 0)]
    rights_traded_out: i64,
    /// Taken up by your open application.
    #[schema(minimum = 0)]
    rights_exercised: i64,
    /// Rights left to take up.
    #[schema(minimum = 0)]
    rights_available: i64,
    price_per_share: Naira,
    /// The cost of taking up all remaining rights.
    maximum_amount: Naira,
    /// Whether the holder can apply for additional shares.
    can_apply_for_additional: bool,
    /// Whether the holder can renounce rights in favour of someone else.
    can_renounce: bool,
    /// Whether rights can still be traded on the exchange.
    can_trade_rights: bool,
    /// The last day of the offer; null if it is not a rights issue.
    #[schema(required, format = Date)]
    last_date_for_acceptance: Option<String>,
    source: Age,
}

/// `new` shares for `held` ones.
#[derive(Debug, Serialize, ToSchema)]
struct EntitlementRatio {
    #[schema(minimum = 1)]
    new: i64,
    #[schema(minimum = 1)]
    held: i64,
}

fn answer(offer: &Offer, found: Found) -> RightsAnswer<'_> {
    let entitlement = found.entitlement;
    let position = entitlement.map(|one| one.position).unwrap_or_default();
    let terms = offer.details.rights.as_ref();
    let eligibility = found.eligibility;
    RightsAnswer {
        success: true,
        message: found.message,
        data: RightsRecord {
            eligible: eligibility.reason == Reason::Eligible,
            reason: Word(eligibility.reason),
            offer_id: &offer.id,
            chn: found.chn,
            holder_name: found.name,
            qualification_date: terms.map(|terms| lagos_day(terms.qualification_at)),
            shares_held: position.shares_held,
            entitlement_ratio: terms.map(|terms| EntitlementRatio {
                new: terms.ratio_new,
                held: terms.ratio_held,
            }),
            shares_provisionally_allotted: entitlement.map_or(0, |one| one.provisional),
            rights_traded_in: position.rights_in,
            rights_traded_out: position.rights_out,
            rights_exercised: entitlement.map_or(0, |one| one.exercised),
            rights_available: entitlement.map_or(0, |one| one.available),
            price_per_share: Naira(offer.price),
            maximum_amount: Naira(entitlement.map_or(Kobo::ZERO, |one| one.maximum_amount)),
            can_apply_for_additional: eligibility.can_apply_for_additional,
            can_renounce: eligibility.can_renounce,
            can_trade_rights: eligibility.can_trade_rights,
            last_date_for_acceptance: terms.map(|_| offer.last_day()),
            source: found.age,
        },
        errors: NoErrors,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::sandbox_offers;
    use crate::words::check_schema;

    #[test]
    fn the_last_day_of_an_issue_that_closes_at_midnight_is_the_day_before() {
        let now = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
        let mut offers = sandbox_offers(now).into_iter().map(|one| one.offer);
        let mut offer = offers.find(|offer| offer.details.rights.is_some()).unwrap();
        offer.close_at = Timestamp::parse_rfc3339("2026-12-01T00:00:00+01:00").unwrap();
        let found = Found {
            eligibility: Eligibility::of(&offer, None, false, now),
            message: String::new(),
            entitlement: None,
            chn: mask_chn("C765432100"),
            name: None,
            age: Age::asked(None, false, false),
        };
        let last = answer(&offer, found).data.last_date_for_acceptance;
        assert_eq!(last.as_deref(), Some("2026-11-30"));
    }

    #[test]
    fn the_schema_says_what_the_answer_holds() {
        let now = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
        for one in sandbox_offers(now) {
            let found = Found {
                eligibility: Eligibility::of(&one.offer, None, false, now),
                message: String::new(),
                entitlement: None,
                chn: mask_chn("C765432100"),
                name: None,
                age: Age::asked(None, false, false),
            };
            let answer = answer(&one.offer, found);
            check_schema::<RightsRecord<'_>>(&answer.data);
            check_schema::<RightsAnswer<'_>>(&answer);
        }
        let schema = serde_json::to_value(<RightsRecord<'_> as utoipa::PartialSchema>::schema());
        assert_eq!(schema.unwrap()["properties"]["reason"]["type"], "string");
    }
}
