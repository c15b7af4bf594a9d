"""The pages in a real browser: phones and desks, light and dark, keyboard, no strangers."""

import os
import re
import shutil
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from kofa import ROOT

WIDTHS = {"phone": 390, "desk": 1440}
# One of each kind of page; every other page is at least fetched.
PAGES = ["/", "/docs", "/docs/errors", "/docs/errors/missing_field", "/docs/sandbox",
         "/docs/admin", "/docs/errors/no_such_code"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PAGES_MAX = 500


@pytest.fixture(scope="module")
def browser():
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert program, "Debian's chromium is installed by scripts/setup.sh browser"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


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


def visit(browser, server, path, width, scheme="light"):
    """Opens a page; returns it with everything that went wrong on the way."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=server.url
    )
    page = context.new_page()
    wrong = []
    page.on("console", lambda it: wrong.append(it.text) if it.type in ("error", "warning") else 0)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))

    def stranger(request):
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https") and not request.url.startswith(server.url + "/"):
            wrong.append(f"another origin: {request.url}")

    page.on("request", stranger)
    answer = page.goto(path, wait_until="load")
    page.wait_for_load_state("networkidle")
    if answer.status == 404:
        # The browser itself notes that the page it was sent to is not there.
        wrong = [it for it in wrong if "404" not in it]
    return context, page, wrong


ACCESSIBLE = """() => {
  const faults = [];
  const shown = node => node.getClientRects().length > 0;
  const named = node => (node.getAttribute('aria-label') || node.title ||
    node.textContent || node.value || (node.querySelector('img[alt],svg[aria-label]') ? 'x' : '')
    ).trim();
  if (!document.documentElement.lang) faults.push('no language');
  if (!document.title) faults.push('no title');
  if (!document.querySelector('main')) faults.push('no main part');
  if (document.querySelectorAll('h1').length !== 1) faults.push('not one h1');
  let level = 0;
  for (const heading of document.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const next = Number(heading.tagName[1]);
    if (level && next > level + 1) faults.push(`h${level} then h${next}: ${heading.textContent}`);
    level = next;
  }
  for (const image of document.querySelectorAll('img'))
    if (!image.hasAttribute('alt')) faults.push(`no alt: ${image.src}`);
  for (const node of document.querySelectorAll('a[href],button,summary'))
    if (shown(node) && !named(node)) faults.push(`no name: ${node.outerHTML.slice(0, 80)}`);
  for (const field of document.querySelectorAll('input:not([type=hidden]),select,textarea'))
    if (!field.labels.length && !field.getAttribute('aria-label') &&
        !field.getAttribute('aria-labelledby')) faults.push(`no label: ${field.name}`);
  const ids = [...document.querySelectorAll('[id]')].map(node => node.id);
  for (const id of new Set(ids))
    if (ids.filter(one => one === id).length > 1) faults.push(`id twice: ${id}`);
  const width = document.documentElement.scrollWidth;
  if (width > window.innerWidth + 1) faults.push(`wider than the window: ${width}`);
  // Contrast of text against the nearest painted background (WCAG 2.2, 1.4.3).
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = colour => {
    const [r, g, b] = colour.map(c => c / 255).map(
      c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).colorScheme.includes('dark') &&
      matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff');
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(node) || !shown(node)) continue;
    seen.add(node);
    const style = getComputedStyle(node);
    const [a, b] = [light(rgba(style.color)), light(behind(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 ||
      (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5))
      faults.push(`contrast ${ratio.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`);
  }
  return faults;
}"""


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
