"""Certificates and status reports: files, what is kept of them, and who may verify them."""

import base64
import hashlib
import re

import pytest

from envelopes import expect_failure, expect_success
from kofa import DOCUMENT_PATHS
from test_privacy import texts_at_rest

BASE = "/api/v1/company/validation"
PRICE = 25_000


def ask(client, path, code="SANDBOXVR0", accept="*/*"):
    return client.get(f"{BASE}/{path}", headers={"X-VRC-Number": code, "Accept": accept})


def draw(client, path="certificate"):
    """A document in JSON, and its file."""
    data = expect_success(ask(client, path, accept="application/json")).json()["data"]
    return data, base64.b64decode(data["contentBase64"])


@pytest.mark.parametrize("path", DOCUMENT_PATHS.values())
def test_a_document_is_a_file_that_is_charged_once(server, tenant, path):
    before = tenant.wallet()["balanceKobo"]
    with server.product(tenant.key()) as client:
        answer = expect_success(ask(client, path))
        assert answer.content.startswith(b"%PDF-1.7") and answer.content.endswith(b"%%EOF")
        assert answer.headers["content-type"] == "application/pdf"
        assert int(answer.headers["content-length"]) == len(answer.content)
        digest = hashlib.sha256(answer.content).hexdigest()
        assert answer.headers["x-document-sha256"] == digest
        assert answer.headers["etag"] == f'"{digest}"'
        assert answer.headers["cache-control"] == "private, no-store"
        name = f"RC0000010-{path}.pdf"
        assert name in answer.headers["content-disposition"]
        assert int(answer.headers["x-charge-amount"]) == PRICE
        again = ask(client, path, accept="application/json")
        data = expect_success(again).json()["data"]
        assert int(again.headers["x-charge-amount"]) == 0
        assert again.headers["idempotency-replayed"] == "true"
        assert base64.b64decode(data["contentBase64"]) == answer.content
        assert (data["fileName"], data["sha256"]) == (name, digest)
    assert tenant.wallet()["balanceKobo"] == before - PRICE


def test_a_code_is_verified_by_anyone(server, tenant):
    with server.product(tenant.key()) as client:
        data, file = draw(client)
    assert data["verifyUrl"].endswith(f"/verify/{data['verificationCode']}")
    code = data["verificationCode"]
    with server.client() as anyone:
        told = anyone.get(f"/verify/{code}", headers={"Accept": "application/json"}).json()
        assert told["sha256"] == hashlib.sha256(file).hexdigest()
        assert told["standing"] == "HOLDS" and told["specimen"] is True
        assert told["companyName"] == data["companyName"]
        assert told["registrationNumber"] == "RC 0000010"
        page = anyone.get(f"/verify/{code.lower().replace('-', '')}")
        assert page.status_code == 200
        assert data["companyName"] in page.text and "SPECIMEN" in page.text
        assert "Matches the register" in page.text
        assert page.headers["x-robots-tag"] == "noindex, nofollow"
        assert page.headers["cache-control"] == "private, no-store"
        typed = anyone.get("/verify", params={"code": f" {code} "}, follow_redirects=False)
        assert typed.status_code == 303
        assert typed.headers["location"] == f"/verify/{code.replace('-', '')}"
        assert anyone.get("/verify").status_code == 200


def test_wrong_codes_look_alike_and_trying_is_slow(server, tenant):
    with server.product(tenant.key()) as client:
        code = draw(client)[0]["verificationCode"]
    swapped = code[:-1] + ("2" if code[-1] != "2" else "3")
    pages = set()
    with server.client() as anyone:
        for wrong in ["x", "ABCD-EFGH-JKLM-NPQR", swapped, "%00", "%3Cscript%3E"]:
            answer = anyone.get(f"/verify/{wrong}")
            assert answer.status_code == 404
            pages.add(answer.text)
        assert len(pages) == 1
        answers = [anyone.get(f"/verify/{swapped}") for _ in range(60)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused and int(refused[0].headers["retry-after"]) >= 1
        assert refused[0].json()["code"] == "rate_limit_exceeded"
        assert re.search("problem", refused[0].headers["content-type"])


def test_neither_documents_nor_their_codes_are_kept_in_clear(server, tenant):
    with server.product(tenant.key()) as client:
        data, file = draw(client, "status-report")
    code = data["verificationCode"]
    for place, content in texts_at_rest(server):
        for text in [code, code.replace("-", ""), code.lower()]:
            assert text.encode() not in content, place
        assert file[1_000:1_064] not in content, place


def test_no_document_is_an_answer_of_its_own(server, tenant):
    with server.product(tenant.key()) as client:
        expect_failure(ask(client, "certificate", "SANDBOXVR1"), 404, "vrc_not_found")
        expect_failure(ask(client, "certificate", "no"), 422, "invalid_vrc_number")
        expect_failure(client.get(f"{BASE}/certificate"), 422, "missing_field", "vrcNumber")
