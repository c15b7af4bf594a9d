//! More bills: boxes beside each other, cells over cells, dotted leaders, a second page.

use kofa_gazetteer::IssuerKind::{Electricity, PayTv, Telecom, Waste, Water};

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("disco-two-boxes", Source::Electricity, two_boxes),
    open("disco-far-values", Source::Electricity, far_values),
    sealed("disco-cells", Source::Electricity, cells),
    open("psp-leaders", Source::Waste, leaders),
    sealed("water-slip", Source::Water, slip),
    open(
        "telecom-window-and-account",
        Source::Telecom,
        window_and_account,
    ),
    open("paytv-second-page", Source::Telecom, second_page).only_as_text(),
    sealed("isp-welcome", Source::Telecom, welcome),
];

const DISCOS: &[&str] = &[
    "Savannah Electricity Distribution Plc",
    "Coastal Power Company",
];

fn two_boxes(story: &mut Story) -> Paper {
    let sender = story.in_the_wild().sender(Electricity, DISCOS);
    let mut paper = Paper::new(Family::Sans, 8.5);
    paper.logo(48.0, 30.0, 30.0).bold(true).size(13.0);
    paper
        .text(90.0, 44.0, &sender.name.to_uppercase())
        .bold(false)
        .size(7.5);
    paper.text(90.0, 56.0, &sender.office).size(8.5);
    // Both boxes say "Address"; only the right one says where the meter is.
    let owner = story.elsewhere();
    paper
        .frame(44.0, 90.0, 245.0, 120.0)
        .frame(300.0, 90.0, 250.0, 120.0);
    paper
        .at(50.0, 103.0)
        .bold(true)
        .put("CUSTOMER INFORMATION")
        .bold(false);
    let name = story.holder.printed.clone();
    pairs(
        &mut paper,
        130.0,
        &[("Name", &name), ("Account No.", &story.account.clone())],
    );
    paper.field(130.0, "Billing Address", &wrap(&owner, 32));
    paper
        .at(306.0, 103.0)
        .bold(true)
        .put("SERVICE INFORMATION")
        .bold(false);
    let meter = story.chance.digits(11);
    pairs(
        &mut paper,
        390.0,
        &[("Meter No.", &meter), ("Tariff", "A-Non MD")],
    );
    let label = story
        .chance
        .pick(&["Service Address", "Address of Supply", "Premises Address"]);
    paper.field(390.0, label, &story.home.lines(32));
    pairs(
        &mut paper,
        390.0,
        &[("Feeder", "33KV Ajegunle"), ("Band", "B")],
    );
    reading_table(&mut paper, story, 240.0);
    paper
}

fn reading_table(paper: &mut Paper, story: &mut Story, y: f32) {
    paper
        .at(48.0, y)
        .band(44.0, y - 11.0, 506.0, 15.0, 0.85)
        .row(&[
            (48.0, "Previous Reading"),
            (150.0, "Present Reading"),
            (250.0, "Consumption"),
            (340.0, "Rate"),
            (420.0, "Amount"),
        ]);
    let amount = story.amount();
    let (before, now) = (story.chance.digits(5), story.chance.digits(5));
    paper.row(&[
        (48.0, &before),
        (150.0, &now),
        (250.0, "214"),
        (340.0, "209.50"),
        (420.0, &amount),
    ]);
}

fn far_values(story: &mut Story) -> Paper {
    let sender = story.in_the_wild().sender(Electricity, DISCOS);
    let mut paper = Paper::new(Family::Sans, 9.0);
    letterhead(&mut paper, &sender.name, &["ELECTRICITY BILL"]);
    let line = story.home.line().to_uppercase();
    let (name, account) = (story.holder.printed.to_uppercase(), story.account.clone());
    let office = story.elsewhere();
    let rows = [
        ("Account Number", vec![account]),
        ("Customer Name", vec![name]),
        ("Address", wrap(&line, 46)),
        ("Business Unit", vec!["Abule Egba".to_owned()]),
        ("Service Centre", wrap(&office, 46)),
        ("Bill Month", vec![story.month.to_owned()]),
    ];
    for (label, lines) in rows {
        // The values end at the right margin, far from their labels.
        let y = paper.y;
        paper.text(48.0, y, label);
        for line in &lines {
            let y = paper.y;
            paper.right(548.0, y, line);
            paper.y += 12.0;
        }
        let y = paper.y;
        paper.rule(48.0, y - 6.0, 500.0).skip(7.0);
    }
    let y = paper.y + 20.0;
    reading_table(&mut paper, story, y);
    paper
}

fn cells(story: &mut Story) -> Paper {
    let sender = story.in_the_wild().sender(Electricity, DISCOS);
    let mut paper = Paper::new(Family::Sans, 8.0);
    paper
        .bold(true)
        .size(14.0)
        .put(&sender.short)
        .bold(false)
        .size(8.0);
    paper.put(&sender.name).put_all(&wrap(&sender.office, 60));
    let (x, y) = ([48.0, 190.0, 300.0, 440.0], 130.0);
    let (name, account) = (story.holder.printed.clone(), story.account.clone());
    let columns = [
        ("CUSTOMER NAME", wrap(&name, 26)),
        ("ACCOUNT NO.", vec![account]),
        ("CUSTOMER ADDRESS", story.home.wrapped(27)),
        ("TARIFF CLASS", vec!["R2SP".to_owned()]),
    ];
    paper.frame(44.0, y - 12.0, 506.0, 70.0);
    for (left, (label, lines)) in x.into_iter().zip(columns) {
        paper
            .at(left, y)
            .bold(true)
            .put(label)
            .bold(false)
            .put_all(&lines);
    }
    reading_table(&mut paper, story, 230.0);
    let office = story.elsewhere();
    paper
        .skip(16.0)
        .put("PAY AT ANY OF OUR CASH OFFICES")
        .put(&office);
    paper
}

fn leaders(story: &mut Story) -> Paper {
    let sender = story
        .in_the_wild()
        .sender(Waste, &["Greenbelt PSP Services", "Lagoon Waste Agency"]);
    let mut paper = Paper::new(Family::Serif, 10.5);
    letterhead(&mut paper, &sender.name.to_uppercase(), &[&sender.office]);
    paper.centre(297.0, 130.0, "WASTE BILL").at(48.0, 160.0);
    let home = story.home.line();
    let dots = |label: &str, value: &str| format!("{label} ........ {value}");
    paper
        .put(&dots("Name of Customer", &story.holder.printed))
        .skip(4.0);
    let label = story
        .chance
        .pick(&["Address of Premises", "Address", "House Address"]);
    paper.put_all(&wrap(&dots(label, &home), 88)).skip(4.0);
    let amount = story.amount();
    paper.put(&dots("For the month of", story.month)).skip(4.0);
    paper.put(&dots("Amount", &amount)).skip(4.0);
    let office = story.elsewhere();
    paper
        .skip(30.0)
        .put(&format!("Pay to our agent at {office}"));
    paper
}

fn slip(story: &mut Story) -> Paper {
    let sender = story
        .in_the_wild()
        .sender(Water, &["Owan Water Corporation", "Dala Water Board"]);
    let mut paper = Paper::new(Family::Sans, 9.0);
    letterhead(&mut paper, &sender.name, &[&sender.office]);
    let lines = story.home.lines(38);
    paper.put(&story.holder.printed).put_all(&lines).skip(10.0);
    let amount = story.amount();
    pairs(
        &mut paper,
        180.0,
        &[
            ("Consumer number", &story.account.clone()),
            ("Billing period", story.month),
            ("Amount payable", &amount),
        ],
    );
    paper.rule(48.0, 560.0, 500.0).at(48.0, 580.0).size(8.0);
    paper
        .put("Please detach and return this slip with your payment")
        .skip(6.0);
    paper.put(&story.holder.printed).put_all(&lines);
    let bank = story.elsewhere();
    paper
        .at(340.0, 600.0)
        .put("Cashier's stamp")
        .put_all(&wrap(&bank, 34));
    paper
}

fn window_and_account(story: &mut Story) -> Paper {
    let sender = story
        .in_the_wild()
        .sender(Telecom, &["Delta Mobile Plc", "Gulf Fibre Ltd"]);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .bold(true)
        .size(16.0)
        .right(550.0, 50.0, &sender.short)
        .bold(false)
        .size(7.5);
    paper.right(550.0, 62.0, &sender.name);
    for (at, line) in wrap(&sender.office, 44).iter().enumerate() {
        paper.right(550.0, 73.0 + 10.0 * at as f32, line);
    }
    // Account lines follow the address without a gap.
    paper.size(9.0).at(48.0, 120.0).put(&story.holder.printed);
    paper.put_all(&story.home.lines(36));
    paper.put(&format!("Account Number: {}", story.account));
    paper
        .put(&format!("Invoice Date: {}", story.date))
        .skip(16.0);
    let (one, two) = (story.amount(), story.amount());
    paper.row(&[(48.0, "Monthly access"), (460.0, &one)]);
    paper.row(&[(48.0, "Amount due"), (460.0, &two)]);
    let shop = story.elsewhere();
    paper
        .at(48.0, 790.0)
        .size(7.0)
        .put(&format!("Our walk-in centre: {shop}"));
    paper
}

fn second_page(story: &mut Story) -> Paper {
    let sender = story
        .in_the_wild()
        .sender(PayTv, &["Meridian Television Ltd"]);
    let mut paper = Paper::new(Family::Sans, 10.0);
    letterhead(&mut paper, &sender.name, &[&sender.office]);
    let text = "Thank you for being our subscriber. What you pay for is set out below and your \
                details are on the next page. If anything is wrong please call us.";
    paper.paragraph(480.0, text).skip(12.0);
    let amount = story.amount();
    paper.row(&[(48.0, "Premium, one month"), (440.0, &amount)]);
    paper
        .next_page()
        .bold(true)
        .put("SUBSCRIBER DETAILS")
        .bold(false);
    pairs(
        &mut paper,
        180.0,
        &[
            ("Subscriber", &story.holder.printed.clone()),
            ("Smartcard", &story.account.clone()),
        ],
    );
    paper.field(180.0, "Decoder installed at", &story.home.lines(44));
    paper
}

fn welcome(story: &mut Story) -> Paper {
    let sender = story
        .in_the_wild()
        .sender(Telecom, &["Halo Fibre Limited", "Borno Wireless Ltd"]);
    let mut paper = Paper::new(Family::Sans, 10.0);
    letterhead(&mut paper, &sender.name, &[&sender.office]);
    paper.put(story.date).skip(10.0);
    paper
        .put(&format!("Dear {},", story.holder.first))
        .skip(6.0);
    let text = format!(
        "Welcome. Your connection at {} is now active. Your account number is {} and your plan \
         is Home 30.",
        story.home.line().trim_end_matches('.'),
        story.account
    );
    paper.paragraph(480.0, &text).skip(24.0);
    paper.put("The Customer Care Team");
    let office = story.elsewhere();
    paper
        .skip(20.0)
        .size(8.0)
        .put(&format!("Experience centre: {office}"));
    paper
}
