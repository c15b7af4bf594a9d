//! Tax offices and other papers of a government.

use kofa_gazetteer::IssuerKind::Tax;

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("tax-assessment", Source::Government, assessment),
    open("land-use-charge", Source::Government, land_use),
    open("vehicle-licence", Source::Government, vehicle),
    open("lga-residence-letter", Source::Government, residence),
    sealed("tax-clearance", Source::Government, clearance),
    sealed("tenement-rate", Source::Government, tenement),
];

const OFFICES: &[&str] = &[
    "Plateau State Internal Revenue Service",
    "Confluence Board of Internal Revenue",
    "Rivers Revenue Authority",
];

fn assessment(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(Tax, OFFICES);
    let mut paper = Paper::new(Family::Serif, 10.5);
    letterhead(&mut paper, &sender.name.to_uppercase(), &[&sender.office]);
    paper.put("NOTICE OF ASSESSMENT").skip(8.0);
    let x = 190.0;
    pairs(
        &mut paper,
        x,
        &[
            ("Taxpayer Name:", &story.holder.printed.clone()),
            ("Payer ID:", &story.account.clone()),
        ],
    );
    let label = story
        .chance
        .pick(&["Taxpayer Address:", "Residential Address:", "Address:"]);
    paper.field(x, label, &story.home.lines(46));
    let office = story.elsewhere();
    pairs(
        &mut paper,
        x,
        &[("Tax Office:", &office), ("Year:", "2026")],
    );
    let amount = story.amount();
    paper.skip(16.0).put(&format!("Tax payable: {amount}"));
    paper
}

fn land_use(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(Tax, OFFICES);
    let mut paper = Paper::new(Family::Sans, 9.5);
    letterhead(
        &mut paper,
        "LAND USE CHARGE DEMAND NOTICE",
        &[&sender.name, &sender.office],
    );
    paper
        .at(48.0, 150.0)
        .put("THE OWNER/OCCUPIER")
        .put(&story.holder.printed.to_uppercase());
    let line = story.home.line().to_uppercase();
    paper.put_all(&wrap(&line, 46)).skip(16.0);
    let x = 200.0;
    let again = story.home.line();
    pairs(
        &mut paper,
        x,
        &[("Property Identification No", &story.account.clone())],
    );
    paper.field(x, "Property Address", &wrap(&again, 54));
    let amount = story.amount();
    pairs(
        &mut paper,
        x,
        &[("Zone", "Medium density"), ("Charge", &amount)],
    );
    let bank = story.elsewhere();
    paper
        .skip(16.0)
        .put("Pay at any bank or at our collection centre:")
        .put(&bank);
    paper
}

fn vehicle(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Mono, 9.0);
    paper
        .put("FEDERAL REPUBLIC OF NIGERIA")
        .put("VEHICLE LICENCE")
        .skip(8.0);
    paper
        .put("Plate Number : KJA 482 HF")
        .put("Make         : TOYOTA COROLLA");
    paper.put(&format!(
        "Owner        : {}",
        story.holder.printed.to_uppercase()
    ));
    let lines = wrap(&story.home.line().to_uppercase(), 44);
    for (at, line) in lines.iter().enumerate() {
        let label = if at == 0 {
            "Address      : "
        } else {
            "               "
        };
        paper.put(&format!("{label}{line}"));
    }
    paper
        .put("Chassis No   : JTDBU4EE9B9")
        .put("Issuing Auth : BOARD OF INTERNAL REVENUE");
    paper.put(&format!("Date Issued  : {}", story.date));
    paper
}

fn residence(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Serif, 11.5);
    let secretariat = story.elsewhere();
    letterhead(&mut paper, "OFFICE OF THE CHAIRMAN", &[&secretariat]);
    paper.skip(8.0).put(story.date).skip(8.0).bold(true);
    paper
        .put("TO WHOM IT MAY CONCERN")
        .put("LETTER OF RESIDENCE")
        .bold(false)
        .skip(8.0);
    let address = story.home.line();
    let text = format!(
        "This is to certify that {} is a bona fide resident of this Local Government and \
         resides at {}. The bearer has lived there since 2012 and is known to us.",
        story.holder.printed,
        address.trim_end_matches('.')
    );
    paper
        .paragraph(490.0, &text)
        .skip(40.0)
        .put(&story.other.printed)
        .put("Secretary");
    paper
}

fn clearance(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(Tax, OFFICES);
    let mut paper = Paper::new(Family::Serif, 10.5);
    paper.frame(30.0, 30.0, 535.0, 780.0);
    letterhead(
        &mut paper,
        "TAX CLEARANCE CERTIFICATE",
        &[&sender.name, &sender.office],
    );
    paper.skip(12.0);
    let rows = [
        ("1. Name of Taxpayer", vec![story.holder.printed.clone()]),
        ("2. Occupation", vec!["Trader".to_owned()]),
        ("3. Private Residence", story.home.lines(46)),
        ("4. Tax Identification No.", vec![story.account.clone()]),
        ("5. Source of Income", vec!["Trade".to_owned()]),
    ];
    for (label, lines) in rows {
        paper.field(210.0, label, &lines).skip(4.0);
    }
    let amount = story.amount();
    paper
        .skip(10.0)
        .row(&[(48.0, "2025"), (140.0, &amount), (260.0, "Paid in full")]);
    paper
}

fn tenement(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Sans, 9.5);
    let council = story.elsewhere();
    paper
        .bold(true)
        .size(13.0)
        .put("TENEMENT RATE DEMAND")
        .bold(false)
        .size(9.5);
    paper
        .put("Issued by the Municipal Council")
        .put(&council)
        .skip(18.0);
    let top = paper.y;
    paper
        .bold(true)
        .put("RATEPAYER")
        .bold(false)
        .put(&story.holder.printed);
    paper.put(&format!("Assessment No. {}", story.account));
    paper.at(300.0, top).bold(true).put("TENEMENT").bold(false);
    paper.put_all(&story.home.lines(36));
    let amount = story.amount();
    paper
        .at(48.0, top + 110.0)
        .put(&format!("Rate for 2026: {amount}"));
    paper
}
