"""Overview, wallet and pricing of the portal: rights, other tenants, odd input, a browser."""

import csv
import io
import re
import secrets
import time

import pytest

from browsing import ACCESSIBLE
from envelopes import expect_success
from kofa import eventually

PASSWORD = "a long walk to Lokoja"
ROLES = ["owner", "developer", "sandbox_developer", "finance", "viewer"]
SETS_ALERTS = {"owner", "finance"}
FIRST = "try/getCompanyByRc"
LOOK = "/api/v1/company/validation/company/rc?rcNumber=RC-1885308"
PAGE_BYTES_MAX = 60 * 1024
PAGES = [
    "", f"/{FIRST}", "/wallet", "/wallet/journal", "/wallet/alerts", "/pricing", "/readings",
]
ODD = ["x", "-1", "0", "99999999999999999999", "1;drop table wallet", "%00", "<b>", "é" * 300,
       "2026-13", "..%2f..%2f", "7a7a", "9223372036854775807"]


class Seat:
    """A member who is signed in; cookies that a browser keeps without TLS are sent by hand."""

    def __init__(self, server, email):
        self.server, self.email = server, email
        self.client = server.client(Origin=server.url)
        form = {"email": email, "password": PASSWORD, "next": ""}
        answer = self.client.post("/portal/sign-in", data=form)
        assert answer.status_code == 303, answer.text
        self.name, self.value = re.match(r"([^=]+)=([^;]+);", answer.headers["set-cookie"]).groups()
        self.client.cookies.clear()
        self.client.headers["Cookie"] = f"{self.name}={self.value}"

    def get(self, path, world="sandbox"):
        return self.client.get(f"/portal/{world}{path}")

    def post(self, path, world="sandbox", token=None, **fields):
        if token is None:
            page = self.get("/wallet", world).text
            token = re.search(r'name="form_token" value="([^"]+)"', page)[1]
        return self.client.post(f"/portal/{world}{path}", data=fields | {"form_token": token})


def join(server, tenant, role):
    """A member of the role, and their seat."""
    email = f"{role}-{secrets.token_hex(4)}@example.ng"
    made = tenant.admin.post(tenant.path("invites"), {"email": email, "role": role})
    token = made["inviteUrl"].rsplit("/", 1)[1]
    with server.client() as client:
        joined = client.post(f"/invite/{token}", json={"password": PASSWORD})
        assert joined.is_success, joined.text
    return Seat(server, email)


@pytest.fixture(scope="module")
def place(sqlite_server):
    """A tenant with members of all roles, and some calls."""
    tenant = sqlite_server.admin().tenant("Adire & Co <b>")
    seats = {role: join(sqlite_server, tenant, role) for role in ROLES}
    key = tenant.key()
    with sqlite_server.product(key) as client:
        for path in [LOOK, LOOK, "/api/v1/company/validation/company/rc?rcNumber=", LOOK]:
            client.get(path)
    return sqlite_server, tenant, seats, key


def test_every_role_sees_and_only_some_set(place):
    server, tenant, seats, _ = place
    for role, seat in seats.items():
        for world in ["sandbox", "live"]:
            for path in PAGES:
                answer = seat.get(path, world)
                if path == f"/{FIRST}" and world == "live":
                    assert answer.status_code == 303
                    continue
                assert answer.status_code == 200, (role, path, answer.text[:300])
                assert len(answer.content) <= PAGE_BYTES_MAX
                assert "Adire &#38; Co" in answer.text or "Adire &amp; Co" in answer.text
            page = seat.get("/wallet/alerts", world).text
            assert ('name="roles"' in page) == (role in SETS_ALERTS)
        answer = seat.post("/wallet/alerts", "live", balance="5", roles="owner")
        assert answer.status_code == (303 if role in SETS_ALERTS else 403), role
    with server.client() as stranger:
        for path in PAGES + ["/wallet/statements/2026-11.csv"]:
            answer = stranger.get(f"/portal/sandbox{path}")
            assert answer.status_code == 303 and "sign-in" in answer.headers["location"]
        assert stranger.post("/portal/sandbox/wallet/alerts").status_code == 403
    assert seats["owner"].get("/wallet", "mars").status_code == 404
    assert seats["owner"].post("/wallet/alerts", token="x", balance="5").status_code == 403


def test_odd_input_is_told_and_never_fails(place):
    _, _, seats, _ = place
    seat = seats["owner"]
    fields = {
        "": ["span"], "/wallet": ["month"], "/wallet/journal": ["kind", "before"],
        "/wallet/alerts": ["cursor"], "/pricing": ["endpoint", "calls"],
    }
    for path, names in fields.items():
        for name in names:
            for odd in ODD:
                status = seat.get(f"{path}?{name}={odd}").status_code
                assert status in (200, 422), (path, name, odd)
    for odd in ODD:
        answer = seat.get(f"/wallet/statements/{odd}.csv")
        assert answer.status_code == 404, odd
        for name in ["balance", "runwayDays", "roles"]:
            form = {"balance": "5", "runwayDays": "", "roles": "owner"} | {name: odd}
            answer = seat.post("/wallet/alerts", "live", **form)
            assert answer.status_code in (303, 422), (name, odd)
            if answer.status_code == 422:
                assert "Please fix the following" in answer.text and "<b>" not in answer.text
    assert seat.get("/wallet/statements/2099-01.csv").status_code == 404
    assert seat.get("/wallet/statements/2026-11.xml").status_code == 404


def test_a_low_wallet_is_told_to_those_who_were_chosen(place):
    server, _, _, _ = place
    tenant = server.admin().tenant("Low")
    owner, viewer = join(server, tenant, "owner"), join(server, tenant, "viewer")
    tenant.set_balance(100_000)
    token = re.search(r'name="form_token" value="([^"]+)"', owner.get("/wallet").text)[1]
    form = {"balance": ["999.99", "1"], "runwayDays": "", "roles": ["owner"]}
    for _ in range(2):
        answer = owner.post("/wallet/alerts", token=token, **form)
        assert answer.status_code == 303
    below = "wallet has been below \u20a6999.99"
    assert below not in owner.get("").text
    with server.product(tenant.key()) as client:
        answer = client.get(LOOK)
    assert answer.is_success and int(answer.headers["x-charge-amount"]) > 1
    assert below in owner.get("").text and below in owner.get("/pricing").text
    assert below not in viewer.get("").text
    assert below not in owner.get("", "live").text
    assert answer.headers["x-request-id"] in viewer.get("/wallet/alerts").text
    path = f"/admin/v1/alerts?open=true&tenantId={tenant.id}"
    [alert] = tenant.admin.get(path)["items"]
    assert (alert["threshold"], alert["requestId"]) == (99_999, answer.headers["x-request-id"])
    tenant.set_balance(200_000)
    assert below not in owner.get("").text
    assert tenant.admin.get(path)["items"] == []


def test_a_call_that_is_tried_is_a_real_one(place):
    server, tenant, seats, key = place
    owner, issued = seats["developer"], tenant.issue(name="Till of Aba")
    wait = lambda: expect_success(server.product(issued["key"]).get(LOOK))
    eventually(wait)
    before = tenant.wallet()["balanceKobo"]
    asked = {"key": issued["id"], "query.rcNumber": "0000010"}
    answer = owner.post(f"/{FIRST}", **asked)
    assert answer.status_code == 200 and "Till of Aba" in answer.text
    [request_id] = set(re.findall(r"/portal/sandbox/logs/([0-9a-f-]{36})", answer.text))
    row = tenant.row(request_id)
    assert row["chargeKobo"] == before - tenant.wallet()["balanceKobo"] > 0
    assert tenant.row(request_id)["operationId"] == "getCompanyByRc"
    refused = owner.post(f"/{FIRST}", **asked | {"query.rcNumber": "nonsense & more"})
    assert refused.status_code == 200 and "invalid_rc_number" in refused.text
    offers = {"key": issued["id"], "body": "{not json"}
    refused = owner.post("/try/subscribe", **offers)
    assert refused.status_code == 200 and "malformed" in refused.text
    for nonsense in ["", "key_none", "\u00e9\n"]:
        assert owner.post(f"/{FIRST}", **asked | {"key": nonsense}).status_code == 422
    # Nobody's key but the tenant's own; and who may not use the sandbox sends nothing.
    stranger = server.admin().tenant("Elsewhere").issue()["id"]
    assert owner.post(f"/{FIRST}", **asked | {"key": stranger}).status_code == 404
    assert seats["viewer"].post(f"/{FIRST}", **asked).status_code == 403
    assert owner.get("/try/nothing").status_code == 404
    assert "takes a file" in owner.get("/try/extractAddress").text
    tried = [one for one in tenant.admin.get(f"/admin/v1/audit?tenantId={tenant.id}")["items"]
             if one["action"] == "call.try"]
    assert tried and tried[0]["details"] == {"keyId": issued["id"]}


def test_statements_add_up_and_are_the_tenants_own(place):
    server, tenant, seats, _ = place
    month = time.strftime("%Y-%m", time.gmtime(time.time() + 3_600))
    text = seats["viewer"].get(f"/wallet/statements/{month}.csv").text
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    amounts = [int(row["amountKobo"]) for row in rows if row["amountKobo"]]
    assert rows[0]["kind"] == "opening_balance" and rows[-1]["kind"] == "closing_balance"
    assert sum(amounts) == int(rows[-1]["balanceKobo"]) == tenant.wallet()["balanceKobo"]
    calls = {row["requestId"] for row in tenant.pages("requests") if row["chargeKobo"]}
    assert {row["requestId"] for row in rows if row["kind"] == "charge"} == calls
    paper = seats["viewer"].get(f"/wallet/statements/{month}.pdf")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")
    path = tenant.path(f"statements/sandbox/{month}")
    sums = tenant.admin.get(path)
    assert sums["closingKobo"] == sum(amounts)
    asked = tenant.admin.client.get(path, headers={"Accept": "text/csv"})
    assert asked.text.splitlines()[2:-1] == text.splitlines()[2:-1]
    stranger = join(server, server.admin().tenant("Stranger"), "owner")
    own = stranger.get(f"/wallet/statements/{month}.csv").text
    assert not any(call in own for call in calls)


def test_prices_say_whose_they_are_and_from_when(place):
    server, _, _, _ = place
    tenant = server.admin().tenant("Priced")
    owner = join(server, tenant, "owner")
    assert "Your own price" not in owner.get("/pricing").text
    path = tenant.path("prices/getCompany/sandbox")
    tenant.admin.put(path, {"amountKobo": 1_234})
    tenant.admin.put(path, {"amountKobo": 2_000, "effectiveAt": "2089-01-31T00:00:00Z"})
    page = owner.get("/pricing").text
    assert "Your own price" in page and "\u20a612.34" in page
    assert "\u20a620.00" in page and "31 Jan 2089" in page
    assert "Your own price" not in owner.get("/pricing", "live").text
    tenant.set_balance(12_340)
    quote = owner.get("/pricing?endpoint=getCompany&calls=11").text
    assert "\u20a6135.74" in quote and "\u20a612.34</strong> more" in quote
    assert "covers 10 of them" in quote


def test_usage_is_on_the_pages_soon(place):
    _, _, seats, _ = place

    def counted():
        page = seats["owner"].get("?span=24h").text
        assert "No requests in this period" not in page
        assert "getCompanyByRc" in seats["owner"].get("/wallet").text

    eventually(counted)


def look_at_a_chart(page):
    """The latest hour is told by keyboard and by pointer, and leads to its requests."""
    page.goto("/portal/sandbox")
    chart = page.locator(".chart").first
    assert chart.locator(".chart-scale span").first.inner_text() != "0"
    sizes = {page.evaluate("it => getComputedStyle(it).fontSize", text.element_handle())
             for text in chart.locator("svg text").all()}
    assert sizes == {"12px"}
    boxes = [text.bounding_box() for text in chart.locator("svg text").all()]
    gaps = [right["x"] - left["x"] - left["width"] for left, right in zip(boxes, boxes[1:])]
    assert min(gaps) > 4, gaps
    tip, bars = chart.locator(".chart-tip"), chart.locator(".bar")
    bars.first.focus()
    page.keyboard.press("End")
    assert "request" in tip.inner_text() and not tip.inner_text().endswith(": 0 requests")
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    bars.last.hover()
    assert tip.is_visible()
    bars.last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/logs?from=*")
    assert page.locator("#calls tbody tr").count() > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_pages_in_a_browser(place, browser, width, scheme):  # noqa: F811
    server, _, seats, _ = place
    seat = seats["owner"]
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=server.url
    )
    page = context.new_page()
    wrong = []
    page.on("console", lambda it: wrong.append(it.text) if it.type in ("error", "warning") else 0)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        page.goto("/portal/sign-in")
        page.fill("#email", seat.email)
        page.fill("#password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/portal/sandbox")
        for world in ["sandbox", "live"]:
            for path in PAGES:
                page.goto(f"/portal/{world}{path}")
                assert page.evaluate(ACCESSIBLE) == [], (world, path)
        page.goto("/portal/sandbox/pricing")
        page.fill("#calls", "1,000")
        page.keyboard.press("Enter")
        page.wait_for_url("**/pricing?*calls=*")
        assert "for 1,000 charged " in page.locator("main").inner_text()
        page.goto("/portal/sandbox/pricing?endpoint=getCompanyByRc&calls=")
        assert "for 1000 charged getCompanyByRc" in page.locator("main").inner_text()
        look_at_a_chart(page)
        assert not wrong, wrong
    finally:
        context.close()
