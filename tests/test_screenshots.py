"""Every kind of page that links lead to: how it looks, who can use it, and what it costs to load.

How it looked when somebody last agreed to it is in `tests/screenshots`, at four widths, light and
dark: the eight pictures of a page side by side, each `CELL` times smaller and grey, so that letters
do not matter and places and colours do. `make screenshots` takes them anew; what differs is left in
`target/screenshots`. Who can use it is judged by axe, what it costs by the limits of Lighthouse that
do not depend on the machine.
"""

import base64
import io
import os
import re
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from PIL import Image, ImageChops

from browsing import launch, sign_in, watch
from envelopes import expect_success
from kofa import ROOT, Server, eventually, subscription

REFERENCES = ROOT / "tests/screenshots"
DIFFERENT = ROOT / "target/screenshots"
TAKE = "KOFA_TAKE_SCREENSHOTS" in os.environ
WIDTHS = [390, 768, 1440, 1920]
SCHEMES = ["light", "dark"]
# Pixels that are one in a reference.
CELL = 12
DRAWN = 0.25
HEIGHT_MAX = 4_800
# Greys are kept in steps of so many.
STEP = 8
# A cell differs if its grey is so far from the reference's; so many of a picture may.
FAR = 40
DIFFERENT_MAX = 0.004

PUBLIC = ["/", "/docs", "/docs/errors", "/docs/errors/invalid_api_key", "/docs/sandbox",
          "/docs/admin", "/docs/api/subscribe", "/docs/errors/no_such_code", "/status",
          "/portal/sign-in", "/portal/forgot", "/console/sign-in", "/portal/reset/none"]
# What is different in each run: dates, numbers, ids, and figures of the last hours.
SAME_EACH_TIME = """() => {
  const steady = text => text
    .replace(/\\b[a-z]{2,5}_[0-9a-zA-Z]{8,}/g, id => 'x'.repeat(id.length))
    .replace(/\\b[0-9a-f]{8}-[0-9a-f-]{27}\\b/g, id => 'x'.repeat(id.length))
    .replace(/\\b[A-Z]{3}-[0-9A-Z-]{8,}/g, id => 'X'.repeat(id.length))
    .replace(/\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*/g, 'Jan')
    .replace(/\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*day/g, 'Monday')
    .replace(/[0-9]+/g, digits => '0'.repeat(Math.min(digits.length, 2)));
  for (const node of document.querySelectorAll('time')) node.textContent = '1 Jan 00:00';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = steady(texts.currentNode.data);
  for (const field of document.querySelectorAll('input:not([type=hidden]), textarea'))
    if (['text', 'search', ''].includes(field.type) || field.tagName === 'TEXTAREA')
      field.value = steady(field.value);
    else if (/date|time|number/.test(field.type)) field.value = '';
  // What others did meanwhile, and how far an application went.
  for (const rows of document.querySelectorAll('[aria-label$=hanges] tbody, .timeline'
    + ', [aria-label=Journal] tbody, [aria-label=History] tbody')) rows.replaceChildren();
  for (const figure of document.querySelectorAll('figure svg, svg.plot'))
    figure.style.visibility = 'hidden';
}"""


@pytest.fixture(scope="module")
def screen(browser, tmp_path_factory):
    """A browser that knows the fonts of this folder only."""
    folder = tmp_path_factory.mktemp("fonts")
    config = folder / "fonts.conf"
    config.write_text(
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        f"<dir>{ROOT / 'tests/fonts'}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    # A process has one Playwright.
    own = launch(browser.browser_type, FONTCONFIG_FILE=str(config))
    yield own
    own.close()


@pytest.fixture(scope="module")
def place(binary, tmp_path_factory):
    """The demo, with a row in its tables."""
    server = Server(tmp_path_factory.mktemp("screens")).start()
    try:
        with server.product(server.ready["apiKey"]) as client:
            investor = subscription(
                server, server.ready["tenant"]["vendorId"], 771_280, offerId="OFR-HARMATTAN",
                firstName="Oluwatobiloba", lastName="Chukwuemeka", numberOfShares=1_000,
            )
            taken = expect_success(client.post("/api/exchange-invest/subscribe", json=investor))
            asked = {"transactionReference": taken.json()["data"]["transactionReference"]}

            def settled():
                found = client.post("/api/exchange-invest/transactions", json=asked).json()["data"]
                assert found["transactions"][0]["history"][-1]["move"] == "accept"

            eventually(settled, 60)
            # The newest call, whose page is looked at.
            client.get("/api/v1/company/validation/company/rc?rcNumber=RC-1885308")
        yield server
    finally:
        server.kill()


# What names one thing of many: an id, a code, an operation; and all that is below these.
ONE = re.compile(r"[a-z]{2,5}_\w{8,}|[A-Z]+-[A-Z0-9-]+|\d[\dA-Z-]*|[0-9a-f]{8}-[0-9a-f-]+"
                 r"|[a-z]+[A-Z]\w*")
MANY = {"brokers", "banks", "source"}


def kind(path):
    """The path without names, of the sandbox if it is of an environment."""
    parts = urlsplit(path).path.strip("/").split("/")
    above = [None, *parts]
    kinds = ["ID" if ONE.fullmatch(part) or before in MANY else part
             for before, part in zip(above, parts)]
    return ".".join("sandbox" if part == "live" else part for part in kinds) or "home"


def rooms(page, door):
    """One page of each kind that links lead to from the first."""
    found, waiting = {}, [page.url]
    while waiting:
        path = waiting.pop(0)
        if kind(path) in found or not urlsplit(path).path.startswith(f"/{door}"):
            continue
        answer = page.context.request.get(path)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        if answer.status != 200:
            # An address that is shown to be passed on, and works once something is set up.
            continue
        found[kind(path)] = path
        page.goto(path)
        waiting += page.eval_on_selector_all(
            "a[href]", "all => all.map(one => new URL(one.getAttribute('href'), location).href)"
        )
    return found


def pictures(page):
    """The page at each width and in each scheme, reduced."""
    page.evaluate(SAME_EACH_TIME)
    session = page.context.new_cdp_session(page)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            height = page.evaluate("document.documentElement.scrollHeight")
            height = min(height, HEIGHT_MAX)
            # Smaller already as it is drawn, which takes half the time.
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": DRAWN}
            shot = session.send("Page.captureScreenshot",
                                {"clip": clip, "captureBeyondViewport": True})
            taken = Image.open(io.BytesIO(base64.b64decode(shot["data"])))
            size = (width // CELL, max(1, height // CELL))
            grey = taken.convert("L").resize(size, Image.Resampling.BOX)
            yield scheme, width, grey.point(lambda value: value // STEP * STEP)
    session.detach()


def different(reference, taken):
    """The share of cells that are not as they were."""
    rows = max(reference.height, taken.height)
    sheets = []
    for picture in (reference, taken):
        sheet = Image.new("L", (picture.width, rows))
        sheet.paste(picture)
        sheets.append(sheet)
    far = ImageChops.difference(*sheets).point(lambda value: 255 * (value > FAR))
    return far.histogram()[255] / (far.width * far.height)


def sheet_of(taken):
    """The pictures of a page side by side."""
    sheet = Image.new("L", (sum(WIDTHS) // CELL * 2, max(one.height for *_, one in taken)))
    for at, (*_, picture) in enumerate(taken):
        sheet.paste(picture, (sum(one.width for *_, one in taken[:at]), 0))
    return sheet


def compare(page, name):
    """What differs from the reference, in words."""
    taken, file = list(pictures(page)), REFERENCES / f"{name}.png"
    if TAKE:
        REFERENCES.mkdir(exist_ok=True)
        sheet_of(taken).save(file, optimize=True)
        return []
    if not file.exists():
        return ["has no picture yet: `make screenshots` takes it"]
    sheet, left, faults = Image.open(file).convert("L"), 0, []
    for scheme, width, picture in taken:
        reference = sheet.crop((left, 0, left + picture.width, sheet.height))
        left += picture.width
        share = different(reference, picture)
        if share > DIFFERENT_MAX:
            faults.append(f"at {width} px, {scheme}: {share:.1%} of it looks different")
    if faults:
        DIFFERENT.mkdir(parents=True, exist_ok=True)
        sheet_of(taken).save(DIFFERENT / file.name)
    return faults


# Lighthouse warns of more.
ELEMENTS_MAX, DEPTH_MAX, SHIFT_MAX = 1_400, 32, 0.1
# Every operation of the admin API on one page, and the operation with the most fields.
LONG_PAGES = {"docs.admin": 2_200, "docs.api.subscribe": 1_800}
# The page, its sheet and its scripts, and what a page of its own kind needs beside them.
REQUESTS_MAX = 8
COST = """async elementsMax => {
  const faults = [], all = document.querySelectorAll('*');
  const depth = node => { let n = 0; for (; node; node = node.parentElement) n++; return n; };
  if (all.length > elementsMax) faults.push(`${all.length} elements`);
  const deep = Math.max(...[...all].map(depth));
  if (deep > %d) faults.push(`elements ${deep} deep`);
  const files = performance.getEntriesByType('resource');
  if (files.length >= %d) faults.push(`${files.length + 1} requests`);
  for (const file of files)
    if (file.responseStatus >= 400) faults.push(`${file.name}: ${file.responseStatus}`);
  // The theme is chosen before anything is painted; no other script may hold the page up.
  const held = files.filter(file => file.renderBlockingStatus === 'blocking')
    .map(file => new URL(file.name).pathname)
    .filter(name => !/(kofa|room|docs|theme)[^/]*\\.(css|js)$/.test(name));
  if (held.length) faults.push(`waits for ${held}`);
  if (!document.querySelector('meta[name=viewport]')) faults.push('no viewport');
  const shifts = await new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.value; }))
      .observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(sum), 30);
  });
  if (shifts > %s) faults.push(`layout shifts by ${shifts}`);
  return faults;
}""" % (DEPTH_MAX, REQUESTS_MAX, SHIFT_MAX)
AXE = AXE_FILE_PATH.read_text()
UNUSABLE = """() => axe.run({resultTypes: ['violations']}).then(found => found.violations.map(
  one => `axe ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 120))}`
))"""


def unusable(page):
    """What axe finds, with its best practices, on a phone in the dark and on a desk in the light."""
    faults = []
    for width, scheme in [(WIDTHS[0], "dark"), (WIDTHS[-2], "light")]:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faults += page.evaluate(UNUSABLE)
    return sorted(set(faults))


def faults_of_all(page, server, paths):
    """What is wrong with `paths`, given by the names of their references."""
    faults, wrong = [], watch(page, server)
    for name, path in paths.items():
        answer = page.goto(path, wait_until="load")
        if answer.status == 404:
            # The browser itself notes that the page it was sent to is not there.
            wrong[:] = [one for one in wrong if "404" not in one]
        found = page.evaluate(COST, LONG_PAGES.get(name, ELEMENTS_MAX))
        page.evaluate(AXE)
        found += [*wrong, *unusable(page), *compare(page, name)]
        wrong.clear()
        faults += [f"{path}: {one}" for one in found]
    return faults


def test_public_pages(screen, place):
    context = screen.new_context(base_url=place.url)
    names = {path.strip("/").replace("/", ".") or "home": path for path in PUBLIC}
    faults = faults_of_all(context.new_page(), place, names)
    context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("door", ["portal", "console"])
def test_pages_behind_a_sign_in(screen, place, door):
    who = place.ready["tenant" if door == "portal" else "operator"]
    context = screen.new_context(base_url=place.url)
    page = context.new_page()
    sign_in(page, door, who["email"], who["password"])
    paths = rooms(page, door)
    assert len(paths) > 30
    faults = faults_of_all(page, place, paths)
    context.close()
    gone = [file.stem for file in REFERENCES.glob(f"{door}*.png")
            if file.stem not in paths and f"/{file.stem.replace('.', '/')}" not in PUBLIC]
    if TAKE:
        for name in gone:
            (REFERENCES / f"{name}.png").unlink()
        gone = []
    assert not faults and not gone, "\n".join([*faults, *(f"{name} is gone" for name in gone)])
