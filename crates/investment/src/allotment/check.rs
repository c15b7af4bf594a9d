//! What terms and demands must be, and the sums that follow from them.

use kofa_domain::{Error, Fault, Result, codes};

use super::{Demand, Terms};

/// Faults that one answer lists at most; a broken file of millions has millions.
pub const FAULTS_MAX: usize = 20;

const PERCENT_MAX: u32 = 100;

/// What is decided before anyone gets a share.
pub(super) struct Plan {
    /// Positions of the demands, in the order of their numbers.
    pub(super) order: Vec<u32>,
    /// All shares asked for.
    pub(super) demand: i64,
    /// Shares that can be allotted: the offer and what is absorbed, at most the demand.
    pub(super) supply: i64,
}

/// Checks everything and adds up.
///
/// # Errors
/// `invalid_field` or `conflict`, up to [`FAULTS_MAX`] faults.
pub(super) fn plan(terms: &Terms, demands: &[Demand]) -> Result<Plan> {
    let mut faults = of_terms(terms);
    let count = u32::try_from(demands.len()).map_err(|_| {
        let most = u32::MAX;
        wrong(
            "demands",
            format!("At most {most} applications can be allotted."),
        )
    });
    let count = count.map_err(|fault| Error::faults(vec![fault]))?;
    for demand in demands {
        if faults.len() >= FAULTS_MAX {
            break;
        }
        faults.extend(of_demand(terms, demand));
    }
    let number = |at: &u32| demands.get(*at as usize).map_or(0, |it| it.no);
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_unstable_by_key(number);
    for pair in order.windows(2) {
        if let [one, other] = pair
            && number(one) == number(other)
            && faults.len() < FAULTS_MAX
        {
            faults.push(conflict(
                "no",
                format!(
                    "Application {} is there more than once; each number may occur once.",
                    number(one)
                ),
            ));
        }
    }
    Error::check(faults)?;
    let (demand, supply) = sums(terms, demands)?;
    Ok(Plan {
        order,
        demand,
        supply,
    })
}

fn sums(terms: &Terms, demands: &[Demand]) -> Result<(i64, i64)> {
    let total: i128 = demands.iter().map(|it| i128::from(it.requested)).sum();
    let value_fits = i64::try_from(total)
        .ok()
        .and_then(|it| terms.price.checked_mul(it));
    let (Ok(demand), Some(_)) = (i64::try_from(total), value_fits) else {
        let fault = wrong(
            "requested",
            format!(
                "All applications together ask for {total} shares, whose value in kobo does not \
             fit 64 bits."
            ),
        );
        return Err(Error::faults(vec![fault]));
    };
    let offered = i128::from(terms.shares_on_offer);
    if terms.rights {
        let entitled: i128 = demands.iter().map(|it| i128::from(it.entitled)).sum();
        if entitled > offered {
            let fault = conflict(
                "entitled",
                format!(
                    "The applications take up {entitled} shares by right, but only {offered} are \
                     on offer, so nothing is allotted; check the register of holders and the \
                     rights that were traded. The offer can be cancelled."
                ),
            );
            return Err(Error::faults(vec![fault]));
        }
    }
    let most = offered * i128::from(100 + terms.absorption_pct) / 100;
    // Not above the demand, which fits.
    let supply = i64::try_from(most.min(total)).unwrap_or(demand);
    Ok((demand, supply))
}

fn of_terms(terms: &Terms) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut positive = |field: &'static str, value: i64| {
        if value <= 0 {
            faults.push(wrong(
                field,
                format!("`{field}` is {value}; it must be 1 or more."),
            ));
        }
    };
    positive("sharesOnOffer", terms.shares_on_offer);
    positive("minimum", terms.minimum);
    positive("multiple", terms.multiple);
    positive("price", terms.price.get());
    if terms.absorption_pct > PERCENT_MAX {
        faults.push(wrong(
            "absorptionPct",
            format!(
                "`absorptionPct` is {}; it must be {PERCENT_MAX} or less.",
                terms.absorption_pct
            ),
        ));
    }
    if terms.rights && terms.absorption_pct > 0 {
        faults.push(wrong(
            "absorptionPct",
            "A rights issue absorbs nothing beyond the rights; `absorptionPct` must be 0.",
        ));
    }
    if !terms.rights && terms.minimum > terms.shares_on_offer && terms.shares_on_offer > 0 {
        faults.push(wrong(
            "minimum",
            format!(
                "`minimum` is {}; it must be at most the {} shares on offer.",
                terms.minimum, terms.shares_on_offer
            ),
        ));
    }
    faults
}

fn of_demand(terms: &Terms, demand: &Demand) -> Option<Fault> {
    let Demand {
        no,
        requested,
        entitled,
        ..
    } = *demand;
    if requested <= 0 {
        let message =
            format!("Application {no} asks for {requested} shares; it must be 1 or more.");
        return Some(wrong("requested", message));
    }
    let most = if terms.rights { requested } else { 0 };
    if (0..=most).contains(&entitled) {
        return None;
    }
    let message = if terms.rights {
        format!(
            "Application {no} takes up {entitled} shares by right and asks for {requested}; \
             `entitled` must be from 0 to that number."
        )
    } else {
        format!(
            "Application {no} takes up {entitled} shares by right, but this is no rights issue; \
             `entitled` must be 0."
        )
    };
    Some(wrong("entitled", message))
}

fn wrong(field: &'static str, message: impl Into<String>) -> Fault {
    Fault::on(field, &codes::INVALID_FIELD, message.into())
}

fn conflict(field: &'static str, message: String) -> Fault {
    Fault::on(field, &codes::CONFLICT, message)
}
