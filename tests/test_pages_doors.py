"""The doors of portal and console, members and settings, as people and strangers use them."""

import base64
import hashlib
import hmac
import html
import os
import re
import secrets
import sqlite3
import struct
import subprocess
import time

import httpx
import psycopg
import pytest
from browsing import ACCESSIBLE, WIDTHS, sign_in
from kofa import BINARY

PASSWORD = "correct horse battery"
ROLES = ["owner", "developer", "sandbox_developer", "finance", "viewer"]
GARBAGE = ["", " ", "\x00", "'; drop table member; --", "<script>alert(1)</script>", "é" * 5000,
           "../../etc/passwd", "mem_" + "0" * 32, "%00", "\r\nSet-Cookie: a=b"]
addresses = iter(f"127.{a}.{b}.1" for a in range(1, 250) for b in range(1, 250))


class Visitor:
    """A browser without a window, at an address of its own, so that one who is slowed down for
    guessing slows down nobody else."""

    def __init__(self, server, door="portal", address=None):
        self.server, self.door = server, door
        transport = httpx.HTTPTransport(local_address=address or next(addresses))
        headers = {"Origin": server.url, "Accept": "text/html"}
        self.http = httpx.Client(
            base_url=server.url, transport=transport, headers=headers, timeout=30
        )
        self.jar, self.token, self.page = {}, "", None

    def send(self, method, path, data=None, **headers):
        # By hand: the cookies are `Secure`, which a browser takes from this machine without TLS.
        cookies = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        if cookies:
            headers["Cookie"] = cookies
        answer = self.http.request(method, path, data=data, headers=headers)
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.split(";")[0].partition("=")
            self.jar[name] = value
            if "Max-Age=0" in line:
                del self.jar[name]
        found = re.search(r'name="form_token" value="([^"]*)"', answer.text)
        self.token = found[1] if found else self.token
        self.page = html.unescape(answer.text)
        assert answer.status_code < 500, f"{method} {path}: {answer.text}"
        return answer

    def get(self, path):
        return self.send("GET", path)

    def post(self, path, **fields):
        fields.setdefault("form_token", self.token)
        return self.send("POST", path, fields)

    def follow(self, answer):
        for _ in range(5):
            if answer.status_code != 303:
                return answer
            answer = self.get(answer.headers["location"])
        raise AssertionError("led about in circles")

    def sign_in(self, email, password=PASSWORD, **fields):
        return self.post(f"/{self.door}/sign-in", email=email, password=password, **fields)

    def is_in(self):
        path = "/portal/sandbox" if self.door == "portal" else "/console"
        return self.get(path).status_code == 200


def path_of(url):
    return "/" + url.split("/", 3)[3]


class Business:
    """A tenant whose owner has joined."""

    def __init__(self, server):
        self.server, self.admin = server, server.admin()
        self.email = f"{secrets.token_hex(6)}@example.ng"
        body = {"name": "Iroko Steel", "email": self.email}
        made = self.admin.post("/admin/v1/tenants", body)
        self.id = made["id"]
        self.owner = self.accept(made["inviteUrl"])

    def path(self, rest):
        return f"/admin/v1/tenants/{self.id}/{rest}"

    def accept(self, url):
        visitor = Visitor(self.server)
        answer = visitor.post(path_of(url), password=PASSWORD)
        assert (answer.status_code, answer.headers["location"]) == (303, "/portal"), answer.text
        assert visitor.is_in()
        return visitor

    def join(self, role):
        """A new member; their address, id and browser."""
        email = f"{secrets.token_hex(6)}@example.ng"
        made = self.admin.post(self.path("invites"), {"email": email, "role": role})
        visitor = self.accept(made["inviteUrl"])
        members = self.admin.get(self.path("members"))["items"]
        return email, next(one["id"] for one in members if one["email"] == email), visitor


def age_sessions(server):
    """As if everybody had signed in long ago."""
    if server.database:
        with psycopg.connect(server.database.url) as connection:
            connection.execute("update session set proved_at = 0")
        return
    with sqlite3.connect(server.data / "kofa.db", timeout=10) as connection:
        connection.execute("update session set proved_at = 0")
    connection.close()


def code_of(secret, ahead=0):
    """What an authenticator app shows (RFC 6238)."""
    key = base64.b32decode(secret.replace(" ", "") + "=" * (-len(secret.replace(" ", "")) % 8))
    step = struct.pack(">Q", int(time.time()) // 30 + ahead)
    digest = hmac.new(key, step, hashlib.sha1).digest()
    at = digest[19] & 15
    number = struct.unpack(">I", digest[at:at + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def said(visitor):
    return re.search(r'class="said" role="status">([^<]*)', visitor.page)[1]


def fault(visitor):
    return re.findall(r"<li>([^<]*)</li>", visitor.page.split('class="faults"')[1])[0]


def test_sign_in_leads_on_and_out_again(server):
    business = Business(server)
    visitor = Visitor(server)
    answer = visitor.get("/portal/live/members")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/portal/sign-in?next=%2Fportal%2Flive%2Fmembers"
    answer = visitor.get(answer.headers["location"])
    assert 'value="/portal/live/members"' in answer.text
    assert answer.headers["cache-control"] == "no-store"
    answer = visitor.sign_in(business.email.upper(), next="/portal/live/members")
    assert (answer.status_code, answer.headers["location"]) == (303, "/portal/live/members")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-kofa-portal=kofa_member_")
    assert {"HttpOnly", "SameSite=Lax", "Secure", "Path=/"} <= set(cookie.split("; "))
    assert business.email in visitor.get("/portal/live/members").text
    assert visitor.get("/console").status_code == 303, "another door"
    kept = dict(visitor.jar)
    first = visitor.jar["__Host-kofa-portal"]
    visitor.sign_in(business.email)
    again = Visitor(server)
    again.jar = {"__Host-kofa-portal": first}
    assert not again.is_in(), "signing in again ends the session that was there"
    kept = dict(visitor.jar)
    assert visitor.post("/portal/sign-out").headers["location"] == "/portal/sign-in"
    visitor.jar = kept
    assert not visitor.is_in(), "the cookie is worth nothing any more"
    for evil in ["//evil.test", "https://evil.test", "/console", "/portal\\..\\x"]:
        assert visitor.sign_in(business.email, next=evil).headers["location"] == "/portal"


def test_nobody_learns_who_has_an_account(server):
    business = Business(server)
    pages = []
    for email in [business.email, f"{secrets.token_hex(6)}@example.ng"]:
        visitor = Visitor(server)
        seen = []
        for _ in range(6):
            answer = visitor.sign_in(email, "wrong password")
            seen.append((answer.status_code, fault(visitor)))
        answer = visitor.sign_in(email)
        assert answer.status_code == 429, "also with the right password"
        assert 25 <= int(answer.headers["retry-after"]) <= 30
        seen.append((answer.status_code, re.sub(r"\d+", "N", fault(visitor))))
        pages.append(seen)
    assert pages[0] == pages[1]
    assert pages[0][0] == (422, "Incorrect email or password.")
    # Another address does not help, and another name is free.
    assert Visitor(server).sign_in(business.email).status_code == 429
    assert Visitor(server, "console").sign_in(business.email).status_code == 422


def test_an_address_is_slowed_down_for_what_fails(sqlite_server):
    business = Business(sqlite_server)
    visitor = Visitor(sqlite_server)
    for _ in range(21):
        assert visitor.sign_in(business.email).status_code == 303, "right is never slowed down"
    codes = []
    while 429 not in codes:
        codes.append(visitor.sign_in(f"{secrets.token_hex(6)}@example.ng").status_code)
        assert len(codes) < 60, codes
    assert codes[:20] == [422] * 20, "as many are free at once"
    assert Visitor(sqlite_server).sign_in(business.email).status_code == 303


def test_forms_of_others_are_refused(server):
    business = Business(server)
    owner = business.owner
    home = "/portal/sandbox/settings"
    owner.get(home)
    fields = {"form_token": owner.token}
    paths = [f"{home}/sessions/end-others", f"{home}/password", f"{home}/second-factor/start",
             "/portal/confirm", "/portal/sandbox/members/invite"]
    for path in paths:
        evil = owner.send("POST", path, fields, Origin="https://evil.test")
        assert evil.status_code == 403, path
        assert owner.send("POST", path, {"form_token": "x" * 32}).status_code == 403, path
        assert owner.send("POST", path, {}).status_code == 403, path
        crossing = owner.send("POST", path, fields, **{"Sec-Fetch-Site": "cross-site"})
        assert crossing.status_code == 403, path
    for path in ["/portal/sign-in", "/portal/sign-out", "/console/sign-in", "/portal/second-factor"]:
        evil = owner.send("POST", path, fields, Origin="https://evil.test")
        assert evil.status_code == 403, path
    assert owner.is_in()


def enrol(visitor, home="/portal/sandbox/settings"):
    """Turns the second factor on; its secret and recovery codes."""
    place = f"{home}/second-factor"
    assert "shows a new code every 30 seconds" in visitor.get(place).text
    assert visitor.follow(visitor.post(f"{place}/start")).status_code == 200
    secret = re.search(r'id="factor-secret"[^>]*>([A-Z2-7 ]+)<', visitor.page)[1]
    assert '<svg class="qr"' in visitor.page
    assert visitor.post(f"{place}/confirm", code="12").status_code == 422
    assert "present code" in fault(visitor)
    answer = visitor.post(f"{place}/confirm", code=code_of(secret))
    assert answer.status_code == 200, answer.text
    codes = re.findall(r"\b[a-z2-9]{5}-[a-z2-9]{5}\b", visitor.page)
    assert len(set(codes)) == 10
    assert secret not in visitor.get(place).text and "10 left" in visitor.page
    return secret, codes


def test_a_second_factor_from_on_to_off(server):
    business = Business(server)
    owner = business.owner
    secret, codes = enrol(owner)
    visitor = Visitor(server)
    answer = visitor.sign_in(business.email, next="/portal/live")
    assert answer.headers["location"] == "/portal/second-factor?next=%2Fportal%2Flive"
    for path in ["/portal/live", "/portal/sandbox/settings", "/portal/sandbox/members",
                 "/portal/confirm"]:
        answer = visitor.get(path)
        assert answer.headers["location"] == "/portal/second-factor", "half way is not in"
    assert visitor.post("/portal/second-factor", code="000000").status_code == 422
    for junk in GARBAGE[:3]:
        assert visitor.post("/portal/second-factor", code=junk).status_code == 422
    # The next step's code: the present one turned the factor on.
    code = code_of(secret, 1)
    answer = visitor.post("/portal/second-factor", code=code, next="/portal/live")
    assert (answer.status_code, answer.headers["location"]) == (303, "/portal/live"), answer.text
    assert visitor.is_in()
    other = Visitor(server)
    other.sign_in(business.email)
    assert other.post("/portal/second-factor", code=code).status_code == 422, "a code is used once"
    assert other.post("/portal/second-factor", code=codes[0].upper()).status_code == 303
    assert other.is_in()
    third = Visitor(server)
    third.sign_in(business.email)
    assert third.post("/portal/second-factor", code=codes[0]).status_code == 422
    # Confirming asks for both.
    age_sessions(server)
    answer = owner.get("/portal/sandbox/settings/second-factor")
    assert "/portal/confirm?next=" in answer.headers["location"]
    assert 'name="code"' in owner.get(answer.headers["location"]).text
    assert owner.post("/portal/confirm", password=PASSWORD, code="1").status_code == 422
    place = "/portal/sandbox/settings/second-factor"
    answer = owner.post("/portal/confirm", password=PASSWORD, code=codes[1], next=place)
    assert answer.headers["location"] == place
    assert owner.post(f"{place}/codes").status_code == 200
    fresh = re.findall(r"\b[a-z2-9]{5}-[a-z2-9]{5}\b", owner.page)
    assert not set(fresh) & set(codes)
    owner.get(place)
    assert owner.post(f"{place}/off", current="wrong password").status_code == 422
    assert owner.follow(owner.post(f"{place}/off", current=PASSWORD)).status_code == 200
    assert said(owner) == "Authenticator app turned off."
    assert Visitor(server).sign_in(business.email).headers["location"] == "/portal"


def test_codes_are_guessed_as_slowly_as_passwords(sqlite_server):
    business = Business(sqlite_server)
    enrol(business.owner)
    visitor = Visitor(sqlite_server)
    visitor.sign_in(business.email)
    codes = [visitor.post("/portal/second-factor", code="000000").status_code for _ in range(7)]
    assert codes[:4] == [422] * 4 and codes[-1] == 429
    assert visitor.sign_in(business.email).status_code == 429, "the password is no way around"


def test_an_invite_in_the_browser(server):
    business = Business(server)
    admin = business.admin
    email = f"{secrets.token_hex(6)}@example.ng"
    body = {"email": email, "role": "sandbox_developer"}
    link = path_of(admin.post(business.path("invites"), body)["inviteUrl"])
    with server.client() as program:
        assert program.get(link).json()["role"] == "sandbox_developer"
    visitor = Visitor(server)
    answer = visitor.get(link)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    for text in [email, "Iroko Steel", "Sandbox developer", "in 3 days"]:
        assert text in visitor.page, text
    assert "form-action 'self'" in answer.headers["content-security-policy"]
    for weak, words in [("short", "at least 10"), ("qwertyuiop", "too easy to guess"),
                        (email, "must not be"), ("Iroko Steel 1", "too easy to guess"),
                        ("x" * 201, "at most 200")]:
        assert visitor.post(link, password=weak).status_code == 422
        assert words in fault(visitor), fault(visitor)
        assert weak == email or weak not in visitor.page, "it is not sent back"
    # Whoever is signed in there makes room.
    other = business.owner
    assert business.email in other.get(link).text
    before = dict(other.jar)
    answer = other.post(link, password=PASSWORD)
    assert answer.status_code == 303
    assert "You are now a member of Iroko Steel" in other.follow(other.follow(answer)).text
    assert email in other.get("/portal/sandbox/settings").text
    other.jar = before
    assert not other.is_in()
    assert visitor.post(link, password=PASSWORD).status_code == 409
    assert visitor.get(link).status_code == 409
    assert "already used" in visitor.page.lower()
    made = admin.post(business.path("invites"), {"email": "x" + email, "role": "viewer"})
    admin.post(business.path(f"invites/{made['id']}/revoke"))
    assert visitor.get(path_of(made["inviteUrl"])).status_code == 410
    for junk in ["/invite/x", "/invite/kofa_invite_" + "0" * 48, "/setup/x"]:
        answer = visitor.get(junk)
        assert answer.status_code == 404 and "text/html" in answer.headers["content-type"]
        assert visitor.post(junk, password=PASSWORD).status_code == 404


@pytest.mark.parametrize("door", ["portal", "console"])
def test_a_forgotten_password(server, door):
    business = Business(server)
    admin = business.admin
    if door == "portal":
        email = business.email
        member = admin.get(business.path("members"))["items"][0]["id"]
        path = business.path(f"members/{member}/reset-link")
    else:
        email = f"{secrets.token_hex(6)}@kofa.example"
        body = {"name": "Second", "email": email, "role": "owner", "password": PASSWORD}
        operator = admin.post("/admin/v1/operators", body)["id"]
        path = f"/admin/v1/operators/{operator}/reset-link"
    signed_in = Visitor(server, door)
    assert signed_in.sign_in(email).status_code == 303 and signed_in.is_in()
    visitor = Visitor(server, door)
    assert "forgot" in visitor.get(f"/{door}/sign-in").text
    assert "ask" in visitor.get(f"/{door}/forgot").text.lower()
    old, made = admin.post(path)["resetUrl"], admin.post(path)
    link = path_of(made["resetUrl"])
    assert visitor.get(path_of(old)).status_code == 409, "a newer one takes its place"
    assert email in visitor.get(link).text
    assert visitor.post(link, password="qwertyuiop").status_code == 422
    other = link.replace(door, "console" if door == "portal" else "portal")
    assert visitor.get(other).status_code == 404
    answer = visitor.post(link, password="nine purple kites")
    assert answer.status_code == 200 and "Password changed" in visitor.page
    assert visitor.post(link, password="nine purple kites").status_code == 409
    assert not signed_in.is_in()
    assert visitor.sign_in(email).status_code == 422
    assert visitor.sign_in(email, "nine purple kites").status_code == 303 and visitor.is_in()


def test_own_sessions_and_password(server):
    business = Business(server)
    one, two, three = (Visitor(server) for _ in range(3))
    for visitor in [one, two, three]:
        visitor.sign_in(business.email)
    home = "/portal/sandbox/settings"
    one.get(home)
    ids = re.findall(r"settings/sessions/(ses_[0-9a-f]{32})/end", one.page)
    assert len(ids) == 3 and one.page.count("This session") == 1
    two.get(home)
    mine = set(ids) - set(re.findall(r"sessions/(ses_[0-9a-f]{32})/end", two.page))
    answer = one.post(f"{home}/sessions/{mine.pop()}/end")
    assert answer.headers["location"] == home and not two.is_in()
    stranger = Business(server).owner
    stranger.get(home)
    for junk in [*ids, *(f"ses_{secrets.token_hex(16)}" for _ in range(2))]:
        assert stranger.post(f"{home}/sessions/{junk}/end").status_code == 303
    assert three.is_in(), "a session is ended by whose it is"
    assert stranger.post(f"{home}/sessions/x/end").status_code == 404
    one.get(home)
    one.follow(one.post(f"{home}/sessions/end-others"))
    assert "signed out." in said(one)
    assert one.is_in() and not three.is_in()

    three.sign_in(business.email)
    for current, new, words in [
        ("wrong password", "nine purple kites", "Incorrect password"),
        (PASSWORD, PASSWORD, "differs from your current one"), (PASSWORD, "qwertyuiop", "too easy"),
        (PASSWORD, "", "at least 10"),
    ]:
        assert one.post(f"{home}/password", current=current, password=new).status_code == 422
        assert words in fault(one)
    answer = one.post(f"{home}/password", current=PASSWORD, password="nine purple kites")
    assert answer.headers["location"] == home
    assert one.is_in() and not three.is_in()
    assert three.sign_in(business.email).status_code == 422
    age_sessions(server)
    for path in [f"{home}/password", f"{home}/second-factor"]:
        assert "/portal/confirm?next=" in one.get(path).headers["location"]
    answer = one.post(f"{home}/password", current="nine purple kites", password=PASSWORD)
    assert "/portal/confirm" in answer.headers["location"], "not with an old proof"


def test_members_by_every_role(server):
    business = Business(server)
    stranger = Business(server)
    _, theirs, _ = stranger.join("viewer")
    _, target, _ = business.join("viewer")
    home = "/portal/sandbox/members"
    posts = {"invite": {"email": "y@example.ng", "role": "viewer"},
             f"{target}/role": {"role": "finance"}, f"{target}/disable": {},
             f"{target}/enable": {}, f"{target}/reset-link": {}, f"{target}/invite": {},
             f"{target}/revoke": {}}
    for role in ROLES[1:]:
        _, _, visitor = business.join(role)
        assert business.email in visitor.get(home).text
        assert "Invite member" not in visitor.page and f"{home}/{target}" not in visitor.page
        for path in ["invite", target, theirs]:
            assert visitor.get(f"{home}/{path}").status_code == 403, (role, path)
        for path, fields in posts.items():
            assert visitor.post(f"{home}/{path}", **fields).status_code == 403, (role, path)
    owner = business.owner
    owner.get(home)
    for path, fields in posts.items():
        answer = owner.post(f"{home}/{path}".replace(target, theirs), **fields)
        assert answer.status_code == (404 if target in path else 200), path
    assert owner.get(f"{home}/{theirs}").status_code == 404
    assert owner.get(f"{home}/x").status_code == 404
    assert owner.get("/portal/nowhere/members").status_code == 404
    nobody = Visitor(server)
    for path in ["", "/invite", f"/{target}"]:
        assert nobody.get(home + path).status_code == 303
    for junk in GARBAGE:
        answer = owner.post(f"{home}/invite", email=junk, role="viewer")
        assert answer.status_code == 422 and "<script>alert" not in answer.text
        assert owner.post(f"{home}/{target}/role", role=junk).status_code == 422
        assert owner.post(f"{home}/invite", email="z@example.ng", role=junk).status_code == 422


def test_an_owner_runs_the_members(server):
    business = Business(server)
    owner, home = business.owner, "/portal/live/members"
    email = f"{secrets.token_hex(6)}@example.ng"
    owner.get(f"{home}/invite")
    links = []
    for _ in range(2):
        answer = owner.post(f"{home}/invite", email=email.upper(), role="developer")
        assert answer.status_code == 200
        links.append(re.search(r'id="link">([^<]*)', owner.page)[1])
    visitor = Visitor(server)
    assert visitor.get(path_of(links[0])).status_code == 410, "the newer one takes its place"
    owner.get(home)
    assert owner.page.count(email) == 2 and "Invited" in owner.page  # the address and its label
    member = re.search(rf'{home}/(mem_[0-9a-f]+)" aria-label="Change {email}"', owner.page)[1]
    assert owner.post(f"{home}/{member}/role", role="viewer").status_code == 422
    owner.get(f"{home}/{member}")
    assert owner.post(f"{home}/{member}/invite", role="viewer").status_code == 200
    link = re.search(r'id="link">([^<]*)', owner.page)[1]
    owner.follow(owner.post(f"{home}/{member}/revoke"))
    assert "revoked." in said(owner)
    assert visitor.get(path_of(link)).status_code == 410
    assert email not in owner.get(home).text

    email, member, visitor = business.join("viewer")
    other, _, _ = business.join("finance")
    owner.get(f"{home}/{member}")
    owner.follow(owner.post(f"{home}/{member}/role", role="owner"))
    assert said(owner) == f"{email} now has the role owner."
    assert "Invite member" in visitor.get(home).text, "seen at the next request"
    owner.get(f"{home}/{member}")
    for _ in range(2):
        assert owner.post(f"{home}/{member}/disable").status_code == 303
    assert not visitor.is_in() and visitor.sign_in(email).status_code == 422
    assert owner.post(f"{home}/{member}/reset-link").status_code == 422
    owner.follow(owner.post(f"{home}/{member}/enable"))
    assert visitor.sign_in(email).status_code == 303
    assert owner.post(f"{home}/{member}/reset-link").status_code == 200
    link = re.search(r'id="link">([^<]*)', owner.page)[1]
    assert visitor.post(path_of(link), password="nine purple kites").status_code == 200
    # One's own role and access are another owner's business.
    members = business.admin.get(business.path("members"))["items"]
    me = next(one["id"] for one in members if one["email"] == business.email)
    assert "This is you" in owner.get(f"{home}/{me}").text
    assert owner.post(f"{home}/{me}/role", role="viewer").status_code == 422
    assert owner.post(f"{home}/{me}/disable").status_code == 422
    age_sessions(server)
    place = f"{home}/{member}"
    assert "/portal/confirm?next=" in owner.get(place).headers["location"]
    assert owner.post(f"{place}/disable").status_code == 403, "it waits in the page that asks"
    assert 'action="/portal/confirm"' in owner.page
    owner.get(f"/portal/confirm?next={place}")
    answer = owner.post("/portal/confirm", password="wrong", next=place)
    assert answer.status_code == 422
    answer = owner.post("/portal/confirm", password=PASSWORD, next=place)
    assert answer.headers["location"] == place and owner.get(place).status_code == 200
    tail = business.admin.get(f"/admin/v1/audit?tenantId={business.id}&limit=100")["items"]
    actions = {entry["action"] for entry in tail}
    assert {"member.role", "member.disable", "member.enable", "member.reset_link",
            "password.reset", "session.confirm", "session.open"} <= actions
    kept = str(tail)
    assert "kofa_reset_" not in kept and "kofa_invite_" not in kept and PASSWORD not in kept
    assert other in owner.get(home).text


def test_nothing_is_told_to_the_log_or_the_disk(postgres_server):
    """Passwords, links, codes and cookies are nowhere in clear."""
    business = Business(postgres_server)
    owner = business.owner
    secret, codes = enrol(owner)
    members = business.admin.get(business.path("members"))["items"]
    path = business.path(f"members/{members[0]['id']}/reset-link")
    link = business.admin.post(path)["resetUrl"].rsplit("/", 1)[1]
    plain = [PASSWORD, secret, secret.replace(" ", ""), *codes, link, *owner.jar.values()]
    log = postgres_server.log.read_text(errors="replace")
    rows = "\n".join(postgres_server.database.texts())
    for text in plain:
        assert text not in log and text not in rows
    raw = base64.b32decode(secret.replace(" ", ""))
    assert raw.hex() not in rows


def test_the_machine_lets_a_locked_out_owner_in(server):
    email = f"{secrets.token_hex(6)}@kofa.example"
    body = {"name": "Only", "email": email, "role": "owner", "password": PASSWORD}
    server.admin().post("/admin/v1/operators", body)
    visitor = Visitor(server, "console")
    visitor.sign_in(email)
    visitor.get("/console/settings")
    enrol(visitor, "/console/settings")
    where = ["--data", str(server.data)]
    where += ["--database-url", server.database.url] if server.database else []
    environment = os.environ | {"KOFA_MASTER_KEY_FILE": str(server.data / "master.key")}

    def ask(*words):
        command = [BINARY, *where, "reset-link", *words]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=30, check=False
        )

    nobody = ask("--email", "nobody@kofa.example")
    assert nobody.returncode == 1 and "no such operator" in nobody.stderr
    assert ask("--email", email, "--member").returncode == 1
    done = ask("--email", email, "--without-second-factor")
    assert done.returncode == 0, done.stderr
    link = re.search(r"https?://\S+/console/reset/kofa_reset_[0-9a-f]{48}", done.stdout)[0]
    assert visitor.post(path_of(link), password="nine purple kites").status_code == 200
    answer = visitor.sign_in(email, "nine purple kites")
    assert answer.headers["location"] == "/console", "and no code is asked for"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS.keys())
def test_pages_in_a_browser(browser, sqlite_server, width, scheme):
    server = sqlite_server
    business = Business(server)
    _, member, _ = business.join("viewer")
    admin = business.admin
    body = {"email": f"{secrets.token_hex(6)}@example.ng", "role": "viewer"}
    invite = path_of(admin.post(business.path("invites"), body)["inviteUrl"])
    reset = path_of(admin.post(business.path(f"members/{member}/reset-link"))["resetUrl"])
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=server.url
    )
    page = context.new_page()
    wrong = []
    page.on("console", lambda it: wrong.append(it.text) if it.type in ("error", "warning") else 0)
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def look(path):
        if path:
            page.goto(path)
        assert page.evaluate(ACCESSIBLE) == [], path
        assert len(page.content()) < 60_000

    for path in [invite, reset, "/portal/forgot", "/console/forgot", "/portal/sign-in"]:
        look(path)
    # By keyboard alone.
    page.keyboard.type(business.email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.get_by_role("button", name="Show").click()
    assert page.locator("#password").get_attribute("type") == "text"
    page.locator("#password").press("Enter")
    page.wait_for_url("**/portal/sandbox")
    settings = "/portal/sandbox/settings"
    for path in ["/portal/sandbox/members", "/portal/live/members", settings, "/portal/confirm",
                 "/portal/sandbox/members/invite", f"/portal/sandbox/members/{member}",
                 f"{settings}/password", f"{settings}/second-factor"]:
        look(path)
    page.get_by_role("button", name="Set up app").click()
    page.wait_for_selector("svg.qr")
    look("")
    secret = page.locator("#factor-secret").inner_text()
    page.locator("#code").fill(code_of(secret))
    page.get_by_role("button", name="Turn on").click()
    page.wait_for_selector("#recovery-codes")
    look("")
    look(f"{settings}/second-factor")
    page.goto("/portal/sandbox")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Email address").fill(business.email)
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/portal/second-factor**")
    look("")
    page.locator("#code").fill(code_of(secret, 1))
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/portal/sandbox")
    look("/console/sign-in")
    page.get_by_label("Email address").fill(server.ready["operator"]["email"])
    page.locator("#password").fill(server.ready["operator"]["password"])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/console")
    for path in ["/console/settings", "/console/settings/password",
                 "/console/settings/second-factor", "/console/confirm"]:
        look(path)
    assert wrong == []
    context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_live_key_is_made_as_it_was_typed(browser, sqlite_server, script):
    """The password is asked for after the form was filled in: nothing of it is lost."""
    server, business = sqlite_server, Business(sqlite_server)
    context = browser.new_context(base_url=server.url, java_script_enabled=script)
    page = context.new_page()
    sign_in(page, "portal", business.email, PASSWORD)
    page.goto("/portal/sandbox/keys/new")
    page.get_by_label("Name").fill('Till "5" & <b>')
    page.get_by_label("Live").check()
    page.get_by_role("checkbox", name="Proof of address").uncheck()
    page.get_by_label("Allowed IP addresses").fill("203.0.113.7\n10.0.0.0/8")
    age_sessions(server)
    page.get_by_role("button", name="Create key").click()
    for typed in ["wrong", PASSWORD]:
        page.locator("#password").fill(typed)
        page.get_by_role("button", name="Confirm").click()
    if not script:
        page.get_by_role("button", name="Continue").click()
    page.wait_for_selector("#key-text")
    assert page.locator("#key-text").inner_text().startswith("kofa_live_")
    assert page.url.endswith("/portal/sandbox/keys/new"), "nothing of it is in an address"
    page.goto("/portal/live/keys")
    page.get_by_role("link", name='Till "5" & <b>').click()
    shown = page.locator("main").inner_text()
    assert "203.0.113.7/32" in shown and "10.0.0.0/8" in shown and "Sandbox, Live" in shown
    assert "Proof of address" not in shown
    context.close()


def test_the_ready_file_leads_to_both_doors(server):
    assert server.ready["portalUrl"] == f"{server.url}/portal"
    assert server.ready["consoleUrl"] == f"{server.url}/console"
    for door, who in [("portal", "tenant"), ("console", "operator")]:
        visitor = Visitor(server, door)
        answer = visitor.sign_in(server.ready[who]["email"], server.ready[who]["password"])
        assert answer.status_code == 303
        assert visitor.is_in()
