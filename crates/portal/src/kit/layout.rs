//! The frame around a page behind a sign-in.

use kofa_core::MemberRole;
use kofa_core::form_nonce::FormNonce;
use kofa_core::product::Product;
use kofa_domain::{Environment, Kobo};
use kofa_identity::tenants::TenantStatus;
use kofa_insight::status::incident::{Impact, Incident, Kind};
use kofa_ledger::alerts::{Alert, AlertKind};

use super::show;
use super::undo::Said;
use crate::assets;
use crate::kit::signed_in::{SignedInMember, SignedInOperator};
use crate::kit::web_state::WebState;

/// Which of the two a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Of a tenant's members.
    Portal,
    Console,
}

/// A line of the navigation.
#[derive(Clone, Debug)]
pub struct NavLink {
    pub label: &'static str,
    pub href: String,
    /// Whether the reader is there.
    pub here: bool,
}

/// Lines of the navigation that belong together.
#[derive(Clone, Debug)]
pub struct NavGroup {
    /// Of the product that the pages are about; empty for those of none.
    pub title: &'static str,
    pub links: Vec<NavLink>,
}

/// An incident or planned work that is under way.
#[derive(Clone, Debug)]
pub struct Notice {
    /// In a few words.
    pub title: String,
    /// Where more about it is.
    pub href: String,
    /// `bad`, `warn` or `plain`.
    pub tone: &'static str,
}

/// Most notices above a page; the status page has all.
const NOTICES_MAX: usize = 3;

/// The frame around a page.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Of the page and its tab.
    pub title: String,
    pub door: Door,
    pub nav: Vec<NavGroup>,
    /// The environment of the page, and the same page in each: portal only.
    pub worlds: Vec<NavLink>,
    /// `sandbox`, `live` or, in the console, empty: how the frame looks.
    pub world: &'static str,
    /// The tenant's name, or `Operator console`.
    pub place: String,
    /// Who is signed in.
    pub who: String,
    /// Shown above every page: a suspension, an operator who looks.
    pub warning: Option<String>,
    /// What ends or fails, for those who look after it, each with the word in the path of where.
    pub told: Vec<(String, &'static str)>,
    /// That the wallet is low, for those who are to be told.
    pub low: Option<String>,
    /// What is wrong or worked on where the page is about; from memory.
    pub notices: Vec<Notice>,
    /// Whether an operator looks: nothing can be changed.
    pub looking: bool,
    /// What the page before has to say.
    pub said: Option<Said>,
    /// Where the search is.
    pub search: String,
    /// The hidden field of every form.
    pub form_token: String,
    /// The hidden field of a form that makes something: sent twice, it makes one.
    pub once: String,
    pub style: String,
    pub script: String,
    pub version: &'static str,
}

/// A line of the navigation: word in the path, label.
type NavLine = (&'static str, &'static str);

/// The portal's navigation, before and after the products' own lines.
const PORTAL: (&[NavLine], &[NavLine]) = (
    &[
        ("", "Overview"),
        ("analytics", "Analytics"),
        ("keys", "API keys"),
        ("webhooks", "Webhooks"),
        ("inbox", "Test inbox"),
        ("logs", "Request logs"),
        ("wallet", "Wallet"),
        ("pricing", "Pricing"),
        ("status", "Status"),
        ("sandbox", "Sandbox"),
        ("going-live", "Going live"),
    ],
    &[
        ("members", "Members"),
        ("audit", "Audit log"),
        ("settings", "Settings"),
    ],
);

/// The console's navigation, before and after the products' own lines.
const CONSOLE: (&[NavLine], &[NavLine]) = (
    &[
        ("", "Overview"),
        ("tenants", "Tenants"),
        ("access-requests", "Access requests"),
        ("prices", "Price list"),
    ],
    &[
        ("top-ups", "Top-ups"),
        ("work", "Jobs and outbox"),
        ("incidents", "Incidents"),
        ("ledger", "Ledger"),
        ("retention", "Retention"),
        ("proposals", "Proposals"),
        ("operators", "Operators"),
        ("audit", "Audit log"),
        ("settings", "Settings"),
    ],
);

/// Each line as `link` shows it; it leaves out what the reader does not have.
fn groups(
    web: &WebState,
    (before, after): (&[NavLine], &[NavLine]),
    pages: impl Fn(&Product) -> &'static [NavLine],
    link: impl Fn(&NavLine) -> Option<NavLink>,
) -> Vec<NavGroup> {
    let group = |title: &'static str, lines: &[NavLine]| NavGroup {
        title,
        links: lines.iter().filter_map(&link).collect(),
    };
    let products = web.admin.products.iter();
    let products = products.map(|product| group(product.title, pages(product)));
    let all = std::iter::once(group("", before))
        .chain(products)
        .chain([group("", after)]);
    all.filter(|group| !group.links.is_empty()).collect()
}

/// The worst that the wallet is short of, if the reader is to be told.
fn low(signed_in: &SignedInMember) -> Option<String> {
    let told =
        |alert: &&Alert| signed_in.of.is_operator || alert.roles.contains(&signed_in.of.role);
    let worst = signed_in
        .low
        .iter()
        .filter(told)
        .min_by_key(|alert| alert.level)?;
    let world = signed_in.environment.as_str();
    let since = show::day(worst.at);
    Some(match worst.kind {
        AlertKind::Balance => format!(
            "The {world} wallet has been below {} since {since}.",
            show::naira(Kobo::new(worst.threshold))
        ),
        AlertKind::Runway => format!(
            "Since {since}, the {world} wallet covers fewer than {} days at your current usage.",
            worst.threshold
        ),
    })
}

/// What owners and developers are told of keys and jobs.
fn told(signed_in: &SignedInMember) -> Vec<(String, &'static str)> {
    let is_told = matches!(signed_in.of.role, MemberRole::Owner | MemberRole::Developer);
    if !is_told && !signed_in.of.is_operator {
        return Vec::new();
    }
    let notices = &signed_in.notices;
    let jobs = notices.jobs.iter().map(|text| (text.clone(), "logs"));
    let keys = notices.keys.iter().map(|text| (text.clone(), "keys"));
    jobs.chain(keys).collect()
}

fn under(base: &str, word: &str) -> String {
    if word.is_empty() {
        base.to_owned()
    } else {
        format!("{base}/{word}")
    }
}

fn notices(web: &WebState, environment: Option<Environment>, base: &str) -> Vec<Notice> {
    let now = web.now();
    let picture = web.status.picture();
    let under_way = picture.under_way(environment, now).into_iter();
    let notice = |one: &Incident| Notice {
        title: one.title.clone(),
        href: format!("{base}/{}", one.id),
        tone: match (one.impact, one.kind) {
            (Impact::Down, _) => "bad",
            (_, Kind::Incident) => "warn",
            (_, Kind::Maintenance) => "plain",
        },
    };
    under_way.take(NOTICES_MAX).map(notice).collect()
}

impl Layout {
    /// A page of the portal. `here` is its word in the path (`logs`), also of pages below it.
    pub fn portal(
        web: &WebState,
        signed_in: &SignedInMember,
        here: &str,
        title: impl Into<String>,
    ) -> Self {
        let world = signed_in.environment;
        let base = |environment: Environment| format!("/portal/{}", environment.as_str());
        let link = |&(word, label): &NavLine| NavLink {
            label,
            href: under(&base(world), word),
            here: word == here,
        };
        let other = |environment: Environment| NavLink {
            label: match environment {
                Environment::Sandbox => "Sandbox",
                Environment::Live => "Live",
            },
            href: under(&base(environment), here),
            here: environment == world,
        };
        let own = |(word, _): &NavLine| match *word {
            // An operator who looks has their settings in the console.
            "settings" => !signed_in.of.is_operator,
            "inbox" => world == Environment::Sandbox,
            _ => true,
        };
        let link = |line: &NavLine| own(line).then(|| link(line));
        let suspended = signed_in.of.tenant_status == TenantStatus::Suspended;
        let warning = if signed_in.of.is_operator {
            Some("You are viewing this portal as an operator. Its members can see this.".to_owned())
        } else {
            suspended.then(|| {
                "Your account is suspended: API keys do not work until it is resumed.".to_owned()
            })
        };
        Self {
            title: title.into(),
            door: Door::Portal,
            nav: groups(web, PORTAL, |product| product.portal_pages, link),
            worlds: Environment::ALL.into_iter().map(other).collect(),
            world: world.as_str(),
            place: signed_in.of.tenant_name.clone(),
            who: signed_in.of.email.clone(),
            warning,
            told: told(signed_in),
            low: low(signed_in),
            notices: notices(web, Some(world), &format!("{}/status", base(world))),
            looking: signed_in.of.is_operator,
            said: signed_in.said.clone(),
            search: format!("{}/search", base(world)),
            form_token: signed_in.form_token.clone(),
            once: FormNonce::mint(
                &web.admin.vault,
                web.admin.ids,
                &signed_in.form_token,
                signed_in.by.at,
            ),
            style: assets::STYLE.path(),
            script: assets::SCRIPT.path(),
            version: web.version,
        }
    }

    /// A page of the console. `here` is its word in the path (`tenants`).
    pub fn console(
        web: &WebState,
        signed_in: &SignedInOperator,
        here: &str,
        title: impl Into<String>,
    ) -> Self {
        let link = |&(word, label): &NavLine| {
            Some(NavLink {
                label,
                href: under("/console", word),
                here: word == here,
            })
        };
        Self {
            title: title.into(),
            door: Door::Console,
            nav: groups(web, CONSOLE, |product| product.console_pages, link),
            worlds: Vec::new(),
            world: "",
            place: "Operator console".to_owned(),
            who: format!("{} ({})", signed_in.of.name, signed_in.of.role.as_str()),
            warning: None,
            told: Vec::new(),
            low: None,
            notices: notices(web, None, "/console/incidents"),
            looking: false,
            said: signed_in.said.clone(),
            search: "/console/search".to_owned(),
            form_token: signed_in.form_token.clone(),
            once: FormNonce::mint(
                &web.admin.vault,
                web.admin.ids,
                &signed_in.form_token,
                signed_in.by.at,
            ),
            style: assets::STYLE.path(),
            script: assets::SCRIPT.path(),
            version: web.version,
        }
    }

    /// The script that comes before the sheet.
    pub fn theme(&self) -> String {
        assets::THEME.path()
    }

    /// `/portal` or `/console`.
    pub fn base(&self) -> &'static str {
        match self.door {
            Door::Portal => "/portal",
            Door::Console => "/console",
        }
    }
}
