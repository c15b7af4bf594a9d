"""Who may call what: every endpoint of the API descriptions, so that none can be forgotten."""

import re

from envelopes import expect_failure, expect_free, expect_success
from kofa import ACCOUNT_SCOPE, SCOPES, eventually, subscription, valid_calls

# Endpoints that any key of the tenant may call.
WITHOUT_SCOPE = {"getQuote", "listEvents"}
# What of the admin API moves offers and what belongs to them, or tells everybody of incidents.
MARKET = {"Offers", "Banks and brokers", "Settlements", "Subscriptions", "Outbox", "Incidents"}
# Endpoints of the admin API that work without a token: the link itself is the right.
ADMIN_PUBLIC = {"getInvite", "acceptInvite", "useSetup", "setUpOperator", "takePaymentNotice",
                "takeTestWebhook"}


def operations(server, path="/openapi.json"):
    with server.client() as client:
        document = client.get(path).json()
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            if verb in ("get", "post", "put", "patch", "delete"):
                yield path, verb.upper(), operation


def test_every_endpoint_is_covered(server, tenant):
    described = {operation["operationId"] for _, _, operation in operations(server)}
    assert described == valid_calls(server, tenant).keys()
    for path, verb, operation in operations(server):
        call = valid_calls(server, tenant)[operation["operationId"]]
        assert call["method"] == verb
        pattern = re.sub(r"\{[^}]+\}", "[^/?]+", path)
        assert re.match(pattern + r"(\?|$)", call["url"]), operation["operationId"]


def test_valid_calls_succeed_and_are_charged_as_described(server, tenant):
    calls = valid_calls(server, tenant)
    with server.product(tenant.key()) as client:
        for _, _, operation in operations(server):
            call = calls[operation["operationId"]]
            before = tenant.wallet()["balanceKobo"]
            answer = client.request(**call)
            billable = {one["status"] for one in operation["x-billable-outcomes"]}
            price = operation["x-price"]["sandbox"] if answer.status_code in billable else 0
            assert answer.is_success, answer.text
            told = "x-charge-amount"
            if answer.status_code == 202:
                # Held now, charged when the work has ended well.
                told = "x-charge-reserved"
                assert answer.headers["x-charge-amount"] == "0"
                eventually(lambda: expect_over(client, answer.headers["location"]))
            assert tenant.wallet()["balanceKobo"] == before - price
            assert int(answer.headers.get(told, 0)) == price
            assert tenant.row(answer.headers["x-request-id"])["chargeKobo"] == price


def expect_over(client, place):
    record = expect_success(client.get(place)).json()
    status = record.get("status") or record["data"]["status"]
    assert status in ("succeeded", "completed"), record


def test_refusals_of_every_endpoint(server, tenant):
    calls = valid_calls(server, tenant)
    off = tenant.admin.tenant("Switched off")
    for scope in SCOPES:
        off.switch(scope, False)
    key, off_key = tenant.key(), off.key()
    # The document that feedback is about was read for money.
    calls["sendExtractionFeedback"]
    before = tenant.wallet()["balanceKobo"]

    def ask(operation, key, **headers):
        with server.product(key, **headers) as client:
            answer = client.request(**calls[operation["operationId"]])
            expect_free(answer)
            return answer

    for _, _, operation in operations(server):
        expect_failure(ask(operation, None), 401, "missing_api_key")
        expect_failure(ask(operation, "kofa_test_x_y"), 401, "invalid_api_key")
        answer = ask(operation, key, X_Environment="live")
        expect_failure(answer, 403, "environment_mismatch")
        scope = operation.get("x-required-scope")
        if operation["operationId"] in WITHOUT_SCOPE:
            assert scope is None
            continue
        others = [one for one in [*SCOPES, ACCOUNT_SCOPE] if one != scope]
        assert len(others) == 3, f"{operation['operationId']} names its scope"
        expect_failure(ask(operation, tenant.key(scopes=others)), 403, "insufficient_scope")
        if scope == ACCOUNT_SCOPE:
            # It is no product, and nobody can switch it off.
            continue
        eventually(
            lambda: expect_failure(ask(operation, off_key), 403, "service_not_enabled")
        )
    assert tenant.wallet()["balanceKobo"] == before


def test_tenants_do_not_see_each_other(server, tenant):
    stranger = tenant.admin.tenant("Stranger")
    with server.product(tenant.key()) as client:
        body = subscription(server, tenant.vendor_id)
        made = client.post("/api/exchange-invest/subscribe", json=body)
        assert made.is_success, made.text
        mine = client.post("/api/exchange-invest/transactions", json={}).json()["data"]
    assert mine["totalCount"] == 1
    reference = mine["transactions"][0]["transactionReference"]
    with server.product(stranger.key()) as client:
        for search in [{}, {"transactionReference": reference}]:
            answer = client.post("/api/exchange-invest/transactions", json=search)
            data = expect_success(answer).json()["data"]
            assert (data["transactions"], data["totalCount"]) == ([], 0)
        # The same person may apply through another tenant, but not as that tenant.
        answer = client.post("/api/exchange-invest/subscribe", json=body)
        expect_failure(answer, 422, "vendor_not_found", "vendorId")
    assert stranger.row(made.headers["x-request-id"]) is None
    assert tenant.row(made.headers["x-request-id"])
    # The stranger's own calls are in its own log only.
    assert not {row["requestId"] for row in stranger.pages("requests")} & {
        row["requestId"] for row in tenant.pages("requests")
    }


def test_environments_do_not_see_each_other(server, tenant):
    tenant.switch("investment_ipo", True, "live")
    tenant.move("credits", 1_000_000, "live")
    key = tenant.key(environments=["sandbox", "live"])
    with server.product(key) as client:
        body = subscription(server, tenant.vendor_id)
        assert client.post("/api/exchange-invest/subscribe", json=body).is_success
    with server.product(key, X_Environment="live") as client:
        path = "/api/exchange-invest/transactions"
        answer = eventually(lambda: expect_success(client.post(path, json={})))
        assert answer.json()["data"]["totalCount"] == 0
        # Nothing is offered there: those of the sandbox are not shown.
        offers = client.get("/api/exchange-invest/offers")
        expect_failure(offers, 503, "upstream_not_configured")
    live = list(tenant.pages("requests?environment=live"))
    assert live and all(row["environment"] == "live" for row in live)
    sandbox = list(tenant.pages("requests?environment=sandbox"))
    assert sandbox and all(row["environment"] == "sandbox" for row in sandbox)


def test_admin_api_needs_its_token(server, tenant):
    product_key = tenant.key()
    seen = 0
    for path, verb, operation in operations(server, "/admin/openapi.json"):
        if operation["operationId"] in ADMIN_PUBLIC:
            continue
        seen += 1
        url = path.replace("{tenantId}", tenant.id)
        url = re.sub(r"\{environment\}", "sandbox", url)
        url = re.sub(r"\{[^}]+\}", "x", url)
        for token in [None, "x", "kofa_admin_" + "0" * 48, product_key]:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            with server.client(**headers) as client:
                answer = client.request(verb, url, json={})
            expect_failure(answer, 401, "unauthorized")
    assert seen > 20


def test_admin_token_opens_no_product(server):
    with server.product(server.ready["adminToken"]) as client:
        expect_failure(client.get("/api/exchange-invest/offers"), 401, "invalid_api_key")



def test_who_only_looks_moves_nothing_of_the_market(server, tenant):
    """Asked before the body is read; of the directory's writes `roles.rs` knows the bodies."""
    admin = tenant.admin
    body = {"name": "Onlooker", "email": f"{tenant.id}@example.ng", "role": "support"}
    token = admin.post("/admin/v1/operators", body)["adminToken"]
    offer = admin.post(tenant.path("sandbox/offers"), {"copyOf": "OFR-LAGOON"})["id"]
    names = {"tenantId": tenant.id, "environment": "sandbox", "offerId": offer, "bankId": "9"}
    seen = 0
    with server.client(Authorization=f"Bearer {token}") as client:
        assert client.get("/admin/v1/tenants").status_code == 200
        for path, verb, operation in operations(server, "/admin/openapi.json"):
            if verb == "GET" or not MARKET & set(operation["tags"]):
                continue
            seen += 1
            url = re.sub(r"\{([^}]+)\}", lambda found: names.get(found[1], "x"), path)
            answer = client.request(verb, url, json={})
            expect_failure(answer, 403, "forbidden")
    assert seen > 20
