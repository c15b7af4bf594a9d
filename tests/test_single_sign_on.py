"""Single sign-on by OpenID Connect: with a published provider, in a browser, and with one whose
word must not be taken."""

import re
import secrets
import time
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest
from browsing import ACCESSIBLE, WIDTHS, sign_in
from conftest import running
from kofa import Server
from oidc_provider_mock import run_server_in_thread
from openid import Provider
from test_pages_doors import (
    PASSWORD, Business, Visitor, age_sessions, code_of, fault, path_of, said,
)


@pytest.fixture(scope="module")
def staff():
    """The operators' own provider."""
    provider = Provider("console", "staff-secret")
    yield provider
    provider.close()


@pytest.fixture(scope="module")
def server(binary, staff, tmp_path_factory):
    """One that believes providers on this machine."""
    server = Server(tmp_path_factory.mktemp("sso"))
    server.environment = {
        "KOFA_TENANT_ISSUERS": "any", "KOFA_SIGN_IN_ISSUER": staff.issuer,
        "KOFA_SIGN_IN_CLIENT_ID": staff.client[0], "KOFA_SIGN_IN_CLIENT_SECRET": staff.client[1],
        "KOFA_SIGN_IN_DOMAINS": "staff.example",
    }
    yield from running(server)


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


class Company(Business):
    """A tenant whose members have addresses of its own domain."""

    def __init__(self, server, provider=None, **more):
        super().__init__(server)
        self.domain = f"{secrets.token_hex(6)}.example"
        self.provider = provider
        if provider:
            self.trust(provider, **more)

    def trust(self, provider, **more):
        body = {
            "issuer": provider.issuer, "clientId": provider.client[0],
            "clientSecret": provider.client[1], "domain": self.domain,
        }
        return self.admin.put(self.path("sign-in-provider"), body | more)

    def invite(self, name, role="developer"):
        email = f"{name}@{self.domain}"
        return email, self.admin.post(self.path("invites"), {"email": email, "role": role})

    def set_out(self, visitor, query=""):
        answer = visitor.get(f"/portal/sso/{self.id}{query}")
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def come_in(self, email, claims=None, visitor=None, **how):
        """All the way; the answer to coming back."""
        visitor = visitor or Visitor(self.server)
        to = self.set_out(visitor)
        claims = {"email": email, "sub": f"sub of {email}"} | (claims or {})
        back = self.provider.agree(to, claims, **how)
        return visitor, visitor.get(path_of(back))

    def member(self, email):
        members = self.admin.get(self.path("members"))["items"]
        return next((one for one in members if one["email"] == email), None)


def refusal(answer):
    """What the page of a refusal says."""
    assert answer.status_code in (403, 404, 409, 410, 422, 502), answer.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_members_come_in_by_a_published_provider(server, monkeypatch):
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    company = Company(server)
    with run_server_in_thread(require_nonce=True) as running_provider:
        issuer = f"http://localhost:{running_provider.server_port}"
        body = {"issuer": issuer, "clientId": "kofa", "clientSecret": "x", "domain": company.domain}
        told = company.admin.put(company.path("sign-in-provider"), body)
        assert told["provider"]["issuer"] == issuer and "clientSecret" not in told["provider"]
        email, _ = company.invite("ada", "finance")

        def agree(visitor, to, sub, **fields):
            answer = httpx.post(to, data={"sub": sub} | fields)
            assert answer.status_code == 302, answer.text
            assert answer.headers["location"].startswith(told["redirectUri"] + "?")
            return visitor.get(path_of(answer.headers["location"]))

        def claims(sub, **all):
            answer = httpx.put(f"{issuer}/users/{sub}", json=all)
            assert answer.status_code == 204, answer.text

        visitor = Visitor(server)
        visitor.get("/portal/sign-in?next=/portal/live/logs")
        found = re.search(r'href="(/portal/sso\?next=[^"]+)"', visitor.page)
        visitor.get(found[1])
        answer = visitor.post("/portal/sso", email=f" {email.upper()} ", next="/portal/live/logs")
        assert answer.status_code == 200 and "Iroko Steel" in answer.text
        on = re.search(r'class="button" href="(/portal/sso/ten_[^"]+)"', visitor.page)[1]
        assert f'url={on}"' in visitor.page
        to = visitor.get(on).headers["location"]
        assert to.startswith(f"{issuer}/oauth2/authorize?")
        # The provider does not say that the address is verified.
        claims("ada", email=email)
        assert "not verified" in refusal(agree(visitor, to, "ada"))
        claims("ada", email=email, email_verified=True)
        answer = agree(visitor, visitor.get(on).headers["location"], "ada")
        assert (answer.status_code, answer.headers["location"]) == (303, "/portal/live/logs")
        assert visitor.is_in() and company.member(email)["status"] == "active"
        assert company.member(email)["role"] == "finance"
        # Sessions end like others.
        assert visitor.post("/portal/sign-out").headers["location"] == "/portal/sign-in"
        assert not visitor.is_in()
        answer = agree(visitor, visitor.get(on).headers["location"], "ada", action="deny")
        assert "You declined" in refusal(answer)
        claims("stranger", email=f"stranger@{company.domain}", email_verified=True)
        answer = agree(visitor, visitor.get(on).headers["location"], "stranger")
        assert "no_account" in answer.text and company.member(f"stranger@{company.domain}") is None


@pytest.mark.parametrize("claims, says", [
    ({"iss": "https://evil.example"}, "another issuer"),
    ({"aud": "another-client"}, "another recipient"),
    ({"aud": ["kofa", "another-client"]}, "another recipient"),
    ({"azp": "another-client"}, "another recipient"),
    ({"nonce": "0" * 64}, "another sign-in"),
    ({"nonce": None}, "another sign-in"),
    ({"exp": int(time.time()) - 61}, "expired"),
    ({"iat": int(time.time()) + 3600}, "from the future"),
    ({"sub": None}, "whom it is about"),
    ({"email_verified": False}, "not verified"),
    ({"email_verified": "true"}, "not verified"),
    ({"email_verified": None}, "not verified"),
    ({"email": "ada@elsewhere.example"}, "outside the domain"),
])
def test_a_token_that_says_something_else_is_refused(server, provider, claims, says):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    visitor, answer = company.come_in(email, claims)
    assert says in refusal(answer)
    assert not visitor.is_in() and company.member(email)["status"] == "invited"
    assert company.come_in(email)[0].is_in(), "without it, it is good"


@pytest.mark.parametrize("sign, says", [
    ("unsigned", "must be RS256 or ES256"),
    ("with_public_key", "must be RS256 or ES256"),
    ("with_other_algorithm", "must be RS256 or ES256"),
    ("with_other_key", "wrong signature"),
])
def test_a_token_that_is_signed_otherwise_is_refused(server, provider, sign, says):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    visitor, answer = company.come_in(email, sign=getattr(provider, sign))
    assert says in refusal(answer) and not visitor.is_in()


def test_keys_change_and_may_be_of_another_kind(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    assert company.come_in(email)[0].is_in()
    provider.rotate()
    assert company.come_in(email)[0].is_in(), "an unknown key is looked for"
    provider.rotate(curve=True)
    assert company.come_in(email)[0].is_in(), "ES256"
    documents = [path for path in provider.asked if "well-known" in path]
    assert company.come_in(email)[0].is_in()
    after = [path for path in provider.asked if "well-known" in path]
    assert after == documents, "what is known is kept"


def test_a_code_and_a_state_work_once_in_one_browser(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    victim, thief = Visitor(server), Visitor(server)
    back = provider.agree(company.set_out(victim), {"email": email})
    company.set_out(thief)
    assert "expired" in refusal(thief.get(path_of(back))), "another browser"
    assert not thief.is_in()
    assert victim.get(path_of(back)).status_code == 303 and victim.is_in()
    assert "expired" in refusal(victim.get(path_of(back))), "the state again"
    # The code of before, with a state of one's own.
    code = parse_qs(urlsplit(back).query)["code"][0]
    state = parse_qs(urlsplit(company.set_out(thief)).query)["state"][0]
    answer = thief.get(f"/portal/sso/{company.id}/callback?code={code}&state={state}")
    assert "used already" in refusal(answer) and not thief.is_in()
    # A code that was given to another browser: PKCE.
    code = parse_qs(urlsplit(provider.agree(company.set_out(victim), {"email": email})).query)
    state = parse_qs(urlsplit(company.set_out(thief)).query)["state"][0]
    path = f"/portal/sso/{company.id}/callback?code={code['code'][0]}&state={state}"
    assert "does not take the code" in refusal(thief.get(path)) and not thief.is_in()
    for query in ["", "?state=x", "?code=x", "?state=kofa_state_" + "0" * 48 + "&code=x"]:
        answer = thief.get(f"/portal/sso/{company.id}/callback{query}")
        assert "expired" in refusal(answer), query


def test_a_provider_speaks_for_nobody_elses_members(server, provider, staff):
    evil = Provider()
    company, thieves = Company(server, provider), Company(server, evil, createsMembers=True)
    email, _ = company.invite("ada", "owner")
    assert company.come_in(email)[0].is_in()
    # Their own provider claims the address, also for the domain.
    for claims in [{}, {"sub": f"sub of {email}"}]:
        visitor, answer = thieves.come_in(email, claims)
        assert "outside the domain" in refusal(answer) and not visitor.is_in()
    body = {"issuer": evil.issuer, "clientId": "kofa", "clientSecret": "x",
            "domain": company.domain}
    answer = company.admin.client.put(thieves.path("sign-in-provider"), json=body)
    assert answer.json()["errors"][0]["code"] == "domain_taken"
    company.admin.post(company.path("sign-in-provider/remove"))
    thieves.domain = company.domain
    thieves.trust(evil, createsMembers=True)
    visitor, answer = thieves.come_in(email)
    assert "no_account" in answer.text and not visitor.is_in()
    assert thieves.member(email) is None
    # What is begun at one company ends at no other.
    company.trust(provider, domain=f"other-{company.domain}")
    visitor = Visitor(server)
    back = evil.agree(thieves.set_out(visitor), {"email": email})
    answer = visitor.get(path_of(back).replace(thieves.id, company.id))
    assert "expired" in refusal(answer) and not visitor.is_in()
    # Nor at the console, whose provider in turn lets nobody into a portal.
    visitor = Visitor(server, "console")
    back = evil.agree(thieves.set_out(visitor), {"email": email})
    answer = visitor.get("/console/sso/callback?" + back.split("?")[1])
    assert "expired" in refusal(answer) and not visitor.is_in()
    evil.close()


def test_operators_come_in_by_their_own_provider(server, staff):
    admin = server.admin()
    email = f"{secrets.token_hex(6)}@staff.example"
    body = {"name": "Ngozi", "email": email, "role": "support"}
    made = admin.post("/admin/v1/operators", body)
    visitor = Visitor(server, "console")
    visitor.get("/console/sign-in")
    begin = re.search(r'href="(/console/sso\?next=[^"]+)"', visitor.page)[1]

    def come_in(visitor, email, **claims):
        back = staff.agree(visitor.get(begin).headers["location"], {"email": email} | claims)
        return visitor.get(path_of(back))

    answer = come_in(visitor, f"nobody-{email}", sub="nobody")
    assert "no_account" in answer.text and not visitor.is_in(), "nobody is made"
    answer = come_in(visitor, email, sub=email)
    assert (answer.status_code, answer.headers["location"]) == (303, "/console")
    assert visitor.is_in()
    other = Visitor(server, "console")
    assert "no_account" in come_in(other, email, sub="another").text, "the address moved"
    assert come_in(other, f"renamed-{email}", sub=email).status_code == 303, "known by the subject"
    company = Company(server)
    assert "no_account" in come_in(Visitor(server, "console"), company.email, sub="m").text
    log = admin.get("/admin/v1/audit?action=session.open")["items"]
    assert any(one["details"].get("issuer") == staff.issuer for one in log)
    admin.post(f"/admin/v1/operators/{made['id']}/disable")
    assert not visitor.is_in() and "no_account" in come_in(visitor, email, sub=email).text


def test_members_must_use_it_where_owners_say_so(server, provider):
    company = Company(server)
    email, made = company.invite("bob")
    company.accept(made["inviteUrl"])
    owner_email, made = company.invite("own", "owner")
    owner = company.accept(made["inviteUrl"])
    visitor = Visitor(server)
    assert visitor.sign_in(email).status_code == 303
    company.provider = provider
    company.trust(provider, required=True)
    assert not visitor.is_in() and not owner.is_in(), "signed out"
    assert "single_sign_on_required" in visitor.sign_in(email).text and not visitor.is_in()
    wrong = visitor.sign_in(email, "not the password")
    assert "Incorrect email or password" in wrong.text, "a wrong one tells nothing"
    assert Visitor(server).sign_in(owner_email).status_code == 303, "the way in of owners"
    assert company.come_in(email)[0].is_in()
    # An invite's link makes a member, and lets nobody in.
    late, made = company.invite("late")
    visitor = Visitor(server)
    answer = visitor.post(path_of(made["inviteUrl"]), password=PASSWORD)
    assert "single_sign_on_required" in answer.text and not visitor.is_in()
    company.admin.post(company.path("sign-in-provider/remove"))
    assert Visitor(server).sign_in(late).status_code == 303


def test_whoever_comes_becomes_a_viewer_where_owners_say_so(server, provider):
    company = Company(server, provider, createsMembers=True)
    email = f"new@{company.domain}"
    visitor, _ = company.come_in(email)
    assert visitor.is_in()
    member = company.member(email)
    assert (member["role"], member["status"]) == ("viewer", "active")
    assert Visitor(server).sign_in(email).status_code == 422, "there is no password"
    assert visitor.get("/portal/sandbox/members/invite").status_code == 403


def test_a_second_factor_is_asked_for_unless_the_provider_did(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    visitor, _ = company.come_in(email)
    visitor.get("/portal/sandbox/settings/second-factor")
    visitor.follow(visitor.post("/portal/sandbox/settings/second-factor/start"))
    secret = re.search(r'id="factor-secret" class="spelled">([^<]*)', visitor.page)[1]
    visitor.post("/portal/sandbox/settings/second-factor/confirm", code=code_of(secret))
    for methods, is_asked in [(None, True), (["pwd"], True), (["pwd", "otp"], False),
                              (["mfa"], False)]:
        visitor, answer = company.come_in(email, {"amr": methods})
        asks = answer.headers["location"].startswith("/portal/second-factor?")
        assert asks == is_asked and visitor.is_in() != is_asked, methods
    company.trust(provider, asksSecondFactor=True)
    assert company.come_in(email)[0].is_in()


def test_a_second_factor_at_the_provider_is_enough_where_one_is_needed(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    company.admin.put(company.path("second-factor"), {"required": True})
    turn_on = "/portal/sandbox/settings/second-factor"
    for methods, is_enough in [(["pwd"], False), (["pwd", "otp"], True)]:
        visitor, _ = company.come_in(email, {"amr": methods})
        answer = visitor.get("/portal/sandbox")
        assert (answer.status_code == 200) == is_enough, methods
        assert is_enough or answer.headers["location"] == turn_on


def test_what_matters_asks_the_provider_again(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada", "owner")
    page = "/portal/sandbox/members/sign-in"
    visitor, _ = company.come_in(email)
    assert visitor.get(page).status_code == 200, "the provider says that it was just now"
    for told in [None, int(time.time()) - 601]:
        visitor, _ = company.come_in(email, {"auth_time": told})
        answer = visitor.get(page)
        assert answer.headers["location"].startswith("/portal/confirm?"), told
    visitor.follow(answer)
    again = re.search(r'href="(/portal/sso/[^"]+)"', visitor.page)[1]
    to = visitor.get(again).headers["location"]
    asked = parse_qs(urlsplit(to).query)
    assert asked["prompt"] == ["login"] and asked["max_age"] == ["0"]
    back = provider.agree(to, {"email": email, "sub": f"sub of {email}"})
    assert visitor.get(path_of(back)).headers["location"] == page
    assert visitor.get(page).status_code == 200


def test_owners_set_it_up_in_the_portal(server, provider):
    company = Company(server)
    owner = company.owner
    page = "/portal/sandbox/members/sign-in"
    assert owner.get(page).status_code == 200
    assert f"{server.url}/portal/sso/{company.id}/callback" in owner.page
    fields = {"issuer": "login.example", "clientId": "kofa", "domain": "Example"}
    assert owner.post(page, **fields).status_code == 422
    assert "issuer" in fault(owner).lower() and 'value="login.example"' in owner.page
    fields = {"issuer": provider.issuer, "clientId": "kofa", "domain": company.domain}
    assert owner.post(page, **fields).status_code == 422, "a secret is needed"
    answer = owner.post(page, clientSecret=provider.client[1], required="true", **fields)
    assert answer.headers["location"] == page
    owner.get(page)
    assert "Single sign-on saved" in said(owner) and provider.client[1] not in owner.page
    assert 'name="required" value="true" checked' in owner.page
    company.provider = provider
    email, _ = company.invite("ada")
    member, _ = company.come_in(email)
    assert member.is_in()
    assert owner.post(page, **fields).status_code == 303, "the secret stays"
    assert company.come_in(email)[0].is_in()
    assert member.get(page).status_code == 403
    assert member.post(page, **fields).status_code == 403
    age_sessions(server)
    assert owner.post(page, **fields).headers["location"].startswith("/portal/confirm?")
    owner.follow(owner.get(page))
    owner.post("/portal/confirm", password=PASSWORD, next=page)
    assert owner.post(f"{page}/remove").headers["location"] == page
    assert not member.is_in() and owner.is_in()
    assert Visitor(server).get(f"/portal/sso/{company.id}").status_code == 404
    log = company.admin.get(f"/admin/v1/audit?tenantId={company.id}&action=sign_in_provider")
    actions = [one["action"] for one in log["items"]]
    assert actions == ["sign_in_provider.remove", "sign_in_provider.set", "sign_in_provider.set"]
    assert provider.client[1] not in str(log)


def test_nobody_is_led_elsewhere(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada")
    for evil in ["//evil.test", "https://evil.test", "/console", "/portal\\..\\x", "/portals"]:
        visitor = Visitor(server)
        to = company.set_out(visitor, f"?next={quote(evil, safe='')}")
        back = provider.agree(to, {"email": email})
        assert visitor.get(path_of(back)).headers["location"] == "/portal"
    assert Visitor(server).get("/portal/sso/ten_" + "0" * 32).status_code == 404
    assert Visitor(server).get("/portal/sso/evil.test").status_code == 404
    visitor = Visitor(server)
    assert visitor.post("/portal/sso", email="ada@unknown.example").status_code == 422
    assert "No company here" in fault(visitor)


def test_a_provider_that_fails_is_told_on_a_page(server, provider):
    company = Company(server, provider)
    email, _ = company.invite("ada")

    def page(path, visitor):
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in visitor.jar.items())}
        return visitor.http.get(path, headers=headers)

    visitor = Visitor(server)
    provider.metadata = {"issuer": "https://evil.example"}
    answer = page(f"/portal/sso/{company.id}", visitor)
    assert answer.status_code == 502 and "another issuer" in refusal(answer)
    provider.metadata = {"token_endpoint": "javascript:alert(1)"}
    assert page(f"/portal/sso/{company.id}", visitor).status_code == 502
    provider.metadata = {}
    company.trust(provider, clientSecret="wrong")
    back = provider.agree(company.set_out(visitor), {"email": email})
    answer = page(path_of(back), visitor)
    assert answer.status_code == 502 and "client id and secret" in refusal(answer)
    company.trust(provider)
    # The address may be told at the other place only, about the same person.
    for sub, comes_in in [("another", False), ("u-1", True)]:
        told = {"sub": sub, "email": email, "email_verified": True}
        to = company.set_out(visitor)
        back = provider.agree(to, {"email": None, "email_verified": None}, user=told)
        assert (visitor.get(path_of(back)).status_code == 303) == comes_in
    provider.close()
    other = Provider()
    other.close()
    company.trust(other)
    answer = page(f"/portal/sso/{company.id}", Visitor(server))
    assert answer.status_code == 502 and "no connection" in refusal(answer)


def test_tenants_issuers_are_of_the_public_internet(sqlite_server, provider):
    company = Company(sqlite_server, provider)
    visitor = Visitor(sqlite_server)
    answer = visitor.http.get(f"/portal/sso/{company.id}")
    assert answer.status_code == 502 and "no address that may be connected to" in refusal(answer)
    assert provider.asked == []
    assert visitor.get("/console/sso").status_code == 404
    assert "/console/sso" not in visitor.get("/console/sign-in").text


def test_single_sign_on_in_a_browser(server, browser, monkeypatch):
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    company = Company(server)
    with run_server_in_thread() as running_provider:
        issuer = f"http://localhost:{running_provider.server_port}"
        body = {"issuer": issuer, "clientId": "kofa", "clientSecret": "x",
                "domain": company.domain, "required": True}
        company.admin.put(company.path("sign-in-provider"), body)
        email, _ = company.invite("ada")
        claims = {"email": email, "email_verified": True}
        httpx.put(f"{issuer}/users/ada", json=claims)
        context = browser.new_context(base_url=server.url)
        page = context.new_page()
        wrong = []
        page.on("console", lambda it: wrong.append(it.text) if "Content Security" in it.text else 0)
        page.goto("/portal/live/logs")
        page.click("text=Single sign-on")
        page.fill("input[name=email]", email)
        page.click("button:has-text('Continue')")
        page.wait_for_url(f"{issuer}/**")
        page.fill("input[name=sub]", "ada")
        page.click("button:has-text('Authorize')")
        page.wait_for_url(f"{server.url}/portal/live/logs")
        assert email in page.inner_text("header")
        assert not wrong, wrong
        context.close()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_its_pages_can_be_used_by_everybody(server, browser, provider, width):
    company = Company(server, provider)
    viewport = {"width": width, "height": 900}
    context = browser.new_context(viewport=viewport, base_url=server.url)
    page = context.new_page()
    page.goto("/portal/sso")
    assert page.evaluate(ACCESSIBLE) == []
    sign_in(page, "portal", company.email, PASSWORD)
    page.goto("/portal/sandbox/members")
    page.click("text=Single sign-on")
    assert page.input_value("input[name=issuer]") == provider.issuer
    assert page.evaluate(ACCESSIBLE) == []
    context.close()
