//! One offer: facts, timeline, book, and what can be done with it now.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_commands::{Entry, Need};
use kofa_core::Right;
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp, codes};
use kofa_investment::commands::{
    CancelOffer, CloseOffer, ExtendOffer, ListOfferShares, ResumeOffer, SuspendOffer,
};
use kofa_investment::offer::{Offer, OfferStatus};
use kofa_investment::ops::{BookLine, LookUpOffer, MarketOffer, SumBook, SumDemand};
use kofa_portal::kit::show::{Html, ago, count, moment, naira};
use kofa_portal::kit::{
    Faults, Layout, OperatorForm, Page, SignedInOperator, Undo, WebState, go, go_undoable,
    labelled, respond,
};

use super::approval::{self, Shown};
use super::picture::Picture;
use super::{Which, plain, tone, tone_of};
use crate::ask::{Question, must_be_sure};
use crate::asked::{Asked, words};
use crate::inputs::{Input, Kind};
use crate::names::Names;

/// Books up to this size are summed for every look at the page; larger ones when asked for.
const SUMMED_MAX: i64 = 20_000;

/// `GET /console/offers/{environment}/{offer}`
#[derive(Debug, Template)]
#[template(path = "console/offers/one.html")]
struct One<'a> {
    layout: &'a Layout,
    id: String,
    base: String,
    status: String,
    tone: &'static str,
    reason: Option<String>,
    may_market: bool,
    may_edit: bool,
    is_rights: bool,
    may_allot: bool,
    acts: Vec<Act>,
    facts: Vec<(&'static str, Html)>,
    approval: Option<Shown>,
    steps: Vec<Step>,
    subscriptions: String,
    /// `None`: too many to be summed unasked.
    book: Option<Vec<Line>>,
    picture: Option<Picture>,
    faults: Faults,
}

/// Something that can be done with the offer.
#[derive(Debug)]
struct Act {
    name: &'static str,
    title: &'static str,
    what: &'static str,
    button: &'static str,
    danger: bool,
    /// What is asked first, if anything is.
    question: Option<Question>,
    /// What has to be said with it.
    inputs: Vec<Input>,
    /// Whether it has to be confirmed.
    sure: bool,
    open: bool,
}

#[derive(Debug)]
struct Step {
    name: &'static str,
    at: Html,
    ago: Html,
    is_past: bool,
}

#[derive(Debug)]
struct Line {
    status: String,
    tone: &'static str,
    href: String,
    subscriptions: String,
    shares: String,
    amount: String,
    paid: String,
    allotted: String,
    refunds: String,
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    path: Path<(String, String)>,
    asked: Asked,
) -> Page {
    let which = Which::read(path)?;
    let counted = asked.filled("count").is_some();
    show(&web, &signed_in, &which, counted, (Faults::default(), "")).await
}

pub(super) async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    counted: bool,
    (faults, failed): (Faults, &str),
) -> Page {
    let (environment, id) = (which.environment, which.id.clone());
    let look_up = LookUpOffer { environment, id };
    let MarketOffer { offer, counts } = web.admin.store.read(look_up).await?;
    let (book, picture) = match counted || counts.all <= SUMMED_MAX {
        true => (
            Some(book(web, which).await?),
            picture(web, which, &offer).await?,
        ),
        false => (None, None),
    };
    let people = approval::people(&offer);
    let ids = offer.tenant.iter().map(TenantId::as_str);
    let names = Names::of(web, ids.chain(people.iter().map(String::as_str)).collect()).await?;
    let now = signed_in.by.at;
    let (state, may_market) = (offer.status(now), signed_in.may(Right::Market));
    let possible = offer.possible(now);
    let mut layout = Layout::console(web, signed_in, "offers", offer.name.clone());
    layout.world = environment.as_str();
    let acts = possible
        .iter()
        .filter_map(|name| act(name, failed, which.environment));
    let status = faults.status();
    let page = One {
        layout: &layout,
        id: which.id.clone(),
        base: which.path(""),
        status: words(state.as_str()),
        tone: tone(state),
        reason: offer.details.status_reason.clone(),
        may_market,
        may_edit: may_market && possible.contains(&"edit"),
        is_rights: offer.details.rights.is_some(),
        may_allot: !matches!(state, OfferStatus::Upcoming),
        acts: if may_market {
            acts.collect()
        } else {
            Vec::new()
        },
        facts: facts(&offer, &names),
        approval: Shown::of(&offer, &names),
        steps: steps(&offer, now),
        subscriptions: count(counts.all),
        book,
        picture,
        faults,
    };
    Ok(respond(web, &layout, status, &page))
}

async fn picture(web: &WebState, which: &Which, offer: &Offer) -> Result<Option<Picture>> {
    let sum = SumDemand {
        environment: which.environment,
        offer_id: which.id.clone(),
    };
    let demand = web.admin.store.read(sum).await?;
    Ok(Picture::of(offer, &demand))
}

async fn book(web: &WebState, which: &Which) -> Result<Vec<Line>> {
    let sum = SumBook {
        environment: which.environment,
        offer_id: which.id.clone(),
        tenant_id: None,
    };
    let lines = web.admin.store.read(sum).await?;
    let mut total = BookLine {
        status: "all".to_owned(),
        ..BookLine::default()
    };
    for line in &lines {
        total.add(line);
    }
    let mut shown: Vec<Line> = lines.into_iter().map(|line| shown(which, line)).collect();
    if shown.len() > 1 {
        shown.push(Line {
            href: which.path("subscriptions"),
            ..self::shown(which, total)
        });
    }
    Ok(shown)
}

fn shown(which: &Which, line: BookLine) -> Line {
    let rest = format!("subscriptions?status={}", line.status);
    Line {
        tone: tone_of(&line.status),
        href: which.path(&rest),
        subscriptions: count(line.subscriptions),
        shares: count(line.shares),
        amount: naira(line.amount),
        paid: naira(line.paid),
        allotted: count(line.allotted),
        refunds: naira(line.refunds),
        status: words(&line.status),
    }
}

/// Something that can be done with an offer, and what is said of it.
struct Said {
    /// As [`Offer::possible`] and the path call it.
    name: &'static str,
    command: Entry,
    title: &'static str,
    what: &'static str,
    button: &'static str,
    /// Once it is done.
    done: &'static str,
    danger: bool,
    /// Whether a box says that it is true.
    sure: bool,
}

const ACTS: [Said; 6] = [
    Said {
        name: "extend",
        command: Entry::of::<ExtendOffer>(),
        title: "Extend",
        what: "Moves the close to a later time, and the expected dates after it too. The first \
               announced close stays on record.",
        button: "Extend offer",
        done: "Offer extended.",
        danger: false,
        sure: false,
    },
    Said {
        name: "suspend",
        command: Entry::of::<SuspendOffer>(),
        title: "Suspend",
        what: "The offer accepts no applications until you resume it. Takes effect within a \
               second.",
        button: "Suspend offer",
        done: "Offer suspended.",
        danger: true,
        sure: false,
    },
    Said {
        name: "resume",
        command: Entry::of::<ResumeOffer>(),
        title: "Resume",
        what: "Ends the suspension. The offer is open or closed according to its dates.",
        button: "Resume offer",
        done: "Offer resumed.",
        danger: false,
        sure: false,
    },
    Said {
        name: "close",
        command: Entry::of::<CloseOffer>(),
        title: "Close now",
        what: "The offer stops accepting applications immediately. Unpaid subscriptions expire.",
        button: "Close offer",
        done: "Offer closed.",
        danger: true,
        sure: false,
    },
    Said {
        name: "list",
        command: Entry::of::<ListOfferShares>(),
        title: "Mark as listed",
        what: "Records that the shares are trading on the exchange.",
        button: "Mark as listed",
        done: "Shares marked as listed.",
        danger: false,
        sure: true,
    },
    Said {
        name: "cancel",
        command: Entry::of::<CancelOffer>(),
        title: "Cancel",
        what: "Cancels the offer and every subscription, and refunds all payments. This cannot \
               be undone.",
        button: "Cancel offer",
        done: "Offer cancelled.",
        danger: true,
        sure: false,
    },
];

fn label(name: &str) -> Option<&'static str> {
    match name {
        "closeAt" => Some("New close"),
        "reason" => Some("Reason"),
        _ => None,
    }
}

fn act(name: &str, failed: &str, environment: Environment) -> Option<Act> {
    let said = ACTS.into_iter().find(|said| said.name == name)?;
    let reason = |hint: &str| {
        let id = format!("{name}-reason");
        Input::line("reason", "Reason", "").hint(hint).id(&id)
    };
    let close = Input::line("closeAt", "New close", "")
        .kind(Kind::Line("datetime-local"))
        .hint("Lagos time. Must be later than the current close.");
    let described = said.command.described();
    let inputs = described
        .fields
        .iter()
        .filter_map(|field| match field.name {
            "closeAt" => Some(close.clone()),
            "reason" if field.need == Need::Required => Some(reason("Visible to everyone.")),
            "reason" => Some(reason("Optional. Visible to everyone.")),
            _ => None,
        });
    Some(Act {
        name: said.name,
        title: said.title,
        what: said.what,
        button: said.button,
        danger: said.danger,
        question: said.danger.then(|| question(&said, environment)),
        inputs: inputs.collect(),
        sure: said.sure,
        open: name == failed,
    })
}

fn facts(offer: &Offer, names: &Names) -> Vec<(&'static str, Html)> {
    let details = &offer.details;
    let mut all = vec![
        ("Issuer", plain(&details.issuer_name)),
        ("Type", plain(offer.offer_type.as_str())),
        (
            "Symbol, ISIN",
            plain(&format!("{}, {}", details.symbol, details.isin)),
        ),
        ("Sector", plain(&details.sector)),
        ("Price per share", plain(&naira(offer.price))),
    ];
    if let Some((low, high)) = details.price_range {
        let range = format!("{} to {}", naira(low), naira(high));
        all.push(("Price range", plain(&range)));
    }
    let steps = format!(
        "{}, then in multiples of {}",
        count(offer.minimum_shares),
        count(offer.multiple)
    );
    all.push(("Minimum shares", plain(&steps)));
    if let Some(most) = offer.maximum_shares {
        all.push(("Maximum shares", plain(&count(most))));
    }
    all.push(("Shares on offer", plain(&count(offer.shares_on_offer))));
    let limit = format!("{} %", details.oversubscription_limit_pct);
    all.push(("Over-allotment limit", plain(&limit)));
    if let Some(rights) = &details.rights {
        let ratio = format!("{} new for {} held", rights.ratio_new, rights.ratio_held);
        all.push(("Rights", plain(&ratio)));
        all.push(("Rights symbol", plain(&rights.rights_symbol)));
        all.push(("Qualification", moment(rights.qualification_at)));
        all.push(("Rights trade until", moment(rights.rights_trading_end_at)));
    }
    if let Some(tenant) = &offer.tenant {
        all.push(("Only in the sandbox of", names.tenant(tenant.as_str())));
    }
    all.push((
        "Who may apply",
        plain(&details.eligible_profile_types.join(", ")),
    ));
    all.push((
        "Payment methods",
        plain(&details.payment_methods.join(", ")),
    ));
    let banks = details.eligible_banks.as_ref().map_or_else(
        || "all supported banks".to_owned(),
        |banks| format!("{} selected banks", banks.len()),
    );
    all.push(("Banks", plain(&banks)));
    all.push(("Registrar", plain(&details.registrar.name)));
    if !details.issuing_houses.is_empty() {
        all.push(("Issuing houses", plain(&details.issuing_houses.join(", "))));
    }
    if let Some(url) = &details.prospectus_url {
        all.push(("Prospectus", plain(url)));
    }
    if offer.updated_at != Timestamp::default() {
        all.push(("Last changed", moment(offer.updated_at)));
    }
    all
}

fn steps(offer: &Offer, now: Timestamp) -> Vec<Step> {
    let timeline = &offer.details.timeline;
    let all = [
        ("Opens", Some(offer.open_at)),
        ("First announced close", offer.original_close_at),
        ("Closes", Some(offer.close_at)),
        ("Allotment", timeline.allotment_at),
        ("Refunds begin", timeline.refund_initiation_at),
        ("Refunds complete", timeline.refund_deadline_at),
        ("CSCS accounts credited", timeline.cscs_credit_at),
        ("Listing", timeline.listing_at),
    ];
    let step = |(name, at): (&'static str, Option<Timestamp>)| {
        let at = at?;
        Some(Step {
            name,
            at: moment(at),
            ago: ago(at, now),
            is_past: at <= now,
        })
    };
    all.into_iter().filter_map(step).collect()
}

/// What is asked before something that stops an offer.
fn question(said: &Said, environment: Environment) -> Question {
    Question::new(format!("{}?", said.button), said.what, said.button).in_world(environment)
}

/// What undoes something done to an offer, if anything does.
fn undo(which: &Which, done: &str) -> Option<Undo> {
    let (opposite, reason) = match done {
        "suspend" => ("resume", None),
        "resume" => ("suspend", Some("The offer was resumed by mistake.")),
        _ => return None,
    };
    let undo = Undo::new(which.path(&format!("do/{opposite}")));
    Some(match reason {
        None => undo,
        Some(reason) => undo.with("reason", reason),
    })
}

async fn act_on(web: &WebState, sent: OperatorForm, which: Which, action: &str) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let Some(said) = ACTS.into_iter().find(|said| said.name == action) else {
        let message = "There is no such page.";
        return Err(Error::new(&codes::NOT_FOUND, message).into());
    };
    if said.danger {
        let (back, question) = (which.path(""), question(&said, which.environment));
        must_be_sure(web, &signed_in, ("offers", &back), &form, &question)?;
    }
    let done = match said.sure {
        true => form.confirmed(),
        false => Ok(()),
    };
    let command = which.form(said.command).filled(&form);
    let done = match done {
        Ok(()) => {
            command
                .run(&web.admin.services(), signed_in.by.clone())
                .await
        }
        Err(error) => Err(error),
    };
    match done {
        Ok(_) => Ok(match undo(&which, said.name) {
            None => go(web, &which.path(""), said.done),
            Some(undo) => go_undoable(web, &which.path(""), said.done, &undo),
        }),
        Err(error) => {
            let faults = Faults::of(labelled(error, label))?;
            show(web, &signed_in, &which, false, (faults, said.name)).await
        }
    }
}

/// `POST /console/offers/{environment}/{offer}/do/{action}`
pub(super) async fn act_page(
    State(web): State<Arc<WebState>>,
    Path((environment, id, action)): Path<(String, String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(Path((environment, id)))?;
    act_on(&web, sent, which, &action).await
}
