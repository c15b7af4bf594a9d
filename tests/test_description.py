"""What answers carry beside their data, against /openapi.json: makers of clients read only that."""

import base64
import re

import pytest

from kofa import bill, consent_code, eventually, subscription
from test_rights import expect_over, operations

INVEST, REGISTRY = "/api/exchange-invest", "/api/v1/company/validation"
POA = "/api/v1/proof-of-address"


@pytest.fixture
def described(server):
    return {operation["operationId"]: operation for _, _, operation in operations(server)}


def expect_described(described, operation, answer, status):
    """Every header of ours and every word of an error is one of the description's."""
    assert answer.status_code == status, answer.text
    response = described[operation]["responses"][str(status)]
    known = {name.lower() for name in response["headers"]}
    common = ("date", "content-type", "content-length", "cache-control")
    assert set(answer.headers) - set(common) <= known, operation
    media_type = answer.headers["content-type"].partition(";")[0]
    return response["content"][media_type]["schema"]


def expect_error(server, described, operation, answer, status, word):
    schema = expect_described(described, operation, answer, status)
    shape = schema["$ref"].rpartition("/")[2]
    with server.client() as client:
        shapes = client.get("/openapi.json").json()["components"]["schemas"]
    known = shapes[shape]["properties"]["errors"]["items"]["properties"]
    (error,) = answer.json()["errors"]
    assert word in error and error.keys() <= known.keys()


def test_what_errors_tell_is_described(server, tenant, described):
    fails = lambda *rest: expect_error(server, described, *rest)
    refused = subscription(server, tenant.vendor_id, 2)
    refused["numberOfShares"] *= 13
    document = {"document_base64": base64.b64encode(bill()).decode()}
    with server.product(tenant.key()) as client:
        subscribe = lambda body: client.post(f"{INVEST}/subscribe", json=body)
        first = subscription(server, tenant.vendor_id)
        assert subscribe(first).is_success
        fails("subscribe", subscribe(first), 409, "existingSubscriptionId")
        fails("subscribe", subscribe(refused), 422, "localSubscriptionId")
        live = client.get(f"{REGISTRY}/company/rc", headers={"X-Environment": "live"})
        fails("getCompanyByRc", live, 403, "requestedEnvironment")
        named = document | {"client_reference": "once"}
        job = client.post(f"{POA}/extract/jobs", json=named)
        again = client.post(f"{POA}/extract/jobs", json=named)
        fails("createExtractionJob", again, 409, "job_request_id")
        place = job.headers["location"]
        eventually(lambda: expect_over(client, place))
        fails("cancelExtractionJob", client.post(f"{place}/cancel"), 409, "status")
        tenant.set_balance(0)
        poor = client.get(f"{INVEST}/brokers")
        fails("listBrokers", poor, 402, "shortfall")
    with server.product(tenant.key(["investment_ipo"])) as client:
        scope = client.get(f"{REGISTRY}/company/rc")
        fails("getCompanyByRc", scope, 403, "requiredScope")
        tenant.limit(1, 1)
        limited = next(it for it in iter(lambda: client.get(f"{INVEST}/brokers"), None)
                       if it.status_code == 429)
        fails("listBrokers", limited, 429, "policy")


def test_headers_of_repetitions_and_files_are_described(server, tenant, described):
    body = subscription(server, tenant.vendor_id)
    with server.product(tenant.key()) as client:
        for replayed in (False, True):
            key = {"Idempotency-Key": "one"}
            answer = client.post(f"{INVEST}/subscribe", json=body, headers=key)
            assert ("idempotency-replayed" in answer.headers) == replayed
            expect_described(described, "subscribe", answer, 200)
        for operation, path in [("getAffiliates", "affiliates"), ("getCertificate", "certificate")]:
            place = f"{REGISTRY}/{path}?vrcNumber={consent_code()}"
            while (first := client.get(place)).status_code == 404:
                # Not every company of the sandbox has a certificate.
                place = f"{REGISTRY}/{path}?vrcNumber={consent_code()}"
            for replayed, answer in enumerate([first, client.get(place)]):
                assert ("idempotency-replayed" in answer.headers) == bool(replayed)
                schema = expect_described(described, operation, answer, 200)
    # What else says `string` is decoded as text.
    assert schema == {"type": "string", "format": "binary"}


def test_yes_or_no_in_a_query_is_a_boolean(described):
    words = {
        name["name"]: name["schema"] for operation in described.values()
        for name in operation["parameters"] if name["schema"].get("enum") == ["true", "false"]
    }
    assert words == {}
    (dry,) = [it for it in described["subscribe"]["parameters"] if it["name"] == "validateOnly"]
    assert dry["schema"] == {"type": "boolean"}


def test_a_price_and_its_quote_have_one_vocabulary(server, tenant):
    with server.product(tenant.key()) as client:
        quoted = client.get("/openapi.json").json()["components"]["schemas"]["Quote"]
        kept = client.get("/admin/openapi.json").json()["components"]["schemas"]["Price"]
        assert quoted["properties"]["rule"]["enum"] == kept["properties"]["rule"]["enum"]
        tenant.admin.put(tenant.path("prices/listBrokers/sandbox"), {"amountKobo": 7})

        def expect_one_word():
            quote = client.get("/api/v1/quote?operationId=listBrokers").json()
            prices = tenant.admin.get(f"/admin/v1/prices?tenantId={tenant.id}")["items"]
            (price,) = [one for one in prices if one["environment"] == "sandbox"
                        and one["operationId"] == "listBrokers"]
            assert quote["rule"] == price["rule"] == "tenant_override"
            assert quote["amountKobo"] == price["amountKobo"] == 7

        eventually(expect_one_word)


def test_no_answer_names_a_code_twice(described):
    for name, operation in described.items():
        for status, answer in operation["responses"].items():
            codes = re.findall(r"`([a-z_]+)`", answer["description"])
            assert len(codes) == len(set(codes)), (name, status, codes)
