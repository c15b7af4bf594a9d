"""Refunds as files for the bank, and its statement back: by schemas and readers of others."""

import csv
import importlib.resources
import io
import os
import subprocess
from datetime import UTC, datetime
from decimal import Decimal

import pytest
import xmlschema
from lxml import etree

from conftest import running
from envelopes import expect_failure, expect_success
from kofa import BINARY, Server
from market import Fintech, statuses

PAIN = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
ACCOUNT = "0123456789"


@pytest.fixture(scope="module")
def server(binary, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("refunds"))
    server.environment = {
        "KOFA_REFUND_ACCOUNT_NAME": "Kofa & Sons <Receiving Agents>",
        "KOFA_REFUND_ACCOUNT_NUMBER": ACCOUNT,
        "KOFA_REFUND_ACCOUNT_BANK_CODE": "000013",
    }
    yield from running(server)


@pytest.fixture
def fintech(server):
    return Fintech(server, server.admin().tenant())


def schema(package, *path):
    file = importlib.resources.files(package).joinpath(*path)
    return xmlschema.XMLSchema(io.StringIO(file.read_text()))


def lost(fintech, people=6):
    """An offer whose applicants get everything or nothing; those who get nothing."""
    offer = fintech.copy(sharesOnOffer=200, oversubscriptionLimitPct=0)
    names = ["Ọláníyì", "O'Neill", "Zainab", "Chukwuemeka", "Ngozi", "Hauwa"]
    applied = [
        fintech.apply(offer, isCardPayment=True, firstName=names[n]) for n in range(people)
    ]
    fintech.clock(offer, "allotted")
    ended = [fintech.look(reference) for reference in applied]
    return offer, [one for one in ended if one["status"] == "not_allotted"]


def batch_of(fintech, offer):
    body = {"environment": "sandbox", "offerId": offer["id"]}
    return fintech.admin.post("/admin/v1/refund-batches", body)


def file_of(fintech, batch, form):
    path = f"/admin/v1/refund-batches/{batch['id']}/file?format={form}"
    return fintech.admin.client.get(path)


def refunds_of(fintech, batch):
    return fintech.admin.get(f"/admin/v1/refund-batches/{batch['id']}/refunds")["items"]


def naira(kobo):
    return f"{kobo // 100}.{kobo % 100:02}"


def statement(entries, opening=10_000_00, name=None):
    """camt.053 of these: (direction, kobo, the bank's reference, words)."""
    closing, lines, today = opening, [], datetime.now(UTC).date().isoformat()
    for way, kobo, reference, words in entries:
        closing += kobo if way == "CRDT" else -kobo
        lines.append(
            f'<Ntry><Amt Ccy="NGN">{naira(kobo)}</Amt><CdtDbtInd>{way}</CdtDbtInd>'
            f"<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{today}</Dt></BookgDt>"
            f"<AcctSvcrRef>{reference}</AcctSvcrRef><BkTxCd/><NtryDtls><TxDtls><RmtInf>"
            f"<Ustrd>{words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
        )

    def balance(kind, kobo):
        way = "DBIT" if kobo < 0 else "CRDT"
        return (
            f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>"
            f'<Amt Ccy="NGN">{naira(abs(kobo))}</Amt><CdtDbtInd>{way}</CdtDbtInd>'
            f"<Dt><Dt>{today}</Dt></Dt></Bal>"
        )

    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr>'
        f"<MsgId>M</MsgId><CreDtTm>{today}T20:00:00</CreDtTm></GrpHdr><Stmt><Id>{name or 'S'}</Id>"
        f"<CreDtTm>{today}T20:00:00</CreDtTm><Acct><Id><Othr><Id>{ACCOUNT}</Id></Othr></Id></Acct>"
        f"{balance('OPBD', opening)}{balance('CLBD', closing)}{''.join(lines)}"
        "</Stmt></BkToCstmrStmt></Document>"
    )


def take(fintech, text, media="application/xml"):
    path = "/admin/v1/bank-statements/import?environment=sandbox"
    headers = {"Content-Type": media}
    return fintech.admin.client.post(path, content=text.encode(), headers=headers)


def test_the_file_is_what_the_published_schema_says(fintech):
    offer, lost_ones = lost(fintech)
    made = batch_of(fintech, offer)
    assert not made["repeated"] and batch_of(fintech, offer)["repeated"]
    batch = made["batch"]
    assert batch["refunds"] == len(lost_ones) == 4
    answer = expect_success(file_of(fintech, batch, "pain001"))
    assert answer.headers["content-type"] == "application/xml"
    schema("pain001", "templates", "pain.001.001.09", "pain.001.001.09.xsd").validate(answer.text)

    # Read back by lxml: it adds up, and each refund is there once.
    root = etree.fromstring(answer.content)
    within = {"p": PAIN}
    amounts = [Decimal(one.text) for one in root.iterfind(".//p:InstdAmt", within)]
    for total in root.iterfind(".//p:CtrlSum", within):
        assert Decimal(total.text) == sum(amounts) == Decimal(batch["sumKobo"]) / 100
    assert {one.text for one in root.iterfind(".//p:NbOfTxs", within)} == {"4"}
    names = sorted(one.text for one in root.iterfind(".//p:EndToEndId", within))
    kept = refunds_of(fintech, batch)
    assert names == sorted(one["reference"] for one in kept)
    payees = [one.text for one in root.iterfind(".//p:Cdtr/p:Nm", within)]
    assert "Kofa & Sons <Receiving Agents>" in [one.text for one in root.iterfind(".//p:Nm", within)]
    accounts = [one.text for one in root.iterfind(".//p:CdtrAcct/p:Id/p:Othr/p:Id", within)]
    assert all(len(one) == 10 for one in accounts)

    table = expect_success(file_of(fintech, batch, "csv"))
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert [row["beneficiaryName"] for row in rows] == payees
    assert [row["accountNumber"] for row in rows] == accounts
    assert [Decimal(row["amount"]) for row in rows] == amounts
    assert all(row["narration"].endswith(one["reference"]) for row, one in zip(rows, kept))
    log = fintech.server.log.read_text()
    assert not any(account in log for account in accounts + [ACCOUNT])


def test_a_day_of_the_bank_settles_what_it_paid(fintech):
    offer, lost_ones = lost(fintech)
    batch = batch_of(fintech, offer)["batch"]
    expect_success(file_of(fintech, batch, "csv"))
    fintech.admin.post(f"/admin/v1/refund-batches/{batch['id']}/sent")
    kept = refunds_of(fintech, batch)
    each, name = kept[0]["amountKobo"], batch["id"]
    first, second, third, fourth = [one["reference"] for one in kept]
    text = statement([
        ("DBIT", each, f"{name}/1", f"IPO refund {first.lower()}"),
        ("DBIT", each, f"{name}/2", f"IPO refund {second.replace('-', ' ')}"),
        ("CRDT", each, f"{name}/3", f"RVSL/{second}/account closed"),
        ("DBIT", each - 1, f"{name}/4", third),
        ("DBIT", 53_75, f"{name}/5", "STAMP DUTY"),
    ], name=name)
    done = expect_success(take(fintech, text)).json()
    assert (done["refunded"], done["returned"], done["differences"]) == (2, 1, 2), done
    again = expect_success(take(fintech, text)).json()
    assert (again["entries"], again["repeated"], again["differences"]) == (5, 5, 0), again
    ended = [fintech.look(one["transactionReference"]) for one in lost_ones]
    assert sorted(statuses(one)[:2] for one in ended) == [
        ("not_allotted", "refund_pending"), ("not_allotted", "refund_pending"),
        ("refund_pending", "refund_pending"), ("refunded", "refunded"),
    ]
    expect_failure(file_of(fintech, batch, "csv"), 409, "refund_batch_not_in_state")
    # What came back is due again, under another name; the others still wait in the first.
    after = batch_of(fintech, offer)["batch"]
    assert after["refunds"] == 1
    assert refunds_of(fintech, after)[0]["reference"] not in [first, second, third, fourth]
    fintech.admin.post(
        f"/admin/v1/refund-batches/{after['id']}/outcome",
        {"outcome": "returned", "reason": "Not sent."},
    )
    listed = fintech.admin.get("/admin/v1/bank-entries?environment=sandbox&differences=true")
    mine = {one["reference"]: one for one in listed["items"]}
    assert mine[f"{name}/4"]["outcome"] == "amount_mismatch"
    assert mine[f"{name}/5"]["narration"] == "STAMP DUTY"
    statements = fintech.admin.get("/admin/v1/bank-statements?environment=sandbox")["items"]
    mine = next(one for one in statements if one["id"] == name)
    assert (mine["missingKobo"], mine["account"], mine["entries"]) == (None, ACCOUNT[-4:], 5)


@pytest.mark.parametrize("text", [
    "<", "<?xml version='1.0'?><a/>", statement([("DBIT", 1, "x", "y")])[:-9],
    "<!DOCTYPE a [<!ENTITY b 'c'>]><Document>&b;</Document>", "one,two\n1,2\n", "",
])
def test_what_is_no_statement_changes_nothing(fintech, text):
    expect_failure(take(fintech, text), 422, "invalid_statement_file")


def test_the_command_line_gives_and_takes_files(fintech, server, tmp_path):
    offer, _ = lost(fintech)
    batch = batch_of(fintech, offer)["batch"]
    environment = os.environ | server.environment | {"KOFA_DATA_DIR": str(server.data)}

    def kofa(*words):
        return subprocess.run(
            [BINARY, "investment", *words], env=environment, capture_output=True, text=True,
            timeout=60, check=True,
        ).stdout

    printed = kofa("refund-file", batch["id"], "--format", "csv")
    given = expect_success(file_of(fintech, batch, "csv")).text
    assert printed == given.replace("\r\n", "\n")
    total = f"{batch['sumKobo'] // 100:,}.{batch['sumKobo'] % 100:02}"
    file = tmp_path / "bank.csv"
    file.write_text(
        "Trans Date,Remarks,Withdrawals,Deposits\n"
        f"{datetime.now(UTC):%d/%m/%Y},BULK {batch['id']},\"{total}\",\n"
    )
    told = kofa("import-statement", str(file), "--environment", "sandbox", "--account", ACCOUNT)
    assert "refunds paid         1" in told, told
    states = {one["state"] for one in refunds_of(fintech, batch)}
    assert states == {"paid"}
