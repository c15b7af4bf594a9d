"""How soon the pages of a local server show something, in Chromium; prints a table.

Usage: KOFA_BINARY=… paint.py [TURNS]      default: 7

Somebody who is signed in comes with an empty cache, in a browser that runs and has met the server,
and goes from page to page. Chromium says of each when it first painted text or a picture, in
milliseconds since the navigation began. Beside it stands what Chromium takes for one line of plain
text from the same server.
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


def walk(browser, server, paths, kept):
    """First paints of pages that are opened one after the other, the first with an empty cache."""
    context = browser.new_context(
        viewport={"width": WIDTHS["desk"], "height": 900}, base_url=server.url, storage_state=kept)
    page = context.new_page()
    # Not counted: the browser starts a process for the site.
    page.goto(PLAIN, wait_until="load")
    took = []
    for path in paths:
        answer = page.goto(path, wait_until="load")
        assert answer.status == 200, (path, answer.status)
        took.append(page.evaluate(PAINTED))
    context.close()
    return took


def main(turns):
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(folder).start()
        try:
            kept = {door: signed_in(browser, server, door) for door in ("portal", "console")}
            walks = [
                ([PLAIN, PLAIN], None),
                ([PUBLIC[0], *PUBLIC], None),
                (["/portal/sandbox"] + [f"/portal/sandbox{path}" for path in PORTAL],
                 kept["portal"]),
                (["/console"] + [f"/console{path}" for path in CONSOLE], kept["console"]),
            ]
            took = [[] for _ in walks]
            for _ in range(turns):
                for into, (paths, state) in zip(took, walks):
                    into.append(walk(browser, server, paths, state))
        finally:
            server.stop()
    plain = statistics.median(one for turn in took[0] for one in turn)
    print(f"First paint, {turns} turns; a line of plain text: {plain:.0f} ms.\n")
    print("| Page | Median ms | Slowest ms | By plain text | Target |\n| --- | --- | --- | --- | --- |")
    for (paths, _), turns_of in list(zip(walks, took))[1:]:
        for at, path in enumerate(paths):
            all_of = [turn[at] for turn in turns_of]
            median = statistics.median(all_of)
            verdict = "kept" if median <= TARGET_MS else "**missed**"
            empty = ", with an empty cache" if at == 0 else ""
            print(f"| `{path}`{empty} | {median:.0f} | {max(all_of):.0f} | {median / plain:.1f} "
                  f"| <= {TARGET_MS}: {verdict} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
