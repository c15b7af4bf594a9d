"""The pages in a real browser: phones and desks, light and dark, keyboard, no strangers."""

import re
from urllib.parse import urldefrag, urljoin

import pytest

from browsing import ACCESSIBLE, WIDTHS, visit
from kofa import ROOT

# One of each kind of page; every other page is at least fetched.
PAGES = ["/", "/docs", "/docs/errors", "/docs/errors/missing_field", "/docs/sandbox",
         "/docs/admin", "/docs/errors/no_such_code"]
PAGES_MAX = 500


@pytest.fixture
def server(sqlite_server):
    return sqlite_server


def links(html):
    return [match.replace("&amp;", "&") for match in re.findall(r'(?:href|src)="([^"]*)"', html)]


def crawl(server):
    """Every page and file that links lead to, from the start page."""
    found, open_paths = {}, ["/"]
    with server.client() as client:
        while open_paths:
            path = open_paths.pop()
            if path in found:
                continue
            answer = client.get(path)
            if path.startswith("/portal/sandbox/try/"):
                # For who is signed in.
                assert answer.headers["location"].startswith("/portal/sign-in?next="), path
                continue
            found[path] = answer
            assert len(found) < PAGES_MAX
            if not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            for link in links(answer.text):
                target = urljoin(f"{server.url}{path}", link)
                if target.startswith(server.url + "/"):
                    open_paths.append(urldefrag(target).url.removeprefix(server.url))
    return found


def test_every_link_leads_somewhere(server):
    found = crawl(server)
    broken = {path: answer.status_code for path, answer in found.items() if not answer.is_success}
    assert not broken
    assert {"/docs", "/docs/errors"} <= found.keys()
    for path, answer in found.items():
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        for link in links(answer.text):
            fragment = urldefrag(link).fragment
            target = urldefrag(urljoin(path, link)).url
            if fragment and target in found:
                anchors = re.findall(r'id="([^"]*)"', found[target].text)
                assert fragment in anchors, f"{path} links to {link}"


def test_a_slash_at_the_end_leads_to_the_page(server, browser):
    context, page, wrong = visit(browser, server, "/docs/api/subscribe/?from=mail", 1440)
    assert page.url == f"{server.url}/docs/api/subscribe?from=mail" and not wrong
    context.close()
    with server.client(Accept="text/html") as client:
        for path in ["/docs/", "/status/", "/portal/", "/console/", "/docs///"]:
            answer = client.get(path)
            place = path.rstrip("/")
            assert (answer.status_code, answer.headers["location"]) == (308, place), path
        # What a browser would read as another host's is not followed, nor a call of the API.
        for path in ["//example.com/", "/api/v1/events/"]:
            assert client.get(f"{server.url}{path}").status_code == 404, path


def test_every_page_has_the_security_headers(server):
    for path, answer in crawl(server).items():
        headers = answer.headers
        if not headers["content-type"].startswith("text/html"):
            continue
        assert headers["x-content-type-options"] == "nosniff", path
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy or "default-src 'self'" in policy, policy
        assert "unsafe-eval" not in policy and "script-src 'unsafe-inline'" not in policy, policy
        assert "frame-ancestors 'none'" in policy or headers.get("x-frame-options") == "DENY"
        assert headers["referrer-policy"], path


def test_every_code_has_its_page(server):
    codes = set()
    for source in ROOT.glob("crates/*/src/**/*.rs"):
        codes |= set(re.findall(r': Code = Code \{\s*name: "([a-z0-9_]+)"', source.read_text()))
    assert len(codes) > 60
    with server.client() as client:
        for code in sorted(codes):
            answer = client.get(f"/docs/errors/{code}")
            assert answer.status_code == 200, code
            assert code in answer.text
            assert answer.headers["content-type"].startswith("text/html")
        index = client.get("/docs/errors").text
        assert all(f"/docs/errors/{code}" in index for code in codes)
        assert client.get("/docs/errors/no_such_code").status_code == 404


def test_every_operation_is_in_the_reference(server):
    pages = "\n".join(
        answer.text for path, answer in crawl(server).items() if path.startswith("/docs")
    )
    with server.client() as client:
        paths = client.get("/openapi.json").json()["paths"]
    for path in paths:
        assert path in pages.replace("&#x2F;", "/"), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_page(browser, server, tmp_path, path, width, scheme):
    context, page, wrong = visit(browser, server, path, WIDTHS[width], scheme)
    try:
        assert not wrong, wrong
        assert page.locator("h1").inner_text().strip()
        assert page.evaluate(ACCESSIBLE) == []
        picture = tmp_path / "page.png"
        page.screenshot(path=picture, full_page=True)
        assert picture.stat().st_size > 5_000, "something is drawn"
    finally:
        context.close()


@pytest.mark.parametrize("path", PAGES[:3])
def test_keyboard(browser, server, path):
    """Tab reaches the links in their order, and each shows that it has the focus."""
    context, page, _ = visit(browser, server, path, WIDTHS["desk"])
    try:
        reached = []
        for _ in range(12):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("""() => {
              const node = document.activeElement, style = getComputedStyle(node);
              return {what: node.outerHTML.slice(0, 80), body: node === document.body,
                seen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
                  || style.boxShadow !== 'none'};
            }"""))
        reached = [one for one in reached if not one["body"]]
        assert len({one["what"] for one in reached}) >= min(3, page.locator("a[href]").count())
        assert all(one["seen"] for one in reached), reached
    finally:
        context.close()


def test_pages_work_without_scripts(browser, server):
    context = browser.new_context(java_script_enabled=False, base_url=server.url)
    page = context.new_page()
    try:
        for path in ["/docs", "/docs/errors", "/docs/errors/missing_field"]:
            assert page.goto(path).status == 200
            assert len(page.locator("main").inner_text()) > 200
    finally:
        context.close()
