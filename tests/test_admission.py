"""The gate: every refusal, in order, in each product's envelope, free; and the headers."""

import concurrent.futures
import datetime
import re

import pytest

from envelopes import PRODUCTS, expect_failure, expect_free, expect_request_id, expect_success
from kofa import SCOPES, eventually, subscription, valid_calls

# One endpoint of each product; registry answers from the seeded register.
PROBES = {
    "investment": "listBrokers",
    "documents": "extractAddressBase64",
    "registry": "getCompanyByRc",
}
SCOPE_OF = {
    "investment": "investment_ipo",
    "documents": "ai_processing_hub",
    "registry": "business_validation_registry",
}


@pytest.fixture(params=PROBES)
def product(request):
    return request.param


@pytest.fixture
def probe(server, tenant, product):
    """Sends the product's valid call with the given key and headers."""
    call = valid_calls(server, tenant)[PROBES[product]]

    def send(key, **headers):
        with server.product(key, **headers) as client:
            return client.request(**call)

    return send


def log_of(tenant, answer):
    row = tenant.row(answer.headers["x-request-id"])
    assert row, "the call has a log row"
    return row


def test_unknown_path_and_verb(server, product):
    with server.product() as client:
        prefix = PRODUCTS[product]
        expect_failure(client.get(f"{prefix}/nothing-here"), 404, "not_found")
        call = {"investment": "/subscribe", "documents": "/extract", "registry": "/company/rc"}
        answer = client.delete(prefix + call[product])
        expect_failure(answer, 405, "method_not_allowed")
        allowed = "GET" if product == "registry" else "POST"
        assert allowed in [verb.strip() for verb in answer.headers["allow"].split(",")]
        expect_failure(client.get("/nothing-here"), 404, "not_found")


def test_a_browser_is_told_by_a_page_that_there_is_none(server):
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with server.product() as client:
        for path in ["/nothing-here", "/portal/sandbox/nothing", "/console/nothing", "/docs/no"]:
            answer = client.get(path, headers=browser)
            assert answer.status_code == 404
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert "No page has this address" in answer.text
            expect_failure(client.get(path), 404, "not_found")
        for path in [f"{prefix}/nothing" for prefix in PRODUCTS.values()] + ["/admin/v1/nothing"]:
            answer = client.get(path, headers=browser)
            assert answer.status_code == 404 and "json" in answer.headers["content-type"]


def test_keys_that_name_nobody(tenant, probe):
    expect_failure(probe(None), 401, "missing_api_key")
    expect_failure(probe(""), 401, "missing_api_key")
    key = tenant.key()
    last = "0" if key[-1] != "0" else "1"
    unknown = "kofa_test_" + "A" * 22 + "_000000"
    bodies = set()
    for wrong in [key[:-1] + last, key[:-1], unknown, "x", "a" * 5000, "kofa_test__", key + " x"]:
        answer = probe(wrong)
        expect_failure(answer, 401, "invalid_api_key")
        assert wrong not in answer.text
        bodies.add(answer.text.replace(answer.headers["x-request-id"], ""))
    assert len(bodies) == 1, "unknown and malformed keys look the same"


def test_expired_key(tenant, probe):
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=2)
    key = tenant.key(expiresAt=soon.isoformat().replace("+00:00", "Z"))
    answer = eventually(lambda: expect_and_return(probe(key), 401, "api_key_expired"))
    assert log_of(tenant, answer)["chargeKobo"] == 0


def expect_and_return(answer, status, code):
    expect_failure(answer, status, code)
    return answer


def test_revoked_key_and_suspended_tenant(tenant, probe):
    issued, other = tenant.issue(), tenant.key()
    expect_success(probe(issued["key"]))
    tenant.admin.post(f"/admin/v1/keys/{issued['id']}/revoke")
    answer = eventually(lambda: expect_and_return(probe(issued["key"]), 401, "api_key_revoked"))
    assert log_of(tenant, answer)["errorCode"] == "api_key_revoked"
    expect_success(probe(other))
    tenant.admin.put(tenant.path("status"), {"status": "suspended"})
    eventually(lambda: expect_failure(probe(other), 403, "tenant_suspended"))
    tenant.admin.put(tenant.path("status"), {"status": "active"})
    eventually(lambda: expect_success(probe(other)))


def test_rotated_key_keeps_its_grace(tenant, probe):
    old = tenant.issue(scopes=SCOPES)
    new = tenant.admin.post(f"/admin/v1/keys/{old['id']}/rotate", {"graceSeconds": 900})
    eventually(lambda: expect_success(probe(new["key"])))
    expect_success(probe(old["key"]))
    last = tenant.admin.post(f"/admin/v1/keys/{new['id']}/rotate", {"graceSeconds": 0})
    eventually(lambda: expect_success(probe(last["key"])))

    def refused():
        answer = probe(new["key"])
        assert answer.status_code == 401, answer.text

    eventually(refused)


def test_address_not_allowed(tenant, probe):
    expect_failure(probe(tenant.key(allowedCidrs=["203.0.113.0/24"])), 403, "ip_not_allowed")
    # Said by the caller itself, so not believed.
    key = tenant.key(allowedCidrs=["203.0.113.0/24"])
    expect_failure(probe(key, X_Forwarded_For="203.0.113.7"), 403, "ip_not_allowed")
    expect_success(probe(tenant.key(allowedCidrs=["127.0.0.0/8", "::1/128"])))


def test_environments(tenant, probe):
    key = tenant.key()
    expect_failure(probe(key, X_Environment="staging"), 400, "invalid_environment")
    expect_failure(probe(key, X_Environment="live"), 403, "environment_mismatch")
    answer = expect_success(probe(key, X_Environment="SandBox"))
    assert log_of(tenant, answer)["environment"] == "sandbox"
    live = tenant.key(environments=["live"])
    assert live.startswith("kofa_live_")
    expect_failure(probe(live, X_Environment="sandbox"), 403, "environment_mismatch")
    # Its only environment, in which no product is on.
    expect_failure(probe(live), 403, "service_not_enabled")
    both = tenant.key(environments=["sandbox", "live"])
    answer = expect_success(probe(both))
    assert log_of(tenant, answer)["environment"] == "sandbox"


def test_scope_and_switch(tenant, probe, product):
    scope = SCOPE_OF[product]
    others = [one for one in SCOPES if one != scope]
    answer = probe(tenant.key(scopes=others))
    fault = expect_failure(answer, 403, "insufficient_scope")
    assert scope in str(fault.get("requiredScope", answer.json().get("requiredScope")))
    assert log_of(tenant, answer)["errorCode"] == "insufficient_scope"
    key = tenant.key(scopes=[scope])
    tenant.switch(scope, False)
    eventually(lambda: expect_failure(probe(key), 403, "service_not_enabled"))
    # The scope is looked at first.
    expect_failure(probe(tenant.key(scopes=others)), 403, "insufficient_scope")
    tenant.switch(scope, True)
    eventually(lambda: expect_success(probe(key)))


def test_rate_limit(tenant, probe):
    key = tenant.key()
    tenant.limit(1, 1)

    def limited():
        answer = probe(key)
        expect_failure(answer, 429, "rate_limit_exceeded")
        return answer

    answer = eventually(limited)
    assert int(answer.headers["retry-after"]) >= 1
    assert re.fullmatch(r'"(key|tenant)";q=1;w=1', answer.headers["ratelimit-policy"])
    assert re.fullmatch(r'"(key|tenant)";r=0;t=\d+', answer.headers["ratelimit"])
    row = log_of(tenant, answer)
    assert (row["status"], row["chargeKobo"]) == (429, 0)


def test_wallet_that_cannot_pay(tenant, probe):
    key = tenant.key()
    answer = expect_success(probe(key))
    price = int(answer.headers["x-charge-amount"])
    tenant.set_balance(price - 1)
    answer = probe(key)
    fault = expect_failure(answer, 402, "insufficient_wallet_balance")
    said = answer.json() | fault
    assert (said["price"], said["available"], said["shortfall"]) == (price, price - 1, 1)
    assert log_of(tenant, answer)["chargeKobo"] == 0
    assert tenant.wallet()["balanceKobo"] == price - 1
    tenant.set_balance(price)
    answer = eventually(lambda: expect_success(probe(key)))
    assert answer.headers["x-wallet-balance"] == "0"


def test_a_document_of_no_known_type_is_told_before_money(server, tenant):
    key = tenant.key()
    tenant.set_balance(0)
    base = "/api/v1/proof-of-address/extract"
    with server.product(key) as client:
        body = {"document_base64": "aGVsbG8gd29ybGQ="}
        for answer in [
            client.post(f"{base}-base64", json=body),
            client.post(base, files={"file": ("a.pdf", b"hello world")}),
            client.post(f"{base}/jobs", json=body),
        ]:
            expect_failure(answer, 415, "unsupported_document_type")
        answer = client.post(base, files={"file": ("a.pdf", b"%PDF-1.7\n")})
        expect_failure(answer, 402, "insufficient_wallet_balance")


def test_order_of_checks(server, tenant, product):
    """Each call has every fault from its check on; the first one answers."""
    scope = SCOPE_OF[product]
    others = [one for one in SCOPES if one != scope]
    tenant.limit(1, 1)
    tenant.switch(scope, False)
    tenant.set_balance(0)
    wrong = {
        "investment": ("POST", "/subscribe"),
        "documents": ("POST", "/extract-base64"),
        "registry": ("GET", "/company/rc"),
    }
    verb, path = wrong[product]

    def ask(key, **headers):
        with server.product(key, **headers) as client:
            return client.request(verb, PRODUCTS[product] + path, content=b"{")

    away = {"allowedCidrs": ["203.0.113.0/24"]}
    expect_failure(ask(None, X_Environment="staging"), 401, "missing_api_key")
    expect_failure(ask("x", X_Environment="staging"), 401, "invalid_api_key")
    key = tenant.key(scopes=others, **away)
    expect_failure(ask(key, X_Environment="staging"), 403, "ip_not_allowed")
    key = tenant.key(scopes=others)
    expect_failure(ask(key, X_Environment="staging"), 400, "invalid_environment")
    expect_failure(ask(key, X_Environment="live"), 403, "environment_mismatch")
    expect_failure(ask(key), 403, "insufficient_scope")
    key = tenant.key(scopes=[scope])
    eventually(lambda: expect_failure(ask(key), 403, "service_not_enabled"))
    tenant.switch(scope, True)
    eventually(lambda: expect_failure(ask(key), 429, "rate_limit_exceeded"))
    tenant.limit(1000, 1000)

    def malformed():
        answer = ask(key)
        assert answer.status_code in (400, 415, 422), answer.text
        expect_free(answer)

    eventually(malformed)


def test_headers_of_a_charged_call(tenant, probe, product):
    key = tenant.key()
    before = tenant.wallet()["balanceKobo"]
    answer = expect_success(probe(key))
    prices = {"investment": 500, "documents": 7_500, "registry": 5_000}
    price = prices[product]
    assert answer.headers["x-charge-amount"] == str(price)
    assert answer.headers["x-charge-currency"] == "NGN"
    assert answer.headers["x-wallet-balance"] == str(before - price)
    assert re.fullmatch(r'"(key|tenant)";q=\d+;w=\d+', answer.headers["ratelimit-policy"])
    assert re.fullmatch(r'"(key|tenant)";r=\d+;t=\d+', answer.headers["ratelimit"])
    row = log_of(tenant, answer)
    assert (row["status"], row["chargeKobo"], row["service"]) == (200, price, SCOPE_OF[product])
    assert row["operationId"] == PROBES[product] and row["errorCode"] is None
    entry = next(tenant.pages("ledger/sandbox"))
    assert entry["requestId"] == row["requestId"]
    assert (entry["amountKobo"], entry["balanceKobo"]) == (-price, before - price)
    if product == "documents":
        assert answer.json()["request_id"] == row["requestId"]


def test_two_environments_have_two_wallets(tenant, probe, product):
    scope = SCOPE_OF[product]
    tenant.switch(scope, True, "live")
    key = tenant.key(environments=["live"])
    if product == "registry":
        # Where nothing is connected nobody is asked for money.
        path = "/admin/v1/registry/imports?environment=live"
        csv = {"Content-Type": "text/csv"}
        file = "rcNumber,companyName\n7,Okun Mills Ltd\n"
        taken = tenant.admin.client.post(path, content=file, headers=csv)
        assert taken.status_code == 202, taken.text
    before = tenant.wallet("sandbox")["balanceKobo"]

    def poor():
        answer = probe(key)
        assert answer.status_code == 402, answer.text
        expect_failure(answer, 402, "insufficient_wallet_balance")

    eventually(poor)
    assert tenant.wallet("sandbox")["balanceKobo"] == before
    assert tenant.wallet("live")["balanceKobo"] == 0


def test_default_limit(server):
    """50 a second and 100 at once, until the operator says otherwise."""
    tenant = server.admin().tenant("Plain", ordinary_limits=True)
    with server.product(tenant.key()) as client:
        answer = client.get("/api/v1/quote?operationId=listOffers")
    assert re.fullmatch(r'"(key|tenant)";q=100;w=2', answer.headers["ratelimit-policy"])


def test_exactly_fifty_of_four_hundred(server, tenant):
    key = tenant.key()
    tenant.set_balance(50 * 500)

    def call(_):
        with server.product(key) as client:
            path = "/api/exchange-invest/offers"
            return [client.get(path) for _ in range(10)]

    with concurrent.futures.ThreadPoolExecutor(40) as pool:
        answers = [answer for part in pool.map(call, range(40)) for answer in part]
    by_status = {}
    for answer in answers:
        by_status.setdefault(answer.status_code, []).append(answer)
    assert {status: len(some) for status, some in by_status.items()} == {200: 50, 402: 350}
    assert tenant.wallet()["balanceKobo"] == 0
    charged = [row for row in tenant.pages("requests") if row["chargeKobo"]]
    succeeded = {expect_request_id(answer) for answer in by_status[200]}
    assert {row["requestId"] for row in charged} == succeeded
    assert tenant.admin.post("/admin/v1/ledger/verify")["ok"]


def test_same_idempotency_key_from_many(server, tenant):
    key = tenant.key()
    body = subscription(server, tenant.vendor_id)

    def call(_):
        with server.product(key, Idempotency_Key="once") as client:
            return client.post("/api/exchange-invest/subscribe", json=body)

    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(call, range(32)))
    first = [it for it in answers if it.is_success and "idempotency-replayed" not in it.headers]
    assert len(first) == 1, [it.status_code for it in answers]
    for answer in answers:
        if answer.is_success:
            assert answer.content == first[0].content
        else:
            expect_failure(answer, 409, "idempotency_in_progress")
            expect_free(answer)
    again = call(0)
    assert again.content == first[0].content
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["x-charge-amount"] == "0"
    with server.product(key) as client:
        listed = client.post("/api/exchange-invest/transactions", json={}).json()["data"]
    assert listed["totalCount"] == 1
    charged = [
        row["chargeKobo"] for row in tenant.pages("requests")
        if row["operationId"] == "subscribe" and row["chargeKobo"]
    ]
    assert charged == [10_000]


def test_idempotency_rules(server, tenant):
    key = tenant.key()
    path = "/api/exchange-invest/subscribe"
    body = subscription(server, tenant.vendor_id, 1)
    with server.product(key) as client:
        send = lambda name, body: client.post(path, json=body, headers={"Idempotency-Key": name})
        # A refusal before execution is not kept: mend it and send it again.
        expect_failure(send("a", body | {"bvn": "12"}), 422, "invalid_bvn", "bvn")
        first = send("a", body)
        assert first.is_success, first.text
        # The order of members and blanks do not matter, nor does the quoted form of the header.
        turned = dict(reversed(list(body.items())))
        assert send('"a"', turned).content == first.content
        other = send("a", body | {"numberOfShares": body["numberOfShares"] * 2})
        expect_failure(other, 422, "idempotency_key_reused")
        expect_free(other)
        for wrong in ["", "x" * 300]:
            answer = send(wrong, body)
            assert answer.status_code in (400, 422), answer.text
        # Another tenant's same key is another call.
    stranger = tenant.admin.tenant("Stranger")
    with server.product(stranger.key(), Idempotency_Key="a") as client:
        answer = client.post(path, json=subscription(server, stranger.vendor_id, 2))
        assert answer.is_success and "idempotency-replayed" not in answer.headers
