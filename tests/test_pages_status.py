"""Keys, sandbox, audit and status in a real browser, and incidents from console to portal."""

import re

import pytest
from playwright.sync_api import expect

from browsing import agree
from kofa import eventually

WIDTHS = [390, 1440]


@pytest.fixture
def server(sqlite_server):
    return sqlite_server


def sign_in(browser, server, door, who, **context):
    context = browser.new_context(base_url=server.url, **context)
    page = context.new_page()
    page.goto(f"/{door}/sign-in")
    page.fill("#email", who["email"])
    page.fill("#password", who["password"])
    page.click("main form button:not([type=button])")
    page.wait_for_url(re.compile(f"/{door}(?!/sign-in)"))
    return page


@pytest.fixture
def member(browser, server):
    page = sign_in(browser, server, "portal", server.ready["tenant"])
    yield page
    page.context.close()


@pytest.fixture
def operator(browser, server):
    page = sign_in(browser, server, "console", server.ready["operator"])
    yield page
    page.context.close()


def test_a_key_is_made_used_rotated_and_ended(member, server):
    member.goto("/portal/sandbox/keys/new")
    member.fill("#name", "Browser")
    member.click("button:text('Create key')")
    key = member.text_content("#key-text").strip()
    with server.product(key) as client:
        assert client.get("/api/exchange-invest/offers").status_code == 200, "it holds at once"
    member.click("text=I have copied it")
    row = member.locator("tr", has_text="Browser")
    eventually(lambda: expect_used(member, row))
    member.click("table >> text=Browser")
    member.click("main >> text=Rotate")
    member.check("input[value='3600']")
    member.click("button:text('Rotate key')")
    new = member.text_content("#key-text").strip()
    assert new != key
    member.click("text=view the rotation")
    assert "The new key is not in use yet" in member.text_content("main")
    with server.product(new) as client:
        assert client.get("/api/exchange-invest/offers").status_code == 200
    member.click("text=Revoke the old key now")
    agree(member)
    expect(member.locator(".said")).to_contain_text("revoked.")
    for text, status in [(key, 401), (new, 200)]:
        with server.product(text) as client:
            assert client.get("/api/exchange-invest/offers").status_code == status


def expect_used(page, row):
    page.reload()
    assert "listOffers" in row.text_content()


def test_the_sandbox_balance_and_clock(member, server):
    member.goto("/portal/sandbox/sandbox")
    member.fill("#balance", "0.01")
    member.click("text=Set balance")
    assert "to ₦0.01" in member.text_content(".said")
    with server.product(server.ready["apiKey"]) as client:
        params = {"rcNumber": "RC0000010"}
        answer = client.get("/api/v1/company/validation/company/rc", params=params)
        assert answer.status_code == 402, answer.text
    member.fill("#balance", "1,000,000")
    member.click("text=Set balance")
    assert "to ₦1,000,000.00" in member.text_content(".said")
    member.goto("/portal/sandbox/audit?action=wallet")
    assert "wallet.set_sandbox" in member.text_content("table")


def test_an_incident_is_told_everywhere_until_it_is_over(member, operator, server):
    operator.goto("/console/incidents/new")
    operator.fill("#title", "Company look-ups fail")
    operator.check("input[value='business_validation_registry/sandbox']")
    operator.fill("#message", "We look into it.")
    operator.click("main form button >> text=Publish")
    agree(operator, "LIVE")
    expect(operator.locator(".said")).to_contain_text("The incident is published.")
    member.goto("/portal/sandbox/keys")
    assert "Company look-ups fail" in member.text_content(".notice")
    member.click(".notice a")
    assert "of your requests failed" in member.text_content("main")
    with server.client() as client:
        assert "We look into it." in client.get("/status").text
        assert "Company look-ups fail" in client.get("/status.atom").text
        services = client.get("/status.json").json()["services"]
        registry = {"service": "business_validation_registry", "environment": "sandbox"}
        found = [one for one in services if registry.items() <= one.items()]
        assert [one["status"] for one in found] == ["degraded"]
    operator.select_option("#state", "resolved")
    operator.fill("#message", "Mended.")
    operator.click("main form button >> text=Publish")
    agree(operator, "LIVE")
    expect(operator.locator(".said")).to_contain_text("The incident is resolved.")
    member.goto("/portal/sandbox/keys")
    assert member.locator(".notice").count() == 0


SEND_THRICE = """async () => {
  const form = document.querySelector("main form");
  const body = new URLSearchParams(new FormData(form));
  body.append("confirm", "LIVE");
  const send = () => fetch(form.action, {method: "POST", body});
  await Promise.all([send(), send()]);
  return (await send()).status;
}"""


def test_an_incident_form_that_is_sent_again_tells_nobody_twice(operator):
    operator.goto("/console/incidents/new")
    operator.fill("#title", "Told once")
    operator.check("input[value='business_validation_registry/sandbox']")
    operator.fill("#message", "We look into it.")
    assert operator.evaluate(SEND_THRICE) == 200
    operator.goto("/console/incidents")
    assert operator.locator("main >> text=Told once").count() == 1
    operator.click("main >> text=Told once")
    operator.select_option("#state", "resolved")
    operator.fill("#message", "Mended.")
    operator.click("main form button >> text=Publish")
    agree(operator, "LIVE")
    expect(operator.locator(".said")).to_contain_text("The incident is resolved.")


def too_wide(page, paths):
    """Those of the paths that are wider than the window."""
    wide = {}
    for path in paths:
        assert page.goto(path).status == 200, path
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > page.viewport_size["width"]:
            wide[path] = width
    return wide


def test_one_long_word_of_an_incident_widens_no_page(member, operator):
    title = "Pay" + "m" * 67 + "ents are late for some of you"
    operator.goto("/console/incidents/new")
    operator.fill("#title", title)
    operator.check("input[value='business_validation_registry/sandbox']")
    operator.fill("#message", "x" * 300)
    operator.click("main form button >> text=Publish")
    agree(operator, "LIVE")
    expect(operator.locator(".said")).to_contain_text("The incident is published.")
    one = operator.evaluate("location.pathname")
    id = one.rsplit("/", 1)[1]
    seen = ["/status", "/status?environment=sandbox", f"/status/{id}", "/portal/sandbox",
            "/portal/sandbox/status", f"/portal/sandbox/status/{id}"]
    for page in [member, operator]:
        page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    assert too_wide(operator, ["/console", "/console/incidents", "/console/audit", one]) == {}
    assert too_wide(member, seen) == {}
    assert title in member.locator(".notice").inner_text()
    operator.select_option("#state", "resolved")
    operator.fill("#message", "Mended.")
    operator.click("main form button >> text=Publish")
    agree(operator, "LIVE")
    expect(operator.locator(".said")).to_contain_text("The incident is resolved.")
    assert too_wide(member, seen) == {}
    member.goto("/status")
    assert member.locator(".past", has_text=title).count() == 1


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_nothing_goes_wrong(browser, server, width, scheme):
    viewport = {"width": width, "height": 900}
    page = sign_in(browser, server, "portal", server.ready["tenant"],
                   viewport=viewport, color_scheme=scheme)
    wrong = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for path in ["/portal/sandbox/keys", "/portal/sandbox/keys/new", "/portal/sandbox/sandbox",
                 "/portal/live/sandbox", "/portal/sandbox/audit", "/portal/live/status", "/status"]:
        answer = page.goto(path)
        assert answer.status == 200, path
        assert len(answer.body()) < 60 * 1024, path
        widest = page.evaluate("document.documentElement.scrollWidth")
        assert widest <= width, f"{path} is {widest} px wide"
        nameless = page.evaluate(
            "[...document.querySelectorAll('main input:not([type=hidden]), main select, main"
            " textarea')].filter(e => !e.labels.length && !e.ariaLabel).length")
        assert nameless == 0, path
    assert not wrong
    page.context.close()
