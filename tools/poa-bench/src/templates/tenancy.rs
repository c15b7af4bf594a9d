//! Tenancy agreements, rent receipts, estate dues.

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("tenancy-agreement", Source::Tenancy, agreement),
    open("rent-receipt", Source::Tenancy, receipt),
    open("estate-dues", Source::Tenancy, dues),
    sealed("tenancy-schedule", Source::Tenancy, schedule),
    sealed("letter-of-offer", Source::Tenancy, offer),
];

fn agreement(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Serif, 11.5);
    paper
        .bold(true)
        .centre(297.0, 60.0, "TENANCY AGREEMENT")
        .bold(false)
        .skip(24.0);
    let theirs = story.others().line();
    let cue = ["situate at", "known as", "located at", "lying and being at"];
    let cue = story.chance.pick(&cue);
    let text = format!(
        "THIS AGREEMENT is made this {} BETWEEN {} of {} (hereinafter called the LANDLORD) of \
         the one part AND {} (hereinafter called the TENANT) of the other part.",
        story.date,
        story.other.printed,
        theirs.trim_end_matches('.'),
        story.holder.printed
    );
    paper.paragraph(490.0, &text).skip(10.0);
    let text = format!(
        "WHEREAS the Landlord is the owner of the property {cue} {} (hereinafter called the \
         demised premises) and has agreed to let it to the Tenant for a term of two years.",
        story.home.line().trim_end_matches('.')
    );
    paper.paragraph(490.0, &text).skip(10.0);
    paper.paragraph(
        490.0,
        "1. The Tenant shall pay the rent in advance and keep the premises.",
    );
    paper
}

fn receipt(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Sans, 10.5);
    let theirs = story.others().line();
    letterhead(&mut paper, "RENT RECEIPT", &[]);
    let (amount, home) = (story.amount(), story.home.line());
    let x = 190.0;
    pairs(
        &mut paper,
        x,
        &[
            ("Receipt No:", &story.account.clone()),
            ("Received from:", &story.holder.printed.clone()),
            ("The sum of:", &amount),
            ("Being rent for:", "One year, two-bedroom flat"),
        ],
    );
    paper.field(x, "Property address:", &wrap(&home, 54));
    pairs(
        &mut paper,
        x,
        &[("Landlord:", &story.other.printed.clone())],
    );
    paper.field(x, "Landlord's address:", &wrap(&theirs, 54));
    paper
}

fn dues(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Sans, 10.0);
    let office = story.elsewhere();
    letterhead(&mut paper, "RESIDENTS ASSOCIATION", &[&office]);
    paper.put("SERVICE CHARGE INVOICE").skip(8.0);
    paper.put(&format!("Resident: {}", story.holder.printed));
    let line = format!("House Address: {}", story.home.line());
    paper
        .put_all(&wrap(&line, 84))
        .put(&format!("Period: {}", story.month));
    let amount = story.amount();
    paper.put(&format!("Amount: {amount}"));
    paper
}

fn schedule(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let theirs = story.others().line();
    let agent = story.elsewhere();
    paper
        .bold(true)
        .put("LEASE PARTICULARS")
        .bold(false)
        .skip(8.0);
    let rows = [
        ("Lessor", vec![story.other.printed.clone(), theirs]),
        (
            "Lessor's agent",
            vec!["Prime Estate Surveyors".to_owned(), agent],
        ),
        ("Lessee", vec![story.holder.printed.clone()]),
        ("Demised premises", story.home.lines(50)),
        ("Term", vec!["Two years certain".to_owned()]),
        ("Rent", vec![story.amount()]),
    ];
    for (label, lines) in rows {
        paper.field(180.0, label, &lines).skip(5.0);
    }
    paper
}

fn offer(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let agent = story.elsewhere();
    paper
        .bold(true)
        .put("ADEBOLA & PARTNERS")
        .bold(false)
        .put("Estate Surveyors and Valuers");
    paper
        .put(&agent)
        .skip(16.0)
        .put(story.date)
        .skip(10.0)
        .put(&story.holder.printed)
        .skip(12.0);
    paper
        .put("Dear Sir/Madam,")
        .skip(4.0)
        .bold(true)
        .put("OFFER OF LETTING")
        .bold(false);
    let rent = story.amount();
    let text = format!(
        "Further to your application we offer you the tenancy of the three-bedroom apartment at \
         {}, with effect from {}, at the annual rent of {rent}.",
        story.home.line().trim_end_matches('.'),
        story.date
    );
    paper
        .paragraph(490.0, &text)
        .skip(30.0)
        .put("Yours faithfully,");
    paper
}
