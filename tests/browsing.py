"""A real browser: opens pages, and notes what went wrong and who could not use them."""

import os
import shutil
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

WIDTHS = {"phone": 390, "desk": 1440}
# The narrowest window of a desk; here tables are looked at, too.
LAPTOP = 1280
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def launch(kind, **environment):
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    assert program, "Debian's chromium-headless-shell is installed by scripts/setup.sh browser"
    return kind.launch(executable_path=program, args=FLAGS, env=os.environ | environment)


@contextmanager
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


def watch(page, server):
    """Everything that goes wrong on a page, as it happens."""
    wrong = []
    page.on("console", lambda it: wrong.append(it.text) if it.type in ("error", "warning") else 0)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # Who goes on to the next page breaks off what this one still asked for.
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}")
            if request.failure != "net::ERR_ABORTED" else 0)

    def stranger(request):
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https") and not request.url.startswith(server.url + "/"):
            wrong.append(f"another origin: {request.url}")

    page.on("request", stranger)
    return wrong


def visit(browser, server, path, width, scheme="light"):
    """Opens a page; returns it with everything that went wrong on the way."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=server.url
    )
    page = context.new_page()
    wrong = watch(page, server)
    answer = page.goto(path, wait_until="load")
    page.wait_for_load_state("networkidle")
    if answer.status == 404:
        # The browser itself notes that the page it was sent to is not there.
        wrong = [it for it in wrong if "404" not in it]
    return context, page, wrong


def agree(page, word=""):
    """Answers the question of the dialog with yes, having typed its word if it wants one."""
    dialog = page.locator("dialog.ask")
    if word:
        assert dialog.locator("button[value=yes]").is_disabled(), "before the word is typed"
        dialog.locator("input").fill(word)
    dialog.locator("button[value=yes]").click()


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


# Tables that hide something on the right.
CUT_OFF = """() => [...document.querySelectorAll('.rows-scroll, .scroll')]
  .filter(part => part.scrollWidth > part.clientWidth + 1)
  .map(part => `${part.getAttribute('aria-label')}: ${part.scrollWidth - part.clientWidth} px`)"""


def sign_in(page, door, email, password):
    """Through the door of `portal` or `console`."""
    page.goto(f"/{door}/sign-in")
    page.fill("input[name=email]", email)
    page.fill("input[name=password]", password)
    page.click("button:has-text('Sign in')")
    page.wait_for_load_state("networkidle")
