"""A business asks for access: the form, the operator's decision, the invite, the first sign-in."""

import secrets

import pytest
from playwright.sync_api import expect

from browsing import ACCESSIBLE, WIDTHS, sign_in, watch

PASSWORD = "correct horse battery"


@pytest.fixture
def operator(browser, server):
    context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.wrong = watch(page, server)
    who = server.ready["operator"]
    sign_in(page, "console", who["email"], who["password"])
    yield page
    context.close()


def ask(page, business, email):
    page.goto("/")
    page.get_by_role("link", name="Request access").first.click()
    page.get_by_label("Business name").fill(business)
    page.get_by_label("Your name").fill("Bola Ade")
    page.get_by_label("Work email").fill(email)
    page.get_by_label("RC number").fill("RC 123456")
    page.get_by_label("What do you want to build?").fill("A shop\nwith shares")
    page.get_by_role("button", name="Request access").click()
    expect(page.get_by_role("status")).to_contain_text("Your request is with the operator")


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_from_the_form_to_the_first_sign_in(browser, server, operator, scripts):
    business, email = f"Eko {secrets.token_hex(4)}", f"{secrets.token_hex(6)}@example.ng"
    context = browser.new_context(base_url=server.url, java_script_enabled=scripts)
    page = context.new_page()
    wrong = watch(page, server)
    ask(page, business, email)
    operator.goto("/console")
    operator.get_by_role("link", name="businesses that ask for access").click()
    card = operator.locator("section.card", has_text=business)
    for told in ["Bola Ade", email, "RC 123456", "with shares"]:
        expect(card).to_contain_text(told)
    card.get_by_role("button", name=f"Accept {business}").click()
    invite = operator.locator("#secret").text_content()
    page.goto(invite)
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Accept and sign in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Overview")
    expect(page.locator("body")).to_contain_text(business)
    assert wrong == [] and operator.wrong == []
    context.close()


def test_a_request_is_declined(browser, server, operator):
    business = f"Odo {secrets.token_hex(4)}"
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    ask(page, business, f"{secrets.token_hex(6)}@example.ng")
    operator.goto("/console/access-requests")
    card = operator.locator("section.card", has_text=business)
    card.get_by_label("Reason for declining").fill("We serve lenders only")
    card.get_by_role("button", name=f"Decline {business}").click()
    expect(operator.locator(".said")).to_contain_text("Request declined.")
    expect(card).to_contain_text("We serve lenders only")
    expect(card.get_by_role("button")).to_have_count(0)
    context.close()


def test_what_is_wrong_is_said_beside_its_field(browser, server):
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 900})
    page = context.new_page()
    page.goto("/portal/sign-in")
    page.get_by_role("link", name="Request access").click()
    page.get_by_label("Business name").fill("<b>Eko</b>")
    page.get_by_label("Your name").fill("Bola Ade")
    page.get_by_label("Work email").fill("bola@example.ng")
    page.get_by_role("button", name="Request access").click()
    expect(page.locator("#business-hint")).to_contain_text("plain text")
    expect(page.get_by_label("Your name")).to_have_value("Bola Ade")
    assert page.evaluate(ACCESSIBLE) == []
    context.close()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_fit_to_be_read(browser, sqlite_server, width, scheme):
    server = sqlite_server
    context = browser.new_context(base_url=server.url, color_scheme=scheme,
                                  viewport={"width": width, "height": 900})
    page = context.new_page()
    wrong = watch(page, server)
    ask(page, f"Ilu {secrets.token_hex(4)}", f"{secrets.token_hex(6)}@example.ng")
    assert page.evaluate(ACCESSIBLE) == []
    page.goto("/request-access")
    assert page.evaluate(ACCESSIBLE) == []
    who = server.ready["operator"]
    sign_in(page, "console", who["email"], who["password"])
    page.goto("/console/access-requests")
    assert page.locator("section.card").count() > 0
    assert page.evaluate(ACCESSIBLE) == []
    assert len(page.content()) < 60 * 1024
    assert wrong == []
    context.close()
