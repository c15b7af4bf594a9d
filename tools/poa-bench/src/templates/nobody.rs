//! Papers that show nobody's address but the sender's: the right answer is none.

use kofa_gazetteer::IssuerKind::{Bank, Electricity, Telecom};

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("token-receipt", Source::Nobody, token),
    open("deposit-slip", Source::Nobody, deposit),
    open("branch-directory", Source::Nobody, directory),
    sealed("airtime-receipt", Source::Nobody, airtime),
    sealed("supermarket-receipt", Source::Nobody, supermarket),
];

fn token(story: &mut Story) -> Paper {
    let sender = story
        .nowhere()
        .sender(Electricity, &["GreenGrid Power Distribution Plc"]);
    let mut paper = Paper::new(Family::Sans, 9.5);
    paper
        .bold(true)
        .put(&sender.name.to_uppercase())
        .bold(false)
        .put(&sender.office)
        .skip(8.0);
    let (agent, token) = (story.elsewhere(), story.chance.digits(20));
    let amount = story.amount();
    paper
        .put("PREPAID TOKEN RECEIPT")
        .put("Meter No: 0101 5512 334");
    paper
        .put(&format!("Customer: {}", story.holder.printed))
        .put(&format!("Token: {token}"));
    paper
        .put(&format!("Amount: {amount}"))
        .put(&format!("Date: {}", story.date));
    paper.put(&format!("Vendor: Quickpay Agent, {agent}"));
    paper
}

fn deposit(story: &mut Story) -> Paper {
    let sender = story.nowhere().sender(Bank, &["Savannah Trust Bank Plc"]);
    let mut paper = Paper::new(Family::Sans, 10.0);
    letterhead(&mut paper, &sender.name, &["CASH DEPOSIT SLIP"]);
    let branch = story.elsewhere();
    let amount = story.amount();
    pairs(
        &mut paper,
        180.0,
        &[
            ("Branch:", &branch),
            ("Account Name:", &story.holder.printed.clone()),
            ("Account Number:", &story.account.clone()),
            ("Depositor:", &story.other.printed.clone()),
            ("Amount:", &amount),
            ("Date:", story.date),
        ],
    );
    let foot = format!("{}, {}", sender.name, sender.office);
    paper.size(7.5).text(48.0, 815.0, &foot);
    paper
}

fn directory(story: &mut Story) -> Paper {
    let sender = story.nowhere().sender(Bank, &["Lagoon Merchant Bank"]);
    let mut paper = Paper::new(Family::Sans, 9.0);
    letterhead(&mut paper, &sender.name, &["OUR BRANCHES"]);
    for at in 0..story.chance.between(8, 16) {
        let address = story.elsewhere();
        let phone = story.phone();
        paper.bold(true).put(&format!(
            "{} Branch",
            ["Marina", "Opebi", "Wuse", "Aba"][at % 4]
        ));
        paper
            .bold(false)
            .put_all(&wrap(&address, 80))
            .put(&format!("Tel: {phone}"))
            .skip(6.0);
    }
    paper
}

fn airtime(story: &mut Story) -> Paper {
    let sender = story.nowhere().sender(Telecom, &["Zuma Mobile Plc"]);
    let mut paper = Paper::new(Family::Mono, 9.0);
    let (shop, amount) = (story.elsewhere(), story.amount());
    paper
        .at(170.0, 60.0)
        .put("TRANSACTION SUCCESSFUL")
        .put(&amount)
        .skip(8.0);
    paper.put(&format!("Product    {} airtime", sender.short));
    paper.put(&format!("Recipient  {}", story.holder.printed));
    paper
        .put(&format!("Date       {}", story.date))
        .put(&format!("Ref        {}", story.account));
    paper
        .skip(20.0)
        .put(&sender.name)
        .put_all(&wrap(&sender.office, 44))
        .skip(8.0);
    paper.put("Outlet").put_all(&wrap(&shop, 44));
    paper
}

fn supermarket(story: &mut Story) -> Paper {
    story.nowhere();
    let mut paper = Paper::new(Family::Mono, 8.5);
    let shop = story.elsewhere();
    paper
        .at(190.0, 60.0)
        .put("MAMA CHIDI SUPERSTORES LTD")
        .put_all(&wrap(&shop, 40));
    let phone = story.phone();
    paper
        .put(&phone)
        .skip(6.0)
        .put(&format!("Cashier: {}", story.other.first));
    for item in ["RICE 5KG", "TOMATO PASTE", "MILK 400G", "SUGAR"] {
        let amount = story.amount();
        paper.put(&format!("{item:<20}{amount:>12}"));
    }
    paper
        .put(&format!("Served to: {}", story.holder.printed))
        .put(story.date);
    paper
}
