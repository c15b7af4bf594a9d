"""Two whole days in a real browser: a tenant's first one, and one of an operator."""

import re
import secrets

import pytest
from browsing import ACCESSIBLE, agree, sign_in, watch
from kofa import eventually
from playwright.sync_api import expect

PASSWORD = "seven quiet herons"
LOOK_UP = "/api/v1/company/validation/company/rc?rcNumber=1885308"
MISSING = "/api/v1/company/validation/company/rc?rcNumber=RC0000001"


@pytest.fixture(params=["sqlite", "postgres"])
def server(request):
    return request.getfixturevalue(f"{request.param}_server")


class Person:
    """Somebody at a browser of their own, and what went wrong in it."""

    def __init__(self, browser, server):
        self.context = browser.new_context(
            base_url=server.url, viewport={"width": 1440, "height": 900},
            permissions=["clipboard-read", "clipboard-write"],
        )
        self.page = self.context.new_page()
        self.wrong = watch(self.page, server)

    def main(self):
        return self.page.locator("main")

    def says(self, text):
        expect(self.page.locator(".said")).to_contain_text(text)

    def is_well(self):
        assert self.page.evaluate(ACCESSIBLE) == [], self.page.url
        assert self.wrong == [], self.page.url


@pytest.fixture
def people(browser, server):
    """An operator who is signed in, and a stranger who is to become a tenant's owner."""
    operator, owner = Person(browser, server), Person(browser, server)
    who = server.ready["operator"]
    sign_in(operator.page, "console", who["email"], who["password"])
    yield operator, owner
    operator.context.close()
    owner.context.close()


def take_on(operator):
    """The operator onboards a business and copies the link; its id, name, owner and link."""
    page = operator.page
    name, email = f"Mango {secrets.token_hex(4)}", f"{secrets.token_hex(6)}@example.ng"
    page.get_by_role("link", name="Tenants", exact=True).click()
    page.get_by_label("Business name").fill(name)
    page.get_by_label("Owner's email").fill(email)
    page.get_by_role("button", name="Create tenant").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.locator("#secret").inner_text()
    operator.is_well()
    page.get_by_role("link", name="Open tenant").click()
    return re.search(r"ten_[0-9a-f]{32}", page.url).group(), name, email, link


def join(owner, link, name):
    """The owner opens the link and chooses a password, and is in."""
    page = owner.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Join {name}")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Accept and sign in").click()
    page.wait_for_url("**/portal/sandbox")
    owner.says(f"You are now a member of {name}")


def create_key(owner, name, *without):
    page = owner.page
    page.get_by_role("link", name="API keys", exact=True).click()
    page.get_by_role("link", name="Create key").click()
    page.get_by_label("Name").fill(name)
    for product in without:
        page.get_by_role("checkbox", name=product).uncheck()
    # Pressed by an impatient hand: one key is made.
    page.get_by_role("button", name="Create key").dblclick()
    key = page.locator("#key-text").inner_text()
    assert re.fullmatch(r"kofa_test_\w{22,}_\w{6}", key)
    owner.is_well()
    page.get_by_role("link", name="I have copied it").click()
    assert key not in page.content()
    return key


def call(server, key, path=LOOK_UP, **headers):
    with server.product(key, **headers) as client:
        return client.get(path)


def naira(kobo):
    return f"₦{kobo // 100:,}.{kobo % 100:02}"


def balance(server, tenant, environment="sandbox"):
    path = f"/admin/v1/tenants/{tenant}/wallets/{environment}"
    return server.admin().get(path)["balanceKobo"]


def test_the_first_day_of_a_tenant(server, people):
    operator, owner = people
    tenant, name, email, link = take_on(operator)
    join(owner, link, name)
    page = owner.page
    products = page.locator("section[aria-labelledby=services]")
    expect(products.locator(".pill.ok")).to_have_count(3)
    expect(products.get_by_text("Off in live")).to_have_count(3)
    expect(page.get_by_text("1 of 6 done")).to_be_visible()
    owner.is_well()

    key = create_key(owner, "First till", "IPO subscriptions")
    row = page.locator("tr", has_text="First till")
    expect(row).to_contain_text("Business registry")
    expect(row).not_to_contain_text("IPO subscriptions")
    send_it_now(owner, server, tenant)
    call_and_see_it(owner, server, tenant, key)
    filter_and_watch(owner, server, key)
    rotate_and_revoke(owner, server, key)

    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/portal/sign-in")
    page.goto("/portal/sandbox/keys")
    assert "/portal/sign-in" in page.url
    sign_in(page, "portal", email, PASSWORD)
    # Signed in, called, charged; no key works any more.
    expect(page.get_by_text("3 of 6 done")).to_be_visible()
    assert page.url.endswith("/portal/sandbox")
    owner.is_well()


def send_it_now(owner, server, tenant):
    """The first call, out of the page itself."""
    page, before = owner.page, balance(server, tenant)
    page.get_by_role("link", name="Overview", exact=True).click()
    page.get_by_role("link", name="Send request").click()
    expect(page.get_by_label("API key", exact=True)).to_contain_text("First till")
    page.get_by_role("button", name="Send request").click()
    answer = page.locator("section[aria-labelledby=answer]")
    expect(answer.locator(".pill")).to_have_text("200")
    charged = before - balance(server, tenant)
    assert charged > 0
    expect(answer).to_contain_text(naira(charged))
    owner.is_well()


def call_and_see_it(owner, server, tenant, key):
    """A call from outside: charged by its price, to the kobo, and in the log with it."""
    page, before = owner.page, balance(server, tenant)
    answer = call(server, key)
    assert answer.status_code == 200, answer.text
    price = int(answer.headers["x-charge-amount"])
    assert before - balance(server, tenant) == price > 0
    assert int(answer.headers["x-wallet-balance"]) == before - price
    page.get_by_role("link", name="Pricing", exact=True).click()
    row = page.locator("tr", has=page.get_by_role("link", name="getCompanyByRc", exact=True))
    expect(row).to_contain_text(naira(price))
    page.get_by_role("link", name="Request logs", exact=True).click()
    request_id = answer.headers["x-request-id"]
    line = page.locator("#calls tbody tr", has=page.locator(f"a[href$='{request_id}']"))
    expect(line).to_contain_text(naira(price))
    expect(line).to_contain_text("First till")
    line.get_by_role("link").first.click()
    expect(page.locator("#request-id")).to_have_text(request_id)
    expect(owner.main()).to_contain_text(naira(price))
    page.get_by_role("link", name="Wallet", exact=True).click()
    card = page.locator(".card", has=page.locator("dt", has_text=re.compile("^Balance$")))
    expect(card).to_contain_text(naira(before - price))
    page.get_by_role("link", name="Journal", exact=True).click()
    line = page.locator("tr", has=page.locator(f"a[href$='{request_id}']"))
    expect(line).to_contain_text(f"−{naira(price)}")
    owner.is_well()


def filter_and_watch(owner, server, key):
    """A filter that finds, and the log as it comes."""
    page = owner.page
    missing = call(server, key, MISSING)
    refused = call(server, key, "/api/exchange-invest/offers")
    assert (missing.status_code, refused.status_code) == (404, 403)
    assert refused.json()["errors"][0]["code"] == "insufficient_scope"
    page.get_by_role("link", name="Request logs", exact=True).click()
    expect(page.locator("#calls tbody tr")).to_have_count(4)
    page.locator("#q").fill("charge:free code:company_not_found")
    page.locator(".search-box button").click()
    rows = page.locator("#calls tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("404")
    page.get_by_role("button", name="Watch live").click()
    expect(page.locator("#live-said")).to_contain_text("Live")
    assert call(server, key).status_code == 200
    second = call(server, key, MISSING).headers["x-request-id"]
    fresh = page.locator("tr.fresh")
    expect(fresh.locator(f"a[href*='{second}']")).to_be_visible(timeout=15_000)
    expect(fresh).to_have_count(1)
    page.locator("#live").click()
    owner.is_well()


def rotate_and_revoke(owner, server, old):
    """The key gets a successor; both work until the old one is ended."""
    page = owner.page
    page.get_by_role("link", name="API keys", exact=True).click()
    page.get_by_role("link", name="First till").click()
    page.get_by_role("link", name="Rotate").click()
    page.get_by_label("1 hour").check()
    page.get_by_role("button", name="Rotate key").click()
    new = page.locator("#key-text").inner_text()
    assert new != old
    assert [call(server, key).status_code for key in (old, new)] == [200, 200]
    page.get_by_role("link", name="view the rotation").click()
    owner.is_well()
    page.get_by_role("button", name="Revoke the old key now").click()
    agree(page)
    owner.says("revoked.")
    answer = call(server, old)
    assert answer.status_code == 401
    assert answer.json()["errors"][0]["code"] == "api_key_revoked"
    assert call(server, new).status_code == 200
    page.get_by_role("link", name="API keys", exact=True).first.click()
    page.locator("tr", has_text="Active").get_by_role("link", name="First till").click()
    page.get_by_role("link", name="Revoke").click()
    page.get_by_role("button", name="Revoke").click()
    owner.says("revoked.")
    assert call(server, new).status_code == 401
    owner.is_well()


def test_an_operators_day(server, people):
    operator, owner = people
    tenant, name, _, link = take_on(operator)
    join(owner, link, name)
    key = create_key(owner, "Counter")
    assert call(server, key).status_code == 200
    look_only(operator, owner, tenant)
    credit(operator, server, tenant)
    change_the_price(operator, owner, server, tenant, key)
    suspend_and_lift(operator, owner, server, (tenant, name), key)


def look_only(operator, owner, tenant):
    """The operator sees the portal and changes nothing; the tenant sees that they looked."""
    page = operator.page
    page.goto(f"/console/tenants/{tenant}")
    page.get_by_label("Reason for access").fill("They asked about a key")
    page.get_by_role("button", name="View their portal").click()
    expect(page.locator(".warning")).to_contain_text("as an operator")
    page.get_by_role("link", name="API keys", exact=True).click()
    expect(page.get_by_role("link", name="Counter")).to_be_visible()
    expect(page.get_by_role("link", name="Create key")).to_have_count(0)
    operator.is_well()
    for path, fields in {
        "keys/new": {"name": "x", "scopes": "investment_ipo", "environments": "sandbox"},
        "wallet/alerts": {"balance": "5", "roles": "owner"},
        "members/invite": {"email": "x@example.ng", "role": "viewer"},
        "sandbox/balance": {"balance": "1"},
    }.items():
        status = page.evaluate(
            """async ([path, fields]) => {
                 const token = document.querySelector('[name=form_token]').value;
                 const body = new URLSearchParams({...fields, form_token: token});
                 const sent = await fetch(path, {method: 'POST', body, redirect: 'manual'});
                 return sent.status;
               }""",
            [f"/portal/sandbox/{path}", fields],
        )
        assert status == 403, path
    # The browser notes what was refused, as it should.
    operator.wrong[:] = [it for it in operator.wrong if "403" not in it]
    page.get_by_role("button", name="Stop viewing").click()
    own = owner.page
    own.get_by_role("link", name="Audit log", exact=True).click()
    line = own.locator("tr", has_text="tenant.look")
    expect(line).to_contain_text("Kofa operator")
    expect(own.locator("tr", has_text="key.issue")).to_have_count(1)


def credit(operator, server, tenant):
    """Money in, with what it makes of the balance before it moves."""
    page, before = operator.page, balance(server, tenant, "live")
    page.goto(f"/console/tenants/{tenant}")
    page.get_by_role("link", name="Wallets", exact=True).click()
    page.get_by_label("Amount in naira").fill("1,000.25")
    page.get_by_label("Reference").fill("transfer 7")
    page.get_by_label("Reason", exact=True).fill("Paid by transfer")
    page.get_by_role("button", name="Preview").click()
    confirm = page.locator("section[aria-labelledby=confirm]")
    expect(confirm).to_contain_text(naira(before))
    expect(confirm).to_contain_text(naira(before + 100_025))
    assert balance(server, tenant, "live") == before
    operator.is_well()
    page.get_by_role("button", name="Credit wallet").click()
    operator.says(f"The new balance is {naira(before + 100_025)}")
    assert balance(server, tenant, "live") == before + 100_025
    page.goto(f"/console/audit?tenantId={tenant}&action=wallet")
    line = page.locator("tr", has_text="wallet.credit")
    expect(line).to_contain_text("Paid by transfer")
    expect(line).to_contain_text("transfer 7")


def change_the_price(operator, owner, server, tenant, key):
    """A price of the tenant's own: announced, then at once, each after a look at its impact."""
    page = operator.page
    place = f"/console/prices/getCompanyByRc/sandbox?tenantId={tenant}"
    paid = int(call(server, key).headers["x-charge-amount"])
    assert paid != 7_770

    def previewed():
        page.goto(place)
        page.get_by_label("Price per request, in naira").fill("77.70")
        page.get_by_label("Effective from (Lagos time)").fill("2089-01-31T09:00")
        page.get_by_role("button", name="Preview impact").click()
        # Counts follow the log within seconds.
        assert "2 charged requests" in page.inner_text("main")

    eventually(previewed)
    expect(operator.main()).to_contain_text(f"+{naira(2 * (7_770 - paid))}")
    operator.is_well()
    page.get_by_role("button", name="Set price").click()
    operator.says("₦77.70 from 31 Jan 2089")
    assert int(call(server, key).headers["x-charge-amount"]) == paid
    own = owner.page
    own.get_by_role("link", name="Pricing", exact=True).click()
    row = own.locator("tr", has=own.get_by_role("link", name="getCompanyByRc", exact=True))
    expect(row).to_contain_text("₦77.70 from 31 Jan 2089")
    page.goto(place)
    page.get_by_label("Price per request, in naira").fill("0.01")
    page.get_by_role("button", name="Preview impact").click()
    page.get_by_role("button", name="Set price").click()
    operator.says("₦0.01")
    before = balance(server, tenant)
    assert call(server, key).headers["x-charge-amount"] == "1"
    assert before - balance(server, tenant) == 1


def suspend_and_lift(operator, owner, server, of, key):
    """No call while suspended; all as it was afterwards."""
    tenant, name = of
    page = operator.page
    page.goto(f"/console/tenants/{tenant}")
    page.get_by_label("Reason", exact=True).fill("Invoice open")
    page.get_by_role("button", name="Suspend tenant").click()
    agree(page, name)
    operator.says("is now suspended")
    answer = call(server, key)
    assert answer.status_code == 403
    assert answer.json()["errors"][0]["code"] == "tenant_suspended"
    owner.page.reload()
    expect(owner.page.locator(".warning")).to_contain_text("suspended")
    page.get_by_label("Reason", exact=True).fill("Paid")
    page.get_by_role("button", name="Resume tenant").click()
    operator.says("is now active")
    assert call(server, key).status_code == 200
    owner.page.goto("/portal/sandbox/audit?action=tenant")
    for reason in ["Invoice open", "Paid"]:
        expect(owner.main()).to_contain_text(reason)
    operator.is_well()
    owner.is_well()
