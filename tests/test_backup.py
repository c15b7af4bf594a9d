"""The drill of docs/operations.md: back up under load, lose the server, restore elsewhere."""

import shutil
import subprocess
import threading
import time

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


def kofa(*words, database=None):
    """What a command prints, and whether it succeeded."""
    options = ["--database-url", database.url] if database else []
    ran = subprocess.run([BINARY, *words, *options], capture_output=True, text=True)
    return ran.returncode == 0, ran.stdout + ran.stderr


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
                done, said = kofa("backup", tmp_path / "copy", "--data", first.data)
                assert done, said
            assert time.monotonic() - began < BACKUP_SECONDS_MAX
            time.sleep(0.5)
            assert len(load.answered) > len(before), "the server served meanwhile"
            first.kill()
        second.data.mkdir(mode=0o700)
        shutil.copy(first.data / "master.key", second.data)
        restore = ["restore"]
        if database:
            fill = [programs() / "pg_restore", "--no-owner", "-d", other.url]
            subprocess.run([*fill, tmp_path / "kofa.dump"], check=True)
        else:
            restore.append(tmp_path / "copy")
            check_refusals(first, tmp_path / "copy", tmp_path)
        restored, said = kofa(*restore, "--data", second.data, database=other)
        assert restored, said
        assert "ended     0 sessions" in said and "1 operators" in said, said
        assert f"of {tenant.id}: test" in said, "its key is alive again"
        assert first.ready["adminToken"] not in said and load.key not in said
        proved, said = kofa("ledger", "verify", "--data", second.data, database=other)
        assert proved, said
        check_served(second, first, tenant, before)
    finally:
        for server in (first, second):
            if server.process and server.process.poll() is None:
                server.kill()
        for one in (database, other):
            if one:
                one.drop()


def check_refusals(first, copy, folder):
    """Nothing is overwritten, and a copy that was changed is not taken."""
    before = (first.data / "kofa.db").stat().st_ino
    restored, said = kofa("restore", copy, "--data", first.data)
    assert not restored and "is there already" in said, said
    assert (first.data / "kofa.db").stat().st_ino == before
    done, said = kofa("backup", copy, "--data", first.data)
    assert not done and "is not empty" in said, said
    changed = folder / "changed"
    shutil.copytree(copy, changed)
    with (changed / "kofa.db").open("r+b") as file:
        file.seek(100)
        file.write(b"x")
    restored, said = kofa("restore", changed, "--data", folder / "nowhere")
    assert not restored and "kofa.db does not match the back-up" in said, said
    assert not (folder / "nowhere" / "kofa.db").exists()


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
