//! What one document is about: who sent it, who lives where, and all the other addresses that
//! stand on such a paper.

use crate::chance::Chance;
use crate::home::{self, Home, Truth};
use crate::people::{Person, person};
use crate::quarters;

/// Who sends a paper.
#[derive(Clone, Debug)]
pub struct Sender {
    pub name: String,
    pub short: String,
    /// Its own address, on one line.
    pub office: String,
}

/// A document before it is drawn.
pub struct Story {
    pub chance: Chance,
    pub holder: Person,
    /// Where the customer lives.
    pub home: Home,
    /// Another party: landlord, agent, employer.
    pub other: Person,
    /// Where the other party lives.
    pub other_home: Home,
    /// Account, meter, customer number.
    pub account: String,
    pub month: &'static str,
    pub date: &'static str,
    /// What must come out; empty if the paper shows nobody's address but the sender's.
    pub expected: Truth,
    /// Every other address on the paper, none of which may come out.
    pub issuers: Vec<String>,
}

const MONTHS: &[&str] = &[
    "October 2026",
    "SEP 2026",
    "August 2026",
    "Nov-2026",
    "July 2026",
    "09/2026",
];
const DATES: &[&str] = &[
    "12/10/2026",
    "3 November 2026",
    "28-09-2026",
    "14th October, 2026",
    "01 Nov 2026",
    "November 6, 2026",
];

impl Story {
    /// The story of a number.
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(11));
        let holder = person(&mut chance);
        let home = if chance.percent(4) {
            home::abroad(&mut chance)
        } else {
            home::home(&mut chance, None)
        };
        let other = person(&mut chance);
        let other_home = home::home(&mut chance, None);
        let account = chance.digits(10);
        let month = chance.pick(MONTHS);
        let date = chance.pick(DATES);
        Self {
            expected: home.truth.clone(),
            chance,
            holder,
            home,
            other,
            other_home,
            account,
            month,
            date,
            issuers: Vec::new(),
        }
    }

    /// For a paper whose holder lives in Nigeria for certain: a meter stands nowhere else.
    pub fn at_home(&mut self) -> &mut Self {
        if self.home.truth.foreign {
            self.home = home::home(&mut self.chance, None);
            self.expected = self.home.truth.clone();
        }
        self
    }

    /// In Nigeria, and every second time somewhere without a tidy house, street and district.
    pub fn in_the_wild(&mut self) -> &mut Self {
        self.at_home();
        if self.chance.percent(50) {
            self.home = quarters::home(&mut self.chance);
            self.expected = self.home.truth.clone();
        }
        self
    }

    /// For a paper without the holder's address.
    pub fn nowhere(&mut self) -> &mut Self {
        self.expected = Truth::default();
        self
    }

    /// A sender out of the list, half of the time one that nobody knows.
    pub fn sender(&mut self, kind: kofa_gazetteer::IssuerKind, invented: &[&str]) -> Sender {
        let known: Vec<_> = kofa_gazetteer::issuers()
            .iter()
            .filter(|issuer| issuer.kind == kind)
            .collect();
        if !known.is_empty() && self.chance.percent(50) {
            let issuer = known[self.chance.below(known.len())];
            self.issuers.push(issuer.head_office.to_owned());
            return Sender {
                name: issuer.name.to_owned(),
                short: issuer.short.to_owned(),
                office: issuer.head_office.to_owned(),
            };
        }
        let name = self.chance.pick(invented).to_owned();
        let short: String = name
            .split(' ')
            .filter_map(|word| word.chars().next())
            .collect();
        let office = self.elsewhere();
        Sender {
            name,
            short,
            office,
        }
    }

    /// Another address that stands on the paper and is not the holder's.
    pub fn elsewhere(&mut self) -> String {
        let home = home::home(&mut self.chance, None);
        let line = home.line();
        self.issuers.push(line.clone());
        line
    }

    /// Another party's address, which may not come out either.
    pub fn others(&mut self) -> Home {
        self.issuers.push(self.other_home.line());
        self.other_home.clone()
    }

    /// An amount of money.
    pub fn amount(&mut self) -> String {
        let (thousands, rest) = (self.chance.between(1, 98), self.chance.between(0, 999));
        let kobo = self.chance.between(0, 99);
        let sign = ["", "N", "NGN "];
        format!("{}{thousands},{rest:03}.{kobo:02}", self.chance.pick(&sign))
    }

    /// A phone number that nobody has.
    pub fn phone(&mut self) -> String {
        format!("0700 {} {}", self.chance.digits(3), self.chance.digits(4))
    }
}
