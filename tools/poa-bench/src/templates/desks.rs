//! More statements and letters: the writer's own address above, the addressee's below it, a block
//! at the right, a mark across the page.

use kofa_gazetteer::IssuerKind::Bank;

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::{Sender, Story};

pub(super) const TEMPLATES: &[Template] = &[
    open("bank-block-right", Source::Bank, block_right),
    open("bank-cards", Source::Bank, cards),
    sealed("bank-name-and-colons", Source::Bank, name_and_colons),
    open("bank-watermark", Source::Bank, watermark),
    open("letter-writer-right", Source::Letter, writer_right),
    open("letter-writer-stepped", Source::Letter, writer_stepped),
    sealed("letter-writer-left", Source::Letter, writer_left),
    open("letter-of-a-firm", Source::Nobody, of_a_firm),
    open("letter-to-staff", Source::Letter, to_staff),
    sealed("payslip", Source::Letter, payslip),
];

const BANKS: &[&str] = &[
    "Harbour Commercial Bank Plc",
    "Kaduna Microfinance Bank",
    "Palm Trust Bank",
];

fn bank(story: &mut Story) -> Sender {
    story.in_the_wild().sender(Bank, BANKS)
}

fn movements(paper: &mut Paper, story: &mut Story) {
    paper.skip(14.0).bold(true).row(&[
        (48.0, "Trans. Date"),
        (125.0, "Details"),
        (360.0, "Withdrawal"),
        (430.0, "Deposit"),
        (495.0, "Balance"),
    ]);
    paper.bold(false);
    let details = [
        "WEB PURCHASE LAGOS NG",
        "NIP/FBN/OKAFOR ADA/RENT",
        "POS 14 OPEBI ROAD IKEJA",
        "STAMP DUTY",
        "VAT ON CHARGES",
    ];
    for _ in 0..story.chance.between(6, 12) {
        let (amount, balance) = (story.amount(), story.amount());
        let day = format!("{:02}-Oct-26", story.chance.between(1, 28));
        let text = story.chance.pick(&details);
        paper.row(&[
            (48.0, &day),
            (125.0, text),
            (360.0, &amount),
            (495.0, &balance),
        ]);
    }
}

fn block_right(story: &mut Story) -> Paper {
    let sender = bank(story);
    let mut paper = Paper::new(Family::Sans, 8.5);
    paper
        .logo(48.0, 34.0, 26.0)
        .bold(true)
        .size(13.0)
        .text(82.0, 52.0, &sender.name);
    paper.bold(false).size(8.5);
    // The customer ends at the right margin, the account stands on the left.
    let mut y = 90.0;
    let mut lines = vec![story.holder.printed.clone()];
    lines.extend(story.home.lines(34));
    for line in &lines {
        paper.right(548.0, y, line);
        y += 11.0;
    }
    paper.at(48.0, 90.0);
    let branch = story.elsewhere();
    pairs(
        &mut paper,
        130.0,
        &[
            ("Account No", &story.account.clone()),
            ("Currency", "Naira"),
            ("Account Type", "Savings"),
        ],
    );
    paper.field(130.0, "Branch", &wrap(&branch, 34));
    let y = y.max(paper.y);
    paper.at(48.0, y);
    movements(&mut paper, story);
    paper.size(7.0).centre(297.0, 818.0, &sender.office);
    paper
}

fn cards(story: &mut Story) -> Paper {
    let sender = bank(story);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .band(0.0, 0.0, 595.0, 54.0, 0.88)
        .bold(true)
        .size(17.0);
    paper.text(48.0, 34.0, &sender.short).bold(false).size(9.0);
    let (account, amount) = (story.account.clone(), story.amount());
    let left = [
        ("ACCOUNT NUMBER", vec![account]),
        ("ACCOUNT TYPE", vec!["Tier 3 savings".to_owned()]),
        ("CLOSING BALANCE", vec![amount]),
    ];
    let right = [
        ("ACCOUNT HOLDER", vec![story.holder.printed.clone()]),
        ("ADDRESS", story.home.wrapped(36)),
        ("PERIOD", vec![story.month.to_owned()]),
    ];
    let mut bottom = 0.0_f32;
    for (x, card) in [(48.0, left), (320.0, right)] {
        paper.at(x, 84.0);
        for (label, lines) in card {
            paper
                .size(6.5)
                .put(label)
                .size(9.0)
                .put_all(&lines)
                .skip(7.0);
        }
        bottom = bottom.max(paper.y);
    }
    paper.at(48.0, bottom);
    movements(&mut paper, story);
    let foot = format!("{} - {}", sender.name, sender.office);
    paper.size(7.0).text(48.0, 816.0, &foot);
    paper
}

fn name_and_colons(story: &mut Story) -> Paper {
    let sender = bank(story);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .bold(true)
        .put(&sender.name.to_uppercase())
        .bold(false);
    paper.put_all(&wrap(&sender.office, 46)).skip(9.0);
    paper.put(&story.holder.printed.to_uppercase());
    paper.put_all(&story.home.lines(30));
    for (label, value) in [
        ("ACCOUNT NUMBER", story.account.clone()),
        ("CURRENCY", "NGN".to_owned()),
        ("PERIOD", "01 OCT 2026 TO 31 OCT 2026".to_owned()),
    ] {
        paper.put(&format!("{label}: {value}"));
    }
    movements(&mut paper, story);
    paper
}

fn watermark(story: &mut Story) -> Paper {
    let sender = bank(story);
    let mut paper = Paper::new(Family::Sans, 9.0);
    let mark = story
        .chance
        .pick(&["CUSTOMER COPY", "CONFIDENTIAL", "E-STATEMENT"]);
    paper
        .size(54.0)
        .slanted(60.0, 420.0, mark)
        .slanted(90.0, 760.0, mark);
    paper.size(20.0).slanted(50.0, 230.0, mark).size(9.0);
    letterhead(&mut paper, &sender.name, &["Statement of Account"]);
    pairs(
        &mut paper,
        150.0,
        &[("Account Name", &story.holder.printed.clone())],
    );
    paper.field(150.0, "Customer Address", &story.home.lines(48));
    let branch = story.elsewhere();
    pairs(
        &mut paper,
        150.0,
        &[
            ("Account Number", &story.account.clone()),
            ("Branch", &branch),
        ],
    );
    movements(&mut paper, story);
    paper
}

/// Who is written to: an office, and where it is.
fn addressee(paper: &mut Paper, story: &mut Story) {
    let office = story.elsewhere();
    let who: &[&[&str]] = &[
        &["The Branch Manager,", "Palm Trust Bank Plc,"],
        &["The Head of Operations", "Customer Service Department"],
        &["The Registrar,", "Federal High Court,"],
        &["The Managing Director,", "Coastal Power Company,"],
    ];
    let at = story.chance.below(who.len());
    for line in who[at] {
        paper.put(line);
    }
    paper.put_all(&wrap(&office, 38)).skip(12.0);
}

fn body_and_end(paper: &mut Paper, story: &mut Story) {
    let salutation =
        story
            .chance
            .pick(&["Dear Sir,", "Dear Sir/Ma,", "Dear Sir or Madam,", "Sir,"]);
    paper.at(48.0, paper.y).put(salutation).skip(4.0).bold(true);
    let subject = story.chance.pick(&[
        "REQUEST FOR STATEMENT OF ACCOUNT",
        "APPLICATION FOR A PREPAID METER",
        "CHANGE OF ADDRESS",
    ]);
    paper.put(subject).bold(false).skip(4.0);
    let text = "With reference to the above I kindly ask that you treat my request without delay. \
                I have been your customer for six years and I enclose a copy of my means of \
                identification.";
    paper.paragraph(490.0, text).skip(8.0);
    paper
        .put("Thank you for your usual co-operation.")
        .skip(24.0);
    let end = story
        .chance
        .pick(&["Yours faithfully,", "Yours sincerely,", "Yours truly,"]);
    paper.put(end).skip(26.0).put(&story.holder.printed);
    if story.chance.percent(40) {
        let phone = story.phone();
        paper.put(&phone);
    }
}

fn writer_right(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Serif, 11.5);
    let lines = story.home.lines(30);
    // Set flush at the left of its column, or at the right margin.
    if story.chance.percent(60) {
        paper
            .at(350.0, 62.0)
            .put_all(&lines)
            .skip(3.0)
            .put(story.date);
    } else {
        let mut y = 62.0;
        for line in lines.iter().map(String::as_str).chain([story.date]) {
            paper.right(548.0, y, line);
            y += 15.0;
        }
        paper.at(48.0, y);
    }
    let y = paper.y + 10.0;
    paper.at(48.0, y);
    addressee(&mut paper, story);
    body_and_end(&mut paper, story);
    paper
}

fn writer_stepped(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Serif, 12.0);
    // As it is taught at school: every line a little further in.
    let mut x = 300.0;
    paper.at(x, 60.0);
    for line in story.home.lines(30) {
        paper.x = x;
        paper.put(&line);
        x += 16.0;
    }
    paper.x = x;
    paper.put(story.date);
    let y = paper.y + 8.0;
    paper.at(48.0, y);
    addressee(&mut paper, story);
    body_and_end(&mut paper, story);
    paper
}

fn writer_left(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Sans, 11.0);
    paper
        .put_all(&story.home.lines(34))
        .skip(12.0)
        .put(story.date)
        .skip(12.0);
    addressee(&mut paper, story);
    body_and_end(&mut paper, story);
    paper
}

/// A firm writes to its bank. Its name is part of the picture above, so the text has only its
/// address where a person's would stand; the signature says who writes.
fn of_a_firm(story: &mut Story) -> Paper {
    story.nowhere();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let office = story.elsewhere();
    paper
        .logo(350.0, 30.0, 24.0)
        .at(350.0, 70.0)
        .put_all(&wrap(&office, 34));
    paper.skip(4.0).put(story.date);
    let y = paper.y + 10.0;
    paper.at(48.0, y);
    addressee(&mut paper, story);
    let name = story.holder.printed.clone();
    let text = format!(
        "We write to introduce {name}, a member of our staff, who wishes to open an account with \
         you. Kindly give the necessary assistance."
    );
    paper
        .put("Dear Sir,")
        .skip(6.0)
        .paragraph(490.0, &text)
        .skip(20.0);
    paper
        .put("Yours faithfully,")
        .put("For: Adamawa Textiles Limited")
        .skip(24.0);
    paper.put(&story.other.printed).put("Head, Human Resources");
    paper
}

fn to_staff(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let office = story.elsewhere();
    paper
        .at(340.0, 56.0)
        .bold(true)
        .put("BENUE CEMENT COMPANY PLC")
        .bold(false);
    paper.put_all(&wrap(&office, 36));
    let phone = story.phone();
    paper.put(&format!("Tel: {phone}")).skip(4.0);
    let y = paper.y;
    paper
        .at(48.0, y)
        .put(story.date)
        .skip(10.0)
        .put(&story.holder.printed);
    paper.put_all(&story.home.lines(34)).skip(12.0);
    paper
        .put(&format!("Dear {},", story.holder.last))
        .skip(4.0)
        .bold(true);
    paper
        .put("CONFIRMATION OF EMPLOYMENT")
        .bold(false)
        .skip(4.0);
    let text = "We are pleased to confirm your employment with the company with effect from the \
                first day of next month. Your entitlements are in the handbook.";
    paper
        .paragraph(490.0, text)
        .skip(24.0)
        .put("Yours faithfully,")
        .skip(24.0);
    paper.put(&story.other.printed).put("Head, Human Resources");
    paper
}

fn payslip(story: &mut Story) -> Paper {
    story.in_the_wild();
    let mut paper = Paper::new(Family::Sans, 8.5);
    let office = story.elsewhere();
    letterhead(
        &mut paper,
        "GREEN RIVER AGRO LIMITED",
        &[&office, "PAYSLIP"],
    );
    let (amount, account) = (story.amount(), story.account.clone());
    let name = story.holder.printed.clone();
    let home = story.home.lines(40);
    paper.row(&[
        (48.0, "Employee"),
        (130.0, &name),
        (340.0, "Staff No"),
        (430.0, "00412"),
    ]);
    let mut first = true;
    for line in &home {
        let label = if first { "Home address" } else { "" };
        let (side, value) = match first {
            true => ("Grade", "GL 09"),
            false => ("", ""),
        };
        paper.row(&[(48.0, label), (130.0, line), (340.0, side), (430.0, value)]);
        first = false;
    }
    paper.row(&[
        (48.0, "Bank"),
        (130.0, "GTBank Aba"),
        (340.0, "Account"),
        (430.0, &account),
    ]);
    paper
        .skip(14.0)
        .row(&[(48.0, "Basic salary"), (430.0, &amount)]);
    paper
}
