//! An offer as a whole: what its fields must be together.

use kofa_commands::{FaultList, Fields, Need, Rule};
use kofa_domain::{Kobo, Result, Timestamp};
use serde_json::{Map, Value};

use super::draft::{Draft, Each, METHODS, PROFILES, Reading, Slot, each};
use super::offer_id::OfferIdRule;
use crate::approval::Clearance;
use crate::offer::{Offer, OfferDetails, OfferType, Registrar, Rights, Timeline};

/// What the regulator usually allows to be absorbed, in per cent.
const ABSORPTION_PCT: i64 = 15;
/// Of an offer that is named after its symbol if it has none.
const ID: OfferIdRule = OfferIdRule {
    must: "must have 3 to 40 capital letters, digits and hyphens, such as OFR-BAOBAB",
};

/// Reads a new offer from named fields. Without an `id` it is named after its symbol. No
/// operator's word on its status: the dates decide.
pub(crate) fn read_new(fields: &mut Fields<'_>) -> Option<Offer> {
    let docs = "Absent: made from the symbol, `OFR-BAOBAB`.";
    let id = fields.optional("id", docs, ID);
    let draft = Draft::default();
    let mut reading = Reading { fields, draft };
    each(&mut reading);
    let draft = reading.draft;
    let id = id.map(super::OfferId::into_string);
    draft.check(id, &mut fields.faults)
}

/// An offer from flat fields, as an input has them.
///
/// # Errors
/// 422: every fault, each with its field.
pub fn read_offer(flat: &Map<String, Value>) -> Result<Offer> {
    // Whether it is past is not asked here.
    let mut fields = Fields::over(flat, Timestamp::default());
    let offer = read_new(&mut fields);
    fields.faults.finish(offer)
}

/// Where a field stands in the order of all.
struct Placing(Vec<&'static str>);

impl Each for Placing {
    fn field<R: Rule<Out: Clone>>(
        &mut self,
        _: Need,
        name: &'static str,
        _: &'static str,
        _: R,
        _: Slot<R::Out>,
    ) {
        self.0.push(name);
    }
}

/// The value, noting its absence.
fn must<T>(faults: &mut FaultList, name: &'static str, value: Option<T>) -> Option<T> {
    if value.is_none() {
        faults.missing(name);
    }
    value
}

impl Draft {
    /// The offer that these fields make together, named `id` or after its symbol. Notes what is
    /// missing or does not fit the rest, and puts all faults in the order of the fields.
    pub(super) fn check(self, id: Option<String>, faults: &mut FaultList) -> Option<Offer> {
        let offer = self.whole(id, faults);
        let mut placing = Placing(vec!["id"]);
        each(&mut placing);
        faults.sort_by(|name| {
            let begins = |one: &&'static str| {
                let rest = one.strip_prefix(name);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            placing.0.iter().position(begins)
        });
        offer
    }

    fn whole(self, id: Option<String>, faults: &mut FaultList) -> Option<Offer> {
        let name = must(faults, "name", self.name.clone());
        let offer_type = must(faults, "offerType", self.offer_type);
        let issuer_name = must(faults, "issuerName", self.issuer_name.clone());
        let symbol = must(faults, "symbol", self.symbol.clone());
        let isin = must(faults, "isin", self.isin.clone());
        let sector = must(faults, "sector", self.sector.clone());
        let price = must(faults, "priceKobo", self.price);
        let price_range = self.range(faults);
        let shares = self.shares(faults);
        let open_at = must(faults, "openAt", self.open_at);
        let close_at = must(faults, "closeAt", self.close_at);
        let dates = open_at.zip(close_at);
        if dates.is_some_and(|(open, close)| close <= open) {
            faults.wrong("closeAt", "must be later than `openAt`");
        }
        let timeline = self.timeline(dates, faults);
        let rights = self.rights(offer_type, dates, faults);
        let registrar_name = must(faults, "registrar.name", self.registrar_name.clone());
        let usual_pct = match offer_type {
            Some(OfferType::RightsIssue) => 0,
            _ => ABSORPTION_PCT,
        };
        let (symbol, (minimum_shares, multiple, shares_on_offer)) = (symbol?, shares?);
        let all = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Some(Offer {
            id: id.unwrap_or_else(|| format!("OFR-{symbol}")),
            tenant: None,
            name: name?,
            offer_type: offer_type?,
            price: price?,
            minimum_shares,
            multiple,
            maximum_shares: self.maximum_shares,
            shares_on_offer,
            open_at: open_at?,
            close_at: close_at?,
            original_close_at: None,
            operator_status: None,
            updated_at: Timestamp::default(),
            exchange: None,
            clearance: Clearance::NotAsked,
            details: OfferDetails {
                issuer_name: issuer_name?,
                symbol,
                isin: isin?,
                sector: sector?,
                price_range,
                oversubscription_limit_pct: pct(self.limit_pct.unwrap_or(usual_pct)),
                total_subscription_pct: self.total_pct.map(pct),
                daily_cutoff: self.daily_cutoff.unwrap_or_else(|| "17:00".to_owned()),
                timeline,
                rights,
                eligible_profile_types: self.profiles.unwrap_or_else(|| all(&PROFILES)),
                payment_methods: self.methods.unwrap_or_else(|| all(&METHODS)),
                eligible_banks: self.banks,
                registrar: Registrar {
                    name: registrar_name?,
                    email: self.registrar_email,
                    phone: self.registrar_phone,
                    website: self.registrar_website,
                },
                issuing_houses: self.issuing_houses.unwrap_or_default(),
                prospectus_url: self.prospectus_url,
                status_reason: None,
            },
        })
    }

    /// Fewest shares, their multiple, and how many there are.
    fn shares(&self, faults: &mut FaultList) -> Option<(i64, i64, i64)> {
        let minimum = must(faults, "minimumShares", self.minimum_shares);
        let multiple = must(faults, "multiple", self.multiple);
        let on_offer = must(faults, "sharesOnOffer", self.shares_on_offer);
        let (minimum, multiple, on_offer) = (minimum?, multiple?, on_offer?);
        if on_offer < minimum {
            let must = format!("must be at least `minimumShares`, {minimum}");
            faults.wrong("sharesOnOffer", &must);
        }
        // The offer with all that may be absorbed must be money that can be counted.
        let price = self.price.unwrap_or(Kobo::ZERO);
        if price.checked_mul(on_offer.saturating_mul(2)).is_none() {
            let must = "times `priceKobo` is more money than can be counted";
            faults.wrong("sharesOnOffer", must);
        }
        if let Some(most) = self.maximum_shares {
            if most < minimum || most > on_offer {
                let must = format!(
                    "must be from `minimumShares` to `sharesOnOffer`: {minimum} to {on_offer}"
                );
                faults.wrong("maximumShares", &must);
            } else if (most - minimum) % multiple != 0 {
                let below = most - (most - minimum) % multiple;
                let must =
                    format!("must be {minimum} plus a multiple of {multiple}, such as {below}");
                faults.wrong("maximumShares", &must);
            }
        }
        Some((minimum, multiple, on_offer))
    }

    fn range(&self, faults: &mut FaultList) -> Option<(Kobo, Kobo)> {
        let names = ["priceRangeKobo.min", "priceRangeKobo.max"];
        let is_there = self.lowest_price.is_some()
            || self.highest_price.is_some()
            || names.iter().any(|name| faults.is_on(name));
        if !is_there {
            return None;
        }
        let min = must(faults, "priceRangeKobo.min", self.lowest_price);
        let max = must(faults, "priceRangeKobo.max", self.highest_price);
        let (min, max) = (min?, max?);
        if min > max {
            let must = format!("must be at most `priceRangeKobo.max`, {}", max.get());
            faults.wrong("priceRangeKobo.min", &must);
        }
        if let Some(price) = self.price.filter(|price| *price != max) {
            let must = format!(
                "must be `priceKobo`, {}: applications pay the upper end",
                price.get()
            );
            faults.wrong("priceRangeKobo.max", &must);
        }
        Some((min, max))
    }

    fn rights(
        &self,
        offer_type: Option<OfferType>,
        dates: Option<(Timestamp, Timestamp)>,
        faults: &mut FaultList,
    ) -> Option<Rights> {
        if offer_type? != OfferType::RightsIssue {
            let is_there = self.ratio_new.is_some()
                || self.ratio_held.is_some()
                || self.qualification_at.is_some()
                || self.rights_symbol.is_some()
                || self.rights_trading_end_at.is_some()
                || self.additional_allowed.is_some();
            if is_there {
                faults.wrong("rights", "goes with `offerType` RightsIssue only");
            }
            return None;
        }
        let ratio_new = must(faults, "rights.ratioNew", self.ratio_new);
        let ratio_held = must(faults, "rights.ratioHeld", self.ratio_held);
        let qualification_at = must(faults, "rights.qualificationAt", self.qualification_at);
        let rights_symbol = must(faults, "rights.rightsSymbol", self.rights_symbol.clone());
        let end = must(
            faults,
            "rights.rightsTradingEndAt",
            self.rights_trading_end_at,
        );
        if let Some((open, close)) = dates {
            if qualification_at.is_some_and(|at| at >= open) {
                faults.wrong("rights.qualificationAt", "must be before `openAt`");
            }
            if end.is_some_and(|end| end <= open || end > close) {
                let must = "must be after `openAt` and not after `closeAt`";
                faults.wrong("rights.rightsTradingEndAt", must);
            }
        }
        Some(Rights {
            ratio_new: ratio_new?,
            ratio_held: ratio_held?,
            qualification_at: qualification_at?,
            rights_symbol: rights_symbol?,
            rights_trading_end_at: end?,
            additional_allowed: self.additional_allowed.unwrap_or(true),
        })
    }

    /// What follows the close, in its order.
    fn timeline(&self, dates: Option<(Timestamp, Timestamp)>, faults: &mut FaultList) -> Timeline {
        let mut after = |name, at: Option<Timestamp>, after: Option<(&str, Timestamp)>| {
            if let (Some(at), Some((what, earliest))) = (at, after)
                && at < earliest
            {
                faults.wrong(name, &format!("must not be before `{what}`"));
            }
            at
        };
        let closed = dates.map(|(_, close)| ("closeAt", close));
        let name = "timeline.allotmentAt";
        let allotment_at = after(name, self.allotment_at, closed);
        let allotted = allotment_at.map(|at| (name, at)).or(closed);
        let name = "timeline.refundInitiationAt";
        let refund_initiation_at = after(name, self.refund_initiation_at, allotted);
        let refunding = refund_initiation_at.map(|at| (name, at)).or(allotted);
        let name = "timeline.refundDeadlineAt";
        let refund_deadline_at = after(name, self.refund_deadline_at, refunding);
        let name = "timeline.cscsCreditAt";
        let cscs_credit_at = after(name, self.cscs_credit_at, allotted);
        let listing_at = after("timeline.listingAt", self.listing_at, allotted);
        Timeline {
            allotment_at,
            refund_initiation_at,
            refund_deadline_at,
            cscs_credit_at,
            listing_at,
        }
    }
}

/// A percentage within its bounds, which are far below.
fn pct(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
