"""Search from anywhere, the reader's choices, and pages that are not there: in a real browser."""

import pytest

from browsing import ACCESSIBLE, sign_in, watch
from envelopes import expect_success
from kofa import subscription

LOOK_UP = "/api/v1/company/validation/company/rc?rcNumber=RC-1885308"


@pytest.fixture(scope="module")
def server(sqlite_server):
    return sqlite_server


@pytest.fixture(params=["portal", "console"])
def room(request, browser, server):
    who = server.ready["tenant" if request.param == "portal" else "operator"]
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    wrong = watch(page, server)
    sign_in(page, request.param, who["email"], who["password"])
    yield request.param, page, wrong
    context.close()


def palette(page, text):
    """What the dialog of Ctrl-K finds."""
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search")
    field.fill(text)
    page.wait_for_function(
        "text => document.querySelector('.palette li')?.textContent.toLowerCase().includes(text)",
        arg=text.lower(),
    )
    return page.locator(".palette li")


def test_the_palette_leads_to_pages_of_the_room_and_of_the_reference(room):
    door, page, wrong = room
    found = palette(page, "audit")
    assert "Audit log" in found.first.inner_text()
    assert page.evaluate(ACCESSIBLE) == []
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{door}/**audit")
    palette(page, "invalid_api_key")
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/errors/invalid_api_key")
    palette(page, "subscribe")
    page.keyboard.press("ArrowDown")
    assert page.locator(".palette [aria-selected=true]").count() == 1
    page.keyboard.press("Escape")
    assert not page.locator(".palette").is_visible() and not wrong, wrong


def test_requests_and_keys_are_found(browser, server):
    with server.product(server.ready["apiKey"]) as client:
        answer = client.get(LOOK_UP)
        expect_success(answer)
    who, admin = server.ready["tenant"], server.admin()
    plan = {"name": "Till of Aba", "scopes": ["investment_ipo"], "environments": ["sandbox"]}
    admin.post(f"/admin/v1/tenants/{who['id']}/keys", plan)
    stranger = admin.tenant("Ikeja Stranger")
    stranger.key(name="Till of Ikeja")
    # Without script: the search is a page with a form.
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, "portal", who["email"], who["password"])
    page.click("a.seek")
    page.fill("main input[name=q]", answer.headers["x-request-id"])
    page.click("main button")
    page.click("main .hits a")
    assert answer.headers["x-request-id"] in page.locator("main").inner_text()
    page.goto("/portal/sandbox/search?q=till")
    assert page.locator("main .hits li").count() == 1, "no other tenant's"
    assert "Till of Aba" in page.locator("main .hits").inner_text()
    page.goto("/portal/sandbox/search?q=%3Cscript%3E%00%F0")
    assert "Nothing found." in page.locator("main").inner_text()
    context.close()


def test_applications_and_companies_are_found(browser, server):
    who, vendor = server.ready["tenant"], server.ready["tenant"]["vendorId"]
    asked = subscription(server, vendor, 771_391, clientReference="order-771391")
    with server.product(server.ready["apiKey"]) as client:
        made = client.post("/api/exchange-invest/subscribe", json=asked)
        expect_success(made)
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    sign_in(page, "portal", who["email"], who["password"])
    reference = made.json()["data"]["transactionReference"]

    def find(query):
        page.goto(f"/portal/sandbox/search?q={query}")
        page.locator("main .hits li", has_text="Application").locator("a").click()
        assert reference in page.locator("main").inner_text(), query
        return page.url.rpartition("/")[2]

    by_id = find(reference)
    assert find("order-771391") == find(by_id) == by_id
    # Neither a part of a reference nor the other environment's.
    for path in [f"sandbox/search?q={reference[:-1]}", f"live/search?q={reference}"]:
        page.goto(f"/portal/{path}")
        assert page.locator("main .hits li", has_text="Application").count() == 0, path
    palette(page, "RC-1885308")
    page.keyboard.press("Enter")
    page.wait_for_url("**/companies?rcNumber=RC-1885308#look")
    assert page.get_by_label("RC number").input_value() == "RC-1885308"
    context.close()


def test_operators_find_tenants_offers_and_companies(browser, server):
    who = server.ready["operator"]
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    sign_in(page, "console", who["email"], who["password"])
    server.admin().tenant("Zungeru Ferries")
    for query, kind in [("zungeru", "Tenant"), ("harmattan", "Offer"), ("RC-1885308", "Company")]:
        page.goto("/console/search")
        page.fill("main input[name=q]", query)
        page.press("main input[name=q]", "Enter")
        row = page.locator("main .hits li", has_text=kind).first
        href = row.locator("a").get_attribute("href")
        row.locator("a").click()
        assert page.url == server.url + href and page.locator("h1").count() == 1
    context.close()


def test_theme_and_times_are_the_readers_choice(browser, server):
    who = server.ready["tenant"]
    context = browser.new_context(base_url=server.url, timezone_id="America/New_York",
                                  color_scheme="light")
    page = context.new_page()
    sign_in(page, "portal", who["email"], who["password"])
    page.goto("/portal/sandbox/settings")
    paper = "getComputedStyle(document.body).backgroundColor"
    light, lagos = page.evaluate(paper), page.locator("main time").first.inner_text()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Times").select_option("device")
    assert page.evaluate(paper) != light
    there = page.locator("main time").first.inner_text()
    assert there != lagos and len(there) in range(len(lagos) - 1, len(lagos) + 2)
    page.goto("/docs")
    assert page.evaluate(paper) != light, "on every page, before anything is drawn"
    page.goto("/portal/sandbox/settings")
    assert page.locator("main time").first.inner_text() == there
    page.get_by_label("Theme").select_option("")
    assert page.evaluate(paper) == light
    context.close()


def test_a_page_that_is_not_there_keeps_the_navigation(room):
    door, page, _ = room
    at = {"portal": "/portal/live/", "console": "/console/"}[door]
    for path in ["nonsense/of/ours", "keys/key_none" if door == "portal" else "tenants/ten_none"]:
        answer = page.goto(at + path)
        assert answer.status == 404
        assert page.locator(".rooms a").count() > 8
        assert page.locator("main h1").inner_text() and page.evaluate(ACCESSIBLE) == []
    page.context.clear_cookies()
    assert page.goto(at + "nonsense/of/ours").status == 404
    assert page.locator(".rooms").count() == 0
