//! Statements of eight banks' kinds.

use kofa_gazetteer::IssuerKind::Bank;

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::{Sender, Story};

pub(super) const TEMPLATES: &[Template] = &[
    open("bank-branch-and-address", Source::Bank, branch_and_address),
    open("bank-window", Source::Bank, window),
    open("bank-summary-right", Source::Bank, summary_right),
    open("bank-wallet", Source::Bank, wallet),
    open("bank-capitals", Source::Bank, capitals),
    sealed("bank-branch-left", Source::Bank, branch_left),
    sealed("bank-no-labels", Source::Bank, no_labels),
    sealed("bank-reference-letter", Source::Bank, reference_letter),
];

fn sender(story: &mut Story) -> Sender {
    let invented = [
        "Zuma Microfinance Bank Limited",
        "Savannah Trust Bank Plc",
        "Lagoon Merchant Bank",
        "Harvest Savings Bank",
    ];
    story.sender(Bank, &invented)
}

fn entries(paper: &mut Paper, story: &mut Story) {
    paper.skip(12.0).bold(true).row(&[
        (48.0, "Date"),
        (120.0, "Narration"),
        (340.0, "Debit"),
        (410.0, "Credit"),
        (480.0, "Balance"),
    ]);
    paper.bold(false);
    let narrations = [
        "POS PURCHASE SHOPRITE SURULERE LAGOS",
        "NIP TRF FROM ADE OLU/GTB",
        "ATM WDL 12 ALLEN AVENUE IKEJA LAGOS",
        "AIRTIME MTN 0803",
        "CARD MAINTENANCE FEE",
        "SALARY OCT 2026",
        "TRANSFER TO MAMA CHUKS STORES ABA ROAD PH",
    ];
    for _ in 0..story.chance.between(5, 14) {
        let (amount, balance) = (story.amount(), story.amount());
        let day = format!("{:02}/10/2026", story.chance.between(1, 28));
        let text = story.chance.pick(&narrations);
        let side = if story.chance.percent(60) {
            340.0
        } else {
            410.0
        };
        paper.row(&[
            (48.0, &day),
            (120.0, text),
            (side, &amount),
            (480.0, &balance),
        ]);
    }
}

fn branch_and_address(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 8.5);
    letterhead(&mut paper, &sender.name, &["STATEMENT OF ACCOUNT"]);
    let branch = story.elsewhere();
    let x = 160.0;
    let label = story
        .chance
        .pick(&["Address:", "Customer Address:", "Mailing Address:"]);
    pairs(
        &mut paper,
        x,
        &[("Account Name:", &story.holder.printed.clone())],
    );
    paper.field(x, label, &story.home.lines(50));
    pairs(
        &mut paper,
        x,
        &[
            ("Account Number:", &story.account.clone()),
            ("Account Type:", "SAVINGS"),
            ("Currency:", "NGN"),
            ("Branch:", &branch),
            ("Opening Balance:", "12,004.22"),
            ("Statement Period:", "01-Oct-2026 to 31-Oct-2026"),
        ],
    );
    entries(&mut paper, story);
    paper
}

fn window(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .logo(48.0, 36.0, 28.0)
        .bold(true)
        .size(14.0)
        .text(84.0, 56.0, &sender.name)
        .bold(false);
    paper
        .size(9.0)
        .at(60.0, 120.0)
        .put(&story.holder.printed)
        .put_all(&story.home.lines(34));
    let branch = story.elsewhere();
    paper
        .at(350.0, 120.0)
        .put("Branch:")
        .put_all(&wrap(&branch, 34));
    paper.put(&format!("Account No. {}", story.account));
    paper
        .at(48.0, 230.0)
        .bold(true)
        .put("Statement of account")
        .bold(false);
    entries(&mut paper, story);
    let foot = format!("{} | {} | www.bank.example", sender.name, sender.office);
    paper.size(6.5).centre(297.0, 820.0, &foot);
    paper
}

fn summary_right(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 8.5);
    paper
        .bold(true)
        .size(15.0)
        .right(550.0, 52.0, &sender.name)
        .bold(false)
        .size(7.5);
    paper.right(550.0, 64.0, &sender.office).size(8.5);
    paper.at(48.0, 100.0).put("CUSTOMER STATEMENT").skip(6.0);
    paper.put(&story.holder.printed.to_uppercase());
    paper.put_all(&story.home.wrapped(40));
    paper.at(330.0, 112.0);
    pairs(
        &mut paper,
        430.0,
        &[
            ("Print Date:", story.date),
            ("Branch Name:", "AJOSE ADEOGUN"),
            ("Account No:", &story.account.clone()),
            ("Opening Balance:", "0.00"),
            ("Total Debit:", "45,000.00"),
            ("Closing Balance:", "2,310.40"),
        ],
    );
    paper.at(48.0, 220.0);
    entries(&mut paper, story);
    paper
}

fn wallet(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .bold(true)
        .size(18.0)
        .put(&sender.short)
        .bold(false)
        .size(9.0)
        .skip(10.0);
    let rows = [
        ("Account Name", story.holder.printed.clone()),
        ("Account Number", story.account.clone()),
        ("Residential Address", story.home.line()),
        ("Date Printed", story.date.to_owned()),
        ("Start Date", "01 Oct 2026".to_owned()),
    ];
    for (label, value) in rows {
        paper.size(7.0).put(label).size(9.0);
        paper.put_all(&wrap(&value, 90)).skip(5.0);
    }
    entries(&mut paper, story);
    paper.size(7.0).at(48.0, 810.0);
    paper.put(&format!(
        "{} is licensed. Head office: {}",
        sender.name, sender.office
    ));
    paper
}

fn capitals(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Mono, 8.0);
    paper
        .put(&sender.name.to_uppercase())
        .put(&sender.office.to_uppercase())
        .skip(8.0);
    paper.put(&format!(
        "ACCOUNT NAME   : {}",
        story.holder.printed.to_uppercase()
    ));
    let lines = wrap(&story.home.line().to_uppercase(), 50);
    for (at, line) in lines.iter().enumerate() {
        let label = if at == 0 {
            "ADDRESS        : "
        } else {
            "                 "
        };
        paper.put(&format!("{label}{line}"));
    }
    paper.put(&format!("ACCOUNT NO     : {}", story.account));
    paper
        .put("BRANCH         : 061 MARINA BRANCH LAGOS")
        .put("CURRENCY       : NAIRA");
    entries(&mut paper, story);
    paper
}

fn branch_left(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Serif, 9.5);
    let branch = story.elsewhere();
    paper.bold(true).put(&sender.name).bold(false);
    paper.put("Domiciliary branch").put_all(&wrap(&branch, 38));
    paper
        .at(330.0, 60.0)
        .bold(true)
        .put(&story.holder.printed)
        .bold(false);
    paper.put_all(&story.home.lines(34));
    paper.at(48.0, 160.0);
    pairs(
        &mut paper,
        160.0,
        &[
            ("NUBAN", &story.account.clone()),
            ("Class", "Current, individual"),
            ("From", "01/10/2026"),
            ("To", "31/10/2026"),
        ],
    );
    entries(&mut paper, story);
    let foot = format!("Registered office {}", sender.office);
    paper.size(7.0).text(48.0, 822.0, &foot);
    paper
}

fn no_labels(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 8.5);
    paper
        .band(0.0, 0.0, 595.0, 60.0, 0.9)
        .bold(true)
        .size(20.0)
        .text(40.0, 38.0, &sender.short);
    paper
        .bold(false)
        .size(8.5)
        .at(40.0, 92.0)
        .put(story.date)
        .skip(14.0);
    paper
        .put(&story.holder.printed)
        .put_all(&story.home.lines(42))
        .skip(16.0);
    let (one, two) = (story.amount(), story.amount());
    paper.row(&[
        (40.0, "Money in"),
        (140.0, &one),
        (300.0, "Money out"),
        (400.0, &two),
    ]);
    entries(&mut paper, story);
    paper
        .size(7.0)
        .at(40.0, 806.0)
        .put(&sender.name)
        .put(&sender.office);
    paper
}

fn reference_letter(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Serif, 11.0);
    letterhead(&mut paper, &sender.name, &[&sender.office]);
    let embassy = story.elsewhere();
    paper
        .skip(10.0)
        .put(story.date)
        .skip(10.0)
        .put("The Visa Officer,");
    paper
        .put_all(&wrap(&embassy, 40))
        .skip(12.0)
        .put("Dear Sir/Madam,")
        .skip(6.0);
    let text = format!(
        "We confirm that {} of {} has maintained account number {} with us since 2014. \
         The account has been operated satisfactorily.",
        story.holder.printed,
        story.home.line().trim_end_matches('.'),
        story.account
    );
    paper
        .paragraph(490.0, &text)
        .skip(30.0)
        .put("Yours faithfully,")
        .skip(30.0);
    paper.put("Branch Manager");
    paper
}
