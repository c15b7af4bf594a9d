//! Water, waste, telephone, internet, television.

use kofa_gazetteer::IssuerKind::{PayTv, Telecom, Waste, Water};

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::{post_box, wrap};
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("water-service-and-box", Source::Water, water_and_box),
    open("water-notice", Source::Water, water_notice),
    sealed("water-invoice", Source::Water, water_invoice),
    open("waste-form", Source::Waste, waste_form),
    sealed("waste-letter", Source::Waste, waste_letter),
    open("telecom-bill-to", Source::Telecom, bill_to),
    open("telecom-two-addresses", Source::Telecom, two_addresses),
    open("paytv-invoice", Source::Telecom, paytv),
    sealed("isp-installation", Source::Telecom, isp),
    sealed("telecom-account-page", Source::Telecom, account_page),
];

fn water_and_box(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(
        Water,
        &["Delta Shores Water Board", "Plateau State Water Agency"],
    );
    let mut paper = Paper::new(Family::Serif, 10.5);
    letterhead(&mut paper, &sender.name.to_uppercase(), &[&sender.office]);
    paper.put("WATER RATE DEMAND NOTICE").skip(8.0);
    let post = post_box(&mut story.chance);
    story.issuers.push(post.clone());
    paper.put(&format!("Customer Name: {}", story.holder.printed));
    paper.put(&format!("Billing Address: {post}"));
    let line = format!("Service Address: {}", story.home.line());
    paper.put_all(&wrap(&line, 84));
    let office = story.elsewhere();
    paper.put(&format!("Account Number: LW/SUR/{}", story.account));
    paper.put(&format!("Area Office: {office}")).skip(12.0);
    let amount = story.amount();
    paper.put(&format!("Amount due: {amount} by {}", story.date));
    paper
}

fn water_notice(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(
        Water,
        &["Coal City Water Corporation", "Confluence Water Board"],
    );
    let mut paper = Paper::new(Family::Sans, 10.0);
    letterhead(
        &mut paper,
        &sender.name,
        &[&sender.office, "Customer care: 0700 000 0000"],
    );
    let labels = [
        "Property Address",
        "Location of Property",
        "Premises Address",
    ];
    let label = story.chance.pick(&labels);
    let lines = story.home.lines(44);
    let x = 190.0;
    pairs(
        &mut paper,
        x,
        &[("Consumer Name", &story.holder.printed.clone())],
    );
    paper.field(x, label, &lines);
    pairs(
        &mut paper,
        x,
        &[
            ("Consumer No", &story.account.clone()),
            ("District", "Zone 3"),
            ("Period", story.month),
        ],
    );
    let amount = story.amount();
    paper.skip(20.0).put(&format!("Total payable {amount}"));
    paper
}

fn water_invoice(story: &mut Story) -> Paper {
    let sender = story
        .at_home()
        .sender(Water, &["Jos Plateau Waterworks", "Rima Water Company"]);
    let mut paper = Paper::new(Family::Sans, 9.5);
    paper
        .bold(true)
        .size(17.0)
        .put("INVOICE")
        .bold(false)
        .size(9.5)
        .skip(10.0);
    let top = paper.y;
    paper.bold(true).put("From").bold(false).put(&sender.name);
    paper.put_all(&wrap(&sender.office, 36));
    let bottom = paper.y;
    paper
        .at(320.0, top)
        .bold(true)
        .put("Supply to")
        .bold(false)
        .put(&story.holder.printed);
    let lines = story.home.lines(36);
    paper.put_all(&lines);
    paper.at(48.0, bottom.max(paper.y) + 24.0);
    pairs(
        &mut paper,
        180.0,
        &[
            ("Invoice number", &story.account.clone()),
            ("Invoice date", story.date),
            ("Months", story.month),
        ],
    );
    let amount = story.amount();
    paper
        .skip(14.0)
        .row(&[(48.0, "Water supplied"), (460.0, &amount)]);
    paper
}

fn waste_form(story: &mut Story) -> Paper {
    let sender = story
        .at_home()
        .sender(Waste, &["Kano Refuse Board", "CleanRivers Waste Agency"]);
    let mut paper = Paper::new(Family::Sans, 10.0);
    letterhead(&mut paper, &sender.name.to_uppercase(), &[&sender.office]);
    let operator = format!("Cleanways Nigeria Ltd, {}", story.elsewhere());
    let x = 185.0;
    paper.field(x, "PSP Operator", &wrap(&operator, 60));
    pairs(
        &mut paper,
        x,
        &[("Property Owner/Occupier", &story.holder.printed.clone())],
    );
    let lines = story.home.lines(48);
    paper.field(x, "Property Address", &lines);
    let amount = story.amount();
    pairs(
        &mut paper,
        x,
        &[
            ("Property ID", &format!("OSH-{}", story.account)),
            ("Ward", "Oke-Afa / Ejigbo"),
            ("Amount", &amount),
        ],
    );
    paper
}

fn waste_letter(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(
        Waste,
        &["Oluyole Sanitation Service", "Enyimba Waste Agency"],
    );
    let mut paper = Paper::new(Family::Serif, 11.0);
    paper
        .bold(true)
        .put(&sender.name)
        .bold(false)
        .put_all(&wrap(&sender.office, 50))
        .skip(20.0);
    paper.put(story.date).skip(14.0);
    paper
        .put("The Occupier,")
        .put_all(&story.home.lines(34))
        .skip(14.0);
    paper.put("Dear Sir/Madam,").skip(6.0);
    let amount = story.amount();
    let text = format!(
        "RE: OUTSTANDING WASTE BILL. Our records show that the sum of {amount} is unpaid for {}. \
         Kindly settle it at the office of {} within seven days of this notice.",
        story.month, story.other.printed
    );
    paper
        .paragraph(490.0, &text)
        .skip(30.0)
        .put("Yours faithfully,")
        .put(&story.other.printed);
    paper
}

fn bill_to(story: &mut Story) -> Paper {
    let sender = story.sender(
        Telecom,
        &["Arewa Fibre Networks Limited", "Zuma Mobile Plc"],
    );
    let mut paper = Paper::new(Family::Sans, 9.5);
    paper
        .bold(true)
        .size(20.0)
        .put(&sender.short)
        .bold(false)
        .size(8.0);
    paper
        .put(&sender.name)
        .put(&sender.office)
        .put("RC 395010  care@example.com");
    paper.size(9.5).at(48.0, 160.0);
    let label = story
        .chance
        .pick(&["Bill To:", "Billed to", "Invoice to:", "To:"]);
    paper
        .put(label)
        .put(&story.holder.printed)
        .put_all(&story.home.lines(30));
    paper.at(380.0, 160.0).put("Invoice No: INV-88213");
    paper.put(&format!("Invoice Date: {}", story.date));
    paper.put(&format!("Relationship No: {}", story.account));
    let (one, two) = (story.amount(), story.amount());
    paper
        .at(48.0, 310.0)
        .row(&[(48.0, "Monthly subscription"), (460.0, &one)]);
    paper.row(&[(48.0, "Total due"), (460.0, &two)]);
    paper
}

fn two_addresses(story: &mut Story) -> Paper {
    let sender = story.sender(
        Telecom,
        &["Coastline Broadband Ltd", "Kingsway Telecoms Ltd"],
    );
    story.at_home();
    let mut paper = Paper::new(Family::Sans, 9.5);
    letterhead(&mut paper, &sender.name, &[&sender.office]);
    let x = 180.0;
    let billing = story.elsewhere();
    pairs(
        &mut paper,
        x,
        &[("Account Name", &story.holder.printed.clone())],
    );
    paper.field(x, "Billing Address", &wrap(&billing, 52));
    paper.field(x, "Service Address", &story.home.lines(46));
    let amount = story.amount();
    pairs(
        &mut paper,
        x,
        &[
            ("Account Number", &story.account.clone()),
            ("Plan", "Unlimited 20 Mbps"),
            ("Amount due", &amount),
        ],
    );
    paper
}

fn paytv(story: &mut Story) -> Paper {
    let sender = story.at_home().sender(PayTv, &["SkyView Television Ltd"]);
    let mut paper = Paper::new(Family::Sans, 10.0);
    paper
        .bold(true)
        .size(16.0)
        .put(&sender.short)
        .bold(false)
        .size(10.0)
        .skip(12.0);
    paper.put("SUBSCRIPTION INVOICE").skip(10.0);
    paper.put(&format!("Customer Name: {}", story.holder.printed));
    paper.put(&format!("Customer Number: {}", story.account));
    paper.put("Smartcard No: 7023 1145 99");
    let line = format!("Physical Address: {}", story.home.line());
    paper.put_all(&wrap(&line, 80));
    let amount = story.amount();
    paper.put(&format!("Package: Compact     Amount: {amount}"));
    paper
        .at(48.0, 800.0)
        .size(8.0)
        .put(&format!("{} {}", sender.name, sender.office));
    paper
}

fn isp(story: &mut Story) -> Paper {
    let sender = story
        .at_home()
        .sender(Telecom, &["Tincan Fibre Limited", "Benue Wireless Ltd"]);
    let mut paper = Paper::new(Family::Sans, 9.0);
    paper
        .bold(true)
        .size(18.0)
        .right(550.0, 60.0, "TAX INVOICE")
        .bold(false)
        .size(9.0);
    paper
        .at(48.0, 60.0)
        .bold(true)
        .put(&sender.name)
        .bold(false);
    paper.put_all(&wrap(&sender.office, 40)).skip(30.0);
    let x = 200.0;
    pairs(
        &mut paper,
        x,
        &[
            ("Subscriber", &story.holder.printed.clone()),
            ("Subscriber ID", &story.account.clone()),
        ],
    );
    paper.field(x, "Point of installation", &story.home.lines(44));
    pairs(
        &mut paper,
        x,
        &[("Plan", "Fibre 50"), ("Period", story.month)],
    );
    let (amount, bank) = (story.amount(), story.elsewhere());
    paper
        .skip(20.0)
        .row(&[(48.0, "Fibre 50, one month"), (460.0, &amount)]);
    paper
        .skip(20.0)
        .put("Pay into: Zenith Bank 1010101010, or at our shop:")
        .put(&bank);
    paper
}

fn account_page(story: &mut Story) -> Paper {
    let sender = story.sender(Telecom, &["Niger Delta Mobile Ltd", "Kano Telephones Ltd"]);
    let mut paper = Paper::new(Family::Serif, 10.0);
    let y = 60.0;
    paper
        .right(547.0, y, &sender.name)
        .right(547.0, y + 13.0, &sender.office);
    paper
        .at(48.0, 140.0)
        .bold(true)
        .put(&story.holder.printed.to_uppercase())
        .bold(false);
    paper.put_all(&story.home.wrapped(34));
    paper
        .at(48.0, 260.0)
        .bold(true)
        .put("Your account at a glance")
        .bold(false);
    let (one, two) = (story.amount(), story.amount());
    paper.row(&[(48.0, "Balance brought forward"), (460.0, &one)]);
    paper.row(&[(48.0, "Voice and data"), (460.0, &two)]);
    let shop = story.elsewhere();
    paper
        .skip(10.0)
        .put("Visit our experience centre")
        .put(&shop);
    paper
}
