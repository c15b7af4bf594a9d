"""The console's market, register and work in a real browser, on phones and desks."""

import pytest
from browsing import ACCESSIBLE, WIDTHS, agree
from kofa import eventually

PAGES = [
    "/console/offers?environment=sandbox",
    "/console/offers/sandbox/OFR-BAOBAB",
    "/console/offers/sandbox/OFR-BAOBAB/edit",
    "/console/offers/sandbox/OFR-BAOBAB/subscriptions",
    "/console/offers/sandbox/OFR-BAOBAB/allotment",
    "/console/offers/live/new",
    "/console/offers/live/import",
    "/console/offers/reconciliation",
    "/console/offers/payments",
    "/console/offers/statements",
    "/console/offers/refunds",
    "/console/reference",
    "/console/reference/brokers",
    "/console/reference/banks/1",
    "/console/reference/new-broker",
    "/console/reference/import",
    "/console/register?environment=sandbox&q=a",
    "/console/register/imports",
    "/console/register/sources",
    "/console/register/source/live/getCompany",
    "/console/work",
    "/console/work/outbox",
    "/console/work/holds",
    "/console/readings?environment=sandbox",
]


@pytest.fixture
def server(sqlite_server):
    return sqlite_server


def sign_in(browser, server, **options):
    """A context in which the demo's operator is signed in, and a page of it."""
    context = browser.new_context(base_url=server.url, **options)
    page = context.new_page()
    operator = server.ready["operator"]
    page.goto("/console/sign-in")
    page.fill("[name=email]", operator["email"])
    page.fill("[name=password]", operator["password"])
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{server.url}/console")
    return context, page


@pytest.mark.parametrize(("device", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_pages_are_sound(browser, server, device, scheme):
    width = WIDTHS[device]
    context, page = sign_in(
        browser, server, viewport={"width": width, "height": 900}, color_scheme=scheme
    )
    wrong = []
    page.on("console", lambda it: wrong.append(it.text) if it.type in ("error", "warning") else 0)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for path in PAGES:
        answer = page.goto(path, wait_until="load")
        assert answer.status == 200, path
        assert len(answer.body()) <= 60 * 1024, path
        assert page.evaluate(ACCESSIBLE) == [], path
        assert wrong == [], path
    context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_an_offer_is_made_and_extended(browser, server, script):
    context, page = sign_in(browser, server, java_script_enabled=script)
    symbol = "IROKO" if script else "MAHOGANY"
    page.goto("/console/offers?environment=sandbox")
    page.click("text=New offer")
    fields = {
        "name": f"{symbol} Mills Plc Public Offer", "issuerName": f"{symbol} Mills Plc",
        "symbol": symbol, "isin": "NG0BAOBAB004", "sector": "Consumer goods",
        "priceKobo": "1,234.50", "minimumShares": "10", "multiple": "10",
        "sharesOnOffer": "1,000,000", "openAt": "2031-07-10T09:00",
        "closeAt": "2031-07-01T17:00", "registrar.name": "First Registrars",
    }
    for name, value in fields.items():
        page.fill(f"[name='{name}']", value)
    page.click("text=Create offer")
    # The mistake is told, and nothing that was typed is lost.
    assert "later than" in page.text_content(".fault")
    assert page.input_value("[name=sector]") == "Consumer goods"
    page.fill("[name=closeAt]", "2031-08-10T17:00")
    page.click("text=Create offer")
    page.wait_for_url(f"{server.url}/console/offers/sandbox/OFR-{symbol}")
    assert "Offer created." in page.text_content(".said")
    assert "₦1,234.50" in page.text_content("main")
    page.click("summary:has-text('Extend')")
    page.fill("[name=closeAt]", "2031-09-10T17:00")
    page.click("text=Extend offer")
    assert "First announced close" in page.text_content("main")
    context.close()


def test_companies_are_imported_and_found(browser, server, tmp_path):
    context, page = sign_in(browser, server)
    file = tmp_path / "companies.csv"
    rows = "".join(f"RC{number},Iroko {number} Ltd,COMPANY\n" for number in range(700, 900))
    file.write_text("rcNumber,companyName,entityType\n" + rows + "shoe,Shoe Ltd,COMPANY\n")
    page.goto("/console/register/imports")
    if not page.is_visible("[name=environment]"):  # folded where there were imports before
        page.click("text=Import a file")
    page.select_option("[name=environment]", "sandbox")
    page.set_input_files("[name=file]", file)
    page.click("text=Check file")
    # What it would do, before anything is stored.
    main = page.text_content("main")
    assert "Iroko 700 Ltd" in main and "Nothing is stored until you confirm it." in main
    counts = [page.text_content(f"dt:text-is('{name}') + dd") for name in ("Rows", "New", "Rejected")]
    assert counts == ["201", "200", "1"]
    assert page.evaluate(ACCESSIBLE) == []
    page.click("button:text-is('Import file')")
    agree(page)
    page.wait_for_selector(".pill.ok", timeout=20_000)
    assert "200" in page.text_content("main")
    with page.expect_download() as download:
        page.click("text=Download rejected rows")
    assert "shoe" in download.value.path().read_text()
    page.goto("/console/register?environment=sandbox")
    page.fill("[name=q]", "iroko 777")
    page.press("[name=q]", "Enter")
    page.click("text=Iroko 777 Ltd")
    page.click("text=Issue code")
    assert len(page.text_content("#consent-code")) == 10
    context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_file_of_brokers_is_shown_before_it_is_imported(browser, server, script, tmp_path):
    context, page = sign_in(browser, server, java_script_enabled=script)
    broker = "oak-brokers" if script else "teak-brokers"
    file = tmp_path / "brokers.csv"
    file.write_text(f"id,name,active\n{broker},Brokers & Sons,yes\nX,,\n")
    page.goto("/console/reference/import")
    page.select_option("[name=what]", "brokers")
    page.set_input_files("[name=file]", file)
    page.click("text=Check file")
    assert "Nothing is stored until you confirm it." in page.text_content("main")
    counts = [page.text_content(f"dt:text-is('{name}') + dd") for name in ("Rows", "Added", "Rejected")]
    assert counts == ["2", "1", "1"]
    row = page.text_content(f"tr:has(td:text-is('{broker}'))")
    assert "added" in row and "name Brokers & Sons" in row
    assert context.request.get(f"/console/reference/brokers/{broker}").status == 404
    if script:
        assert page.evaluate(ACCESSIBLE) == []
        for width in WIDTHS.values():
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("button:text-is('Import file')")
    if script:
        agree(page)
    else:
        page.click("button:text-is('Import file')")
    page.wait_for_selector("h1:text-is('File imported')")
    assert context.request.get(f"/console/reference/brokers/{broker}").status == 200
    context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_suspended_offer_is_resumed_by_undo(browser, server, script):
    context, page = sign_in(browser, server, java_script_enabled=script)
    page.goto("/console/offers/sandbox/OFR-BAOBAB")
    page.click("summary:has-text('Suspend')")
    page.fill("details[open] [name=reason]", "A mistake")
    page.click("button:text-is('Suspend offer')")
    if script:
        agree(page)
    else:
        page.click("button:text-is('Suspend offer')")
    page.wait_for_selector(".said:has-text('Offer suspended.')")
    status = page.locator(".said [role=status]")
    assert status.text_content() == "Offer suspended."
    if script:
        assert page.evaluate(ACCESSIBLE) == []
    page.click(".said button:text-is('Undo')")
    page.wait_for_selector(".said:has-text('Offer resumed.')")
    offer = server.admin().get("/admin/v1/offers/sandbox/OFR-BAOBAB")
    assert offer["status"] != "suspended"
    # To undo that is to suspend the offer, and asked about like any suspension.
    page.click(".said button:text-is('Undo')")
    page.wait_for_selector("h1:text-is('Suspend offer?')")
    context.close()


def test_the_admin_api_can_do_the_same(server):
    client = server.admin().client
    book = client.get("/admin/v1/offers/sandbox/OFR-BAOBAB/book")
    assert book.status_code == 200 and isinstance(book.json()["items"], list)
    assert client.get("/admin/v1/offers/sandbox/OFR-NOBODY/book").status_code == 404
    for path in ["/admin/v1/holds", "/admin/v1/extraction-jobs/queues",
                 "/admin/v1/extraction-jobs?environment=live&status=failed",
                 "/admin/v1/registry/counts"]:
        assert client.get(path).status_code == 200, path
    assert client.get("/admin/v1/holds?olderThanSeconds=x").status_code == 422
    assert client.get("/admin/v1/extraction-jobs?environment=live").status_code == 422
    csv = {"Content-Type": "text/csv"}
    file = "bankId,active\n1,yes\nx,no\n"
    banks = client.post("/admin/v1/banks/import", content=file, headers=csv)
    assert banks.status_code == 200 and len(banks.json()["rejected"]) == 1
    brokers = client.post("/admin/v1/brokers/import", content="id\nX\n", headers=csv)
    assert brokers.status_code == 200 and brokers.json()["rows"] == 1
    assert client.post("/admin/v1/brokers/import", content="shoe\n", headers=csv).status_code == 422
    path = "/admin/v1/registry/imports"
    file = "rcNumber,companyName,entityType\nRC4242,Agbonyin Ltd,COMPANY\nshoe,Shoe Ltd,COMPANY\n"
    begun = client.post(f"{path}?environment=sandbox", content=file, headers=csv)
    assert begun.status_code == 202, begun.text
    one = f"{path}/{begun.json()['id']}"

    def is_done():
        import_ = client.get(one).json()
        assert (import_["state"], import_["rowsStored"]) == ("done", 1)

    eventually(is_done)
    assert "shoe" in client.get(f"{one}/rejects").text
    assert client.post(f"{one}/resume").status_code == 422
    assert client.get(path).json()["items"]
    company = client.get("/admin/v1/registry/companies/sandbox/COMPANY/4242")
    assert company.status_code == 200 and company.json()["companyName"] == "Agbonyin Ltd"
    assert client.get("/admin/v1/registry/companies/live/COMPANY/4242").status_code == 404
    assert client.post(path, content=file, headers=csv).status_code == 422
    assert client.post(f"{path}?environment=live", content="x").status_code == 415
