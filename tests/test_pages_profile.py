"""Profile and notifications, in portal and console, in a real browser."""

import pytest
from playwright.sync_api import expect

from browsing import ACCESSIBLE, WIDTHS, sign_in, watch

PATHS = {"portal": "/portal/sandbox/settings", "console": "/console/settings"}


@pytest.fixture(params=["portal", "console"])
def room(request, browser, sqlite_server):
    server = sqlite_server
    who = server.ready["tenant" if request.param == "portal" else "operator"]
    context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.wrong = watch(page, server)
    sign_in(page, request.param, who["email"], who["password"])
    yield request.param, page
    assert page.wrong == []
    context.close()


def test_mails_name_and_theme_are_chosen(room):
    door, page = room
    page.goto(PATHS[door])
    page.get_by_role("link", name="Open profile").click()
    if door == "portal":
        page.get_by_label("Your name").fill("Ada Obi")
    box = page.get_by_label("Going live" if door == "portal" else "Requests for Live")
    box.uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".said")).to_contain_text("Profile saved.")
    expect(box).not_to_be_checked()
    box.check()
    page.get_by_role("button", name="Save").click()
    expect(box).to_be_checked()
    page.locator("main select[data-pref=theme]").select_option("dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("main select[data-pref=theme]").select_option("")
    if door == "portal":
        page.goto("/portal/sandbox/members")
        expect(page.locator("tr", has_text="you")).to_contain_text("Ada Obi")


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_the_page_is_fit_to_be_read(room, width):
    door, page = room
    page.set_viewport_size({"width": width, "height": 900})
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        page.goto(PATHS[door] + "/profile")
        assert page.evaluate(ACCESSIBLE) == []
    assert len(page.content()) < 60 * 1024
