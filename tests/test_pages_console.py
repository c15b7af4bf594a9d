"""The operator console in a real browser: tenants, money and people."""

import re
import secrets

import pytest
from playwright.sync_api import expect

from browsing import ACCESSIBLE, WIDTHS, agree
from kofa import eventually

PAGES_BYTES_MAX = 60 * 1024


@pytest.fixture
def server(sqlite_server):
    return sqlite_server


@pytest.fixture
def signed_in(browser, server):  # noqa: F811
    """A page of an operator who came in by the door."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.wrong = []
    page.on("console", lambda it: page.wrong.append(it.text) if it.type == "error" else None)
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    person = server.ready["operator"]
    page.goto("/console")
    page.locator("#email").fill(person["email"])
    page.get_by_label("Password").fill(person["password"])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="Overview")).to_be_visible()
    yield page
    context.close()


def take_on(page, name):
    page.goto("/console/tenants")
    page.get_by_label("Business name").fill(name)
    page.get_by_label("Owner's email").fill(f"{secrets.token_hex(6)}@example.ng")
    page.get_by_role("button", name="Create tenant").click()
    expect(page.locator("#secret")).to_contain_text("/invite/kofa_invite_")
    page.get_by_role("link", name="Open tenant").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    return re.search(r"ten_[0-9a-f]{32}", page.url).group()


def test_a_tenant_is_taken_on_and_its_money_moves_once(signed_in, server):
    page, name = signed_in, f"Shop {secrets.token_hex(4)}"
    tenant = take_on(page, name)
    page.get_by_role("link", name="Business registry in live").click()
    page.get_by_role("button", name="Grant Business registry").click()
    agree(page, name)
    expect(page.locator(".said")).to_contain_text("Business registry is on in Live.")
    page.get_by_role("link", name="Wallets", exact=True).click()
    for said in ["The new balance is ₦2,500.50", "Nothing was changed"]:
        page.get_by_label("Amount in naira").fill("2,500.50")
        page.get_by_label("Reference").fill("bank-1")
        page.get_by_label("Reason", exact=True).fill("Paid by transfer")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#confirm")).to_contain_text("Credit ₦2,500.50?")
        page.get_by_role("button", name="Credit wallet").click()
        expect(page.locator(".said")).to_contain_text(said)
    wallet = server.admin().get(f"/admin/v1/tenants/{tenant}/wallets/live")
    assert wallet["balanceKobo"] == 250_050
    page.goto("/console/tenants")
    page.get_by_label("Search by").fill(name.split()[1][:6])
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    assert page.wrong == []


def test_their_portal_is_looked_at_and_nothing_changed(signed_in):
    page = signed_in
    tenant = take_on(page, "Looked at")
    page.get_by_label("Reason for access").fill("They asked about a key")
    page.get_by_role("button", name="View their portal").click()
    expect(page.locator(".warning")).to_contain_text("You are viewing this portal as an operator")
    assert "/portal" in page.url
    page.goto(f"/console/audit?tenantId={tenant}")
    expect(page.get_by_text("viewed the portal")).to_be_visible()


def test_the_ledger_is_proved_with_a_click(signed_in):
    page = signed_in
    page.goto("/console/ledger")
    page.get_by_role("button", name="Check the ledger").click()
    expect(page.locator(".said")).to_contain_text("The ledger is balanced")
    expect(page.get_by_text("Balanced").first).to_be_visible()


def test_the_overview_says_what_to_do_and_how_it_goes(signed_in, server):
    page = signed_in
    take_on(page, f"Waiting {secrets.token_hex(3)}")
    with server.product(server.ready["apiKey"]) as client:
        path = "/api/v1/company/validation/company/rc"
        for number in ["RC1885308", "RC0000404"]:
            client.get(path, params={"rcNumber": number})

    def counted():
        page.goto("/console?environment=sandbox")
        assert page.locator("section[aria-labelledby=endpoints] li").count()

    eventually(counted)
    todo = page.locator("section[aria-labelledby=to-do]")
    expect(todo.get_by_role("link", name="has not joined").first).to_be_visible()
    # What to do stands above every figure.
    first = page.locator("main section, main dl").first
    assert first.get_attribute("aria-labelledby") == "to-do"
    page.locator("section[aria-labelledby=volume] .bar").last.hover()
    tip = page.locator("section[aria-labelledby=volume] .chart-tip")
    expect(tip).to_contain_text("succeeded")
    expect(page.locator("section[aria-labelledby=tenants] li").first).to_be_visible()
    assert page.evaluate(ACCESSIBLE) == []
    assert page.wrong == []


def test_tenants_are_sorted_exported_and_suspended_together(signed_in, server):
    page, mark = signed_in, secrets.token_hex(4)
    tenants = [take_on(page, f"{mark} {name}") for name in ("Ada", "Bola")]
    page.goto("/console/tenants?environment=sandbox")
    page.get_by_role("link", name="Balance", exact=True).click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Balance")
    page.get_by_role("link", name="Balance", exact=True).click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Balance")
    page.get_by_label("Search by").fill(mark)
    page.get_by_role("button", name="Search").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as CSV").click()
    lines = download.value.path().read_text().splitlines()
    assert len(lines) == 3 and all(tenant in "".join(lines) for tenant in tenants)
    for name in ("Ada", "Bola"):
        page.get_by_label(f"Select {mark} {name}").check()
    page.get_by_label("Reason, for the selected tenants").fill("Unpaid")
    page.get_by_role("button", name="Suspend selected").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Suspend 2 tenants?")
    expect(page.locator("main li")).to_have_count(2)
    page.get_by_label("Type SUSPEND to confirm").fill("SUSPEND")
    page.get_by_role("button", name="Suspend").click()
    expect(page.locator(".said")).to_contain_text("2 tenants suspended.")
    for tenant in tenants:
        assert server.admin().get(f"/admin/v1/tenants/{tenant}")["status"] == "suspended"
    page.goto("/console/audit")
    page.get_by_label("Change", exact=True).select_option("tenant")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tr", has_text="tenant.status").first).to_contain_text("suspended")
    assert page.wrong == []


def test_a_tenant_is_found_in_the_audit_log_by_name_and_changes_are_undone(signed_in, server):
    page, mark = signed_in, secrets.token_hex(4)
    tenants = [take_on(page, f"{mark} {name}") for name in ("Ada", "Bola")]
    page.goto(f"/console/tenants/{tenants[0]}")
    page.locator("section[aria-labelledby=status] [name=reason]").fill("Unpaid")
    page.get_by_role("button", name="Suspend tenant").click()
    agree(page, f"{mark} Ada")
    expect(page.locator(".said")).to_contain_text(f"{mark} Ada is now suspended.")
    assert page.evaluate(ACCESSIBLE) == []
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".said")).to_contain_text(f"{mark} Ada is now active.")
    page.goto("/console/audit")
    page.get_by_label("Tenant").fill(mark)
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Which tenant?")).to_be_visible()
    assert page.evaluate(ACCESSIBLE) == []
    page.get_by_role("link", name=f"{mark} Ada").click()
    expect(page.get_by_label("Tenant")).to_have_value(f"{mark} Ada")
    expect(page.get_by_text("The change before was undone.").first).to_be_visible()
    assert page.locator("tbody tr", has_text=f"{mark} Bola").count() == 0
    page.get_by_label("Tenant").fill(f"{mark} bola")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr", has_text=f"{mark} Bola").first).to_be_visible()
    assert page.wrong == []


def test_a_price_is_previewed(signed_in, server):
    page = signed_in
    page.goto("/console/prices/getCompanyByRc/sandbox")
    page.get_by_label("Price per request, in naira").fill("77.70")
    page.get_by_role("button", name="Preview impact").click()
    expect(page.get_by_role("button", name="Set price")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    assert "₦77.70" not in page.locator("main").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_are_fit_to_be_read(signed_in, server, width, scheme):
    page = signed_in
    page.set_viewport_size({"width": WIDTHS[width], "height": 900})
    page.emulate_media(color_scheme=scheme)
    one = f"/console/tenants/{server.ready['tenant']['id']}"
    for path in [
        "/console", "/console?environment=sandbox", "/console/tenants",
        "/console/tenants?environment=sandbox&sort=charge", one, f"{one}/wallets", f"{one}/keys", f"{one}/members",
        f"{one}/prices", f"{one}/calls?environment=sandbox", "/console/prices",
        "/console/prices/getCompanyByRc/live", "/console/ledger", "/console/operators",
        "/console/audit",
    ]:
        answer = page.goto(path)
        assert answer.status == 200, path
        assert len(answer.body()) <= PAGES_BYTES_MAX, path
        assert page.evaluate(ACCESSIBLE) == [], path
    assert page.wrong == []
