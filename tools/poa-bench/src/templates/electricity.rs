//! Bills of distribution companies.

use kofa_gazetteer::IssuerKind::Electricity as Disco;

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::paper::{Family, Paper};
use crate::story::{Sender, Story};

pub(super) const TEMPLATES: &[Template] = &[
    open("disco-two-columns", Source::Electricity, two_columns),
    open("disco-stacked", Source::Electricity, stacked),
    open("disco-capitals", Source::Electricity, capitals),
    open("disco-boxes", Source::Electricity, boxes),
    open("disco-window", Source::Electricity, window),
    open("disco-mono", Source::Electricity, mono),
    sealed("disco-right-panel", Source::Electricity, right_panel),
    sealed("disco-three-columns", Source::Electricity, three_columns),
    sealed("disco-table-head", Source::Electricity, table_head),
    sealed("disco-prepaid-slip", Source::Electricity, prepaid_slip),
];

const INVENTED: &[&str] = &[
    "GreenGrid Power Distribution Plc",
    "Zuma Electric Company Limited",
    "Lagoon Electricity Distribution Plc",
    "Savannah Energy Supply Limited",
];

fn sender(story: &mut Story) -> Sender {
    story.at_home().sender(Disco, INVENTED)
}

fn charges(paper: &mut Paper, story: &mut Story) {
    let (one, two, three) = (story.amount(), story.amount(), story.amount());
    paper.skip(14.0).bold(true).row(&[
        (48.0, "Description"),
        (260.0, "Units (kWh)"),
        (360.0, "Rate"),
        (460.0, "Amount"),
    ]);
    paper.bold(false);
    let units = story.chance.digits(3);
    paper.row(&[
        (48.0, "Energy charge"),
        (260.0, &units),
        (360.0, "209.50"),
        (460.0, &one),
    ]);
    paper.row(&[(48.0, "VAT 7.5%"), (460.0, &two)]);
    paper.row(&[(48.0, "Total amount due"), (460.0, &three)]);
}

fn two_columns(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, story.chance.real(8.5, 11.0));
    let phone = story.phone();
    let head = format!("Head Office: {}   Tel: {phone}", sender.office);
    letterhead(&mut paper, &sender.name, &[&head]);
    let labels = [
        "Service Address:",
        "Supply Address:",
        "Address:",
        "Customer Address:",
    ];
    let label = story.chance.pick(&labels);
    let value = 48.0 + paper.width("Customer Address: ") + 14.0;
    let (name, account) = (story.holder.printed.clone(), story.account.clone());
    let right = [
        ("Bill Month:", story.month),
        ("Tariff Class:", "A-NMD"),
        ("Meter No:", "04172233445"),
    ];
    let top = paper.y;
    pairs(
        &mut paper,
        value,
        &[("Account Name:", &name), ("Account No:", &account)],
    );
    let lines = story.home.lines(34);
    paper.field(value, label, &lines);
    let hub = story
        .chance
        .pick(&["Orile", "Ojodu", "Doka", "Garki", "Challenge"]);
    pairs(
        &mut paper,
        value,
        &[("Business Unit:", hub), ("Feeder:", "Ijora 11kV")],
    );
    let bottom = paper.y;
    paper.at(390.0, top);
    pairs(&mut paper, 480.0, &right);
    paper.at(48.0, bottom);
    charges(&mut paper, story);
    let (one, two) = (story.elsewhere(), story.elsewhere());
    let em = paper.em();
    paper.skip(20.0).size(em * 0.8);
    paper.put("Please pay within 14 days at any of our pay points.");
    paper.put(&format!("Pay points: {one}"));
    paper.put(&two);
    paper
}

fn stacked(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 10.0);
    paper
        .bold(true)
        .size(16.0)
        .put(&sender.short)
        .put(&sender.name);
    paper.bold(false).size(8.0).put(&sender.office);
    paper
        .at(48.0, 140.0)
        .size(story.chance.real(9.0, 11.0))
        .bold(true);
    paper.put("CUSTOMER DETAILS").bold(false);
    let name = story.holder.printed.clone();
    paper.put("Customer Name").put(&name).put("Service Address");
    let lines = story.home.lines(30);
    paper
        .put_all(&lines)
        .put("Account Number")
        .put(&story.account);
    let office = story.elsewhere();
    paper
        .at(320.0, 140.0)
        .bold(true)
        .put("BILL SUMMARY")
        .bold(false);
    paper.put("Area Office").put(&office);
    paper.put("Tariff Class: A-NMD (Band A)");
    let (one, two) = (story.amount(), story.amount());
    paper.put(&format!("Previous balance: {one}"));
    paper.put(&format!("Current charge: {two}"));
    paper.put(&format!("Due date: {}", story.date));
    paper.at(48.0, 330.0);
    charges(&mut paper, story);
    let care = story.elsewhere();
    paper
        .at(48.0, 800.0)
        .size(7.0)
        .put(&format!("Customer care: {care}"));
    paper
}

fn capitals(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 9.5);
    letterhead(
        &mut paper,
        &sender.name.to_uppercase(),
        &[&sender.office.to_uppercase()],
    );
    paper.skip(8.0);
    let line = story.home.line().to_uppercase();
    let label = story
        .chance
        .pick(&["ADDRESS", "SERVICE ADDR", "PREMISES ADDRESS"]);
    let lines = crate::home::wrap(&format!("{label}: {line}"), 62);
    paper.put(&format!("NAME: {}", story.holder.printed.to_uppercase()));
    paper.put_all(&lines);
    paper.put(&format!("ACCOUNT NO: {}", story.account));
    paper.put("AREA OFFICE: DOKA").put("TARIFF: R2SP");
    paper.put(&format!("BILL MONTH: {}", story.month.to_uppercase()));
    charges(&mut paper, story);
    paper
}

fn boxes(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .logo(48.0, 40.0, 34.0)
        .bold(true)
        .size(15.0)
        .text(94.0, 62.0, &sender.name);
    paper.bold(false).size(8.0).text(94.0, 76.0, &sender.office);
    paper
        .size(9.0)
        .frame(44.0, 100.0, 250.0, 110.0)
        .frame(300.0, 100.0, 250.0, 110.0);
    paper
        .band(44.0, 100.0, 250.0, 16.0, 0.85)
        .band(300.0, 100.0, 250.0, 16.0, 0.85);
    paper.bold(true).text(50.0, 111.0, "CUSTOMER INFORMATION");
    paper.text(306.0, 111.0, "ACCOUNT INFORMATION").bold(false);
    paper.at(50.0, 130.0).put(&story.holder.printed);
    let lines = story.home.lines(40);
    paper.put_all(&lines);
    let phone = story.phone();
    paper.put(&format!("Phone: {phone}"));
    paper.at(306.0, 130.0);
    pairs(
        &mut paper,
        400.0,
        &[
            ("Account Number", &story.account.clone()),
            ("Meter Number", "54150022118"),
            ("Business Hub", "Apata"),
            ("Service Centre", "Odo-Ona"),
            ("Transformer", "Adeosun Ave II"),
        ],
    );
    paper.at(48.0, 240.0);
    charges(&mut paper, story);
    let hub = story.elsewhere();
    paper
        .at(48.0, 780.0)
        .size(7.5)
        .put("Our offices near you:")
        .put(&hub);
    paper
}

fn window(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Serif, 10.5);
    paper
        .bold(true)
        .size(14.0)
        .right(547.0, 60.0, &sender.name)
        .bold(false)
        .size(8.5);
    paper.right(547.0, 74.0, &sender.office);
    let phone = story.phone();
    paper.right(547.0, 86.0, &format!("Tel: {phone}"));
    paper.size(10.5).at(60.0, 150.0).put(&story.holder.printed);
    let lines = story.home.lines(28);
    paper.put_all(&lines);
    paper.at(340.0, 150.0);
    pairs(
        &mut paper,
        440.0,
        &[
            ("Account no", &story.account.clone()),
            ("Bill date", story.date),
            ("Billing period", story.month),
        ],
    );
    paper
        .at(48.0, 270.0)
        .bold(true)
        .put("YOUR ELECTRICITY BILL")
        .bold(false);
    charges(&mut paper, story);
    paper
}

fn mono(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Mono, 9.0);
    paper
        .put(&sender.name.to_uppercase())
        .put(&sender.office)
        .skip(10.0);
    let put = |paper: &mut Paper, label: &str, value: &str| {
        paper.put(&format!("{label:<18}: {value}"));
    };
    put(
        &mut paper,
        "CUSTOMER NAME",
        &story.holder.printed.to_uppercase(),
    );
    let lines = story.home.wrapped(42);
    for (at, line) in lines.iter().enumerate() {
        if at == 0 {
            put(&mut paper, "SUPPLY ADDRESS", line);
        } else {
            paper.put(&format!("{:<20}{line}", ""));
        }
    }
    put(&mut paper, "ACCOUNT NUMBER", &story.account);
    put(&mut paper, "UNDERTAKING", "AKOWONJO");
    put(&mut paper, "DT NAME", "11-EGBEDA-T2-BAMGBOSE");
    put(&mut paper, "LAST PAYMENT", "4,000.00");
    charges(&mut paper, story);
    paper
}

fn right_panel(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 9.5);
    paper.band(0.0, 0.0, 595.0, 44.0, 0.8).bold(true).size(15.0);
    paper.text(30.0, 28.0, &sender.name).bold(false).size(7.5);
    paper.text(30.0, 40.0, &sender.office);
    paper
        .size(9.5)
        .at(30.0, 90.0)
        .bold(true)
        .put("Meter readings")
        .bold(false);
    let date = story.date;
    paper.put(&format!("Present reading date {date}"));
    paper.put("Present 10,442   Previous 10,118");
    let undertaking = story.elsewhere();
    paper.put("Undertaking office").put(&undertaking);
    paper.frame(350.0, 76.0, 215.0, 150.0).at(360.0, 92.0);
    paper
        .size(7.0)
        .put("Name")
        .size(9.5)
        .bold(true)
        .put(&story.holder.printed)
        .bold(false);
    paper.size(7.0).put("Premises served").size(9.5);
    let lines = story.home.lines(32);
    paper.put_all(&lines);
    paper.size(7.0).put("Account").size(9.5).put(&story.account);
    paper.at(48.0, 270.0);
    charges(&mut paper, story);
    paper
}

fn three_columns(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 8.5);
    let phone = story.phone();
    letterhead(&mut paper, &sender.name, &[&sender.office, &phone]);
    let top = paper.y + 10.0;
    paper
        .at(40.0, top)
        .bold(true)
        .put("Account Holder")
        .bold(false);
    paper
        .put(&story.holder.printed)
        .put(&format!("A/C {}", story.account));
    paper
        .at(215.0, top)
        .bold(true)
        .put("Where we supply you")
        .bold(false);
    let lines = story.home.lines(30);
    paper.put_all(&lines);
    let pay = story.elsewhere();
    let pay = crate::home::wrap(&pay, 30);
    paper
        .at(410.0, top)
        .bold(true)
        .put("Where to pay")
        .bold(false)
        .put_all(&pay);
    paper.at(48.0, top + 110.0);
    charges(&mut paper, story);
    paper
}

fn table_head(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Sans, 8.5);
    paper
        .bold(true)
        .size(14.0)
        .put(&sender.name)
        .bold(false)
        .size(8.5);
    paper
        .put(&format!("Corporate Headquarters: {}", sender.office))
        .skip(20.0);
    let top = paper.y;
    paper
        .frame(44.0, top - 12.0, 505.0, 16.0)
        .frame(44.0, top + 4.0, 505.0, 62.0)
        .bold(true);
    paper.row(&[
        (48.0, "Customer"),
        (190.0, "Address of premises"),
        (390.0, "Account"),
        (470.0, "Tariff"),
    ]);
    paper.bold(false).skip(8.0);
    let y = paper.y;
    let names = crate::home::wrap(&story.holder.printed, 24);
    paper.at(48.0, y).put_all(&names);
    let lines = story.home.lines(36);
    paper.at(190.0, y).put_all(&lines);
    paper
        .at(390.0, y)
        .put(&story.account)
        .at(470.0, y)
        .put("NMD Band B");
    paper.at(48.0, top + 100.0);
    charges(&mut paper, story);
    paper
}

fn prepaid_slip(story: &mut Story) -> Paper {
    let sender = sender(story);
    let mut paper = Paper::new(Family::Mono, 8.5);
    let agent = story.elsewhere();
    let x = 180.0;
    paper
        .at(x, 60.0)
        .bold(true)
        .put(&sender.short)
        .bold(false)
        .put("TOKEN RECEIPT")
        .skip(6.0);
    paper.put(&format!("Cust: {}", story.holder.printed));
    let address = story.home.wrapped(34);
    for (at, line) in address.iter().enumerate() {
        let label = if at == 0 { "Addr: " } else { "      " };
        paper.put(&format!("{label}{line}"));
    }
    let token = story.chance.digits(20);
    let amount = story.amount();
    paper
        .put("Meter: 0101551233")
        .put(&format!("Token: {token}"));
    paper
        .put(&format!("Amount: {amount}"))
        .put(&format!("Date: {}", story.date));
    paper
        .put("Sold by: Quickpay Agent")
        .put_all(&crate::home::wrap(&agent, 40));
    paper
}
