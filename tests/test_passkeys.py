"""Passkeys in Chromium, with its virtual authenticator, at both doors."""

import json
from contextlib import contextmanager
from urllib.parse import parse_qs

import pytest
from test_pages_doors import GARBAGE, PASSWORD, Business, Visitor, age_sessions

from browsing import ACCESSIBLE, agree, sign_in

SETTINGS = "/portal/sandbox/settings/second-factor"


def named(server):
    """Passkeys are for a host name."""
    return server.url.replace("127.0.0.1", "localhost")


class Device:
    """A browser with an authenticator that knows its user."""

    def __init__(self, page, verifies=True):
        self.page, self.cdp = page, page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": verifies, "isUserVerified": verifies,
            "automaticPresenceSimulation": True,
        }
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = made["authenticatorId"]

    def passkeys(self):
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def knows_user(self, yes):
        asked = {"authenticatorId": self.id, "isUserVerified": yes}
        self.cdp.send("WebAuthn.setUserVerified", asked)

    def press(self, name, until):
        self.page.get_by_role("button", name=name).click()
        self.page.wait_for_url(until)

    def add(self, name, settings=SETTINGS):
        self.page.goto(settings)
        self.page.get_by_label("Name of the passkey").fill(name)
        self.page.get_by_role("button", name="Add a passkey").click()


@contextmanager
def opened(browser, url):
    context = browser.new_context(base_url=url)
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert wrong == []
    context.close()


def sign_out(page):
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    page.wait_for_url("**/sign-in")


def test_a_member_signs_in_with_a_passkey(browser, server):
    business = Business(server)
    with opened(browser, named(server)) as page:
        sign_in(page, "portal", business.email, PASSWORD)
        device = Device(page)
        device.add("My laptop")
        page.wait_for_selector("#recovery-codes")
        codes = page.locator("#recovery-codes").inner_text().split()
        assert len(codes) == 10
        [kept] = device.passkeys()
        assert (kept["rpId"], kept["isResidentCredential"]) == ("localhost", True)
        assert business.email not in json.dumps(kept["userHandle"])
        page.goto(SETTINGS)
        assert page.evaluate(ACCESSIBLE) == []
        text = page.inner_text("main")
        assert "My laptop" in text and "Never" in text and "10 left" in text
        # One device has one passkey of a person.
        device.add("Again")
        page.get_by_text("You already have a passkey on this device.").wait_for()

        # Alone.
        page.goto("/portal/sandbox")
        sign_out(page)
        assert page.evaluate(ACCESSIBLE) == []
        sent = []
        page.on("request", lambda it: sent.append(it) if it.url.endswith("/portal/passkey") else 0)
        device.press("Use a passkey", "**/portal/sandbox")
        page.goto(SETTINGS)
        assert "Never" not in page.inner_text("main")

        # After the password.
        page.goto("/portal/sandbox")
        sign_out(page)
        sign_in(page, "portal", business.email, PASSWORD)
        assert "/portal/second-factor" in page.url
        assert page.evaluate(ACCESSIBLE) == []
        device.press("Use a passkey", "**/portal/sandbox")

        # Before what matters.
        age_sessions(server)
        page.goto(SETTINGS)
        assert "/portal/confirm" in page.url and page.evaluate(ACCESSIBLE) == []
        device.press("Confirm with a passkey", f"**{SETTINGS}")

        # A device that does not know its user, and one who changes their mind.
        page.goto("/portal/sandbox")
        sign_out(page)
        device.knows_user(False)
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_text("No passkey was used.").wait_for()
        device.knows_user(True)

        # What went over the wire is of no use again.
        fields = {name: value for name, [value] in parse_qs(sent[0].post_data).items()}
        again = Visitor(server).post("/portal/passkey", **fields)
        assert again.status_code == 422 and "already used" in again.text

        # Removed.
        device.press("Use a passkey", "**/portal/sandbox")
        page.goto(SETTINGS)
        page.get_by_role("button", name="Remove").click()
        agree(page)
        page.get_by_text("Passkey removed.").wait_for()
        page.goto("/portal/sandbox")
        sign_out(page)
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_text("Unknown passkey.").wait_for()
        sign_in(page, "portal", business.email, PASSWORD)
        assert page.url.endswith("/portal/sandbox"), "no second factor is left"


def test_an_operator_signs_in_with_a_passkey_and_at_no_other_door(browser, server):
    with opened(browser, named(server)) as page:
        operator = server.ready["operator"]
        sign_in(page, "console", operator["email"], operator["password"])
        device = Device(page)
        device.add("", "/console/settings/second-factor")
        page.wait_for_selector("#recovery-codes")
        page.goto("/console")
        sign_out(page)
        device.press("Use a passkey", "**/console")
        page.goto("/portal/sign-in")
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_text("Unknown passkey.").wait_for()
        # The server goes on without it, for the tests after this one.
        page.goto("/console/settings/second-factor")
        page.get_by_role("button", name="Remove").click()
        agree(page)
        page.get_by_text("Passkey removed.").wait_for()


def test_an_address_has_no_passkeys_and_the_page_says_where_they_are(browser, server):
    with opened(browser, server.url) as page:
        page.goto("/portal/sign-in")
        Device(page)
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_text("Passkeys work under the name localhost").wait_for()


def test_what_is_no_passkey_is_refused_and_slowed_down(server):
    visitor = Visitor(server)
    answers = []
    for junk in [*GARBAGE, "{}", '{"id": 1}', "[" * 40_000]:
        answers.append(visitor.post("/portal/passkey", passkey=junk).status_code)
    assert set(answers) <= {413, 422, 429} and 422 in answers
    evil = Visitor(server).send("POST", "/portal/passkey", {}, Origin="https://evil.test")
    assert evil.status_code == 403
    nobody = Visitor(server).post(f"{SETTINGS}/passkeys", passkey="{}")
    assert nobody.status_code == 303 and "/portal/sign-in" in nobody.headers["location"]


@pytest.fixture
def server(sqlite_server):
    return sqlite_server
