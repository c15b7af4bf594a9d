"""Tables at the width of a laptop: nothing that people need is hidden on their right."""

from datetime import UTC, datetime, timedelta

import pytest

from browsing import ACCESSIBLE, CUT_OFF, LAPTOP, sign_in
from envelopes import expect_success
from kofa import eventually, subscription


@pytest.fixture(scope="module")
def place(sqlite_server):
    """The demo, with a row in each of the tables."""
    server, ready = sqlite_server, sqlite_server.ready
    with server.product(ready["apiKey"]) as client:
        investor = subscription(
            server, ready["tenant"]["vendorId"], 771_280, offerId="OFR-HARMATTAN",
            firstName="Oluwatobiloba", lastName="Chukwuemeka-Okonkwo", numberOfShares=1_000,
        )
        expect_success(client.post("/api/exchange-invest/subscribe", json=investor))
        look = "/api/v1/company/validation/company/rc?rcNumber="
        assert client.get(f"{look}RC-1885308").status_code == 200
        assert client.get(f"{look}nonsense").status_code == 422
        broken = {"base64_content": "JVBERi0xLjcK", "file_name": "bill.pdf"}
        jobs = client.post("/api/v1/proof-of-address/extract/jobs", json=broken)
        assert jobs.status_code == 202
    entry = {"environment": "live", "reference": "FT26184XKQ90-corrected", "amountKobo": 676000,
             "transactionReference": "KFT-20260703-8J2M4QXZ7T5P", "paidAt": "2026-07-03"}
    server.admin().post("/admin/v1/settlements", entry)
    return server


DOORS = {
    "portal": ["/portal/sandbox/wallet/journal", "/portal/sandbox/pricing"],
    "console": ["{tenant}/calls?environment=sandbox", "/console/offers?environment=sandbox",
                "/console/offers/sandbox/OFR-HARMATTAN/subscriptions",
                "/console/offers/payments?environment=live",
                "/console/work?environment=sandbox&status=failed"],
}


@pytest.mark.parametrize("door", DOORS)
def test_nothing_is_hidden_on_the_right(browser, place, door):
    who = place.ready["tenant" if door == "portal" else "operator"]
    context = browser.new_context(
        base_url=place.url, viewport={"width": LAPTOP, "height": 900}
    )
    page = context.new_page()
    sign_in(page, door, who["email"], who["password"])
    cut_off = {}
    for path in DOORS[door]:
        path = path.format(tenant=f"/console/tenants/{place.ready['tenant']['id']}")

        def shown(path=path):
            assert page.goto(path).status == 200, path
            assert page.locator("table.rows tbody tr").count() > 0, path

        eventually(shown)
        cut_off[path] = page.evaluate(CUT_OFF)
    assert not any(cut_off.values()), cut_off
    context.close()


def test_no_long_word_widens_a_small_phone(browser, place):
    admin, own = place.admin(), place.ready["tenant"]["id"]
    soon = (datetime.now(UTC) + timedelta(days=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    plan = {"name": "K" * 100, "scopes": ["investment_ipo"], "environments": ["sandbox"],
            "expiresAt": soon}
    key = admin.post(f"/admin/v1/tenants/{own}/keys", plan)["id"]
    other = admin.tenant("W" * 100).id
    paths = {
        "portal": ["/portal/sandbox/keys"],
        "console": [f"/console/prices/listOffers/sandbox?tenantId={other}",
                    f"/console/tenants/{own}/keys/{key}/rotate",
                    "/console/offers/payments?environment=live"],
    }
    faults = {}
    for door in paths:
        who = place.ready["tenant" if door == "portal" else "operator"]
        context = browser.new_context(
            base_url=place.url, viewport={"width": 360, "height": 900}
        )
        page = context.new_page()
        sign_in(page, door, who["email"], who["password"])
        for path in paths[door]:
            assert page.goto(path).status == 200, path
            # What is folded away is looked at, too.
            page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
            faults[path] = page.evaluate(ACCESSIBLE)
        context.close()
    assert not any(faults.values()), faults


LINES = """() => [...document.querySelectorAll('.strip-foot')].map(foot => {
  // As it is once there were calls.
  foot.children[1].textContent = '99.98 %, 95 of 100 calls within 812 ms';
  return [foot.firstElementChild, foot.lastElementChild].map(end => {
    const text = document.createRange();
    text.selectNodeContents(end);
    return new Set([...text.getClientRects()].map(line => line.top)).size;
  });
})"""


@pytest.mark.parametrize("width", [320, 390, 430])
def test_the_ends_of_a_strip_stand_in_a_line_each(browser, place, width):
    context = browser.new_context(
        base_url=place.url, viewport={"width": width, "height": 900}
    )
    page = context.new_page()
    assert page.goto("/status?environment=sandbox").status == 200
    lines = page.evaluate(LINES)
    assert lines and all(ends == [1, 1] for ends in lines), lines
    context.close()


@pytest.mark.parametrize("width", [320, 344, 430, 448, 449])
def test_the_top_of_a_public_page_fits_any_phone(browser, place, width):
    context = browser.new_context(
        base_url=place.url, viewport={"width": width, "height": 900}
    )
    page = context.new_page()
    for path in ["/", "/docs", "/status"]:
        assert page.goto(path).status == 200
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) == 0, path
    context.close()
