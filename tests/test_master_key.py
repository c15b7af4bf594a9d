"""The master key is exchanged under load, with kill -9 in between; then the old one opens nothing
and the new one everything."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import random
import re
import sqlite3
import subprocess
import threading
import time

import httpx
import psycopg
import pytest

from kofa import BINARY, PostgresDatabase, Server, bill, consent_code, open_offer, subscription
from test_pages_doors import PASSWORD, Business, Visitor, code_of, enrol, path_of
from test_shell import kofa

PEOPLE = 250
CALLERS = 3
KILLS = 4
RESEAL_SECONDS_MAX = 90
INVEST = "/api/exchange-invest"
JOBS = "/api/v1/proof-of-address"
REGISTRY = "/api/v1/company/validation"
# Columns of sealed values; crates/server/tests compares the code's list with the schema.
SEALED = [
    ("second_factor", "secret"), ("call_detail", "sealed"), ("subscription", "applicant"),
    ("subscription", "investor_name"), ("poa_job", "request_sealed"), ("poa_job", "result_sealed"),
    ("poa_job_document", "sealed"), ("vrc_answer", "sealed"), ("registry_answer", "body"),
]


def rows(server, sql):
    if server.database:
        with psycopg.connect(server.database.url) as connection:
            return [tuple(row) for row in connection.execute(sql).fetchall()]
    with contextlib.closing(sqlite3.connect(server.data / "kofa.db", timeout=30)) as connection:
        return connection.execute(sql).fetchall()


def sealed_with(server):
    """The numbers of the keys that sealed something."""
    found = set()
    for table, column in SEALED:
        values = rows(server, f"select {column} from {table} where {column} is not null")
        found |= {bytes(value)[0] for (value,) in values}
    return found


def digest(key, label, text):
    """As docs and code say it, made apart from them."""
    derived = hmac.new(key, label.encode(), hashlib.sha256).digest()
    return hmac.new(derived, text.encode(), hashlib.sha256).digest()


class World:
    """Something of everything that depends on the key, and what was answered."""

    def __init__(self, server):
        self.server = server
        self.business = Business(server)
        self.secret, self.recovery = enrol(self.business.owner)
        self.tenant = server.admin().tenant("Keys")
        self.tenant.move("credits", 10**12)
        self.key = self.tenant.key()
        open_offer(server)
        self.subscribed, self.cut_off, self.unexpected = {}, [], []
        self.numbers = iter(range(1, 10**6))
        self.lock = threading.Lock()
        with server.product(self.key) as client:
            for _ in range(PEOPLE):
                self.subscribe(client, next(self.numbers))
            self.credit = {"amountKobo": 700, "reference": "once", "reason": "test"}
            self.credited = self.top_up()
            self.code, self.asked_at = consent_code(), time.monotonic()
            self.told = self.ask(client).content
            self.document = self.draw(client)
            self.make_job(client)
        email = "somebody@example.ng"
        body = {"email": email, "role": "viewer"}
        self.invite = server.admin().post(self.business.path("invites"), body)["inviteUrl"]
        members = server.admin().get(self.business.path("members"))["items"]
        path = self.business.path(f"members/{members[0]['id']}/reset-link")
        self.reset = server.admin().post(path)["resetUrl"]

    def draw(self, client):
        """The code of a certificate; some companies of the sandbox have none."""
        for _ in range(50):
            made = client.get(
                f"{REGISTRY}/certificate", params={"vrcNumber": consent_code()},
                headers={"Accept": "application/json"},
            )
            if made.is_success:
                return made.json()["data"]["verificationCode"]
        raise AssertionError(made.text)

    def make_job(self, client):
        self.job = {
            "document_base64": base64.b64encode(bill()).decode(), "client_reference": "my-1",
        }
        made = client.post(f"{JOBS}/extract/jobs", json=self.job)
        assert made.status_code == 202, made.text
        self.job_path = f"{JOBS}/jobs/{made.json()['request_id']}"
        until = time.monotonic() + 60
        while client.get(self.job_path).json().get("status") not in ("succeeded", "SUCCEEDED"):
            assert time.monotonic() < until, client.get(self.job_path).text
            time.sleep(0.1)
        self.result = client.get(self.job_path).json()

    def ask(self, client):
        answer = client.get(f"{REGISTRY}/affiliates", params={"vrcNumber": self.code})
        assert answer.is_success, answer.text
        return answer

    def top_up(self):
        path = self.tenant.path("wallets/sandbox/credits")
        return self.server.admin().post(path, self.credit, {"Idempotency-Key": "credit-once"})

    def subscribe(self, client, number):
        body = subscription(self.server, self.tenant.vendor_id, number)
        headers = {"Idempotency-Key": f"keys-{number}"}
        answer = client.post(f"{INVEST}/subscribe", json=body, headers=headers)
        with self.lock:
            if answer.status_code == 201 or answer.status_code == 200:
                self.subscribed.setdefault(number, answer.content)
            else:
                self.unexpected.append((answer.status_code, answer.text))
        return answer

    def load(self, over):
        chance = random.Random(7)
        while not over.is_set():
            number = next(self.numbers) if chance.random() < 0.7 else 1
            try:
                with self.server.product(self.key) as client:
                    self.subscribe(client, number)
            except (httpx.TransportError, OSError):
                self.cut_off.append(number)
                time.sleep(0.05)

    def check(self, codes):
        """All that was there works as it did; `codes` are recovery codes nobody has used."""
        server, tenant = self.server, self.tenant
        tenant.admin = server.admin()
        assert not self.unexpected, self.unexpected[:3]
        with server.product(self.key) as client:
            for number, content in list(self.subscribed.items()):
                again = self.subscribe(client, number)
                assert again.headers["idempotency-replayed"] == "true", (number, again.text)
                assert again.content == content, number
            # One live application a person, whoever asks again.
            body = subscription(server, tenant.vendor_id, 1)
            twice = client.post(f"{INVEST}/subscribe", json=body)
            assert twice.status_code == 409, twice.text
            assert client.get(self.job_path).json() == self.result
            other = client.post(f"{JOBS}/extract/jobs", json=self.job | {"file_name": "b.pdf"})
            assert other.status_code == 409, other.text
            found = client.get(f"{INVEST}/offers")
            assert found.is_success
            # An answer by consent code is told again for a quarter of an hour.
            if time.monotonic() < self.asked_at + 14 * 60:
                assert self.ask(client).content == self.told
            page = client.post(f"{INVEST}/transactions", json={"page": 1, "size": 5}).json()
            names = [one["subscription"]["investorName"] for one in page["data"]["transactions"]]
            assert len(names) == 5 and all("Ngozi" in name for name in names), names
        assert self.top_up() == self.credited
        with server.client() as anyone:
            told = anyone.get(f"/verify/{self.document}", headers={"Accept": "application/json"})
            assert told.json()["standing"] == "HOLDS", told.text
        self.check_doors(codes)
        proof = server.admin().post("/admin/v1/ledger/verify")
        assert proof["ok"] and not proof["problems"], proof

    def check_doors(self, codes):
        owner = self.business.owner
        owner.http.base_url = self.server.url
        owner.http.headers["Origin"] = self.server.url
        assert owner.is_in(), "its session goes on"
        visitor = Visitor(self.server)
        visitor.sign_in(self.business.email)
        answer = visitor.post("/portal/second-factor", code=codes[0])
        assert answer.status_code == 303, "a recovery code"
        visitor = Visitor(self.server)
        visitor.sign_in(self.business.email)
        answer = visitor.post("/portal/second-factor", code=code_of(self.secret, 1))
        if answer.status_code != 303:
            # A code is good once: the next one, then.
            time.sleep(31)
            answer = visitor.post("/portal/second-factor", code=code_of(self.secret, 1))
        assert answer.status_code == 303, "the app's code"
        for link in (self.invite, self.reset):
            assert Visitor(self.server).get(path_of(link)).status_code == 200, link

    def use_links(self):
        visitor = Visitor(self.server)
        assert visitor.post(path_of(self.invite), password=PASSWORD).status_code == 303
        visitor = Visitor(self.server)
        answer = visitor.post(path_of(self.reset), password="nine purple kites")
        assert answer.status_code == 200, answer.text


@contextlib.contextmanager
def under_load(world):
    over = threading.Event()
    threads = [threading.Thread(target=world.load, args=(over,)) for _ in range(CALLERS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def spawned(server, *words):
    where = ["--data", str(server.data)]
    where += ["--database-url", server.database.url] if server.database else []
    return subprocess.Popen(
        [BINARY, *where, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def killed(server, chance, *words):
    """A command that is killed somewhere on its way."""
    process = spawned(server, *words)
    time.sleep(chance.uniform(0.02, 0.4))
    process.kill()
    process.wait()


def rotate(server, chance):
    for _ in range(KILLS):
        killed(server, chance, "master-key", "rotate")
    done = kofa(server, "master-key", "rotate")
    assert done.returncode == 0 or "is in progress" in done.stderr, done
    lines = (server.data / "master.key").read_text().splitlines()
    assert len(lines) == 2 and lines[1].startswith("2 "), "one key was added, however often"
    assert all(line.split()[-1] not in done.stdout + done.stderr for line in lines)


def reseal(server, chance):
    """Restarts and kills until all is sealed anew."""
    server.kill()
    met = []
    for _ in range(KILLS):
        # The work begins before the server answers.
        process = spawned(server, "demo", "--listen", "127.0.0.1:0")
        until = time.monotonic() + RESEAL_SECONDS_MAX
        before = sealed_with(server)
        while sealed_with(server) == before == {1} and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.02))
        process.kill()
        process.wait()
        met.append(sealed_with(server))
    print(f"killed where these keys sealed: {met}")
    assert {1, 2} in met, "a kill came in the middle"
    server.start()
    until = time.monotonic() + RESEAL_SECONDS_MAX
    while True:
        told = kofa(server, "master-key", "status")
        assert told.returncode == 0 and "rotation  to key 2" in told.stdout, told
        if "left" not in told.stdout:
            return
        assert time.monotonic() < until, told.stdout + server.log_tail()
        time.sleep(0.5)


def finish(server, chance):
    done = kofa(server, "master-key", "finish")
    assert done.returncode == 0 and "restart the server" in done.stdout, done
    server.kill()
    for _ in range(KILLS):
        killed(server, chance, "demo", "--listen", "127.0.0.1:0")
    server.start()
    told = kofa(server, "master-key", "status").stdout
    assert re.search("key 1 +no longer used", told), told
    assert re.search("key 2 +seals", told) and "none in progress" in told, told


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_a_rotation_under_load_with_kill_nine(binary, tmp_path, dialect):
    chance = random.Random(dialect)
    database = PostgresDatabase() if dialect == "postgres" else None
    server = Server(tmp_path, database)
    keys = server.data / "master.key"
    try:
        server.start()
        world = World(server)
        old = keys.read_text()
        secret = digest(bytes.fromhex(old), "kofa/api-key/1", world.key)
        at_rest = "select digest from api_key"
        found = {bytes(one) for (one,) in rows(server, at_rest)}
        assert secret in found, "it finds what it looks for"
        assert kofa(server, "master-key", "finish").returncode == 1, "nothing is under way"
        with under_load(world):
            rotate(server, chance)
            done = kofa(server, "master-key", "finish")
            assert done.returncode == 1 and "restart" in done.stderr, "no server seals with it yet"
            reseal(server, chance)
        assert world.cut_off and len(world.subscribed) > PEOPLE
        world.check(world.recovery[0:])
        # What is written meanwhile is sealed with the new one.
        assert sealed_with(server) == {2}
        with under_load(world):
            finish(server, chance)
        world.check(world.recovery[1:])
        assert sealed_with(server) == {2}
        for table in ["api_key", "session", "invite", "admin_token"]:
            values = {bytes(one) for (one,) in rows(server, f"select digest from {table}")}
            assert values and secret not in values
        check_keys_alone(server, keys, old, world)
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        if database:
            database.drop()


def check_keys_alone(server, keys, old, world):
    both = keys.read_text()
    new = both.splitlines()[1]
    server.stop()
    keys.write_text(old)
    refused = kofa(server, "master-key", "status")
    assert refused.returncode == 1 and "master key 2 is missing" in refused.stderr, refused
    with pytest.raises(AssertionError, match="did not start"):
        server.start()
    # With or without its number.
    for text in (new.split()[1], new):
        keys.write_text(text + "\n")
        server.start()
        world.check(world.recovery[2 if text == new else 3:])
        server.stop()
    server.start()
    world.use_links()
    # And on to a third.
    done = kofa(server, "master-key", "rotate")
    assert done.returncode == 0 and keys.read_text().splitlines()[1].startswith("3 "), done
    reseal_to_third(server)
    assert sealed_with(server) == {3}
    done = kofa(server, "master-key", "finish")
    assert done.returncode == 0 and "ended" in done.stdout, "no server serves: at once"
    keys.write_text(keys.read_text().splitlines()[1])
    server.start()
    with server.product(world.key) as client:
        assert world.subscribe(client, 1).headers["idempotency-replayed"] == "true"
    server.stop()


def reseal_to_third(server):
    server.kill()
    server.start()
    until = time.monotonic() + RESEAL_SECONDS_MAX
    while "left" in kofa(server, "master-key", "status").stdout:
        assert time.monotonic() < until, server.log_tail()
        time.sleep(0.5)
    server.stop()


@pytest.fixture
def own_server(binary, tmp_path):
    server = Server(tmp_path).start()
    yield server
    if server.process.poll() is None:
        server.kill()


def test_keys_from_a_command_and_from_the_environment(own_server):
    own_server.stop()
    keys = own_server.data / "master.key"
    elsewhere = own_server.folder / "elsewhere.key"
    keys.rename(elsewhere)
    told = kofa(own_server, "master-key", "status", KOFA_MASTER_KEY_COMMAND=f"cat {elsewhere}")
    assert told.returncode == 0 and "key 1   seals" in told.stdout, told
    command = {"KOFA_MASTER_KEY_COMMAND": "echo no such key >&2; exit 3"}
    told = kofa(own_server, "master-key", "status", **command)
    assert told.returncode == 1 and "exit status: 3" in told.stderr, told
    key = elsewhere.read_text().strip()
    told = kofa(own_server, "master-key", "rotate", KOFA_MASTER_KEY=key)
    assert told.returncode == 1 and "second line" in told.stderr, told
    both = {"KOFA_MASTER_KEY": f"{key},{'ab' * 32}"}
    assert kofa(own_server, "master-key", "rotate", **both).returncode == 0
    told = kofa(own_server, "master-key", "status", KOFA_MASTER_KEY=key)
    assert told.returncode == 1 and "master key 2 is missing" in told.stderr, told
    told = kofa(own_server, "master-key", "status", **both)
    assert "key 2   waiting for a server restart" in told.stdout, told
    assert key not in told.stdout + told.stderr
    os.chmod(elsewhere, 0o644)
    told = kofa(own_server, "master-key", "status", KOFA_MASTER_KEY_FILE=str(elsewhere))
    assert told.returncode == 1 and f"chmod 600 {elsewhere}" in told.stderr, told
