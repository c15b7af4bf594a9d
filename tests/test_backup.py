"""The drill of docs/operations.md: back up under load, lose the server, restore elsewhere."""

import shutil
import sqlite3
import subprocess
import threading
import time
from contextlib import closing

import httpx
import pytest

from cluster import programs
from envelopes import expect_success
from kofa import BINARY, PostgresDatabase, Server, Tenant, eventually, open_offer, subscription

CALLERS = 4
# A back-up of so little ends within seconds, whoever writes meanwhile.
BACKUP_SECONDS_MAX = 20


class Load:
    """Callers who read, subscribe and are paid for until the server is gone."""

    def __init__(self, server, tenant):
        self.server, self.tenant, self.key = server, tenant, tenant.key()
        self.answered, self.over = [], threading.Event()
        self.threads = [
            threading.Thread(target=self.call, args=(number,)) for number in range(CALLERS)
        ]

    def call(self, number):
        with self.server.product(self.key) as client:
            for turn in range(10**6):
                if self.over.is_set():
                    return
                person = 1 + number * 10**5 + turn
                body = subscription(self.server, self.tenant.vendor_id, person)
                try:
                    if turn % 2:
                        answer = client.get("/api/exchange-invest/offers")
                    else:
                        answer = client.post("/api/exchange-invest/subscribe", json=body)
                except httpx.TransportError:
                    return
                if answer.is_success:
                    self.answered.append(answer.headers["x-request-id"])

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()


def back_up_files(server, copy):
    copy.mkdir()
    for name in ("kofa.db", "kofa-register.db"):
        with closing(sqlite3.connect(server.data / name, timeout=10)) as source:
            source.execute("vacuum into ?", (str(copy / name),))


def back_up_postgres(database, file):
    dump = [programs() / "pg_dump", "-Fc", "--no-owner", "-f", file, database.url]
    subprocess.run(dump, check=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_under_load_adds_up_elsewhere(kind, binary, tmp_path):
    database = PostgresDatabase() if kind == "postgres" else None
    other = PostgresDatabase() if kind == "postgres" else None
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    first = Server(folders[0], database)
    second = Server(folders[1], other)
    try:
        first.start()
        tenant = first.admin().tenant("Drill")
        tenant.move("credits", 10**10)
        open_offer(first)
        with Load(first, tenant) as load:
            while len(load.answered) < 50:
                time.sleep(0.05)
            before, began = list(load.answered), time.monotonic()
            if database:
                back_up_postgres(database, tmp_path / "kofa.dump")
            else:
                back_up_files(first, tmp_path / "copy")
            assert time.monotonic() - began < BACKUP_SECONDS_MAX
            time.sleep(0.5)
            assert len(load.answered) > len(before), "the server served meanwhile"
            first.kill()
        second.data.mkdir(mode=0o700)
        shutil.copy(first.data / "master.key", second.data)
        if database:
            restore = [programs() / "pg_restore", "--no-owner", "-d", other.url]
            subprocess.run([*restore, tmp_path / "kofa.dump"], check=True)
        else:
            for file in (tmp_path / "copy").iterdir():
                shutil.copy(file, second.data)
        verify = [BINARY, "ledger", "verify", "--data", second.data]
        verify += ["--database-url", other.url] if other else []
        proved = subprocess.run(verify, capture_output=True, text=True)
        assert proved.returncode == 0, proved.stdout + proved.stderr
        check_served(second, first, tenant, before)
    finally:
        for server in (first, second):
            if server.process and server.process.poll() is None:
                server.kill()
        for one in (database, other):
            if one:
                one.drop()


def check_served(second, first, tenant, before):
    """What was answered before the back-up is there, and the keys of then open it."""
    # The demo's own key and token are those of the first start.
    second.start()
    second.ready = first.ready | {"baseUrl": second.ready["baseUrl"]}
    restored = Tenant(second.admin(), tenant.id, tenant.vendor_id)
    rows = {row["requestId"] for row in restored.pages("requests")}
    assert set(before) <= rows, "an answered call is lost"
    with second.product(restored.key()) as client:
        eventually(lambda: expect_success(client.get("/api/exchange-invest/offers")))
    wallet = restored.wallet()
    eventually(lambda: check_reserved(restored))
    assert wallet["balanceKobo"] > 0
    second.stop()


def check_reserved(tenant):
    assert tenant.wallet()["reservedKobo"] == 0
