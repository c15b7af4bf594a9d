//! What banks and strangers send as statements.

use std::io::{BufReader, Cursor, Read};

use proptest::prelude::*;

use super::*;

/// What was read of a text: entries, and the last end.
#[derive(Debug, Default)]
struct Told {
    heads: Vec<StatementHead>,
    entries: Vec<BankEntry>,
    ends: Vec<StatementEnd>,
    skipped: u64,
    rejected: Vec<(u64, String)>,
}

impl Told {
    fn take(&mut self, piece: Piece) -> bool {
        match piece {
            Piece::Head(head) => self.heads.push(head),
            Piece::Entry(entry) => self.entries.push(entry),
            Piece::Skipped => self.skipped += 1,
            Piece::Rejected(line, why) => self.rejected.push((line, why)),
            Piece::End(end) => self.ends.push(end),
        }
        true
    }
}

fn camt(text: &[u8]) -> Result<Told, String> {
    let mut told = Told::default();
    camt::read(Cursor::new(text), |piece| told.take(piece))?;
    Ok(told)
}

fn csv(text: &str) -> Result<Told, String> {
    let mut told = Told::default();
    let head = StatementHead {
        id: "file".to_owned(),
        account: Sensitive::new(String::new()),
    };
    csv::read(Cursor::new(text), &head, |piece| told.take(piece))?;
    Ok(told)
}

const BATCH: &str = "<?xml version='1.0' encoding='utf-8'?>\
<x:Document xmlns:x='urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'><x:BkToCstmrStmt>\
<x:GrpHdr><x:MsgId>1</x:MsgId></x:GrpHdr><x:Stmt><x:Id>S-7</x:Id><x:LglSeqNb>12</x:LglSeqNb>\
<x:CreDtTm>2026-07-03T18:00:00+01:00</x:CreDtTm><x:Acct><x:Id><x:Othr><x:Id>0123456789</x:Id>\
</x:Othr></x:Id></x:Acct>\
<x:Bal><x:Tp><x:CdOrPrtry><x:Cd>PRCD</x:Cd></x:CdOrPrtry></x:Tp><x:Amt Ccy='NGN'>5</x:Amt>\
<x:CdtDbtInd>DBIT</x:CdtDbtInd></x:Bal>\
<x:Bal><x:Tp><x:CdOrPrtry><x:Cd>CLBD</x:Cd></x:CdOrPrtry></x:Tp><x:Amt Ccy='NGN'>25.5</x:Amt>\
<x:CdtDbtInd>CRDT</x:CdtDbtInd></x:Bal>\
<x:Ntry><x:Amt Ccy='NGN'>30.50</x:Amt><x:CdtDbtInd>CRDT</x:CdtDbtInd><x:Sts>BOOK</x:Sts>\
<x:BookgDt><x:Dt>2026-07-03</x:Dt></x:BookgDt><x:AcctSvcrRef>FT1</x:AcctSvcrRef><x:NtryDtls>\
<x:TxDtls><x:Refs><x:AcctSvcrRef>FT1</x:AcctSvcrRef><x:EndToEndId>E1</x:EndToEndId></x:Refs>\
<x:AmtDtls><x:TxAmt><x:Amt Ccy='NGN'>10</x:Amt></x:TxAmt></x:AmtDtls>\
<x:RmtInf><x:Ustrd>one &amp; &#8358;</x:Ustrd><x:Ustrd><![CDATA[<two>]]></x:Ustrd></x:RmtInf>\
</x:TxDtls><x:TxDtls><x:Refs><x:AcctSvcrRef>FT2</x:AcctSvcrRef></x:Refs>\
<x:Amt Ccy='NGN'>20.5</x:Amt></x:TxDtls><x:TxDtls/></x:NtryDtls></x:Ntry>\
<x:Ntry><x:Amt Ccy='NGN'>9</x:Amt><x:CdtDbtInd>DBIT</x:CdtDbtInd><x:Sts>PDNG</x:Sts></x:Ntry>\
</x:Stmt></x:BkToCstmrStmt></x:Document>";

#[test]
fn each_payment_of_an_entry_is_told_by_itself() {
    let told = camt(BATCH.as_bytes()).unwrap();
    assert_eq!(told.heads[0].id, "S-7");
    assert_eq!(told.heads[0].account.expose(), "0123456789");
    let said: Vec<_> = told
        .entries
        .iter()
        .map(|one| (one.reference.as_str(), one.amount.map(Kobo::get)))
        .collect();
    assert_eq!(
        said,
        [
            ("FT1/1", Some(1_000)),
            ("FT2", Some(2_050)),
            ("FT1/3", None)
        ]
    );
    assert_eq!(told.entries[0].texts, ["E1", "one & ₦", "<two>"]);
    assert_eq!(told.skipped, 1, "it is only announced");
    let end = &told.ends[0];
    assert_eq!((end.sequence, end.entries), (Some(12), 1));
    let balances = [end.opening, end.closing].map(|one| one.map(Kobo::get));
    assert_eq!(balances, [Some(-500), Some(2_550)]);
    assert_eq!(end.sum, Kobo::new(3_050));
}

/// As the statements of the Bank of Lithuania are: no status, and the only day is the balance's.
#[test]
fn an_entry_without_a_date_is_of_the_day_of_the_balance() {
    let text = "<Document><BkToCstmrStmt><Stmt><Id>S</Id>\
         <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy='NGN'>1</Amt>\
         <Dt><Dt>2026-07-03</Dt></Dt></Bal>\
         <Ntry><Amt Ccy='NGN'>1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry></Stmt>\
         </BkToCstmrStmt></Document>";
    let told = camt(text.as_bytes()).unwrap();
    let at = told.entries[0].booked_at.rfc3339();
    assert_eq!(at, "2026-07-02T23:00:00.000Z");
    let undated = text.replace("<Dt><Dt>2026-07-03</Dt></Dt>", "");
    assert!(camt(undated.as_bytes()).unwrap_err().contains("no date"));
}

#[test]
fn a_statement_that_breaks_off_anywhere_is_refused() {
    for cut in 0..BATCH.len() {
        let part = &BATCH.as_bytes()[..cut];
        let error = camt(part).unwrap_err();
        assert!(!error.is_empty(), "{cut}");
    }
}

#[test]
fn what_is_no_statement_is_refused_in_words() {
    let check = |text: &[u8], word: &str| {
        let error = camt(text).unwrap_err();
        assert!(error.contains(word), "{error} has no {word}");
    };
    let bomb = "<?xml version='1.0'?><!DOCTYPE d [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>\
                <Document><BkToCstmrStmt>&b;</BkToCstmrStmt></Document>";
    check(bomb.as_bytes(), "document type");
    check(
        b"<Document><BkToCstmrStmt><Stmt>&b;</Stmt></BkToCstmrStmt></Document>",
        "entity",
    );
    check(
        b"<Document><BkToCstmrDbtCdtNtfctn/></Document>",
        "BkToCstmrDbtCdtNtfctn",
    );
    check(b"<Document><BkToCstmrStmt/></Document>", "no statement");
    check(b"\xFF\xFE<\0", "UTF-16");
    check(
        b"<?xml version='1.0' encoding='ISO-8859-1'?><Document/>",
        "encoding",
    );
    check(
        b"<Document><BkToCstmrStmt><Stmt><Id>\xE9</Id></Stmt></BkToCstmrStmt></Document>",
        "UTF-8",
    );
    check(b"<Document><BkToCstmrStmt></Document>", "well-formed");
    let deep = "<a>".repeat(100);
    check(
        format!("<Document><BkToCstmrStmt>{deep}").as_bytes(),
        "deep",
    );
    let wrong = BATCH.replace(">30.50<", ">-30.50<");
    check(wrong.as_bytes(), "number");
    check(
        BATCH
            .replacen("CRDT</x:CdtDbtInd><x:Sts>", "X</x:CdtDbtInd><x:Sts>", 1)
            .as_bytes(),
        "CRDT",
    );
    check(b"", "no statement");
}

/// A source that never ends, and is in no memory.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        for byte in into.iter_mut() {
            *byte = self.0.get(self.1).copied().unwrap_or(b'a');
            self.1 += 1;
        }
        Ok(into.len())
    }
}

#[test]
fn an_endless_tag_or_text_is_given_up() {
    for begin in [
        "<",
        "<Document",
        "<Document>",
        "<Document a='",
        "<!--",
        "<![CDATA[",
        "",
    ] {
        let source = BufReader::new(Endless(begin.as_bytes(), 0));
        let error = camt::read(source, |_| true).unwrap_err();
        assert!(!error.is_empty(), "{begin}");
    }
}

const TABLE: &str = "Trans Date,Reference,Narration,Debit,Credit,Balance\n\
    03/07/2026,,Opening balance,,,\"1,000.00\"\n\
    03/07/2026,FT1,NIP/one,,\"6,760.00\",\"7,760.00\"\n\
    04/07/2026,,SMS charge,4.00,0.00,\"7,756.00\"\n\
    04/07/2026,,SMS charge,4.00,0.00,\"7,756.00\"\n";

#[test]
fn a_table_of_a_bank_is_read_with_its_balances() {
    let told = csv(TABLE).unwrap();
    assert_eq!((told.entries.len(), told.skipped), (3, 1));
    assert_eq!(told.entries[0].reference, "FT1");
    assert_eq!(told.entries[0].direction, Direction::Credit);
    assert_ne!(
        told.entries[1].reference, told.entries[2].reference,
        "twice in a file is two"
    );
    let again = csv(TABLE).unwrap();
    assert_eq!(again.entries, told.entries, "and the same in another");
    let end = &told.ends[0];
    let balances = [end.opening, end.closing].map(|one| one.map(Kobo::get));
    assert_eq!(balances, [Some(100_000), Some(775_600)]);
    assert_eq!(
        end.sum,
        Kobo::new(675_200),
        "the second charge is not in the balances"
    );

    let newest_first = "Date\tDescription\tMoney In\tMoney Out\tBalance\n\
        5 Jul 2026\tb\t\t5\t15\n4 Jul 2026\ta\t20\t\t20\n";
    let end = csv(newest_first).unwrap().ends.remove(0);
    let balances = [end.opening, end.closing].map(|one| one.map(Kobo::get));
    assert_eq!(balances, [Some(0), Some(1_500)]);
}

#[test]
fn lines_of_a_table_that_cannot_be_read_are_named() {
    let told = csv(
        "date,narration,debit,credit\nsoon,x,1,\n2026-07-03,x,1,1\n2026-07-03,x,-1,\n\
                    2026-07-03,x\n2026-07-03,x,,1.005\n",
    )
    .unwrap();
    let lines: Vec<u64> = told.rejected.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6]);
    assert!(told.entries.is_empty());
    for (text, word) in [("", "empty"), ("a,b\n1,2\n", "no column `date`")] {
        let error = csv(text).unwrap_err();
        assert!(error.contains(word), "{error}");
    }
}

proptest! {
    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..400), at in 0_usize..2_000) {
        drop(camt(&bytes));
        drop(csv(&String::from_utf8_lossy(&bytes)));
        // A whole one with something in it.
        let mut text = BATCH.as_bytes().to_vec();
        let at = at.min(text.len());
        text.splice(at..at, bytes);
        drop(camt(&text));
    }
}
