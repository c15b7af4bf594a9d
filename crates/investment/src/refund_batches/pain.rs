//! A batch as a customer credit transfer initiation of ISO 20022, pain.001.001.09.
//!
//! Nigerian accounts are no IBANs: an account is `Othr` of the scheme `NUBAN`, a bank a member of
//! the clearing system `NIP` or `CBN`.

use std::io;

use kofa_domain::Timestamp;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::rows::{BankCode, Refund};
use crate::refunds::{RefundAccount, RefundBatch};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/// Longest names that the schema takes, in characters.
const NAME_CHARS: usize = 140;

type Xml = Writer<Vec<u8>>;
type Written = io::Result<()>;

/// All before the first payment. The bank is asked to pay on the day of `at`.
pub(super) fn head(batch: &RefundBatch, from: &RefundAccount, at: Timestamp) -> io::Result<String> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let document = BytesStart::new("Document").with_attributes([("xmlns", NAMESPACE)]);
    xml.write_event(Event::Start(document))?;
    open(&mut xml, "CstmrCdtTrfInitn")?;
    within(&mut xml, "GrpHdr", |xml| {
        text(xml, "MsgId", &batch.id)?;
        text(xml, "CreDtTm", &at.rfc3339())?;
        totals(xml, batch)?;
        within(xml, "InitgPty", |xml| text(xml, "Nm", &name(&from.name)))
    })?;
    open(&mut xml, "PmtInf")?;
    text(&mut xml, "PmtInfId", &batch.id)?;
    text(&mut xml, "PmtMtd", "TRF")?;
    // Each refund as a line of its own in the statement, by which it is found again.
    text(&mut xml, "BtchBookg", "false")?;
    totals(&mut xml, batch)?;
    let (year, month, day) = at.lagos_date();
    let day = format!("{year:04}-{month:02}-{day:02}");
    within(&mut xml, "ReqdExctnDt", |xml| text(xml, "Dt", &day))?;
    within(&mut xml, "Dbtr", |xml| text(xml, "Nm", &name(&from.name)))?;
    account(&mut xml, "DbtrAcct", from.number.expose())?;
    agent(&mut xml, "DbtrAgt", &BankCode::of(&from.bank_code, ""))?;
    done(xml)
}

/// One payment.
pub(super) fn payment(refund: &Refund) -> io::Result<String> {
    let mut xml = Writer::new(Vec::new());
    let payee = refund.payee.expose();
    within(&mut xml, "CdtTrfTxInf", |xml| {
        within(xml, "PmtId", |xml| {
            text(xml, "EndToEndId", &refund.reference)
        })?;
        within(xml, "Amt", |xml| {
            let amount = BytesStart::new("InstdAmt").with_attributes([("Ccy", "NGN")]);
            element(xml, amount, &refund.amount.naira_text())
        })?;
        agent(xml, "CdtrAgt", &refund.bank)?;
        within(xml, "Cdtr", |xml| text(xml, "Nm", &name(&payee.name)))?;
        account(xml, "CdtrAcct", &payee.account)?;
        within(xml, "RmtInf", |xml| text(xml, "Ustrd", &refund.narration()))
    })?;
    done(xml)
}

/// All after the last payment.
pub(super) const FOOT: &str = "</PmtInf></CstmrCdtTrfInitn></Document>\n";

fn totals(xml: &mut Xml, batch: &RefundBatch) -> Written {
    text(xml, "NbOfTxs", &batch.refunds.to_string())?;
    text(xml, "CtrlSum", &batch.sum.naira_text())
}

fn account(xml: &mut Xml, tag: &str, number: &str) -> Written {
    within(xml, tag, |xml| {
        within(xml, "Id", |xml| {
            within(xml, "Othr", |xml| {
                text(xml, "Id", number)?;
                within(xml, "SchmeNm", |xml| text(xml, "Prtry", "NUBAN"))
            })
        })?;
        text(xml, "Ccy", "NGN")
    })
}

fn agent(xml: &mut Xml, tag: &str, bank: &BankCode) -> Written {
    within(xml, tag, |xml| {
        within(xml, "FinInstnId", |xml| {
            within(xml, "ClrSysMmbId", |xml| {
                within(xml, "ClrSysId", |xml| text(xml, "Prtry", bank.scheme))?;
                text(xml, "MmbId", &bank.code)
            })?;
            match bank.name.as_str() {
                "" => Ok(()),
                full => text(xml, "Nm", &name(full)),
            }
        })
    })
}

/// As much of a name as the schema takes, without what no XML can hold.
fn name(full: &str) -> String {
    let allowed = full
        .chars()
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}'));
    allowed.take(NAME_CHARS).collect()
}

fn open(xml: &mut Xml, tag: &str) -> Written {
    xml.write_event(Event::Start(BytesStart::new(tag)))
}

fn within(xml: &mut Xml, tag: &str, inner: impl FnOnce(&mut Xml) -> Written) -> Written {
    open(xml, tag)?;
    inner(xml)?;
    xml.write_event(Event::End(BytesEnd::new(tag)))
}

fn text(xml: &mut Xml, tag: &str, value: &str) -> Written {
    element(xml, BytesStart::new(tag), value)
}

fn element(xml: &mut Xml, start: BytesStart<'_>, value: &str) -> Written {
    let end = start.to_end().into_owned();
    xml.write_event(Event::Start(start.borrow()))?;
    xml.write_event(Event::Text(BytesText::new(value)))?;
    xml.write_event(Event::End(end))
}

fn done(xml: Xml) -> io::Result<String> {
    String::from_utf8(xml.into_inner()).map_err(io::Error::other)
}
