"""Top-ups through a stand-in of Paystack: credited once, whatever the provider and the line do."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import httpx
import pytest
from pypaystack2.sub_clients import RefundClient, TransactionClient

from browsing import sign_in
from kofa import PostgresDatabase, Server, eventually
from payments import KEY, HmacProvider, Paystack

KILLS = 3
AMOUNT = 5_000_000
PATH = "/admin/v1/top-ups"


def running(folder, provider, database=None, **settings):
    """A server of the test alone, and the provider of its live."""
    server = Server(folder, database)
    server.environment = provider.settings | settings
    try:
        yield server.start(), provider
        server.stop()
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        provider.close()
        if database:
            database.drop()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, binary, tmp_path):
    database = PostgresDatabase() if request.param == "postgres" else None
    yield from running(tmp_path, Paystack(), database)


@pytest.fixture
def own_provider(binary, tmp_path):
    yield from running(tmp_path, HmacProvider())


def start(server, tenant, amount=AMOUNT):
    body = {"amountKobo": amount, "email": "ada@example.ng"}
    return server.admin().post(tenant.path("wallets/live/top-ups"), body)


def find(server, top_up):
    items = server.admin().get(f"{PATH}?environment=live&limit=100")["items"]
    return next(item for item in items if item["id"] == top_up["id"])


def notices(server):
    return server.admin().get("/admin/v1/payment-notices?limit=100")["items"]


def events_are(client, expected):
    found = client.get("/api/v1/events?types=wallet.credited").json()["events"]
    assert [one["data"]["amountKobo"] for one in found] == expected, found


def outcomes_are(server, expected):
    assert [one["outcome"] for one in notices(server)] == expected


def is_in(server, top_up, state):
    found = find(server, top_up)
    assert found["state"] == state, found
    return found


def verify(server):
    found = server.admin().post("/admin/v1/ledger/verify")
    assert found["ok"], found["problems"]


def credits(tenant):
    rows = tenant.pages("ledger/live")
    return [(row["reference"], row["amountKobo"]) for row in rows if row["kind"] == "top_up"]


def test_twenty_notifications_at_once_credit_once_within_a_second(place):
    server, provider = place
    tenant = server.admin().tenant()
    top_up = start(server, tenant)
    assert top_up["paymentUrl"].startswith(provider.url)
    assert provider.asked[0][2] == {
        "reference": top_up["reference"], "amount": AMOUNT, "currency": "NGN",
        "email": "ada@example.ng",
        "callback_url": f"{server.url}/portal/live/wallet/top-ups/{top_up['id']}"}
    provider.pay(top_up["reference"])
    sent = provider.notification(top_up["reference"])
    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(lambda _: provider.notify(server, sent).status_code, range(20)))
    assert statuses == [200] * 20
    answered = time.monotonic()
    eventually(lambda: is_in(server, top_up, "paid"), 1)
    assert time.monotonic() - answered < 1
    wallet = tenant.wallet("live")
    assert wallet["availableKobo"] == wallet["balanceKobo"] == AMOUNT
    [notice] = notices(server)
    assert (notice["times"], notice["outcome"]) == (20, "applied")
    # The same much later, and another about the same payment.
    provider.notify(server, sent)
    provider.notify(server, provider.notification(top_up["reference"], "charge.updated"))
    eventually(lambda: outcomes_are(server, ["repeated", "applied"]))
    assert credits(tenant) == [(top_up["reference"], AMOUNT)]
    with server.product(tenant.key(environments=("live",)), X_Environment="live") as client:
        eventually(lambda: events_are(client, [AMOUNT]))
    month = datetime.now(timezone(timedelta(hours=1))).strftime("%Y-%m")
    statement = server.admin().client.get(
        tenant.path(f"statements/live/{month}"), headers={"Accept": "text/csv"})
    assert statement.text.count(top_up["reference"]) == 1
    verify(server)


def test_what_is_wrong_is_refused_or_kept(place):
    server, provider = place
    tenant = server.admin().tenant()
    top_up = start(server, tenant)
    reference = top_up["reference"]
    provider.pay(reference)
    headers, body = provider.notification(reference)
    signature = headers["x-paystack-signature"]
    other = "0" if signature[0] != "0" else "1"
    for wrong in [{}, {"x-paystack-signature": other + signature[1:]},
                  {"x-paystack-signature": "é".encode()}, {"x-paystack-signature": signature[:-2]}]:
        answer = provider.notify(server, (wrong, body))
        assert answer.status_code == 401 and answer.json()["code"] == "invalid_signature"
    assert provider.notify(server, (headers, body + b" ")).status_code == 401
    assert provider.notify(server, (headers, b"x" * 70_000)).status_code == 413
    url = f"{server.url}/hooks/payments/"
    assert httpx.post(url + "hmac", headers=headers, content=body).status_code == 404
    assert httpx.get(url + "paystack").status_code == 405
    assert notices(server) == []
    with httpx.Client(base_url=server.url) as client:
        metrics = client.get("/metrics").text
    line = 'kofa_payment_notices_total{provider="paystack",outcome="wrong_signature"} 5'
    assert line in metrics
    for changes, reason in [({"amount": AMOUNT - 1}, "amount_mismatch"),
                            ({"currency": "USD"}, "currency_mismatch"),
                            ({"status": "reversed"}, "reversed")]:
        one = start(server, tenant)
        provider.pay(one["reference"], **changes)
        # What the notification says does not count.
        said = provider.notification(one["reference"])
        assert provider.notify(server, said).status_code == 200
        kept = eventually(lambda: is_in(server, one, "kept"))
        assert kept["reason"] == reason
    provider.payments["ORDER-7"] = provider.payments[reference] | {"status": "success"}
    provider.notify(server, provider.notification("ORDER-7"))
    eventually(lambda: outcomes_are(server, ["unknown_reference"] + ["kept"] * 3))
    assert tenant.wallet("live")["balanceKobo"] == 0
    # An operator settles one by hand, once.
    path = f"{PATH}/{kept['id']}/settle"
    for _ in range(2):
        settled = server.admin().post(path, {"amountKobo": 777, "reason": "It came after all."})
        assert settled["state"] == "paid"
    assert credits(tenant) == [(kept["reference"], 777)]
    verify(server)


@pytest.mark.parametrize("mood", ["hangs", "cuts", 500, 429, 403, b"<html>", b"[]", b"{}", b"null",
                                  b'{"status":true,"data":{"status":"success"}}'])
def test_a_provider_that_does_not_answer_is_asked_until_it_does(sqlite_paystack, mood):
    server, provider, tenant = sqlite_paystack
    top_up = start(server, tenant)
    provider.pay(top_up["reference"])
    before = tenant.wallet("live")["balanceKobo"]
    provider.mood = mood
    provider.notify(server, provider.notification(top_up["reference"]))
    time.sleep(1.5)
    assert find(server, top_up)["state"] == "pending"
    provider.mood = "well"
    eventually(lambda: is_in(server, top_up, "paid"), 40)
    assert tenant.wallet("live")["balanceKobo"] == before + AMOUNT
    verify(server)


@pytest.fixture(scope="module")
def sqlite_paystack(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("paystack")
    for server, provider in running(folder, Paystack(), KOFA_PAYMENTS_TIMEOUT_S="1"):
        yield server, provider, server.admin().tenant()


def test_a_payment_is_found_without_a_notification(sqlite_paystack):
    server, provider, tenant = sqlite_paystack
    top_up = start(server, tenant)
    provider.pay(top_up["reference"])
    eventually(lambda: is_in(server, top_up, "paid"), 20)
    for mood, code in [("cuts", "upstream_unavailable"), (400, "upstream_rejected")]:
        provider.mood = mood
        path = tenant.path("wallets/live/top-ups")
        body = {"amountKobo": AMOUNT, "email": "ada@example.ng"}
        answer = server.admin().client.post(path, json=body)
        assert answer.json()["code"] == code, answer.text
        provider.mood = "well"


def test_a_provider_of_ones_own_signs_as_standard_webhooks_do(own_provider):
    server, provider = own_provider
    tenant = server.admin().tenant()
    top_up = start(server, tenant)
    provider.pay(top_up["reference"])
    headers, body = provider.notification(top_up["reference"])
    late = headers | {"webhook-timestamp": str(int(headers["webhook-timestamp"]) - 301)}
    assert provider.notify(server, (late, body)).status_code == 401
    assert provider.notify(server, (headers, body)).status_code == 200
    eventually(lambda: is_in(server, top_up, "paid"), 1)
    assert tenant.wallet("live")["balanceKobo"] == AMOUNT
    verify(server)


def test_a_published_client_understands_the_stand_in_and_its_signature():
    """So that what Kofa is tried with is what Paystack is."""
    provider = Paystack()
    try:
        client = TransactionClient(KEY)
        client._BASE_URL = provider.url
        begun = client.initialize(AMOUNT, "ada@example.ng", "NGN", reference="KFP-1")
        assert begun.status and begun.data.reference == "KFP-1"
        assert begun.data.authorization_url.startswith(provider.url)
        provider.pay("KFP-1")
        found = client.verify("KFP-1")
        assert (found.data.status, found.data.amount) == ("success", AMOUNT), found
        assert client.verify("KFP-2").status_code == 400
        headers, body = provider.notification("KFP-1")
        assert client.is_verified_webhook_payload(body, headers["x-paystack-signature"])
        refunds = RefundClient(KEY)
        refunds._BASE_URL = provider.url
        made = refunds.create("KFP-1", AMOUNT // 2, merchant_note="KFR-1")
        assert (made.status, made.data.status, made.data.amount) == (True, "pending", AMOUNT // 2)
        assert made.data.transaction.reference == "KFP-1"
        too_much = refunds.create("KFP-1", AMOUNT, merchant_note="KFR-2")
        assert too_much.status_code == 400 and not too_much.status
        provider.send_refunds()
        [one] = refunds.get_refunds(transaction=str(found.data.id)).data
        assert (one.status, one.merchant_note, one.transaction) == (
            "processed", "KFR-1", found.data.id)
    finally:
        provider.close()


def test_kill_9_between_notification_and_credit_credits_once(place):
    server, provider = place
    tenant = server.admin().tenant()
    chance, expected = random.Random(7), []
    for _ in range(KILLS):
        all_of_them = [start(server, tenant, 10_000 * number) for number in range(1, 7)]
        for top_up in all_of_them:
            provider.pay(top_up["reference"])
            expected.append((top_up["reference"], top_up["amountKobo"]))
        sent = [provider.notification(top_up["reference"]) for top_up in all_of_them]

        def notify():
            for one in sent * 3:
                try:
                    provider.notify(server, one)
                except httpx.HTTPError:
                    return

        threads = [threading.Thread(target=notify) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.0, 0.5))
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        tenant.admin = server.admin()
        # In another order, some for the first time.
        for one in chance.sample(sent, len(sent)):
            assert provider.notify(server, one).status_code == 200
        for top_up in all_of_them:
            eventually(lambda one=top_up: is_in(server, one, "paid"), 90)
    assert sorted(credits(tenant)) == sorted(expected)
    assert tenant.wallet("live")["balanceKobo"] == sum(amount for _, amount in expected)
    verify(server)


def test_the_pages_lead_there_and_back(browser, place):
    server, _ = place
    login = server.ready["tenant"]
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    sign_in(page, "portal", login["email"], login["password"])
    page.goto("/portal/sandbox/wallet/top-ups")
    page.fill("#amount", "5,000")
    page.click("text=Continue to payment")
    page.wait_for_url("**/pay")
    page.click("text=Fail the payment")
    page.click("text=Continue to payment")
    page.get_by_role("button", name="Pay", exact=True).click()
    page.wait_for_selector("text=The money is in your wallet.", timeout=10_000)
    page.goto("/portal/sandbox/wallet/journal?kind=top_up")
    assert "KFP-" in page.content()
    context.close()
