//! How many new shares a holder may take up, and why not.

use kofa_domain::{Error, Kobo, Result, Timestamp};

use crate::offer::{Offer, OfferStatus, Rights};

/// What the register of holders says of a CHN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Shares held at the qualification date.
    pub shares_held: i64,
    /// Rights bought on the exchange since, in new shares.
    pub rights_in: i64,
    /// Rights sold on the exchange since, in new shares.
    pub rights_out: i64,
}

/// What a position is worth under the terms of an issue. All counts are new shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entitlement {
    /// What it was made from.
    pub position: Position,
    /// `floor(held × new / ratioHeld)`
    pub provisional: i64,
    /// Taken up already by a live application.
    pub exercised: i64,
    /// Provisional, and what was bought, less what was sold or taken up; never below 0.
    pub available: i64,
    /// What the available shares cost, in kobo.
    pub maximum_amount: Kobo,
}

impl Entitlement {
    /// Of a holder with `shares_held`, who bought `rights_in`, sold `rights_out` and took up
    /// `exercised`, under the terms `rights` at `price` a share.
    ///
    /// # Errors
    /// `internal_error` if a count is negative, a ratio is not positive, or the new shares or
    /// their price do not fit 64 bits: none of them passes the import.
    pub fn of(
        shares_held: i64,
        rights_in: i64,
        rights_out: i64,
        exercised: i64,
        rights: &Rights,
        price: Kobo,
    ) -> Result<Self> {
        let counts = [shares_held, rights_in, rights_out, exercised];
        if counts.iter().any(|count| *count < 0) {
            return Err(Error::internal("a count of a rights holder is negative"));
        }
        if rights.ratio_new < 1 || rights.ratio_held < 1 || price < Kobo::ZERO {
            return Err(Error::internal("a rights issue has impossible terms"));
        }
        let too_many = |_| Error::internal("an entitlement does not fit 64 bits");
        let whole = i128::from(shares_held) * i128::from(rights.ratio_new);
        let provisional = whole / i128::from(rights.ratio_held);
        let left =
            provisional + i128::from(rights_in) - i128::from(rights_out) - i128::from(exercised);
        let available = i64::try_from(left.max(0)).map_err(too_many)?;
        let maximum_amount = price
            .checked_mul(available)
            .ok_or_else(|| Error::internal("the price of an entitlement does not fit 64 bits"))?;
        Ok(Self {
            position: Position {
                shares_held,
                rights_in,
                rights_out,
            },
            provisional: i64::try_from(provisional).map_err(too_many)?,
            exercised,
            available,
            maximum_amount,
        })
    }
}

impl Position {
    /// The entitlement of this position; see [`Entitlement::of`].
    ///
    /// # Errors
    /// As [`Entitlement::of`].
    pub fn entitlement(self, exercised: i64, rights: &Rights, price: Kobo) -> Result<Entitlement> {
        let (held, bought, sold) = (self.shares_held, self.rights_in, self.rights_out);
        Entitlement::of(held, bought, sold, exercised, rights, price)
    }

    /// Whether more rights were sold than this position ever had.
    pub fn is_oversold(self, rights: &Rights) -> bool {
        let had = i128::from(self.shares_held) * i128::from(rights.ratio_new)
            / i128::from(rights.ratio_held.max(1))
            + i128::from(self.rights_in);
        i128::from(self.rights_out) > had
    }
}

/// Whether rights can be taken up, or the first reason why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Reason {
    Eligible,
    /// The CHN held no shares at the qualification date and bought no rights.
    NotOnRegister,
    /// The offer is of another type.
    OfferNotRights,
    /// The offer takes no applications now: it is past its close, has not opened, was halted
    /// or called off.
    OfferClosed,
    /// No right is left: all were sold, or the holding is too small for a whole new share.
    RightsFullyTraded,
    /// A live application of the tenant for this CHN is there.
    AlreadySubscribed,
}

impl Reason {
    /// All, in the order of the reference.
    pub const ALL: [Self; 6] = kofa_domain::all();

    /// The word of the API: `NOT_ON_REGISTER`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// What a holder can do with the rights of an issue at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eligibility {
    /// Whether they can be taken up, or why not.
    pub reason: Reason,
    /// Whether shares beyond the rights may be asked for.
    pub can_apply_for_additional: bool,
    /// Whether the rights may be given up for another.
    pub can_renounce: bool,
    /// Whether the rights may still be sold on the exchange.
    pub can_trade_rights: bool,
}

impl Eligibility {
    /// For `offer` at `now`; `entitlement` is `None` if the CHN is not on the register. What
    /// stops everyone comes before what stops one holder.
    pub fn of(
        offer: &Offer,
        entitlement: Option<&Entitlement>,
        is_subscribed: bool,
        now: Timestamp,
    ) -> Self {
        let terms = offer.details.rights.as_ref();
        let is_open = offer.status(now) == OfferStatus::Open;
        let available = entitlement.map(|one| one.available);
        let reason = match (terms, available) {
            (None, _) => Reason::OfferNotRights,
            (Some(_), _) if !is_open => Reason::OfferClosed,
            (Some(_), None) => Reason::NotOnRegister,
            (Some(_), Some(_)) if is_subscribed => Reason::AlreadySubscribed,
            (Some(_), Some(0)) => Reason::RightsFullyTraded,
            (Some(_), Some(_)) => Reason::Eligible,
        };
        let is_eligible = reason == Reason::Eligible;
        let has_rights_left = is_open && available.is_some_and(|available| available > 0);
        Self {
            reason,
            can_apply_for_additional: is_eligible
                && terms.is_some_and(|terms| terms.additional_allowed),
            can_renounce: has_rights_left,
            can_trade_rights: has_rights_left
                && terms.is_some_and(|terms| now < terms.rights_trading_end_at),
        }
    }
}
