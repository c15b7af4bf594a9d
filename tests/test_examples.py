"""The sample integrations of examples/, as a customer's browser would use them."""

import json
import os
import re
import subprocess
from contextlib import contextmanager

import httpx
import pytest

from conftest import running
from failover import free_port
from kofa import ROOT, subscription
from test_clients import typescript

SHOP = [ROOT / ".venv/bin/python", ROOT / "examples/ipo_shop/shop.py"]
FORM = ["node", ROOT / "examples/kyc_form/server.mjs"]
BILL = ROOT / "data/sample-electricity-bill.pdf"


@contextmanager
def example(command, server, tenant):
    """A client of the program, which serves for a tenant."""
    port = free_port()
    environment = os.environ | {
        "KOFA_URL": server.url,
        "KOFA_API_KEY": tenant.key(),
        "KOFA_VENDOR_ID": tenant.vendor_id,
    }
    serving = subprocess.Popen([*map(str, command), str(port)], env=environment, text=True,
                               stdout=subprocess.PIPE)
    try:
        assert serving.stdout.readline().startswith("http://")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            yield client
    finally:
        serving.kill()
        serving.wait()


@pytest.fixture
def shop(sqlite_server):
    """The shop's client, and a form of it that is filled in for a person."""
    tenant = sqlite_server.admin().tenant()
    with example(SHOP, sqlite_server, tenant) as client:
        yield client, lambda number: filled(client, sqlite_server, tenant, number)


def filled(client, server, tenant, number):
    link = re.search(r'href="(/apply\?offer=OFR-BAOBAB)"', client.get("/").text)[1]
    page = client.get(link).text
    person = subscription(server, tenant.vendor_id, number)
    shown = re.findall(r'<input name="(\w+)"', page)
    sent = {name: person[name] for name in shown}
    sent |= dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    return sent | {name: person[name] for name in ["gender", "brokerId", "bankId"]}


def test_a_shop_takes_an_application_once(shop):
    client, form = shop
    sent = form(4711)
    twice = [client.post("/apply", data=sent) for _ in range(2)]
    assert [it.status_code for it in twice] == [303, 303], twice[0].text
    (where,) = {it.headers["location"] for it in twice}
    page = client.get(where).text
    assert where.split("=")[1] in page and "<dt>Payment<dd>" in page, page
    # Another form for the same person, who may have one application.
    again = client.post("/apply", data=form(4711))
    assert again.status_code == 422 and 'class="fault"' in again.text, again.text


def test_a_shop_shows_each_fault_beside_its_field(shop):
    client, form = shop
    sent = form(4712)
    wrong = client.post("/apply", data=sent | {"bvn": "123", "email": "<b>nobody</b>"})
    assert wrong.status_code == 422
    for field in ["bvn", "email"]:
        assert re.search(f'id="fault-{field}">[^<]+<', wrong.text), (field, wrong.text)
    assert not re.search('id="fault-nin">[^<]+<', wrong.text)
    assert "<b>nobody" not in wrong.text
    # The corrected form has the key of the first.
    assert client.post("/apply", data=sent).status_code == 303


@pytest.fixture
def own_server(binary, tmp_path):
    yield from running(tmp_path)


def test_a_shop_says_so_when_kofa_is_away(own_server):
    tenant = own_server.admin().tenant()
    with example(SHOP, own_server, tenant) as client:
        sent = filled(client, own_server, tenant, 4713)
        own_server.kill()
        away = client.post("/apply", data=sent)
        assert away.status_code == 422 and "you apply only once" in away.text, away.text
        assert client.get("/application?reference=x").status_code == 503
        assert client.get("/nowhere").status_code == 404
        own_server.start()


@pytest.fixture(scope="module")
def reader(sqlite_server):
    return sqlite_server.admin().tenant()


@pytest.fixture(scope="module")
def kyc(sqlite_server, reader):
    typescript()
    with example(FORM, sqlite_server, reader) as client:
        yield client


def test_a_form_reads_a_bill_and_sends_back_what_was_wrong(kyc, sqlite_server, reader):
    files = {"file": ("bill.pdf", BILL.read_bytes(), "application/pdf")}
    page = kyc.post("/read", files=files, data={"name": "Adaeze Okonkwo"})
    assert page.status_code == 200, page.text
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    hidden["read"] = hidden["read"].replace("&#34;", '"')
    seen = json.loads(hidden["read"])
    assert seen["city"] and seen["state"] and seen["city"] in page.text
    done = kyc.post("/confirm", data={"request": hidden["request"], "read": hidden["read"],
                                      **seen, "city": "Somewhere Else"})
    assert done.status_code == 200 and "Somewhere Else" in done.text, done.text
    with sqlite_server.product(reader.key()) as client:
        path = f"/api/v1/proof-of-address/{hidden['request']}/feedback"
        again = client.post(path, json={"city": "Somewhere Else"}).json()
        assert again["data"]["wrong_fields"] == ["city"], again


def test_a_form_says_what_is_wrong_with_a_document(kyc):
    page = kyc.post("/read", files={"file": ("x.pdf", b"no document")}, data={"name": "A"})
    assert page.status_code == 422 and 'role="alert"' in page.text
    assert kyc.post("/read", files={"file": ("x.pdf", b"")}).status_code == 422
    large = kyc.post("/read", files={"file": ("x.pdf", bytes(6 * 1024 * 1024))})
    assert large.status_code == 400 and "5 MB" in large.text
    assert kyc.post("/read", content=b"garbage").status_code == 400
