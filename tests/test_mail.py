"""Mail by a real SMTP server (aiosmtpd) over TLS: what it takes, refuses, and misses."""

import asyncio
import email
import email.policy
import re
import socket
import ssl
import time

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from kofa import PostgresDatabase, Server, eventually
from test_upstream_tls import authority

PASSWORD = "correct horse battery staple"
WAIT_SECONDS_MAX = 60


class Mailbox:
    """A mail server that wants a name and a password, and keeps what it took."""

    def __init__(self, folder, kind="smtps"):
        self.mails, self.put_off, self.slow = [], 0, 0.0
        self.trusted, certificate, key = authority(folder, "mail")
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.kind, self.controller = kind, None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def start(self):
        tls = {"ssl_context": self.context} if self.kind == "smtps" else {
            "tls_context": self.context, "require_starttls": True}
        # Where TLS is there from the start, the library does not know that AUTH is safe.
        self.controller = Controller(
            self, hostname="127.0.0.1", port=self.port, server_hostname="localhost",
            authenticator=self.authenticate, auth_required=True,
            auth_require_tls=self.kind != "smtps", **tls)
        self.controller.start()
        return self

    def stop(self):
        if self.controller:
            self.controller.stop(no_assert=True)
            self.controller = None

    def authenticate(self, server, session, envelope, mechanism, data):
        given = (data.login, data.password)
        return AuthResult(success=given == (b"kofa@example.ng", b"p@ss/word"))

    async def handle_DATA(self, server, session, envelope):
        await asyncio.sleep(self.slow)
        if self.put_off > 0:
            self.put_off -= 1
            return "451 later"
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"

    @property
    def url(self):
        return f"{self.kind}://kofa%40example.ng:p%40ss%2Fword@localhost:{self.port}"

    def to(self, address):
        """The mails to an address, once there is one."""
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while True:
            found = [mail for mail in list(self.mails) if address in mail["To"]]
            if found or time.monotonic() > deadline:
                assert found, f"no mail to {address}: {self.mails}"
                return found
            time.sleep(0.05)


def link(mail):
    """The link in the plain text, which the HTML has as well."""
    text = mail.get_body(("plain",)).get_content()
    found = re.search(r"https?://\S+", text).group()
    assert found in mail.get_body(("html",)).get_content()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def server(request, tmp_path):
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path, database)
    server.environment = {"KOFA_MAIL_FROM": "Kofa <no-reply@example.ng>"}
    yield server
    if server.process and server.process.poll() is None:
        server.kill()
    if database:
        database.drop()


@pytest.fixture
def mailbox(request, tmp_path):
    mailbox = Mailbox(tmp_path, getattr(request, "param", "smtps"))
    yield mailbox
    mailbox.stop()


def connect(server, mailbox):
    server.environment |= {
        "KOFA_SMTP_URL": mailbox.url, "KOFA_SMTP_CA_FILE": str(mailbox.trusted)}


def states(admin):
    return [mail["state"] for mail in admin.get("/admin/v1/mails")["items"]]


@pytest.mark.parametrize("mailbox", ["smtps", "smtp"], indirect=True)
def test_a_member_joins_and_gets_a_new_password_by_mail_alone(server, mailbox):
    mailbox.start()
    connect(server, mailbox)
    server.start()
    admin = server.admin()
    admin.post("/admin/v1/tenants", {"name": "Adé & Sons", "email": "ade@example.ng"})
    [invite] = mailbox.to("ade@example.ng")
    assert invite["Subject"] == "Join Adé & Sons on Kofa"
    assert invite["From"] == "Kofa <no-reply@example.ng>"
    origin = {"Origin": server.url}
    with server.client(**origin) as client:
        answer = client.post(link(invite), json={"password": PASSWORD})
        assert answer.is_success, answer.text
        page = client.get("/portal/forgot").text
        assert 'name="email"' in page
        for address in ("ade@example.ng", "nobody@example.ng"):
            answer = client.post("/portal/forgot", data={"email": address})
            assert answer.status_code == 200 and "is on its way" in answer.text
        assert client.post("/portal/forgot", data={"email": "ade"}).status_code == 422
    eventually(lambda: _both(mailbox))
    reset = next(it for it in mailbox.to("ade@example.ng") if "password" in it["Subject"])
    assert "/portal/reset/" in link(reset)
    with server.client(**origin) as client:
        answer = client.post(link(reset), data={"password": "another " + PASSWORD})
        assert answer.status_code == 200, answer.text
        form = {"email": "ade@example.ng", "password": "another " + PASSWORD}
        answer = client.post("/portal/sign-in", data=form)
        assert answer.status_code == 303, answer.text
    assert states(admin) == ["sent", "sent"]
    log = server.log_tail()
    for mail in mailbox.mails:
        assert link(mail).rpartition("/")[2] not in log
    assert "p@ss" not in log and "p%40ss" not in log


def _both(mailbox):
    assert len(mailbox.to("ade@example.ng")) == 2


def test_a_server_that_is_not_who_it_says_gets_nothing(server, mailbox, tmp_path):
    mailbox.start()
    connect(server, mailbox)
    server.environment["KOFA_SMTP_CA_FILE"] = str(authority(tmp_path, "other")[0])
    server.start()
    admin = server.admin()
    admin.post("/admin/v1/mails/test", {"email": "ops@example.ng"})

    def failed():
        [mail] = admin.get("/admin/v1/mails")["items"]
        assert mail["state"] == "waiting" and "mail server" in (mail["error"] or ""), mail

    eventually(failed)
    assert not mailbox.mails


def test_a_slow_or_failing_server_holds_up_nobody_and_loses_nothing(server, mailbox):
    connect(server, mailbox)
    server.start()
    admin = server.admin()
    tenant = admin.tenant()
    addresses = [f"m{number}@example.ng" for number in range(6)]
    for address in addresses:
        admin.post(tenant.path("invites"), {"email": address, "role": "viewer"})
    with server.product(tenant.key()) as client:
        mailbox.put_off, mailbox.slow = 2, 1.0
        mailbox.start()
        until = time.monotonic() + WAIT_SECONDS_MAX
        taken = 0
        while len({mail["To"] for mail in mailbox.mails}) < 7 and time.monotonic() < until:
            begun = time.monotonic()
            path = "/api/v1/company/validation/company/rc?rcNumber=1885308"
            assert client.get(path).status_code == 200
            taken = max(taken, time.monotonic() - begun)
            time.sleep(0.2)
    assert taken < 5
    for address in addresses:
        assert len(mailbox.to(address)) == 1


def test_what_waits_survives_kill_nine(server, mailbox):
    connect(server, mailbox)
    server.start()
    admin = server.admin()
    tenant = admin.tenant()
    addresses = [f"m{number}@example.ng" for number in range(5)]
    for address in addresses:
        admin.post(tenant.path("invites"), {"email": address, "role": "viewer"})
    server.kill()
    mailbox.start()
    mailbox.slow = 0.5
    server.start()
    mailbox.to("m0@example.ng")
    server.kill()
    mailbox.slow = 0
    server.start()
    for address in addresses:
        mails = mailbox.to(address)
        # One that was handed over as the server died may come twice, and is the same one.
        assert len({mail["Message-ID"] for mail in mails}) == 1
    # One that found the server away before is tried again after a pause.
    deadline = time.monotonic() + 2 * WAIT_SECONDS_MAX
    while set(states(server.admin())) != {"sent"}:
        assert time.monotonic() < deadline, server.admin().get("/admin/v1/mails")
        time.sleep(0.2)


def test_a_business_signs_up_by_mail_alone(server, mailbox):
    mailbox.start()
    connect(server, mailbox)
    server.environment["KOFA_SIGN_UP"] = "open"
    server.start()
    typed = {"business": "Eko Foods", "name": "Bola Ade", "email": "bola@example.ng"}
    with server.client(Origin=server.url, Accept="text/html") as page:
        asked = page.post("/request-access", data=typed)
        assert asked.status_code == 200 and "confirm your address" in asked.text
        confirm = link(mailbox.to("bola@example.ng")[0])
        assert "Eko Foods" in page.get(confirm).text
        # A mail program that opens links to look at them makes nothing.
        assert server.admin().get("/admin/v1/tenants?search=eko")["items"] == []
        led = page.post(confirm)
        assert led.status_code == 303, led.text
        invite = led.headers["location"]
        eventually(lambda: _invited(mailbox, invite))
        joined = page.post(invite, data={"password": PASSWORD})
        assert (joined.status_code, joined.headers["location"]) == (303, "/portal")
        again = page.get(confirm)
        assert again.status_code == 404 and "Sign-up link unknown" in again.text
    [tenant] = server.admin().get("/admin/v1/tenants?search=eko")["items"]
    services = server.admin().get(f"/admin/v1/tenants/{tenant['id']}")["services"]
    assert {one["environment"] for one in services if one["enabled"]} == {"sandbox"}


def _invited(mailbox, invite):
    assert any(link(mail).endswith(invite) for mail in mailbox.to("bola@example.ng"))
