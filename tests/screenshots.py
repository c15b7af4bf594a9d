"""Compares each kind of page with how it looked before a change, at four widths, light and dark.

`make screenshots` takes a picture of each page that has none in `target/screenshots`, and says which of
the others differ. Pictures are small: the eight of a page side by side, each `CELL` times smaller and
grey, so that letters do not matter and places and colours do. Delete the folder to begin anew.
"""

import io
import re
from urllib.parse import urlsplit

import pytest
from PIL import Image, ImageChops

from browsing import chromium, sign_in
from kofa import ROOT, Server, subscription

REFERENCES = ROOT / "target/screenshots"
WIDTHS = [390, 768, 1440, 1920]
SCHEMES = ["light", "dark"]
# Pixels that are one in a reference.
CELL = 12
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
  for (const figure of document.querySelectorAll('figure svg, svg.plot'))
    figure.style.visibility = 'hidden';
}"""


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    """A browser that knows the fonts of this folder only."""
    folder = tmp_path_factory.mktemp("fonts")
    config = folder / "fonts.conf"
    config.write_text(
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        f"<dir>{ROOT / 'tests/fonts'}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    with chromium(FONTCONFIG_FILE=str(config)) as browser:
        yield browser


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
            assert client.post("/api/exchange-invest/subscribe", json=investor).is_success
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
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            height = page.evaluate("document.documentElement.scrollHeight")
            clip = {"x": 0, "y": 0, "width": width, "height": min(height, HEIGHT_MAX)}
            taken = Image.open(io.BytesIO(page.screenshot(clip=clip, full_page=True)))
            size = (width // CELL, max(1, clip["height"] // CELL))
            grey = taken.convert("L").resize(size, Image.Resampling.BOX)
            yield scheme, width, grey.point(lambda value: value // STEP * STEP)


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


def compare(page, name):
    """What differs from the reference, in words; takes the reference if there is none."""
    taken, file = list(pictures(page)), REFERENCES / f"{name}.png"
    if not file.exists():
        REFERENCES.mkdir(parents=True, exist_ok=True)
        sheet = Image.new("L", (sum(WIDTHS) // CELL * 2, max(one.height for *_, one in taken)))
        for at, (*_, picture) in enumerate(taken):
            sheet.paste(picture, (sum(one.width for *_, one in taken[:at]), 0))
        sheet.save(file, optimize=True)
        return []
    sheet, left, faults = Image.open(file).convert("L"), 0, []
    for scheme, width, picture in taken:
        reference = sheet.crop((left, 0, left + picture.width, sheet.height))
        left += picture.width
        share = different(reference, picture)
        if share > DIFFERENT_MAX:
            faults.append(f"{name} at {width} px, {scheme}: {share:.1%} differ")
    return faults


def compare_all(page, paths):
    """`paths` by the names of their references."""
    faults = []
    for name, path in paths.items():
        page.goto(path, wait_until="load")
        faults += compare(page, name)
    return faults


def test_public_pages_look_as_they_did(screen, place):
    context = screen.new_context(base_url=place.url)
    names = {path.strip("/").replace("/", ".") or "home": path for path in PUBLIC}
    faults = compare_all(context.new_page(), names)
    context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("door", ["portal", "console"])
def test_rooms_look_as_they_did(screen, place, door):
    who = place.ready["tenant" if door == "portal" else "operator"]
    context = screen.new_context(base_url=place.url)
    page = context.new_page()
    sign_in(page, door, who["email"], who["password"])
    paths = rooms(page, door)
    faults = compare_all(page, paths)
    context.close()
    gone = [file.stem for file in REFERENCES.glob(f"{door}*.png")
            if file.stem not in paths and f"/{file.stem.replace('.', '/')}" not in PUBLIC]
    assert not faults and not gone, "\n".join([*faults, *(f"{name} is gone" for name in gone)])
