"""Every page behind a sign-in, in a real browser: phones and desks, light and dark."""

import pytest

from browsing import ACCESSIBLE, WIDTHS, sign_in, watch

# What a page may weigh over the wire, style and script included, in bytes.
PAGE_BYTES_MAX = 60 * 1024
DOORS = ["portal", "console"]


def account(server, door):
    ready = server.ready["tenant" if door == "portal" else "operator"]
    return ready["email"], ready["password"]


@pytest.fixture(scope="module")
def server(sqlite_server):
    return sqlite_server


@pytest.fixture(params=[(door, width, scheme) for door in DOORS for width in WIDTHS
                        for scheme in ["light", "dark"]], ids="-".join)
def room(request, browser, server):
    """Somebody signed in, and what goes wrong while they look around."""
    door, width, scheme = request.param
    context = browser.new_context(
        viewport={"width": WIDTHS[width], "height": 900}, color_scheme=scheme,
        base_url=server.url,
    )
    page = context.new_page()
    wrong = watch(page, server)
    sign_in(page, door, *account(server, door))
    yield door, page, wrong
    context.close()


def nav(page):
    return page.eval_on_selector_all(
        ".rooms a[href], .worlds a[href]", "links => links.map(one => one.getAttribute('href'))"
    )


def test_every_page_is_whole_and_usable_by_everyone(room):
    door, page, wrong = room
    assert f"/{door}" in page.url and "sign-in" not in page.url, page.url
    paths = [path for path in nav(page) if path.startswith(f"/{door}")]
    # Of the other world too: it is one click away.
    for world in [path for path in paths if path.endswith("/live")]:
        page.goto(world)
        paths += [path for path in nav(page) if path not in paths and "/docs" not in path]
    assert len(paths) > 8
    faults = {}
    for path in paths:
        answer = page.goto(path, wait_until="load")
        page.wait_for_load_state("domcontentloaded")
        found = page.evaluate(ACCESSIBLE)
        if answer.status != 200:
            found.append(f"status {answer.status}")
        if len(answer.body()) > PAGE_BYTES_MAX:
            found.append(f"{len(answer.body())} bytes")
        if found or wrong:
            faults[path] = found + wrong
        wrong.clear()
    assert not faults, faults


def test_a_page_and_its_files_fit_into_60_kb(browser, server):
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    sign_in(page, "portal", *account(server, "portal"))
    for path in nav(page):
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        received = []
        session.on("Network.loadingFinished", lambda it: received.append(it["encodedDataLength"]))
        page.goto(path, wait_until="load")
        assert sum(received) <= PAGE_BYTES_MAX, f"{path}: {sum(received)} bytes"
        session.detach()
    context.close()


@pytest.mark.parametrize("door", DOORS)
def test_strangers_are_led_to_the_door(browser, server, door):
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    sign_in(page, door, *account(server, door))
    paths = [path for path in nav(page) if path.startswith(f"/{door}")]
    context.clear_cookies()
    with server.client() as stranger:
        for path in paths:
            answer = stranger.get(path)
            assert answer.status_code == 303, path
            assert answer.headers["location"].startswith(f"/{door}/sign-in"), path
            assert stranger.post(path).status_code in (403, 405), path
    context.close()
