//! More papers of courts, offices and landlords.

use kofa_gazetteer::IssuerKind::Tax;

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("tenancy-tenant-of", Source::Tenancy, tenant_of),
    sealed("police-extract", Source::Government, extract),
    open("declaration-of-age", Source::Government, declaration),
    open("tax-letter", Source::Government, tax_letter),
    sealed("tax-letter-commas", Source::Government, tax_letter_commas),
    open("land-use-table", Source::Government, land_use_table),
    open("identity-slip", Source::Government, identity_slip),
    sealed("registration-card", Source::Government, registration),
    open("pos-receipt", Source::Nobody, pos_receipt),
    sealed("school-receipt", Source::Nobody, school_receipt),
];

const OFFICES: &[&str] = &[
    "Benue State Board of Internal Revenue",
    "Gombe Internal Revenue Service",
];

fn tenant_of(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Serif, 11.5);
    let theirs = story.others().line();
    paper
        .bold(true)
        .centre(297.0, 60.0, "TENANCY AGREEMENT")
        .bold(false)
        .skip(26.0);
    let called = story
        .chance
        .pick(&["hereinafter called", "hereinafter referred to as"]);
    let text = format!(
        "THIS TENANCY AGREEMENT is made this {} BETWEEN {} of {} ({called} \"the Landlord\" which \
         expression shall include his heirs and assigns) of the one part AND {} of {} ({called} \
         \"the Tenant\") of the other part.",
        story.date,
        story.other.printed,
        theirs.trim_end_matches('.'),
        story.holder.printed,
        story.home.line().trim_end_matches('.')
    );
    paper.paragraph(490.0, &text).skip(10.0);
    paper.paragraph(
        490.0,
        "IT IS HEREBY AGREED that the Landlord lets and the Tenant takes the flat now occupied by \
         the Tenant for a term of one year certain at the rent agreed between the parties.",
    );
    paper
}

fn extract(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let station = story.elsewhere();
    letterhead(
        &mut paper,
        "THE NIGERIA POLICE",
        &["DIVISIONAL HEADQUARTERS", &station],
    );
    paper.put("EXTRACT FROM POLICE DIARY").skip(10.0);
    let text = format!(
        "One {} 'm' of {} came to the station and reported that he lost his ATM card on his way \
         to the market and that all efforts to find it failed.",
        story.holder.printed,
        story.home.line().trim_end_matches('.')
    );
    paper
        .paragraph(490.0, &text)
        .skip(30.0)
        .put("Divisional Police Officer");
    paper
}

fn declaration(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Serif, 11.5);
    paper.centre(297.0, 56.0, "IN THE CUSTOMARY COURT OF RIVERS STATE");
    paper
        .centre(297.0, 72.0, "HOLDEN AT PORT HARCOURT")
        .skip(30.0);
    paper.put("STATUTORY DECLARATION OF AGE").skip(8.0);
    let name = &story.holder.printed;
    let home = story.home.line();
    let home = home.trim_end_matches('.');
    let said = match story.chance.below(3) {
        0 => format!("2. That my residential address is {home}."),
        1 => format!("2. That I presently reside at {home}."),
        _ => format!("2. That I am resident at {home} with my family."),
    };
    for line in [
        format!("I, {name}, Female, Adult, Christian and a Nigerian citizen do solemnly declare:"),
        "1. That I am the declarant herein and by virtue of this I know these facts.".to_owned(),
        said,
        "3. That I was born at General Hospital, Bori on the 3rd day of May, 1987.".to_owned(),
        "4. That I make this declaration in good faith and by the Oaths Law.".to_owned(),
    ] {
        paper.paragraph(490.0, &line).skip(5.0);
    }
    paper
        .skip(24.0)
        .put("DECLARANT")
        .skip(20.0)
        .put("COMMISSIONER FOR OATHS");
    paper
}

fn tax_letter(story: &mut Story) -> Paper {
    let sender = story.in_the_wild().sender(Tax, OFFICES);
    let mut paper = Paper::new(Family::Serif, 11.0);
    paper.logo(280.0, 30.0, 30.0).bold(true).size(14.0);
    paper
        .centre(297.0, 80.0, &sender.name.to_uppercase())
        .bold(false)
        .size(8.0);
    paper
        .centre(297.0, 92.0, &sender.office)
        .size(11.0)
        .at(48.0, 120.0);
    let reference = format!("Our Ref: IRS/{}/2026", story.account);
    paper.put(&reference).put("Your Ref: ...........");
    paper.right(548.0, 120.0, story.date).skip(14.0);
    paper.put(&story.holder.printed.to_uppercase());
    paper.put_all(&story.home.lines(36)).skip(12.0);
    paper
        .put("Dear Sir/Madam,")
        .skip(4.0)
        .bold(true)
        .put("DEMAND NOTICE 2026")
        .bold(false);
    let amount = story.amount();
    let text = format!(
        "You are hereby required to pay {amount} being your tax for the year into the account of \
         the state at any bank within thirty days."
    );
    paper
        .paragraph(490.0, &text)
        .skip(30.0)
        .put("For: Executive Chairman");
    paper
}

fn tax_letter_commas(story: &mut Story) -> Paper {
    let sender = story.in_the_wild().sender(Tax, OFFICES);
    let mut paper = Paper::new(Family::Sans, 10.0);
    letterhead(&mut paper, &sender.name, &[&sender.office]);
    paper.put(story.date).skip(12.0);
    let mut lines = vec![story.holder.printed.clone()];
    lines.extend(story.home.lines(30));
    let last = lines.len() - 1;
    for (at, line) in lines.iter().enumerate() {
        let end = if at == last { "." } else { "," };
        paper.put(&format!("{}{end}", line.trim_end_matches([',', '.'])));
    }
    paper
        .skip(12.0)
        .bold(true)
        .put("RE: PERSONAL INCOME TAX")
        .bold(false)
        .skip(6.0);
    let text = "We refer to your returns and write to let you know that your assessment has been \
                reviewed. The sum payable is shown on the schedule that we enclose.";
    paper.paragraph(490.0, text).skip(20.0).put("Station Head");
    paper
}

fn land_use_table(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Sans, 9.0);
    letterhead(
        &mut paper,
        "DEMAND NOTICE",
        &["MINISTRY OF FINANCE", "LAND USE CHARGE"],
    );
    let payer = story.elsewhere();
    let rows = [
        (
            "Property Identification Number",
            vec![story.account.clone()],
        ),
        ("Owner / Occupier", vec![story.holder.printed.clone()]),
        ("Owner's mailing address", wrap(&payer, 40)),
        ("Property Address", story.home.wrapped(34)),
        (
            "Property Use",
            vec!["Owner-occupied residential".to_owned()],
        ),
        ("Assessed Value", vec![story.amount()]),
        ("Charge Payable", vec![story.amount()]),
    ];
    for (label, lines) in rows {
        let top = paper.y - 11.0;
        paper.field(260.0, label, &lines);
        let height = paper.y - top - 6.0;
        paper
            .frame(44.0, top, 206.0, height)
            .frame(250.0, top, 300.0, height)
            .skip(5.0);
    }
    let bank = story.elsewhere();
    paper
        .skip(14.0)
        .size(8.0)
        .put(&format!("Enquiries: Land Use Charge Office, {bank}"));
    paper
}

fn identity_slip(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .bold(true)
        .centre(297.0, 50.0, "National Identity Management System")
        .bold(false);
    paper.centre(297.0, 62.0, "Federal Republic of Nigeria");
    paper.centre(297.0, 74.0, "National Identification Number Slip (NINS)");
    let lines = story.home.wrapped(26);
    let (first, middle, last) = (story.holder.first, story.holder.middle, story.holder.last);
    paper.frame(44.0, 90.0, 506.0, 96.0).at(50.0, 106.0);
    pairs(
        &mut paper,
        130.0,
        &[
            ("Tracking ID:", "S7Y0000XXXXXX"),
            ("NIN:", "***********"),
            ("Issue Date:", "03-05-2026"),
        ],
    );
    paper.at(230.0, 106.0);
    pairs(
        &mut paper,
        300.0,
        &[
            ("Surname:", last),
            ("First Name:", first),
            ("Middle Name:", middle),
            ("Gender:", "F"),
        ],
    );
    paper.at(400.0, 106.0).put("Address:").put_all(&lines);
    paper.size(6.5).at(48.0, 204.0);
    let text = "Note: The National Identification Number is your identity. It is confidential and \
                may only be released for legitimate transactions. You will be notified when your \
                National Identity Card is ready.";
    paper.paragraph(490.0, text);
    paper.centre(
        297.0,
        240.0,
        "NIMC, 11 Sokode Crescent, Off Dalaba Street, Zone 5, Wuse, Abuja",
    );
    story
        .issuers
        .push("11 Sokode Crescent, Off Dalaba Street, Zone 5, Wuse, Abuja".to_owned());
    paper
}

fn registration(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Sans, 10.0);
    let hospital = story.elsewhere();
    letterhead(&mut paper, "MERCY SPECIALIST HOSPITAL", &[&hospital]);
    paper.put("PATIENT REGISTRATION").skip(8.0);
    let name = story.holder.printed.clone();
    paper.row(&[
        (48.0, "Patient:"),
        (120.0, &name),
        (360.0, "Sex: F"),
        (440.0, "Age: 34"),
    ]);
    let home = wrap(&format!("Add: {}", story.home.line()), 60);
    paper.put_all(&home);
    let kin = story.others().line();
    paper.put(&format!("Next of kin: {}", story.other.printed));
    paper.put_all(&wrap(&format!("Address of next of kin: {kin}"), 70));
    paper.put(&format!("Date: {}", story.date));
    paper
}

fn pos_receipt(story: &mut Story) -> Paper {
    story.nowhere();
    let mut paper = Paper::new(Family::Mono, 9.0);
    let (shop, amount) = (story.elsewhere().to_uppercase(), story.amount());
    paper
        .at(190.0, 56.0)
        .put("CHICKEN & CO")
        .put_all(&wrap(&shop, 34))
        .skip(6.0);
    paper
        .put("TERMINAL ID   2101AB34")
        .put("** CUSTOMER COPY **")
        .put("PURCHASE");
    paper.put(&format!("NAME  {}", story.holder.printed.to_uppercase()));
    paper
        .put(&format!("AMOUNT  {amount}"))
        .put(story.date)
        .put("APPROVED");
    paper
}

fn school_receipt(story: &mut Story) -> Paper {
    story.nowhere();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let school = story.elsewhere();
    letterhead(
        &mut paper,
        "BRIGHT STAR NURSERY & PRIMARY SCHOOL",
        &[&school],
    );
    paper.put("OFFICIAL RECEIPT").skip(8.0);
    let amount = story.amount();
    for line in [
        format!("Received from {}", story.holder.printed),
        format!("the sum of {amount}"),
        "being payment for third term school fees".to_owned(),
        format!("Date: {}", story.date),
    ] {
        paper.put(&line).skip(4.0);
    }
    paper.skip(20.0).put("Bursar");
    paper
}
