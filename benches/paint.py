"""How soon the pages of a local server show something, in Chromium; prints a table.

Usage: KOFA_BINARY=… paint.py [TURNS]      default: 9; the first is not counted

A page is opened anew, with nothing kept of an earlier visit but the sign-in, and Chromium says
when it first painted text or a picture, in milliseconds since the navigation began. Beside it
stands what Chromium takes for one line of plain text from the same server.
"""

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from browsing import WIDTHS, chromium, sign_in  # noqa: E402
from kofa import Server  # noqa: E402

TARGET_MS = 200
PLAIN = "/healthz"
PORTAL = ["", "/keys", "/logs", "/wallet", "/wallet/journal", "/pricing", "/status", "/sandbox",
          "/members", "/audit", "/settings"]
CONSOLE = ["", "/tenants", "/prices", "/offers", "/reference", "/register", "/work", "/incidents",
           "/ledger", "/operators", "/audit"]
PUBLIC = ["/status", "/docs"]
PAINTED = """() => new Promise(done => new PerformanceObserver(list => {
  const [first] = list.getEntriesByName('first-contentful-paint');
  if (first) done(first.startTime);
}).observe({type: 'paint', buffered: true}))"""


def signed_in(browser, server, door):
    """What the browser keeps of a sign-in."""
    who = server.ready["tenant" if door == "portal" else "operator"]
    context = browser.new_context(base_url=server.url)
    sign_in(context.new_page(), door, who["email"], who["password"])
    kept = context.storage_state()
    context.close()
    return kept


def painted(browser, server, path, kept):
    context = browser.new_context(
        viewport={"width": WIDTHS["desk"], "height": 900}, base_url=server.url, storage_state=kept)
    page = context.new_page()
    answer = page.goto(path, wait_until="load")
    assert answer.status == 200, (path, answer.status)
    took = page.evaluate(PAINTED)
    context.close()
    return took


def main(turns):
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(folder).start()
        try:
            kept = {door: signed_in(browser, server, door) for door in ("portal", "console")}
            pages = [(PLAIN, None)] + [(path, None) for path in PUBLIC]
            pages += [(f"/portal/sandbox{path}", kept["portal"]) for path in PORTAL]
            pages += [(f"/console{path}", kept["console"]) for path in CONSOLE]
            took = {path: [] for path, _ in pages}
            for turn in range(turns):
                for path, state in pages:
                    one = painted(browser, server, path, state)
                    if turn:
                        took[path].append(one)
        finally:
            server.stop()
    plain = statistics.median(took.pop(PLAIN))
    print(f"First paint, {turns - 1} turns; a line of plain text: {plain:.0f} ms.\n")
    print("| Page | Median ms | Slowest ms | By plain text | Target |\n| --- | --- | --- | --- | --- |")
    for path, all_of in took.items():
        median = statistics.median(all_of)
        kept_it = "kept" if median <= TARGET_MS else "**missed**"
        print(f"| `{path}` | {median:.0f} | {max(all_of):.0f} | {median / plain:.1f} "
              f"| <= {TARGET_MS}: {kept_it} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
