//! Letters: employers, schools, courts, insurers.

use super::{Source, Template, letterhead, open, pairs, sealed};
use crate::home::wrap;
use crate::paper::{Family, Paper};
use crate::story::Story;

pub(super) const TEMPLATES: &[Template] = &[
    open("letter-addressee", Source::Letter, addressee),
    open("letter-employer", Source::Letter, employer),
    open("affidavit", Source::Letter, affidavit),
    sealed("insurance-schedule", Source::Letter, insurance),
    sealed("letter-own-head", Source::Letter, own_head),
];

fn addressee(story: &mut Story) -> Paper {
    let mut paper = Paper::new(Family::Serif, 11.0);
    let office = story.elsewhere();
    letterhead(
        &mut paper,
        "NORTHBRIDGE PENSIONS LIMITED",
        &[&office, "Tel: 0700 111 2222"],
    );
    paper
        .skip(6.0)
        .put(story.date)
        .skip(14.0)
        .put(&story.holder.printed);
    paper.put_all(&story.home.lines(32)).skip(14.0);
    let last = story.holder.last;
    paper.put(&format!("Dear {last},")).skip(6.0).bold(true);
    paper.put("YOUR RETIREMENT SAVINGS ACCOUNT").bold(false);
    let text = "We enclose the statement of your account for the quarter. Kindly check your \
                particulars and write to us at our office if anything is to be changed.";
    paper
        .paragraph(490.0, text)
        .skip(30.0)
        .put("Yours sincerely,")
        .put(&story.other.printed);
    paper
}

fn employer(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Serif, 11.0);
    let office = story.elsewhere();
    paper
        .bold(true)
        .put("KORODU FOODS LIMITED")
        .bold(false)
        .put(&office)
        .skip(16.0);
    paper
        .put(story.date)
        .skip(10.0)
        .put("TO WHOM IT MAY CONCERN")
        .skip(8.0);
    let cue = [
        "residing at",
        "who lives at",
        "resident at",
        "whose residential address is",
    ];
    let cue = story.chance.pick(&cue);
    let text = format!(
        "This is to confirm that {}, {cue} {}, is a member of our staff. Any assistance given \
         will be appreciated.",
        story.holder.printed,
        story.home.line().trim_end_matches('.')
    );
    paper
        .paragraph(490.0, &text)
        .skip(30.0)
        .put("For: Korodu Foods Limited");
    paper
}

fn affidavit(story: &mut Story) -> Paper {
    story.at_home();
    let mut paper = Paper::new(Family::Serif, 11.5);
    paper
        .centre(297.0, 60.0, "IN THE HIGH COURT OF LAGOS STATE")
        .skip(20.0);
    paper.put("AFFIDAVIT OF RESIDENCE").skip(8.0);
    let home = story.home.line();
    let text = format!(
        "I, {}, male, Christian, Nigerian citizen of {}, do hereby make oath and state as \
         follows: 1. That I am the deponent. 2. That I live at {} and that it is my residence.",
        story.holder.printed,
        home.trim_end_matches('.'),
        home.trim_end_matches('.')
    );
    paper.paragraph(490.0, &text).skip(30.0).put("DEPONENT");
    paper
}

fn insurance(story: &mut Story) -> Paper {
    let mut paper = Paper::new(Family::Sans, 9.5);
    let office = story.elsewhere();
    let broker = story.elsewhere();
    paper
        .bold(true)
        .size(13.0)
        .put("MOTOR POLICY SCHEDULE")
        .bold(false)
        .size(9.5)
        .skip(8.0);
    pairs(
        &mut paper,
        180.0,
        &[
            ("Insured", &story.holder.printed.clone()),
            ("Policy No", &story.account.clone()),
        ],
    );
    let lines = story.home.lines(48);
    paper.field(180.0, "Insured's address", &lines);
    paper.field(180.0, "Broker", &wrap(&broker, 54));
    pairs(
        &mut paper,
        180.0,
        &[("Cover", "Third party"), ("Issued", story.date)],
    );
    paper
        .at(48.0, 800.0)
        .size(7.5)
        .put(&format!("Corner Assurance Plc. {office}"));
    paper
}

fn own_head(story: &mut Story) -> Paper {
    let mut paper = Paper::new(Family::Serif, 11.5);
    // The customer writes to the bank: sender above right, the bank's address on the left.
    let lines = story.home.lines(34);
    paper
        .at(360.0, 60.0)
        .put_all(&lines)
        .skip(4.0)
        .put(story.date);
    let y = paper.y + 14.0;
    let bank = story.elsewhere();
    paper
        .at(48.0, y)
        .put("The Manager,")
        .put("Savannah Trust Bank Plc,")
        .put_all(&wrap(&bank, 40));
    paper
        .skip(12.0)
        .put("Dear Sir,")
        .skip(4.0)
        .bold(true)
        .put("CHANGE OF ADDRESS")
        .bold(false);
    let text = "I write to ask that you send all letters about my account to the address above.";
    paper
        .paragraph(490.0, text)
        .skip(26.0)
        .put("Yours faithfully,")
        .skip(20.0);
    paper.put(&story.holder.printed);
    paper
}
