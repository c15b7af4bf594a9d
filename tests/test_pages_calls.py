"""The request log in the portal: found, taken along, watched, sent again; each for its own."""

import html
import json
import re
import secrets
import time

import httpx
import pytest

from conftest import running
from envelopes import expect_failure
from kofa import Server, bill, eventually

PASSWORD = "adire-kofa-zinariya-4417"
ROLES = ["owner", "developer", "sandbox_developer", "finance", "viewer"]
LOGS = "/portal/sandbox/logs"
AFFILIATES = "/api/v1/company/validation/affiliates"
EXTRACT = "/api/v1/proof-of-address/extract"
RC = "/api/v1/company/validation/company/rc"


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request):
    return request.getfixturevalue(f"{request.param}_server")


def member(server, tenant, role):
    """A client that is signed in to the portal, and the name to sign in with."""
    email = f"{secrets.token_hex(6)}@example.ng"
    body = {"email": email, "role": role}
    made = tenant.admin.post(tenant.path("invites"), body)
    token = made["inviteUrl"].rsplit("/", 1)[1]
    with server.client() as nobody:
        accepted = nobody.post(f"/invite/{token}", json={"password": PASSWORD})
    assert accepted.is_success, accepted.text
    with server.client(Origin=server.url) as door:
        form = {"email": email, "password": PASSWORD}
        answer = door.post("/portal/sign-in", data=form)
    assert answer.status_code == 303, answer.text
    # Browsers keep a secure cookie for this machine without TLS; the client here would not.
    cookie = answer.headers["set-cookie"].split(";")[0]
    client = server.client(Origin=server.url, Cookie=cookie)
    client.email = email
    return client


@pytest.fixture(scope="module")
def people(server):
    tenant = server.admin().tenant("Log Keepers")
    tenant.set_balance(1_000_000)
    clients = {role: member(server, tenant, role) for role in ROLES}
    yield tenant, clients
    for client in clients.values():
        client.close()


@pytest.fixture(scope="module")
def made(server, people):
    """Some calls, by name: their ids."""
    tenant, _ = people
    secret = "22212345678"
    with server.product(tenant.key(), user_agent="kofa-test/1") as product:
        ids = {
            "found": product.get(f"{RC}?rcNumber=1885308"),
            "missing": product.get(f"{RC}?rcNumber=RC0000001"),
            "wrong": product.get(f"{RC}?rcNumber=nonsense"),
            "person": product.post(
                "/api/exchange-invest/subscribe",
                json={"firstName": "Zebedee", "bvn": secret, "numberOfShares": 10},
                headers={"Idempotency-Key": "zebedee-order"},
            ),
            "code": product.get(f"/api/v1/company/validation/assets?vrcNumber={secret}"),
            "header": product.get(AFFILIATES, headers={"X-VRC-Number": "QZ7K2M9XTB"}),
            "reserved": product.get(AFFILIATES, headers={"X-VRC-Number": "SANDBOXVR0"}),
            "file": product.post(EXTRACT, files={"file": ("bill.pdf", bill(), "application/pdf")}),
        }
    return {name: answer.headers["x-request-id"] for name, answer in ids.items()}


def rows(text):
    return re.findall(r'<tr role="row"><th scope="row".*?</tr>', text, re.S)


def test_every_role_reads_the_log_and_nobody_else_does(server, people, made):
    _, clients = people
    for role, client in clients.items():
        page = client.get(LOGS)
        assert page.status_code == 200 and len(rows(page.text)) == 8, role
        assert len(page.content) < 60_000
        one = client.get(f"{LOGS}/{made['found']}")
        assert one.status_code == 200
        may = role not in ("finance", "viewer")
        assert ("Send again" in one.text) == may, role
    with server.client() as nobody:
        for path in [LOGS, f"{LOGS}/{made['found']}", f"{LOGS}/export", f"{LOGS}/tail"]:
            answer = nobody.get(path)
            assert answer.status_code == 303 and "sign-in" in answer.headers["location"]


def test_links_lead_somewhere(people, made):
    owner = people[1]["owner"]
    paths = [f"{LOGS}/{made['missing']}", LOGS, "/portal/sandbox/sandbox"]
    links = {link for path in paths for link in re.findall(r'href="(/[^"#]*)', owner.get(path).text)}
    broken = [link for link in links if owner.get(link.replace("&amp;", "&")).status_code >= 400]
    assert len(links) > 40 and not broken


def test_a_call_leads_to_its_key_whatever_the_key_reaches(server):
    """Refused for its environment, a call stands in that log; its key is shown in another."""
    tenant = server.admin().tenant("Two Worlds")
    with member(server, tenant, "owner") as owner:
        for reached in (["sandbox"], ["live"], ["sandbox", "live"]):
            key = tenant.issue(environments=reached)
            for world in ("sandbox", "live"):
                with server.product(key["key"], x_environment=world) as product:
                    request_id = product.get(f"{RC}?rcNumber=1885308").headers["x-request-id"]
                page = owner.get(f"/portal/{world}/logs/{request_id}")
                shown_in = world if world in reached else reached[0]
                assert f'href="/portal/{shown_in}/keys/{key["id"]}"' in page.text
                links = set(re.findall(r'href="(/[^"#]*)', page.text))
                broken = [it for it in links if owner.get(html.unescape(it)).status_code >= 400]
                assert len(links) > 10 and not broken, (reached, world)


def test_calls_of_others_are_not_there(server, people, made):
    stranger = member(server, server.admin().tenant("Strangers"), "owner")
    with stranger:
        assert "No requests yet" in stranger.get(LOGS).text
        for path in ["", "/replay"]:
            send = stranger.post if path else stranger.get
            page = stranger.get(LOGS).text
            token = re.search(r'name="form_token" value="([^"]+)"', page).group(1)
            more = {"data": {"form_token": token}} if path else {}
            assert send(f"{LOGS}/{made['found']}{path}", **more).status_code == 404
        assert made["found"] not in stranger.get(f"{LOGS}/export").text
    owner = people[1]["owner"]
    assert owner.get(f"/portal/live/logs/{made['found']}").status_code == 404
    assert owner.get(f"{LOGS}/nonsense").status_code == 404
    assert owner.get(f"{LOGS}/{secrets.token_hex(16)}").status_code == 404


def test_filters_find_what_they_say(people, made):
    owner = people[1]["owner"]

    def found(query):
        page = owner.get(f"{LOGS}?{query}")
        assert page.status_code == 200, page.text
        return {name for name, id in made.items() if id in page.text}

    assert found("status=4xx") == {"missing", "wrong", "person", "code"}
    assert found("status=404") == {"missing"}
    assert found("error=company_not_found") == {"missing"}
    assert found("endpoint=subscribe") == {"person"}
    assert found("service=investment_ipo") == {"person"}
    assert found("service=investment_ipo&endpoint=getAssets") == set()
    assert found("charge=charged") == {"found", "header", "reserved", "file"}
    assert found("period=1h&charge=free&status=2xx") == set()
    assert found(f"request={made['code']}") == {"code"}
    assert found("until=2020-01-01T00:00") == set()
    assert found("before=1") == set()


GARBAGE = ["x", "\0", "'", "9" * 500, "-1", "\u202e", "=1+1", "<script>", "0000-00-00T00:00"]


@pytest.mark.parametrize("field", ["period", "from", "until", "service", "status", "key",
                                   "request", "charge", "before", "error", "endpoint"])
def test_garbage_is_told_and_shows_nothing(people, field):
    owner = people[1]["owner"]
    for text in GARBAGE:
        for path in ["", "/export", "/tail"]:
            if path == "/tail" and field in ("error", "endpoint"):
                continue
            with owner.stream("GET", LOGS + path, params={field: text}) as answer:
                status = answer.status_code
                wanted = (200, 422) if field in ("error", "endpoint") else (422,)
                assert status in wanted, (field, text, path)
                if not path:
                    answer.read()
                    assert not rows(answer.text) and "<script>" not in answer.text.split(
                        "</head>"
                    )[1]


def test_a_call_is_told_without_anybodys_secrets(people, made):
    owner = people[1]["owner"]
    person = eventually(lambda: kept(owner, made["person"]))
    for secret in ["22212345678", "Zebedee", "zebedee-order"]:
        assert secret not in person
    assert "[redacted]" in person and "kofa-test/1" in person and "FILL_IN" in person
    assert "Send again" not in person
    assert "22212345678" not in eventually(lambda: kept(owner, made["code"]))
    found = eventually(lambda: kept(owner, made["found"]))
    assert "rcNumber=1885308" in found and "Refused here" not in found
    assert "Refused here" in eventually(lambda: kept(owner, made["wrong"]))


def test_a_line_for_the_shell_has_all_that_the_call_had(people, made):
    owner = people[1]["owner"]

    def shown(name):
        page = eventually(lambda: kept(owner, made[name]))
        page = html.unescape(re.sub("</?span[^>]*>", "", page))
        return page, page.split("Repeat with curl")[1]

    page, line = shown("header")
    assert "QZ7K2M9XTB" not in page and "-H 'x-vrc-number: FILL_IN'" in line
    page, line = shown("reserved")
    assert "-H 'x-vrc-number: SANDBOXVR0'" in line
    # Kinds, dates and states are nobody's; names and numbers of people are.
    assert '"affiliateType": "' in page and '"affiliateType": "[redacted]"' not in page
    assert '"surname": "[redacted]"' in page and '"fullName": "[redacted]"' in page
    page, line = shown("file")
    assert "-F 'file=@FILL_IN'" in line and "content-type: multipart/form-data" in page
    assert '"source": "extracted"' in page and '"full_address": "[redacted]"' in page
    _, line = shown("person")
    assert "-H 'idempotency-key: FILL_IN'" in line and "zebedee-order" not in line


def kept(client, request_id):
    page = client.get(f"{LOGS}/{request_id}").text
    assert "User agent" in page
    return page


def test_a_call_is_sent_again_by_who_may(people, made):
    tenant, clients = people
    eventually(lambda: kept(clients["owner"], made["missing"]))
    for role, client in clients.items():
        page = client.get(LOGS).text
        token = re.search(r'name="form_token" value="([^"]+)"', page).group(1)
        form = {"form_token": token}
        before = tenant.wallet()["balanceKobo"]
        answer = client.post(f"{LOGS}/{made['missing']}/replay", data=form)
        if role in ("finance", "viewer"):
            assert answer.status_code == 403, role
            continue
        assert answer.status_code == 303, answer.text
        again = answer.headers["location"].rsplit("/", 1)[1]
        assert again != made["missing"]
        at_once = client.get(answer.headers["location"]).text
        assert "Only this summary is stored" not in at_once, "the rest is still on its way"
        row = tenant.row(again)
        assert row["status"] == 404 and row["operationId"] == "getCompanyByRc"
        assert tenant.wallet()["balanceKobo"] == before
        # Without the token of a form, and in live, nothing is sent.
        assert client.post(f"{LOGS}/{made['missing']}/replay").status_code == 403
        redacted = client.post(f"{LOGS}/{made['person']}/replay", data=form)
        assert redacted.status_code == 409
        live = f"/portal/live/logs/{made['missing']}/replay"
        assert client.post(live, data=form).status_code == 409
    notes = tenant.admin.get(f"/admin/v1/audit?tenantId={tenant.id}&limit=100")["items"]
    assert sum(note["action"] == "call.replay" for note in notes) == 3


def test_a_call_sent_again_comes_from_where_its_sender_sits(binary, tmp_path):
    """A proxy that adds a line of its own: what the sender wrote into theirs counts for nothing."""
    bound = "198.51.100.7"
    server = Server(tmp_path)
    server.environment = {"KOFA_TRUSTED_PROXIES": "127.0.0.1/32"}
    for server in running(server):
        tenant = server.admin().tenant("Bound To An Address")
        owner = member(server, tenant, "owner")
        key = tenant.key(allowedCidrs=[f"{bound}/32"])
        lines = [("X-Forwarded-For", bound), ("X-Forwarded-For", "203.0.113.5")]
        with owner, server.product(key) as product:
            path = f"{RC}?rcNumber=RC0000001"
            expect_failure(product.get(path, headers=lines), 403, "ip_not_allowed")
            missing = product.get(path, headers=lines[:1])
            assert missing.status_code == 404
            call = f"{LOGS}/{missing.headers['x-request-id']}"
            page = eventually(lambda: kept(owner, missing.headers["x-request-id"]))
            form = {"form_token": re.search(r'name="form_token" value="([^"]+)"', page).group(1)}
            for headers, status in [(lines[:1], 404), (lines, 403)]:
                again = owner.post(f"{call}/replay", data=form, headers=headers)
                assert f"Sent+again%3A+{status}" in again.headers["set-cookie"]


def test_a_file_holds_what_the_filter_finds(people, made):
    owner = people[1]["owner"]
    csv = owner.get(f"{LOGS}/export?format=csv&error=invalid_rc_number")
    assert csv.headers["content-type"].startswith("text/csv")
    lines = csv.text.strip().split("\r\n")
    assert len(lines) == 2 and made["wrong"] in lines[1]
    ndjson = owner.get(f"{LOGS}/export?format=ndjson&error=invalid_rc_number").text
    line = json.loads(ndjson)
    assert line["requestId"] == made["wrong"] and line["status"] == 422
    assert owner.get(f"{LOGS}/export?format=xlsx").status_code == 422


def test_the_admin_api_tells_the_same(people, made):
    tenant, _ = people
    found = list(tenant.pages("requests?status=4xx&operationId=getCompanyByRc&charged=false"))
    assert made["wrong"] in {row["requestId"] for row in found}
    assert {row["status"] // 100 for row in found} == {4}
    for query in ["status=x", "from=x", "service=x", "keyId=x", "charged=x", "errorCode=%00"]:
        answer = tenant.admin.client.get(tenant.path(f"requests?{query}"))
        assert answer.status_code == 422, query

    def counted():
        lines = list(tenant.pages("usage/sandbox?by=hour"))
        calls = list(tenant.pages("requests"))
        assert sum(line["calls"] for line in lines) == len(calls)
        charged = sum(row["chargeKobo"] for row in calls)
        assert sum(line["chargeKobo"] for line in lines) == charged
        days = list(tenant.pages("usage/sandbox"))
        assert sum(line["calls"] for line in days) == len(calls)

    deadline = time.monotonic() + 10
    while True:
        try:
            return counted()
        except AssertionError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def test_it_is_seen_as_it_comes_and_found_by_keyboard(server, people, browser):  # noqa: F811
    tenant, clients = people
    for width, scheme in [(390, "dark"), (1440, "light")]:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme
        )
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        page.on("console", lambda said, errors=errors: errors.append(said.text)
                if said.type == "error" else None)
        page.goto(server.url + LOGS)
        page.fill("[name=email]", clients["viewer"].email)
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(server.url + LOGS)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert not page.is_visible("#status"), "the filter is folded"
        page.click("summary:has-text('Filters')")
        page.focus("#status")
        page.keyboard.type("404")
        page.keyboard.press("Enter")
        page.wait_for_url("**status=404**")
        assert {cell.inner_text() for cell in page.query_selector_all("tbody .pill")} == {"404"}
        page.click("#live")
        page.wait_for_selector("#live[aria-pressed=true]")
        assert page.inner_text("#live") == "Pause"
        page.wait_for_timeout(1_500)
        with server.product(tenant.key()) as product:
            product.get(f"{RC}?rcNumber=nonsense")
            again = product.get(f"{RC}?rcNumber=RC0000001").headers["x-request-id"]
        page.wait_for_selector(f"tr.fresh a[href*='{again}']", timeout=10_000)
        assert page.locator("tr.fresh").count() == 1, "the filter holds for what comes, too"
        page.click("#live")
        assert errors == []
        context.close()


def test_watching_ends_with_the_session(server, people):
    tenant, _ = people
    client = member(server, tenant, "viewer")
    timeout = httpx.Timeout(30, read=30)
    product = server.product(tenant.key())
    with client, product, client.stream("GET", f"{LOGS}/tail", timeout=timeout) as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        lines = events.iter_lines()
        assert next(lines).startswith("retry:")
        with server.client(Origin=server.url, Cookie=client.headers["cookie"]) as other:
            assert other.post("/portal/sign-out").status_code == 303
        began = time.monotonic()
        for line in lines:
            assert time.monotonic() - began < 25
            # The log is never quiet.
            if line.startswith("event:"):
                assert product.get(f"{RC}?rcNumber=RC0000001").status_code == 404
        assert time.monotonic() - began < 25
