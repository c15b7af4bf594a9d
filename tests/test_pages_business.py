"""What a tenant paid for, in its portal: offers, applications, documents and companies."""

import re
from pathlib import Path

import pytest

from browsing import ACCESSIBLE, WIDTHS, watch
from kofa import bill
from market import Fintech
from test_pages_calls import PASSWORD, member

HOME = "/portal/sandbox"
EXTRACT = "/api/v1/proof-of-address/extract"
# A picture under a name that chooses what is read: no server needs to read pictures for it.
SCAN = {
    "name": "poa_two_addresses.png",
    "mimeType": "image/png",
    "buffer": Path("crates/documents/tests/documents/fixtures/upright.png").read_bytes(),
}


@pytest.fixture(scope="module")
def server(sqlite_server):
    return sqlite_server


@pytest.fixture(scope="module")
def business(server):
    """A tenant with an allotted offer, documents and an owner."""
    tenant = server.admin().tenant("Adire Fintech")
    tenant.set_balance(10_000_000)
    fintech = Fintech(server, tenant)
    offer = fintech.copy(multiple=1, minimumShares=10, sharesOnOffer=30, maximumShares=30)
    names = [fintech.apply(offer, shares, clientReference=f"order-{shares}")
             for shares in (10, 20, 30)]
    for name in names:
        fintech.until(name, "accepted")
    fintech.clock(offer, "allotted")
    return fintech, offer, names, member(server, tenant, "owner")


def enter(browser, server, client, **options):
    """A page on which the owner is signed in, and what goes wrong on it."""
    context = browser.new_context(base_url=server.url, **options)
    page = context.new_page()
    wrong = watch(page, server)
    page.goto("/portal/sign-in")
    page.fill("[name=email]", client.email)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{server.url}{HOME}")
    return context, page, wrong


def sound(page, wrong):
    faults = page.evaluate(ACCESSIBLE) + wrong
    wrong.clear()
    assert not faults, f"{page.url}: {faults}"


@pytest.mark.parametrize(("device", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_an_application_is_followed_from_the_offer_to_its_allotment(
    browser, server, business, device, scheme
):
    fintech, offer, names, owner = business
    view = {"viewport": {"width": WIDTHS[device], "height": 900}, "color_scheme": scheme}
    context, page, wrong = enter(browser, server, owner, **view)
    page.goto(f"{HOME}/offers")
    sound(page, wrong)
    page.click(f"a[href='{HOME}/offers/{offer['id']}']")
    sound(page, wrong)
    stats = page.locator(".stat").all_inner_texts()
    allotted = sum(fintech.look(name)["sharesAllotted"] for name in names)
    assert any("Shares allotted" in text and str(allotted) in text for text in stats), stats
    page.click("table a:has-text('Partially allotted')")
    sound(page, wrong)
    rows = page.locator("table.rows tbody tr")
    found = fintech.transactions(offerId=offer["id"], status="partially_allotted")
    assert rows.count() == found["totalCount"] > 0
    page.goto(f"{HOME}/applications")
    page.fill("#q", "order-30")
    page.press("#q", "Enter")
    assert rows.count() == 1
    rows.locator("a").click()
    sound(page, wrong)
    told = fintech.look(names[2])
    assert told["allotmentExplanation"] in page.inner_text("main")
    steps = page.locator(".timeline li").all_inner_texts()
    assert len(steps) == len(told["history"])
    assert steps[0].startswith("Registered") and "Allotted" in steps[-1], steps
    assert told["subscription"]["investorName"] in page.inner_text("main")
    context.close()


def test_applications_are_taken_along_and_are_nobody_elses(server, business):
    fintech, offer, names, owner = business
    file = owner.get(f"{HOME}/applications/export.csv?offer={offer['id']}").text.splitlines()
    assert len(file) == 4 and all(name in "\n".join(file) for name in names)
    one = fintech.look(names[0])["subscription"]["id"]
    viewer = member(server, fintech.tenant, "viewer")
    other = member(server, server.admin().tenant("Other Fintech"), "owner")
    assert "T***" in viewer.get(f"{HOME}/applications").text
    assert "N***" in viewer.get(f"{HOME}/applications/export.csv").text
    for path in [f"applications/{one}", f"applications/{names[0]}", f"offers/{offer['id']}"]:
        assert owner.get(f"{HOME}/{path}").status_code == 200, path
        assert other.get(f"{HOME}/{path}").status_code == 404, path
        assert owner.get(f"/portal/live/{path}").status_code == 404, path
    assert names[0] not in other.get(f"{HOME}/applications").text
    assert len(other.get(f"{HOME}/applications/export.csv").text.splitlines()) == 1
    assert owner.get(f"{HOME}/applications?status=nonsense").status_code == 422


@pytest.mark.parametrize(("device", "scheme"), [("phone", "light"), ("desk", "dark")])
def test_a_document_is_read_beside_its_picture_and_reviewed(
    browser, server, business, device, scheme
):
    fintech, _, _, owner = business
    view = {"viewport": {"width": WIDTHS[device], "height": 900}, "color_scheme": scheme}
    context, page, wrong = enter(browser, server, owner, **view)
    page.goto(f"{HOME}/documents/extract")
    sound(page, wrong)
    page.fill("#key", fintech.tenant.key())
    page.set_input_files("#file", SCAN)
    page.click("form[data-extract] button")
    page.wait_for_selector(".paper img")
    sound(page, wrong)
    path = re.search(r"/documents/[0-9a-f-]{36}$", page.url)
    assert path, page.url
    assert page.eval_on_selector(".paper img", "image => image.decode().then(() => image.src)"
                                 ).startswith("blob:")
    # A picture that lies on its side is set upright.
    size = "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
    lying = page.eval_on_selector(".paper img", size)
    page.click("text=Rotate the picture")
    page.wait_for_function("wide => document.querySelector('.paper img').naturalWidth === wide",
                           arg=lying[1])
    assert page.eval_on_selector(".paper img", size) == lying[::-1]
    # A field and its place light up together.
    colour = "node => getComputedStyle(node).stroke"
    place = ".paper .r-street polygon"
    before = page.eval_on_selector(place, colour)
    page.focus(".f-street")
    assert page.eval_on_selector(place, colour) != before
    # Without the picture the page shows where the fields stand.
    page.reload()
    assert page.locator(".paper img").count() == 0
    assert page.locator(".paper polygon").count() > 3
    sound(page, wrong)
    page.set_input_files("#picture", {"name": "a.pdf", "mimeType": "application/pdf",
                                      "buffer": b"%PDF-1.7"})
    assert "Only pictures" in page.inner_text("[data-picture-said]")
    page.set_input_files("#picture", {"name": "a.png", "mimeType": "image/png", "buffer": b"none"})
    page.wait_for_selector("text=This browser cannot show the file.")
    assert page.is_hidden("text=Rotate the picture")
    page.fill("#v-city", "Elsewhere")
    page.click("text=Save corrections")
    assert "one field was wrong" in page.inner_text(".said")
    page.goto(f"{HOME}{path.group()}")
    assert "Reviewed" in page.inner_text(".page-head")
    context.close()


def test_documents_wait_for_their_own_people(server, business):
    fintech, _, _, owner = business
    with server.product(fintech.tenant.key()) as product:
        read = lambda name, data: product.post(EXTRACT, files={"file": (name, data)})
        doubtful = read("poa_two_addresses.pdf", bill()).json()
        assert doubtful["data"]["requires_review"]
        job = product.post(f"{EXTRACT}/jobs", files={"file": ("b.pdf", bill())})
    doubtful = doubtful["request_id"]
    queue = owner.get(f"{HOME}/documents/review").text
    assert doubtful in queue
    assert job.json()["request_id"] in owner.get(f"{HOME}/documents/jobs").text
    viewer = member(server, fintech.tenant, "viewer")
    other = member(server, server.admin().tenant("Other Fintech"), "owner")
    path = f"{HOME}/documents/{doubtful}"
    page = owner.get(path).text
    assert "Approve as read" in page and "blob:" in owner.get(path).headers[
        "content-security-policy"]
    assert "blob:" not in owner.get(f"{HOME}/documents").headers["content-security-policy"]
    assert "Approve as read" not in viewer.get(path).text
    assert other.get(path).status_code == owner.get(f"/portal/live/documents/{doubtful}"
                                                    ).status_code == 404
    token = lambda client: re.search(r'name="form_token" value="([^"]+)"',
                                     client.get(HOME).text).group(1)
    say = lambda client: client.post(path, data={"form_token": token(client),
                                                 "verdict": "correct"}).status_code
    assert (say(viewer), say(other), say(owner)) == (403, 404, 303)
    assert doubtful not in owner.get(f"{HOME}/documents/review").text
    assert "reading.review" in owner.get(f"{HOME}/audit").text


@pytest.mark.parametrize(("device", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_a_company_is_looked_up_and_its_owners_drawn(browser, server, business, device, scheme):
    fintech, _, _, owner = business
    view = {"viewport": {"width": WIDTHS[device], "height": 900}, "color_scheme": scheme}
    context, page, wrong = enter(browser, server, owner, **view)
    page.goto(f"{HOME}/companies")
    sound(page, wrong)
    before = fintech.tenant.wallet()["balanceKobo"]
    page.fill("#key", fintech.tenant.key())
    page.fill("#rcNumber", "0000010")
    page.fill("#codes", "SANDBOXVR0\nSANDBOXVR1")
    for box in page.locator("[name=ask]").all():
        box.check()
    page.click("button:has-text('Look up')")
    page.wait_for_selector("svg.owners")
    # The browser notes nothing: refusals are answers inside the page.
    sound(page, wrong)
    text = page.inner_text("main")
    assert "Company record" in text and "vrc_not_found" in text
    assert page.locator("svg.owners rect").count() > 1
    with server.product(fintech.tenant.key()) as product:
        told = product.get("/api/v1/company/validation/share-distribution",
                           headers={"X-VRC-Number": "SANDBOXVR0"}).json()["data"]
    assert told["shareholders"][0]["name"] in text
    assert fintech.tenant.wallet()["balanceKobo"] < before
    assert "SANDBOXVR" not in page.content().replace("Try SANDBOXVR0", "")
    context.close()
