"""The test inbox: a tenant without a server of its own sees its webhooks, and the mails of live.

The server is told nothing of where webhooks may go: its own address, on this machine, is refused
but for the inbox of the tenant. What the pages show is verified by the published library."""

import html
import re
import time
from urllib.parse import urlsplit

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from browsing import ACCESSIBLE, WIDTHS, sign_in, watch
from conftest import running
from kofa import PostgresDatabase, Server, eventually, subscription
from test_pages_wallet import PASSWORD, join

PAGE = "/inbox"
WAIT_SECONDS_MAX = 30


class Inbox:
    """A tenant's inbox as a developer of the tenant sees it, page by page."""

    def __init__(self, server, tenant):
        self.server, self.tenant = server, tenant
        self.seat = join(server, tenant, "developer")
        made = self.seat.post(PAGE)
        assert made.status_code == 303, made.text
        self.url = html.unescape(re.search(r'id="inbox-address"[^>]*>([^<]+)<', self.page())[1])

    def page(self, rest=""):
        answer = self.seat.get(f"{PAGE}{rest}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def send_there(self):
        """Adds it as an endpoint: the secret, and the endpoint's path in the admin API."""
        answer = self.seat.post(f"{PAGE}/endpoint")
        assert answer.status_code == 200, answer.text
        secret = html.unescape(re.search(r'id="webhook-secret">([^<]+)<', answer.text)[1])
        made = self.tenant.admin.get(self.tenant.path("webhooks/sandbox"))["items"][-1]
        return secret, self.tenant.path(f"webhooks/sandbox/{made['id']}")

    def answers(self, word):
        assert self.seat.post(f"{PAGE}/answer", answer=word).status_code == 303

    def rows(self):
        """Newest first: link, type, verdict, try, answer."""
        found = re.findall(
            r'<tr><th scope="row"><a href="/portal/sandbox([^"]+)">([^<]+)</a>.*?'
            r'<span class="pill \w+">(\w+)</span></td><td class="number">(\d+)</td>'
            r"<td>([^<]+)</td>",
            self.page(), re.S)
        return [(link.removeprefix(PAGE), *rest) for link, *rest in found]

    def until(self, check):
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while not check(rows := self.rows()):
            assert time.monotonic() < deadline, rows
            time.sleep(0.1)
        return rows

    def message(self, row):
        """Headers and body as the page shows them."""
        page = self.page(row[0])
        headers = re.findall(r"<dt><code>([^<]+)</code></dt><dd><code>([^<]*)</code></dd>", page)
        body = re.search(r'<code id="sent-body">(.*?)</code>', page, re.S)[1]
        headers = {name: html.unescape(value) for name, value in headers}
        return headers, html.unescape(body)


@pytest.fixture
def inbox(server, tenant):
    return Inbox(server, tenant)


def test_events_are_seen_and_verified_without_a_server_of_ones_own(server, inbox):
    assert inbox.url.startswith(f"{server.url}/hooks/inbox/")
    secret, path = inbox.send_there()
    inbox.tenant.admin.post(f"{path}/test")
    row = inbox.until(lambda rows: len(rows) == 1)[0]
    assert row[1:] == ("webhook.test", "Valid", "1", "200: accepted")
    headers, body = inbox.message(row)
    assert Webhook(secret).verify(body, headers)["type"] == "webhook.test"
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body + " ", headers)
    assert {"webhook-id", "webhook-timestamp", "webhook-signature", "content-type"} == set(headers)
    # An application's events, each rightly signed.
    body = subscription(server, inbox.tenant.vendor_id, isCardPayment=True)
    with server.product(inbox.tenant.key()) as client:
        assert client.post("/api/exchange-invest/subscribe", json=body).is_success
    rows = inbox.until(lambda rows: len([one for one in rows if "subscription" in one[1]]) >= 2)
    assert {one[2] for one in rows} == {"Valid"}
    for one in rows:
        Webhook(secret).verify(*reversed(inbox.message(one)))
    assert body["bvn"] not in "".join(inbox.message(one)[1] for one in rows)


def test_failures_are_tried_again_and_410_disables(inbox):
    secret, path = inbox.send_there()
    admin = inbox.tenant.admin
    inbox.answers("error")
    admin.post(f"{path}/test")
    inbox.until(lambda rows: len(rows) == 1)
    inbox.answers("ok")
    rows = inbox.until(lambda rows: len(rows) == 2)
    assert [one[1:4] for one in rows] == [("webhook.test", "Valid", n) for n in "21"]
    assert [one[4][:3] for one in rows] == ["200", "500"]
    ids = {inbox.message(one)[0]["webhook-id"] for one in rows}
    assert len(ids) == 1
    eventually(lambda: delivered(admin, path, 2))
    inbox.answers("gone")
    admin.post(f"{path}/test")
    endpoints = inbox.tenant.path("webhooks/sandbox")
    eventually(lambda: disabled(admin.get(endpoints)["items"][0]))
    # The letter that says so.
    letters = html.unescape(inbox.page("/mails"))
    assert "a sandbox webhook endpoint was disabled" in letters and "not sent: sandbox" in letters
    assert f"{urlsplit(path).path.rsplit('/', 1)[1]}" in letters
    # Enabled again, it is sent what it missed; removed, the inbox takes nothing any more.
    inbox.answers("ok")
    inbox.tenant.move("credits", 7_000)
    admin.patch(path, {"enabled": True})
    admin.post(f"{path}/replay", {"from": "2020-01-01T00:00:00Z"})
    inbox.until(lambda rows: "wallet.credited" in [one[1] for one in rows])
    assert inbox.seat.post(f"{PAGE}/remove").status_code == 303
    assert not admin.get(endpoints)["items"][0]["enabled"]
    with inbox.server.client() as client:
        assert client.post(urlsplit(inbox.url).path, json={}).status_code == 404


def delivered(admin, path, tries):
    one = admin.get(f"{path}/deliveries")["items"][0]
    assert (one["state"], one["attempts"]) == ("delivered", tries), one


def disabled(one):
    assert not one["enabled"] and one["disabledAt"], one


def test_what_anybody_sends_is_bounded_and_shown_as_theirs(server, inbox):
    secret, path = inbox.send_there()
    inbox.tenant.admin.post(f"{path}/test")
    inbox.until(lambda rows: len(rows) == 1)
    place = urlsplit(inbox.url).path
    headers, body = inbox.message(inbox.rows()[0])
    with server.client() as client:
        for forged in [body.replace("webhook.test", "wallet.credited"), "{}", "no json"]:
            assert client.post(place, content=forged, headers=headers).status_code == 200
        assert [one[2] for one in inbox.rows()] == ["Invalid"] * 3 + ["Valid"]
        assert client.post(place, content=b"x" * 65_537).status_code == 413
        assert client.post(place, content=b"\xff\x00<script>").status_code == 200
        assert client.get(place).status_code in (404, 405)
        assert client.post(place[:-1] + "0", json={}).status_code in (200, 404)
        answers = [client.post(place, json={"n": n}).status_code for n in range(150)]
        assert 429 in answers and answers[0] == 200 and set(answers) == {200, 429}
    assert len(re.findall(r'<th scope="row">', inbox.page())) == 25
    assert inbox.rows()[0][2] == "Invalid"


def test_nothing_else_of_this_machine_is_opened(server, inbox):
    admin, other = inbox.tenant.admin, inbox.tenant.admin.tenant()
    base = server.url
    for tenant, world, url in [
        (other, "sandbox", inbox.url),
        (inbox.tenant, "live", inbox.url),
        (inbox.tenant, "sandbox", f"{base}/hooks/inbox/{'0' * 64}"),
        (inbox.tenant, "sandbox", f"{base}/healthz"),
        (inbox.tenant, "sandbox", f"{base}/hooks/inbox/../../healthz"),
        (inbox.tenant, "sandbox", inbox.url.replace("127.0.0.1", "127.0.0.2")),
        (inbox.tenant, "sandbox", inbox.url.replace("http://", "http://a@")),
    ]:
        answer = admin.client.post(tenant.path(f"webhooks/{world}"), json={"url": url})
        assert answer.status_code == 422, (url, answer.text)
        assert answer.json()["errors"][0]["field"] == "url", url


def test_the_token_is_nowhere_in_clear(binary, tmp_path):
    database = PostgresDatabase()
    server = Server(tmp_path, database)
    for _ in running(server, database):
        inbox = Inbox(server, server.admin().tenant())
        secret, path = inbox.send_there()
        inbox.tenant.admin.post(f"{path}/test")
        inbox.until(lambda rows: len(rows) == 1)
        with server.client() as client:
            said = "0123456789-quagga"
            assert client.post(urlsplit(inbox.url).path, json={"bvn": said}).status_code == 200
        token = inbox.url.rsplit("/", 1)[1]
        kept = "".join(database.texts()) + server.log.read_text(errors="replace")
        assert len(token) == 64 and token not in kept and said not in kept
        listed = inbox.tenant.admin.get(inbox.tenant.path("webhooks/sandbox"))
        assert token not in str(listed)
        # Slow, it is given up; and the server stops all the same.
        inbox.answers("slow")
        inbox.tenant.admin.post(f"{path}/test")
        inbox.until(lambda rows: len(rows) == 3)
        begun = time.monotonic()
        server.stop()
        assert time.monotonic() - begun < 12
        server.start()
        server.admin()
        inbox.seat = type(inbox.seat)(server, inbox.seat.email)
        # The address has another port now. What was under way comes there, too, but minutes later
        # if its try fails before the server listens.
        inbox.answers("ok")
        inbox.tenant.admin = server.admin()
        inbox.tenant.admin.post(f"{path}/test")
        inbox.until(lambda rows: len(rows) >= 4 and rows[0][2] == "Valid")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_whole_and_usable_by_everyone(
        sqlite_server, browser, tmp_path, width, scheme):
    server = sqlite_server
    inbox = Inbox(server, server.admin().tenant())
    secret, path = inbox.send_there()
    inbox.tenant.admin.post(f"{path}/test")
    inbox.until(lambda rows: len(rows) == 1)
    inbox.answers("gone")
    inbox.tenant.admin.post(f"{path}/test")
    row = inbox.until(lambda rows: len(rows) == 2)[0]
    context = browser.new_context(
        viewport={"width": WIDTHS[width], "height": 900}, color_scheme=scheme, base_url=server.url,
    )
    page = context.new_page()
    wrong = watch(page, server)
    sign_in(page, "portal", inbox.seat.email, PASSWORD)
    for place in ["", "/mails", row[0]]:
        page.goto(f"/portal/sandbox{PAGE}{place}", wait_until="load")
        name = place.strip("/").split("/")[0] or "list"
        page.screenshot(path=tmp_path / f"{name}-{width}-{scheme}.png", full_page=True)
        assert page.evaluate(ACCESSIBLE) == [], place
        wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide, place
    # The list looks again by itself.
    page.goto(f"/portal/sandbox{PAGE}", wait_until="load")
    with server.client() as client:
        client.post(urlsplit(inbox.url).path, json={"type": "webhook.test"})
    page.locator("table.rows tbody tr").nth(2).wait_for(timeout=10_000)
    assert not wrong, wrong
    context.close()
