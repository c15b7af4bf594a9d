"""Jobs of documents: what a caller sees."""

import base64
import json
import time
import uuid

from envelopes import expect_failure, expect_free, expect_success
from kofa import bill, eventually, pdf

PATH = "/api/v1/proof-of-address"
CREATE = f"{PATH}/extract/jobs"
PRICE = 7_500
OVER = {"succeeded", "failed", "cancelled", "expired"}
# Enough for a queue of bills on a busy machine.
SECONDS_MAX = 300


def encoded(document):
    return base64.b64encode(document).decode()


def body(**more):
    return {"base64_content": encoded(bill()), "file_name": "bill.pdf"} | more


def create(client, headers=None, **more):
    made = client.post(CREATE, json=body(**more), headers=headers)
    assert made.status_code == 202, made.text
    return made


def wait(client, place, seconds=SECONDS_MAX):
    """The record of a job once it is over."""
    deadline = time.monotonic() + seconds
    while True:
        answer = expect_success(client.get(place))
        record = answer.json()
        if record["status"] in OVER:
            assert "retry-after" not in answer.headers
            return record
        assert int(answer.headers["retry-after"]) >= 1
        assert time.monotonic() < deadline, record
        time.sleep(0.05)


def long_document(pages):
    """A document of so many pages of text, made of one-page parts a reader must all open."""
    lines = [(50, 800 - 9 * row, 7, f"line {row} of page {{}} " + "x " * 60) for row in range(80)]
    kids, objects = [], []
    for number in range(pages):
        shown = [
            f"BT /F1 {size} Tf {x} {y} Td ({text.format(number)}) Tj ET"
            for x, y, size, text in lines
        ]
        stream = "\n".join(shown).encode()
        page, content = 4 + 2 * number, 5 + 2 * number
        kids.append(f"{page} 0 R")
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % content
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    head = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (" ".join(kids).encode(), pages),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, text in enumerate(head + objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(offsets) + 1)
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def test_a_job_is_the_direct_call_later(server, tenant):
    before = tenant.wallet()["balanceKobo"]
    tenant.admin.post(tenant.path("webhooks/sandbox"), {"url": "https://hooks.example.ng/"})
    with server.product(tenant.key()) as client:
        direct = expect_success(client.post(f"{PATH}/extract-base64", json=body())).json()
        made = create(client, client_reference="ref-1", webhook_url="https://hooks.example.ng/x")
        assert made.json().keys() == {"request_id", "status", "message"}
        job = made.json()["request_id"]
        assert uuid.UUID(job).version == 7 and made.json()["status"] == "queued"
        assert job == made.headers["x-request-id"]
        assert made.headers["x-charge-amount"] == "0"
        assert made.headers["x-charge-reserved"] == str(PRICE)
        assert made.headers["location"] == f"{PATH}/jobs/{job}"
        record = wait(client, made.headers["location"])
        assert record["status"] == "succeeded" and record["request_id"] == job
        assert record["result"] == direct["data"]
        assert (record["attempts"], record["max_attempts"]) == (1, 3)
        assert record["progress"] == {
            "stage": "done", "percent": 100, "pages_done": 0, "pages": None,
        }
        assert record["file"]["content_type"] == "application/pdf"
        assert record["file"]["size_bytes"] == len(bill())
        assert record["client_reference"] == "ref-1"
        assert record["webhook_url"] == "https://hooks.example.ng/x"
        assert record["error"] is None
        assert [one["status"] for one in record["webhook_deliveries"]] == ["due"]
        lookup = client.get(made.headers["location"])
        expect_free(lookup)
        assert lookup.headers["x-request-id"] != job
        # The charge stands on the row of the creation, and the look-up has a row of its own.
        assert tenant.row(job)["chargeKobo"] == PRICE
        assert tenant.row(job)["status"] == 202
        assert tenant.row(lookup.headers["x-request-id"])["chargeKobo"] == 0
    wallet = tenant.wallet()
    assert (wallet["balanceKobo"], wallet["reservedKobo"]) == (before - 2 * PRICE, 0)
    charges = [it for it in tenant.pages("ledger/sandbox") if it["kind"] == "charge"]
    assert [it["amountKobo"] for it in charges] == [-PRICE, -PRICE]
    assert tenant.admin.post("/admin/v1/ledger/verify")["ok"]


def test_form_and_repetition(server, tenant):
    with server.product(tenant.key()) as client:
        upload = {"file": ("a bill.pdf", bill(), "application/pdf")}
        fields = {"hallucination": '{"country": true}', "client_reference": "form"}
        headers = {"Idempotency-Key": "form-1"}
        ask = lambda: client.post(CREATE, files=upload, data=fields, headers=headers)
        made, again = ask(), ask()
        assert made.status_code == 202, made.text
        assert again.headers["idempotency-replayed"] == "true"
        assert (again.content, again.headers["location"]) == (
            made.content, made.headers["location"],
        )
        record = wait(client, made.headers["location"])
        assert record["file"]["file_name"] == "a bill.pdf"
        assert record["result"]["field_metadata"]["country"]["source"] in ("derived", "extracted")
        answer = client.post(CREATE, json=body(client_reference="form"))
        fault = expect_failure(answer, 409, "client_reference_in_use", "client_reference")
        assert fault["job_request_id"] == made.json()["request_id"]


def test_unreadable_documents_fail_and_cost_nothing(server, tenant):
    before = tenant.wallet()["balanceKobo"]
    cases = {
        "corrupt_document": b"%PDF-1.7\nbroken",
        "too_many_pages": long_document(31),
    }
    with server.product(tenant.key()) as client:
        for code, document in cases.items():
            made = client.post(CREATE, json={"document_base64": encoded(document)})
            assert made.status_code == 202, made.text
            record = wait(client, made.headers["location"])
            assert (record["status"], record["error"]["code"]) == ("failed", code)
            assert record["error"]["retryable"] is False and record["result"] is None
            assert tenant.row(made.json()["request_id"])["chargeKobo"] == 0
        # More than a direct call reads.
        made = client.post(CREATE, json={"document_base64": encoded(long_document(30))})
        record = wait(client, made.headers["location"])
        assert (record["status"], record["file"]["pages"]) == ("succeeded", 30)
        answer = client.post(CREATE, json={"document_base64": encoded(b"<svg/>")})
        expect_failure(answer, 415, "unsupported_document_type")
        answer = client.post(CREATE, json=body(webhook_url="https://169.254.169.254/"))
        expect_failure(answer, 422, "invalid_webhook_url", "webhook_url")
    assert tenant.wallet()["balanceKobo"] == before - PRICE


def test_jobs_are_their_owners(server, tenant):
    stranger = tenant.admin.tenant("Stranger")
    tenant.switch("ai_processing_hub", True, "live")
    both = tenant.key(environments=["sandbox", "live"])
    with server.product(tenant.key()) as client:
        place = create(client).headers["location"]
        wait(client, place)
        expect_failure(client.post(f"{place}/cancel"), 409, "job_not_cancellable")
    others = [(stranger.key(), "sandbox"), (both, "live")]
    for key, environment in others:
        with server.product(key, X_Environment=environment) as client:
            for ask in [lambda: client.get(place), lambda: client.post(f"{place}/cancel")]:
                eventually(lambda: expect_failure(ask(), 404, "job_not_found"))


def test_nothing_of_a_job_is_in_clear(server, tenant):
    from test_privacy import search

    mark = "Xylophone Quagga"
    document = pdf([
        (50, 790, 16, "IKEJA ELECTRIC"),
        (50, 690, 10, f"Customer Name: {mark}"),
        (50, 674, 10, "Service Address: 14 Quagga Street, Victoria Island, Lagos State"),
    ])
    tenant.admin.post(tenant.path("webhooks/sandbox"), {"url": "https://hooks.example.ng/"})
    with server.product(tenant.key()) as client:
        made = client.post(CREATE, json={
            "base64_content": encoded(document), "file_name": f"{mark}.pdf",
            "client_reference": mark, "webhook_url": "https://hooks.example.ng/quagga-secret",
        })
        assert made.status_code == 202, made.text
        record = wait(client, made.headers["location"])
        assert "Quagga" in record["result"]["full_address"]
        assert record["client_reference"] == mark
    search(server, ["Quagga", "quagga", "14 Quagga", encoded(document)[:60]])


def test_one_tenants_queue_is_not_anothers_wait(server, tenant):
    other = tenant.admin.tenant("Quiet")
    with server.product(tenant.key()) as client:
        places = [create(client).headers["location"] for _ in range(60)]
        with server.product(other.key()) as quiet:
            wait(quiet, create(quiet).headers["location"])
        waiting = [client.get(place).json()["status"] for place in places]
        # The one was not behind the sixty; and those are all read in the end.
        assert waiting[-1] == "queued", waiting
        assert {wait(client, place)["status"] for place in places} == {"succeeded"}
