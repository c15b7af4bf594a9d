//! Reads bank-to-customer statements of ISO 20022: camt.053 of any version, whose names have not
//! changed.
//!
//! `quick-xml` gives one event at a time and expands no entities, so that a file of any size is
//! read in the memory of one entry. A declaration of a document type, which no statement needs,
//! is refused.

use std::io::BufRead;

use kofa_domain::{Kobo, Sensitive, Timestamp};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::bounded::Bounded;
use super::{BankEntry, Direction, Piece, StatementEnd, StatementHead, decimal, moment, moved};

/// Elements in one another.
const DEPTH_MAX: usize = 64;
/// Longest text of an element that means anything, in bytes.
const TEXT_BYTES_MAX: usize = 8 * 1024;
/// Bytes that are kept of what the bank wrote of a payment.
const NARRATION_BYTES_MAX: usize = 4 * 1024;

/// Longest name of a bank's that is kept, in characters.
const NAME_CHARS_MAX: usize = 100;

/// Why a file cannot be read.
pub(super) type Fault = String;

/// Reads all of `source`; `send` takes each piece and says whether to go on.
pub(super) fn read(source: impl BufRead, send: impl FnMut(Piece) -> bool) -> Result<(), Fault> {
    let mut source = Bounded::new(source);
    let begin = source.fill_buf().map_err(|error| error.to_string())?;
    if matches!(
        begin,
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, ..] | [_, 0, ..]
    ) {
        return Err("it is UTF-16 or UTF-32; save it as UTF-8".to_owned());
    }
    let mut xml = Reader::from_reader(source);
    xml.config_mut().check_end_names = true;
    let mut walk = Walk {
        path: Vec::new(),
        text: String::new(),
        currency: String::new(),
        statement: Statement::default(),
        seen: 0,
        stopped: false,
        send,
    };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        xml.get_mut().begin();
        let event = xml
            .read_event_into(&mut buffer)
            .map_err(|error| broken(&error))?;
        match event {
            Event::Start(tag) => walk.open(&tag)?,
            Event::Empty(tag) => {
                walk.open(&tag)?;
                walk.close()?;
            }
            Event::End(_) => walk.close()?,
            Event::Text(text) => walk.add(&text)?,
            Event::CData(text) => walk.add(&text)?,
            Event::GeneralRef(name) => walk.add(&resolved(&name)?)?,
            Event::Decl(decl) => {
                let encoding = decl
                    .encoding()
                    .transpose()
                    .map_err(|error| error.to_string())?;
                let is_read = |name: &str| {
                    name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("us-ascii")
                };
                if encoding.is_some_and(|name| !is_read(&name)) {
                    return Err("its encoding is not UTF-8; save it as UTF-8".to_owned());
                }
            }
            Event::DocType(_) => {
                return Err("it declares a document type, which is not read".to_owned());
            }
            Event::Comment(_) | Event::PI(_) => {}
            Event::Eof => break,
        }
        if walk.stopped {
            return Ok(());
        }
    }
    match (walk.path.is_empty(), walk.seen) {
        (false, _) => Err("it breaks off before its end".to_owned()),
        (true, 0) => Err("there is no statement (`BkToCstmrStmt/Stmt`) in it".to_owned()),
        (true, _) => Ok(()),
    }
}

fn not_utf8() -> Fault {
    "it is not UTF-8; save it as UTF-8".to_owned()
}

/// What is wrong, without what stands there.
fn broken(error: &quick_xml::Error) -> Fault {
    match error {
        quick_xml::Error::Io(error) => format!("it cannot be read: {error}"),
        quick_xml::Error::Encoding(_) => not_utf8(),
        _ => "it is not well-formed XML, or breaks off before its end".to_owned(),
    }
}

/// The text of a reference: of a sign, or of one of the five names that XML has by itself.
fn resolved(name: &BytesRef<'_>) -> Result<String, Fault> {
    let unknown = || "it uses an entity that XML does not have by itself".to_owned();
    if let Some(sign) = name.resolve_char_ref().map_err(|_| unknown())? {
        return Ok(sign.to_string());
    }
    let text = match &**name {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "apos" => "'",
        "quot" => "\"",
        _ => return Err(unknown()),
    };
    Ok(text.to_owned())
}

/// Where reading is.
struct Walk<S> {
    /// The local names of the elements around, from the root.
    path: Vec<String>,
    /// What stands in the innermost.
    text: String,
    /// The `Ccy` of the innermost.
    currency: String,
    statement: Statement,
    /// Statements that ended.
    seen: u64,
    stopped: bool,
    send: S,
}

/// A statement that is being read.
#[derive(Default)]
struct Statement {
    id: String,
    account: String,
    told: bool,
    /// Some amounts are finer than hundredths.
    is_inexact: bool,
    end: StatementEnd,
    /// The latest day of a balance: some banks date neither statement nor entries.
    balanced_at: Option<Timestamp>,
    balance: Balance,
    entry: Entry,
}

#[derive(Default)]
struct Balance {
    kind: String,
    amount: Option<Kobo>,
    is_debit: bool,
}

#[derive(Default)]
struct Entry {
    reference: String,
    has_amount: bool,
    amount: Option<Kobo>,
    currency: String,
    direction: Option<Direction>,
    status: String,
    booked: String,
    valued: String,
    texts: Texts,
    /// The payment in it that is being read, how many were, and the only one so far.
    detail: Detail,
    details: u64,
    first: Option<Detail>,
}

/// One payment of an entry.
#[derive(Default)]
struct Detail {
    reference: String,
    amount: Option<Kobo>,
    currency: String,
    direction: Option<Direction>,
    texts: Texts,
}

/// What the bank wrote, up to a length.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    bytes: usize,
}

impl Texts {
    fn add(&mut self, text: &str) {
        self.bytes += text.len();
        if self.bytes <= NARRATION_BYTES_MAX && !text.is_empty() {
            self.all.push(text.to_owned());
        }
    }
}

fn direction(text: &str) -> Option<Direction> {
    match text {
        "CRDT" => Some(Direction::Credit),
        "DBIT" => Some(Direction::Debit),
        _ => None,
    }
}

impl<S: FnMut(Piece) -> bool> Walk<S> {
    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        let name = tag.local_name();
        let name: &str = name.as_ref();
        if self.path.len() >= DEPTH_MAX {
            return Err("its elements are too deep in one another".to_owned());
        }
        self.path.push(name.to_owned());
        if self.path.len() == 2 && name != "BkToCstmrStmt" {
            return Err(format!(
                "it is no statement (camt.053) but `{}`",
                plain(name)
            ));
        }
        self.text.clear();
        self.currency.clear();
        if name == "Amt" {
            let found = tag
                .try_get_attribute("Ccy")
                .map_err(|_| "a tag is malformed")?;
            let found = found.map(|one| one.value.into_owned());
            self.currency = found.unwrap_or_default();
        }
        match self.at() == ["Ntry"] {
            true => self.tell(),
            false => Ok(()),
        }
    }

    fn add(&mut self, text: &str) -> Result<(), Fault> {
        if self.text.len() + text.len() > TEXT_BYTES_MAX {
            // Only white space between elements, and what nobody reads, may be long.
            return match text.trim().is_empty() {
                true => Ok(()),
                false => Err("a text in it is too long".to_owned()),
            };
        }
        self.text.push_str(text);
        Ok(())
    }

    /// The path below the statement; empty elsewhere.
    fn at(&self) -> Vec<&str> {
        match self.path.get(..3) {
            Some([_, _, statement]) if statement == "Stmt" => {
                self.path[3..].iter().map(String::as_str).collect()
            }
            _ => Vec::new(),
        }
    }

    fn close(&mut self) -> Result<(), Fault> {
        let text = std::mem::take(&mut self.text);
        let is_statement = self.path.len() == 3 && self.path[2] == "Stmt";
        match is_statement {
            true => self.finish()?,
            false => self.read(text.trim())?,
        }
        self.path.pop();
        Ok(())
    }

    fn read(&mut self, text: &str) -> Result<(), Fault> {
        let at: Vec<String> = self.at().into_iter().map(str::to_owned).collect();
        let at: Vec<&str> = at.iter().map(String::as_str).collect();
        match at.as_slice() {
            ["Ntry", rest @ ..] => return self.read_entry(rest, text),
            ["Bal", rest @ ..] => return self.read_balance(rest, text),
            _ => {}
        }
        let statement = &mut self.statement;
        match at.as_slice() {
            ["Id"] => statement.id = text.to_owned(),
            ["ElctrncSeqNb"] => statement.end.sequence = text.parse().ok(),
            ["LglSeqNb"] if statement.end.sequence.is_none() => {
                statement.end.sequence = text.parse().ok();
            }
            ["FrToDt", "FrDtTm"] => statement.end.from = moment::read(text),
            ["FrToDt", "ToDtTm"] => statement.end.to = moment::read(text),
            ["CreDtTm"] if statement.end.to.is_none() => statement.end.to = moment::read(text),
            ["Acct", "Id", "IBAN"] | ["Acct", "Id", "Othr", "Id"] => {
                statement.account = text.to_owned();
            }
            _ => {}
        }
        Ok(())
    }

    /// `None` for what is finer than hundredths, as some currencies are.
    fn amount(&mut self, text: &str) -> Result<Option<Kobo>, Fault> {
        let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        let amount = decimal(text);
        if amount.is_none() {
            if text.is_empty() || !text.bytes().all(is_number) {
                return Err("an amount in it is no number".to_owned());
            }
            self.statement.is_inexact = true;
        }
        Ok(amount)
    }

    fn read_balance(&mut self, at: &[&str], text: &str) -> Result<(), Fault> {
        match at {
            ["Tp", "CdOrPrtry", "Cd"] => self.statement.balance.kind = text.to_owned(),
            ["Amt"] => self.statement.balance.amount = self.amount(text)?,
            ["CdtDbtInd"] => self.statement.balance.is_debit = text == "DBIT",
            ["Dt", "Dt" | "DtTm"] => {
                let latest = &mut self.statement.balanced_at;
                *latest = moment::read(text).max(*latest);
            }
            [] => {
                let Balance {
                    kind,
                    amount,
                    is_debit,
                } = std::mem::take(&mut self.statement.balance);
                let signed = amount.map(|amount| match is_debit {
                    true => Kobo::new(-amount.get()),
                    false => amount,
                });
                let end = &mut self.statement.end;
                match kind.as_str() {
                    "OPBD" => end.opening = signed,
                    // The closing balance of the statement before.
                    "PRCD" => end.opening = end.opening.or(signed),
                    "CLBD" => end.closing = signed,
                    _ => {}
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn read_entry(&mut self, at: &[&str], text: &str) -> Result<(), Fault> {
        let entry = &mut self.statement.entry;
        match at {
            ["NtryDtls", "TxDtls", rest @ ..] => return self.read_detail(rest, text),
            ["Amt"] => {
                entry.currency.clone_from(&self.currency);
                entry.has_amount = true;
                self.statement.entry.amount = self.amount(text)?;
            }
            ["CdtDbtInd"] => entry.direction = direction(text),
            ["Sts"] if entry.status.is_empty() => entry.status = text.to_owned(),
            ["Sts", "Cd"] => entry.status = text.to_owned(),
            ["BookgDt", "Dt" | "DtTm"] => entry.booked = text.to_owned(),
            ["ValDt", "Dt" | "DtTm"] => entry.valued = text.to_owned(),
            ["AcctSvcrRef"] => entry.reference = text.to_owned(),
            ["NtryRef"] => {
                if entry.reference.is_empty() {
                    entry.reference = text.to_owned();
                }
                entry.texts.add(text);
            }
            ["AddtlNtryInf"] => entry.texts.add(text),
            [] => return self.finish_entry(),
            _ => {}
        }
        Ok(())
    }

    fn read_detail(&mut self, at: &[&str], text: &str) -> Result<(), Fault> {
        let currency = self.currency.clone();
        let amount = match at {
            ["Amt"] | ["AmtDtls", "TxAmt", "Amt"] => self.amount(text)?,
            _ => None,
        };
        let detail = &mut self.statement.entry.detail;
        match at {
            ["Amt"] => (detail.amount, detail.currency) = (amount, currency),
            ["AmtDtls", "TxAmt", "Amt"] if detail.amount.is_none() => {
                (detail.amount, detail.currency) = (amount, currency);
            }
            ["CdtDbtInd"] => detail.direction = direction(text),
            ["Refs", "AcctSvcrRef"] => detail.reference = text.to_owned(),
            [
                "Refs",
                "EndToEndId" | "InstrId" | "TxId" | "PmtInfId" | "MsgId",
            ]
            | ["RmtInf", "Ustrd"]
            | ["RmtInf", "Strd", "CdtrRefInf", "Ref"]
            | ["RmtInf", "Strd", "AddtlRmtInf"]
            | ["RtrInf", "AddtlInf"]
            | ["AddtlTxInf"] => detail.texts.add(text),
            [] => return self.next_detail(),
            _ => {}
        }
        Ok(())
    }

    /// A payment of the entry was read. Of several each is told by itself, the first when there
    /// is a second.
    fn next_detail(&mut self) -> Result<(), Fault> {
        let entry = &mut self.statement.entry;
        entry.details += 1;
        let (number, detail) = (entry.details, std::mem::take(&mut entry.detail));
        if number == 1 {
            entry.first = Some(detail);
            return Ok(());
        }
        if let Some(first) = entry.first.take() {
            self.tell_detail(first, 1)?;
        }
        self.tell_detail(detail, number)
    }

    /// Whether the entry is in the account, and not only announced.
    fn is_booked(&self) -> bool {
        matches!(self.statement.entry.status.as_str(), "" | "BOOK")
    }

    fn tell_detail(&mut self, detail: Detail, number: u64) -> Result<(), Fault> {
        if !self.is_booked() {
            return Ok(());
        }
        let entry = &self.statement.entry;
        let whole = self.reference();
        let reference = match detail.reference {
            own if own.is_empty() || own == whole => format!("{whole}/{number}"),
            own => own,
        };
        let currency = match detail.currency {
            none if none.is_empty() => entry.currency.clone(),
            own => own,
        };
        let told = BankEntry {
            direction: detail
                .direction
                .or(entry.direction)
                .ok_or_else(undirected)?,
            reference: cut(&reference),
            amount: detail.amount,
            currency,
            booked_at: self.booked_at()?,
            texts: [entry.texts.all.as_slice(), &detail.texts.all].concat(),
        };
        self.give(Piece::Entry(told));
        Ok(())
    }

    /// The bank's name of the entry; where it gives none, its place in the statement.
    fn reference(&self) -> String {
        let (id, entry) = (&self.statement.id, &self.statement.entry);
        match entry.reference.as_str() {
            "" => format!("{id}#{}", self.statement.end.entries + 1),
            own => own.to_owned(),
        }
    }

    fn booked_at(&self) -> Result<Timestamp, Fault> {
        let entry = &self.statement.entry;
        let at = moment::read(&entry.booked).or_else(|| moment::read(&entry.valued));
        at.or(self.statement.end.to)
            .or(self.statement.balanced_at)
            .ok_or_else(|| "an entry in it has no date".to_owned())
    }

    fn finish_entry(&mut self) -> Result<(), Fault> {
        if self.is_booked() {
            let entry = &self.statement.entry;
            if !entry.has_amount {
                return Err("an entry in it has no amount".to_owned());
            }
            let direction = entry.direction.ok_or_else(undirected)?;
            let overflow = || "its amounts are too large".to_owned();
            let amount = entry.amount.unwrap_or_default();
            let sum = moved(self.statement.end.sum, direction, amount).ok_or_else(overflow)?;
            if entry.details < 2 {
                let first = entry.first.as_ref();
                let theirs = first.map_or(&[][..], |one| &one.texts.all);
                let named = first.map_or("", |one| one.reference.as_str());
                let reference = match entry.reference.as_str() {
                    "" if !named.is_empty() => named.to_owned(),
                    _ => self.reference(),
                };
                let told = BankEntry {
                    direction,
                    reference: cut(&reference),
                    amount: entry.amount,
                    currency: entry.currency.clone(),
                    booked_at: self.booked_at()?,
                    texts: [entry.texts.all.as_slice(), theirs].concat(),
                };
                self.give(Piece::Entry(told));
            }
            self.statement.end.sum = sum;
            self.statement.end.entries += 1;
        } else {
            self.give(Piece::Skipped);
        }
        self.statement.entry = Entry::default();
        Ok(())
    }

    fn give(&mut self, piece: Piece) {
        self.stopped = self.stopped || !(self.send)(piece);
    }

    /// Tells which statement it is, once, before its first entry.
    fn tell(&mut self) -> Result<(), Fault> {
        if !std::mem::replace(&mut self.statement.told, true) {
            if self.statement.id.is_empty() {
                return Err("a statement in it has no `Id`".to_owned());
            }
            let head = StatementHead {
                id: cut(&self.statement.id),
                account: Sensitive::new(self.statement.account.clone()),
            };
            self.give(Piece::Head(head));
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Fault> {
        self.tell()?;
        let mut statement = std::mem::take(&mut self.statement);
        self.seen += 1;
        if statement.is_inexact {
            // Nobody can say whether it adds up.
            (statement.end.opening, statement.end.closing) = (None, None);
        }
        self.give(Piece::End(statement.end));
        Ok(())
    }
}

fn undirected() -> Fault {
    "an entry in it is neither `CRDT` nor `DBIT`".to_owned()
}

/// As much of a name as is kept.
fn cut(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_control())
        .take(NAME_CHARS_MAX)
        .collect()
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .take(40)
        .collect()
}
