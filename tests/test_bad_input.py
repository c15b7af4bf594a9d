"""What cannot be answered: a clear 4xx in the product's envelope, free, and the next call works."""

import base64
import contextlib
import gzip
import json
import socket
import time
import zlib

import pytest

from envelopes import PRODUCTS, expect_failure, expect_free, expect_success
from kofa import bill, pdf, subscription, valid_calls

SUBSCRIBE = "/api/exchange-invest/subscribe"
EXTRACT = "/api/v1/proof-of-address/extract"
BASE64 = "/api/v1/proof-of-address/extract-base64"
BY_RC = "/api/v1/company/validation/company/rc"
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def client(server, tenant):
    """A client whose calls must all have been free, and after which the server still serves."""
    before = tenant.wallet()["balanceKobo"]
    with server.product(tenant.key()) as client:
        yield client
        assert tenant.wallet()["balanceKobo"] == before, "a refusal was charged"
        expect_success(client.get("/api/exchange-invest/offers"))


@pytest.mark.parametrize("path", [SUBSCRIBE, BASE64, "/api/exchange-invest/transactions"])
def test_bodies_that_are_no_json_object(client, path):
    def check(content, status, code, headers=JSON):
        answer = client.post(path, content=content, headers=headers)
        expect_failure(answer, status, code)
        expect_free(answer)

    check(b"{", 400, "malformed_json")
    check(b"", 400, "malformed_json")
    check(b"\xff\xfe{}", 400, "malformed_json")
    check(b'{"page": 1e999999999}', 400, "malformed_json")
    check(b"{" * 20_000, 400, "malformed_json")
    check(b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400, "malformed_json")
    check(b'{"units": 100, "units": 1000}', 400, "malformed_json")
    check(b'{"a": {"b": 1, "\\u0062": 2}}', 400, "malformed_json")
    check(b"[]", 422, "invalid_body")
    check(b"null", 422, "invalid_body")
    check(b'"text"', 422, "invalid_body")
    check(b"{}", 415, "unsupported_media_type", {"Content-Type": "text/plain"})
    check(b"{}", 415, "unsupported_media_type", {"Content-Type": "application/xml"})
    packed = JSON | {"Content-Encoding": "gzip"}
    check(gzip.compress(b"{}"), 415, "unsupported_media_type", packed)


def test_too_large(client):
    large = json.dumps({"firstName": "x" * 1_000_000})
    expect_failure(client.post(SUBSCRIBE, content=large, headers=JSON), 413, "body_too_large")
    chunks = (b" " * 65_536 for _ in range(32))
    expect_failure(client.post(SUBSCRIBE, content=chunks, headers=JSON), 413, "body_too_large")
    upload = {"file": ("big.pdf", b"%PDF-1.4\n" + b"0" * 11_000_000, "application/pdf")}
    answer = client.post(EXTRACT, files=upload)
    assert answer.status_code == 413, answer.text
    # Far too large, and declared so: still told, and the connection goes on.
    declared = client.post(BASE64, content=b" " * 20_000_000, headers=JSON)
    expect_failure(declared, 413, "body_too_large")
    assert "connection" not in declared.headers


def test_every_missing_field_at_once(server, tenant, client):
    answer = client.post(SUBSCRIBE, json={})
    expect_failure(answer, 422, "missing_field", "vendorId")
    named = {fault["field"] for fault in answer.json()["errors"]}
    assert subscription(server, tenant.vendor_id).keys() <= named
    expect_failure(client.get(BY_RC), 422, "missing_field", "rcNumber")
    expect_failure(client.post(EXTRACT, files={"other": b"x"}), 422, "missing_file", "file")


def test_every_wrong_type_at_once(server, tenant, client):
    right = subscription(server, tenant.vendor_id)
    for wrong in [[], {}, None, "\x00", "x" * 10_000, -1, 2**70, 1.5]:
        body = {name: wrong for name in right}
        answer = client.post(SUBSCRIBE, json=body)
        assert answer.status_code == 422, answer.text
        faults = answer.json()["errors"]
        assert len({fault["field"] for fault in faults}) >= 15, (wrong, faults)


SUBSCRIPTION_FAULTS = [
    ({"vendorId": "00000000-0000-7000-8000-000000000000"}, "vendor_not_found", "vendorId"),
    ({"vendorId": "x"}, None, "vendorId"),
    ({"offerId": "OFR-NOWHERE"}, "offer_not_found", "offerId"),
    ({"offerType": "Nothing"}, None, "offerType"),
    ({"numberOfShares": 0}, None, "numberOfShares"),
    ({"numberOfShares": 1}, "below_minimum", "numberOfShares"),
    ({"numberOfShares": 2**53}, None, "numberOfShares"),
    ({"brokerId": "nobody"}, "broker_not_found", "brokerId"),
    ({"profileType": "ROBOT"}, None, "profileType"),
    ({"dateOfBirth": "2020-01-01"}, "age_restricted", "dateOfBirth"),
    ({"dateOfBirth": "1990-02-30"}, "invalid_date_of_birth", "dateOfBirth"),
    ({"gender": "Cat"}, None, "gender"),
    ({"email": "nobody"}, "invalid_email", "email"),
    ({"phoneNumber": "12"}, "invalid_phone_number", "phoneNumber"),
    ({"bvn": "1234567890"}, "invalid_bvn", "bvn"),
    ({"nin": "123456789012"}, "invalid_nin", "nin"),
    ({"nationality": "Atlantis"}, "unknown_country", "nationality"),
    ({"state": "Atlantis"}, "unknown_state", "state"),
    ({"lga": "Atlantis"}, "unknown_lga", "lga"),
    ({"lga": "Ikot Abasi"}, "lga_not_in_state", "lga"),
    ({"maritalStatus": 99}, None, "maritalStatus"),
    ({"bankId": 999_999}, "bank_not_supported", "bankId"),
    ({"bankCode": "058"}, "bank_mismatch", None),
    ({"bankAccountNumber": "0123456780"}, "invalid_nuban", "bankAccountNumber"),
    ({"bankAccountNumber": "12"}, None, "bankAccountNumber"),
]


def test_subscriptions_that_are_well_formed_but_wrong(server, tenant, client):
    wrong = []
    for changes, code, field in SUBSCRIPTION_FAULTS:
        answer = client.post(SUBSCRIBE, json=subscription(server, tenant.vendor_id, **changes))
        faults = answer.json().get("errors") or []
        found = [
            fault for fault in faults
            if code in (None, fault["code"]) and field in (None, fault.get("field"))
        ]
        if answer.status_code != 422 or len(found) != 1 or len(faults) > 2:
            wrong.append((changes, answer.status_code, faults))
        expect_free(answer)
        if changes.keys() & {"bvn", "nin", "bankAccountNumber"}:
            assert str(next(iter(changes.values()))) not in answer.text
    assert not wrong, wrong
    # All of them in one answer.
    every = {name: value for changes, _, _ in SUBSCRIPTION_FAULTS for name, value in changes.items()}
    answer = client.post(SUBSCRIBE, json=subscription(server, tenant.vendor_id, **every))
    named = {fault.get("field") for fault in answer.json()["errors"]}
    assert {"vendorId", "offerId", "brokerId", "bvn", "nin", "email", "state"} <= named


def test_registration_numbers(client):
    for wrong in ["abc", "-12", "12.5", "RC", "1" * 40, "٣٤٥", "12 34x", "%00"]:
        answer = client.get(BY_RC, params={"rcNumber": wrong})
        expect_failure(answer, 422, "invalid_rc_number", "rcNumber")
    expect_failure(client.get(BY_RC, params={"rcNumber": ""}), 422, "missing_field", "rcNumber")
    expect_failure(client.get(BY_RC + "?rcNumber=9999998"), 404, "company_not_found")


def flate_bomb():
    """A page whose content unpacks to a gigabyte."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b"\0" * (1 << 20)) for _ in range(1024)) + packer.flush()
    plain = pdf([])
    head, tail = plain.split(b"4 0 obj", 1)
    tail = tail.split(b"endobj", 1)[1]
    content = b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(packed)
    return head + b"4 0 obj\n" + content + packed + b"\nendstream\nendobj" + tail


HOSTILE = {
    "empty": b"",
    "text": b"just some text, 14 Adeola Odeku Street, Victoria Island, Lagos",
    "html renamed": b"<html><body><script>alert(1)</script></body></html>",
    "header only": b"%PDF-1.7\n",
    "truncated": bill()[: len(bill()) // 2],
    "noise": b"%PDF-1.4\n" + bytes(range(256)) * 400,
    "deep nesting": b"%PDF-1.4\n1 0 obj\n" + b"[" * 200_000 + b"]" * 200_000 + b"\nendobj\n",
    "encrypted": bill().replace(
        b"/Root 1 0 R",
        b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (%s) /U (%s) >>"
        % (b"o" * 32, b"u" * 32),
    ),
    "picture cut off": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    "zip": b"PK\x03\x04" + b"\0" * 100,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents(client, name):
    document = HOSTILE[name]
    answers = [
        client.post(EXTRACT, files={"file": ("a.pdf", document, "application/pdf")}),
        client.post(BASE64, json={
            "file_name": "a.pdf", "content_type": "application/pdf",
            "base64_content": base64.b64encode(document).decode(),
        }),
    ]
    for answer in answers:
        assert answer.status_code in (413, 415, 422), f"{answer.status_code} {answer.text}"
        expect_failure(answer, answer.status_code, answer.json()["errors"][0]["code"])
        expect_free(answer)


def test_document_bomb(client):
    upload = {"file": ("a.pdf", flate_bomb(), "application/pdf")}
    answer = client.post(EXTRACT, files=upload)
    # Either it is read within the limits (a page of zeros says nothing) or it is refused.
    if answer.status_code == 200:
        pytest.fail("a gigabyte of nothing was charged as read")
    assert 400 <= answer.status_code < 500, answer.text


def test_document_bodies(client):
    right = {
        "file_name": "a.pdf", "content_type": "application/pdf",
        "base64_content": base64.b64encode(bill()).decode(),
    }

    def check(changes, status, code, field=None):
        body = {name: value for name, value in (right | changes).items() if value is not None}
        answer = client.post(BASE64, json=body)
        expect_failure(answer, status, code, field)
        expect_free(answer)

    check({"base64_content": "!!!"}, 400, "invalid_base64")
    check({"base64_content": None}, 422, "missing_field", "base64_content")
    check({"base64_content": 5}, 422, "invalid_field", "base64_content")
    both = {"document_base64": right["base64_content"]}
    check(both, 422, "conflicting_content_fields")
    check(both | {"base64_content": None, "hallucination": {}}, 422, "invalid_hallucination")
    check({"hallucination": {"lga": "yes"}}, 422, "invalid_hallucination")
    check({"hallucination": []}, 422, "invalid_hallucination")
    form = {"file": ("a.pdf", bill(), "application/pdf")}
    answer = client.post(EXTRACT, files=form, data={"hallucination": "{"})
    expect_failure(answer, 422, "invalid_hallucination")
    broken = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = client.post(EXTRACT, content=b"--x\r\nno end", headers=broken)
    expect_failure(answer, 400, "malformed_multipart")
    answer = client.post(EXTRACT, content=b"{}", headers=JSON)
    expect_failure(answer, 415, "unsupported_media_type")


def test_broken_http(server, tenant):
    """Requests that are no HTTP, or break off, do not take the server with them."""
    host, port = server.url.removeprefix("http://").split(":")
    key = tenant.key()
    head = f"POST {SUBSCRIBE} HTTP/1.1\r\nHost: x\r\nX-API-Key: {key}\r\n"
    requests = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5000 + b"\r\n",
        b"GET /" + b"x" * 500_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        head.encode() + b"Content-Length: 50\r\nContent-Type: application/json\r\n\r\n{",
        head.encode() + b"Content-Length: -5\r\n\r\n",
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    ]
    for request in requests:
        with socket.create_connection((host, int(port)), timeout=5) as connection:
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65_536):
                    pass
            except OSError:
                pass
    with server.product(key) as client:
        expect_success(client.request(**valid_calls(server, tenant)["listOffers"]))


def test_a_refusal_leaves_the_connection_usable_or_closes_it(server, tenant):
    """Refused before its body came, a call must not take the next one of its connection down."""
    host, port = server.url.removeprefix("http://").split(":")
    key = tenant.key()

    def head(path, length, key, more=""):
        return (f"POST {path} HTTP/1.1\r\nHost: x\r\nX-API-Key: {key}\r\n{more}"
                f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n").encode()

    def answer(connection):
        stream = connection.makefile("rb")
        status = int(stream.readline().split()[1])
        headers = dict(
            line.decode().lower().rstrip("\r\n").split(": ", 1)
            for line in iter(stream.readline, b"\r\n")
        )
        stream.read(int(headers["content-length"]))
        return status, headers.get("connection", "keep-alive")

    live = "X-Environment: live\r\n"
    refused = [
        (401, head(SUBSCRIBE, 2, "kofa_test_nobody")), (403, head(SUBSCRIBE, 2, key, live)),
        (404, head("/api/exchange-invest/nowhere", 2, key)),
        (405, head("/api/exchange-invest/offers", 2, key)),
    ]
    for expected, first in refused:
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(first)
            time.sleep(0.05)
            connection.sendall(b"{}")
            assert answer(connection) == (expected, "keep-alive")
            connection.sendall(head("/api/exchange-invest/transactions", 2, key) + b"{}")
            assert answer(connection)[0] == 200
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(head(SUBSCRIBE, 2, "kofa_test_nobody", "Expect: 100-continue\r\n"))
        assert answer(connection) == (401, "close")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        # So much is not read to its end: whoever sends on may find the connection closed.
        with contextlib.suppress(ConnectionError):
            connection.sendall(head(SUBSCRIBE, 34 << 20, "kofa_test_nobody") + b" " * (34 << 20))
        assert answer(connection) == (401, "close")


def test_paths_and_queries(client):
    for path in ["/%00", "/%ff%fe", "/../../etc/passwd", "/x//y", "/x" * 500]:
        for prefix in [*PRODUCTS.values(), ""]:
            answer = client.get(prefix + path)
            assert answer.status_code in (404, 405), f"{prefix + path}: {answer.status_code}"
    for query in ["page=0", "page=x", "size=101", "size=-1", "status=zz", "offerType=zz"]:
        answer = client.get(f"/api/exchange-invest/offers?{query}")
        expect_failure(answer, 422, "invalid_field", query.split("=")[0])


def test_a_query_means_one_thing(server, tenant, client):
    def check(path, field):
        answer = client.get(path)
        expect_failure(answer, 422, "invalid_field", field)
        expect_free(answer)

    check(f"{BY_RC}?rcNumber=RC0000001&entityType=COMPANY&rcNumber=RC0000002", "rcNumber")
    check("/api/exchange-invest/offers?page=1&page=2", "page")
    check("/api/v1/proof-of-address/jobs/unknown?word=a&word=b", "word")
    check("/api/v1/quote?operationId=listOffers&operationId=subscribe", "operationId")
    # A name that is no word may be personal, and is not repeated.
    check("/api/exchange-invest/offers?22212345678=1&22212345678=2", None)
    assert "222123" not in client.get("/api/exchange-invest/offers?22212345678&22212345678=2").text
    expect_success(client.get("/api/v1/quote?operationId=listOffers&operationId=listOffers"))
    pieces = "/api/v1/proof-of-address/jobs/unknown?include=regions&include=checks"
    expect_failure(client.get(pieces), 404, "job_not_found")
    keys = server.admin().client.get(tenant.path("keys?limit=1&limit=2"))
    expect_failure(keys, 422, "invalid_field", "limit")
