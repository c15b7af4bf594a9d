"""Analytics and the request log in a browser: figures, search, brush, a request beside the list."""

import re
import secrets
from urllib.parse import parse_qs, urlsplit

import pytest

from browsing import ACCESSIBLE, sign_in, watch
from kofa import eventually

PASSWORD = "adire-kofa-zinariya-4417"
ANALYTICS = "/portal/sandbox/analytics"
LOGS = "/portal/sandbox/logs"
RC = "/api/v1/company/validation/company/rc"
GOOD, BAD = 24, 9


@pytest.fixture(scope="module")
def place(sqlite_server):
    """A tenant with calls that are counted, and a member's name to sign in with."""
    server = sqlite_server
    tenant = server.admin().tenant("Brush & Co")
    tenant.set_balance(1_000_000)
    email = f"{secrets.token_hex(6)}@example.ng"
    made = tenant.admin.post(tenant.path("invites"), {"email": email, "role": "viewer"})
    with server.client() as nobody:
        token = made["inviteUrl"].rsplit("/", 1)[1]
        assert nobody.post(f"/invite/{token}", json={"password": PASSWORD}).is_success
    with server.product(tenant.key()) as product:
        for _ in range(GOOD):
            assert product.get(f"{RC}?rcNumber=1885308").status_code == 200
        for _ in range(BAD):
            assert product.get(f"{RC}?rcNumber=RC0000001").status_code == 404

    def counted():
        lines = tenant.pages("usage/sandbox?by=hour")
        assert sum(line["calls"] for line in lines) == GOOD + BAD

    eventually(counted)
    return server, email


@pytest.fixture(params=["390-dark", "1440-light"])
def seat(request, browser, place):
    """A page of a member who is signed in, and what goes wrong on it."""
    server, email = place
    width, scheme = request.param.split("-")
    context = browser.new_context(viewport={"width": int(width), "height": 900},
                                  color_scheme=scheme, base_url=server.url)
    page = context.new_page()
    wrong = watch(page, server)
    sign_in(page, "portal", email, PASSWORD)
    yield page, wrong
    context.close()
    assert not wrong, wrong


def usable(page):
    found = page.evaluate(ACCESSIBLE)
    assert not found, found


def test_analytics_tell_of_every_range_and_lead_to_the_log(seat):
    page, _ = seat
    for word in ["1h", "24h", "7d", "30d", "90d"]:
        page.goto(f"{ANALYTICS}?range={word}")
        usable(page)
        assert page.locator("dl.tiles dd").first.inner_text() == str(GOOD + BAD), word
        assert page.locator(".tabs [aria-current]").count() == 1
        assert "72.7%" in page.locator("dl.tiles").inner_text()
    bars = page.locator(".chart").first.locator(".bar")
    # By the keyboard: the last bar has all of the calls, says so, and opens them.
    bars.first.focus()
    page.keyboard.press("End")
    tip = page.locator(".chart-tip").first
    assert f"{GOOD + BAD} requests, 72.7% succeeded (before: 0)" in tip.inner_text()
    assert bars.last.get_attribute("aria-label") == tip.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{LOGS}?from=**")
    # More than a page holds: counted from what is kept by the hour or day.
    assert page.locator("#count").inner_text() == f"About {GOOD + BAD} requests"
    page.goto(f"{ANALYTICS}?range=1h")
    page.click("text=company_not_found")
    page.wait_for_url("**error=company_not_found**")
    assert page.locator("#count").inner_text() == f"{BAD} requests"


def test_a_file_holds_what_is_shown(seat):
    page, _ = seat
    page.goto(f"{ANALYTICS}?range=1h")
    with page.expect_download() as file:
        page.click("text=CSV")
    text = file.value.path().read_text()
    assert f"all,,{GOOD + BAD},{GOOD},{BAD},0," in text and text.count("\ntime,") == 12


def test_a_search_becomes_chips_that_go(seat):
    page, _ = seat
    page.goto(LOGS)
    usable(page)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("404 endpoint:getcompanybyrc")
    page.keyboard.press("Enter")
    page.wait_for_url("**status=404**")
    assert page.locator(".chip:not(.toggle)").all_inner_texts() == [
        "endpoint:getCompanyByRc ×", "status:404 ×"]
    assert page.locator("#count").inner_text() == f"{BAD} requests"
    usable(page)
    page.click(".chip:has-text('status:404')")
    page.wait_for_url(lambda url: "status" not in url)
    page.click("text=Errors only")
    page.wait_for_url("**status=errors**")
    assert {it.inner_text() for it in page.query_selector_all("tbody .pill")} == {"404"}
    page.fill("#q", "colour:red")
    page.keyboard.press("Enter")
    page.wait_for_selector(".faults")
    assert "is not a search field" in page.locator(".faults").inner_text()
    assert page.input_value("#q") == "colour:red"
    seat[1].clear()


def test_a_stretch_of_bars_is_chosen(seat):
    page, _ = seat
    page.goto(f"{LOGS}?period=24h&status=2xx")
    bars = page.locator(".chart .bar")
    many = bars.count()
    # Drawn over with a pointer.
    box = page.locator(".chart .plot").bounding_box()
    x = lambda at: box["x"] + box["width"] * (at + 0.5) / many  # noqa: E731
    page.mouse.move(x(many - 3), box["y"] + 40)
    page.mouse.down()
    page.mouse.move(x(many - 2), box["y"] + 40)
    page.mouse.move(x(many - 1), box["y"] + 40)
    assert page.locator(".chart .bar.chosen").count() == 3
    assert " to " in page.locator(".chart-tip").inner_text()
    page.mouse.up()
    page.wait_for_url("**from=**until=**")

    def hours():
        asked = parse_qs(urlsplit(page.url).query)
        minutes = [int(it[11:13]) * 60 + int(it[14:16]) for it in (asked["from"][0],
                                                                  asked["until"][0])]
        assert asked["status"] == ["2xx"]
        return (minutes[1] - minutes[0]) % 1440

    assert hours() == 180
    # By the keyboard, among bars of five minutes.
    bars = page.locator(".chart .bar")
    bars.first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "period" not in url and hours() == 15)
    # With a finger.
    page.goto(f"{LOGS}?period=24h&status=2xx")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for kind, at in [("Start", many - 4), ("Move", many - 3), ("Move", many - 1), ("End", None)]:
        points = [] if at is None else [{"x": x(at), "y": box["y"] + 40}]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.wait_for_url("**from=**until=**")
    assert hours() == 240
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    # A plain click opens one bar.
    page.goto(f"{LOGS}?period=24h&status=2xx")
    page.locator(".chart .bar").last.click()
    page.wait_for_url("**from=**until=**")
    assert hours() == 60


def test_a_request_opens_beside_the_list(seat):
    page, _ = seat
    page.goto(f"{LOGS}?status=404")
    links = [it.get_attribute("href") for it in page.query_selector_all("td, .at a") if
             it.get_attribute("href")]
    assert re.search(r"\d\d:\d\d:\d\d\.\d\d\d$", page.locator(".at").nth(0).inner_text())
    if page.viewport_size["width"] < 500:
        assert page.locator("tbody .pill").first.is_visible()
        page.locator("tbody tr .latency").first.click()
        page.wait_for_url(f"**{links[0]}")
        usable(page)
        page.click("text=Older")
        page.wait_for_url(f"**{links[1]}")
        return
    page.locator("tbody tr .latency").nth(1).click()
    panel = page.locator("#panel")
    panel.locator("h1").wait_for()
    ids = [link.split("/")[-1].split("?")[0] for link in links]
    assert panel.locator("#request-id").inner_text() == ids[1]
    assert page.url.endswith("status=404"), "the list stays"
    page.keyboard.press("j")
    panel.locator(f"#request-id:text-is('{ids[2]}')").wait_for()
    page.keyboard.press("k")
    panel.locator(f"#request-id:text-is('{ids[1]}')").wait_for()
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    panel.locator(f"#request-id:text-is('{ids[0]}')").wait_for()
    panel.locator("text=Open page").click()
    page.wait_for_url(f"**/{ids[0]}")
    usable(page)


def test_a_view_is_saved_and_opened(seat):
    page, _ = seat
    name = f"Missing {secrets.token_hex(3)}"
    page.goto(f"{LOGS}?status=404")
    page.click("summary:has-text('Saved views')")
    page.fill("#view-name", name)
    page.click("text=Save view")
    page.wait_for_selector("text=View saved.")
    page.goto(LOGS)
    page.click("summary:has-text('Saved views')")
    page.click(f"a:has-text('{name}')")
    page.wait_for_url("**status=404")
    page.click("summary:has-text('Saved views')")
    page.click(f"[aria-label='Delete {name}']")
    page.wait_for_selector("text=View deleted.")
    page.click("summary:has-text('Columns')")
    page.uncheck("input[value=charge]")
    page.click("text=Show")
    page.wait_for_url("**cols=**")
    assert not page.locator("tbody .charge").first.is_visible()


def test_the_list_works_without_script(browser, place):
    server, email = place
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, "portal", email, PASSWORD)
    page.goto(ANALYTICS)
    page.locator(".chart").first.locator("a").last.click()
    page.wait_for_url("**from=**until=**")
    page.fill("#q", "404")
    page.click("button:has-text('Search')")
    page.wait_for_url("**status=404")
    page.locator("tbody .at a").first.click()
    assert page.locator("h1").inner_text().startswith("getCompanyByRc")
    context.close()
