"""Worlds of faults: a server under a random load whose machine, clock, disk, network and database
do what they can, drawn from a seed; and the check of everything that happened there.

`test_faults.py` runs some of it. For more:

    .venv/bin/python tests/faults.py --dialect sqlite --rounds 1000
    .venv/bin/python tests/faults.py --dialect postgres --seed 17     # that world again

A seed fixes what is drawn: the faults, their order and length, and what each caller sends. It does
not fix how threads and processes take turns, so a fault that is rare may need several runs.
"""

import argparse
import datetime
import itertools
import json
import mmap
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import psycopg

from cluster import Cluster
from fault_history import DAY_S, Books, Call, History, Key, check, now
from fault_load import Load, Operator, Caller
from kofa import BINARY, Server, open_offer, subscription
from network import Line

# Rounds of one world, on one folder or database.
WORLD_ROUNDS = 20
# Rounds after which everything is well for a moment, and checked.
CALM_EVERY = 10
# Mostly for a busy machine.
WELL_S_MAX = 240
# Requests that nobody answered and that are then sent until somebody does; the newest.
ASKED_AGAIN_MAX = 50
FUNDS = 10**9
# How often what seems to be wrong is looked at.
CHECKS_MAX = 5
# What the disk does, as in faults.c.
FULL, SYNC_FAILS, WRITE_FAILS = 1, 2, 4
# What a round may bring, and how often.
FAULTS = {
    "sqlite": {
        "nothing": 1, "killed": 2, "stopped": 3, "clock": 5, "full": 4, "sync_fails": 4,
        "write_fails": 3,
    },
    "postgres": {
        "nothing": 1, "killed": 2, "stopped": 3, "clock": 5, "cut": 3, "down": 2, "lossy": 3,
        "slow": 2, "frozen": 2, "restarted": 3, "database_stopped": 2, "silent": 0.5,
    },
}


class Control:
    """The file that faults.c reads."""

    def __init__(self, path):
        path.write_bytes(bytes(4096))
        with path.open("r+b") as file:
            self.shared = mmap.mmap(file.fileno(), 4096)

    def clock(self, seconds):
        self.shared[0:8] = struct.pack("q", seconds)

    def disk(self, ways, one_in=1):
        self.shared[12:16] = struct.pack("I", one_in)
        self.shared[8:12] = struct.pack("I", ways)

    def failed(self):
        """How often the disk failed."""
        return struct.unpack("Q", self.shared[24:32])[0]


def library(folder):
    """faults.c, compiled by the C compiler that SQLite needs, too."""
    made = Path(folder) / "faults.so"
    source = Path(__file__).parent / "faults.c"
    command = ["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", str(made), str(source)]
    subprocess.run([*command, "-ldl"], check=True)
    return made


class World:
    """A server with its data, from the first start to the last check."""

    def __init__(self, folder, seed, made, cluster=None):
        self.folder, self.seed = Path(folder), seed
        self.folder.mkdir()
        self.control = Control(self.folder / "control")
        self.history = History()
        self.people, self.numbers, self.codes = itertools.count(1), itertools.count(1), []
        self.met = []
        self.cluster, self.line, database = cluster, None, None
        if cluster:
            name = f"world_{next(DATABASES)}"
            with psycopg.connect(cluster.url(), autocommit=True) as connection:
                connection.execute(f"create database {name}")
            self.url = cluster.url(name)
            self.line = Line(self.url, seed)
            database = SimpleNamespace(url=self.line.url)
        self.server = Server(self.folder, database)
        self.server.data.mkdir()
        self.server.environment = {
            "LD_PRELOAD": str(made), "FAULTS_CONTROL": str(self.folder / "control"),
            "FAULTS_FOLDER": str(self.server.data.resolve()),
            # The disk fails here in other ways than by having little room.
            "KOFA_DISK_FREE_MIN_MIB": "0",
        }
        self.start()
        self.tenants = [self.server.admin().tenant(f"Faults {n}") for n in range(2)]
        self.tenants[0].move("credits", FUNDS)
        self.tenants[1].set_balance(100_000)
        for number, tenant in enumerate(self.tenants):
            for _ in range(3):
                issued = tenant.issue()
                self.history.keys.append(Key(issued["id"], issued["key"], number))
        # Works on for half a day: not by a clock that jumped ahead, and again by one that is right.
        expires = time.time() + DAY_S / 2
        at = datetime.datetime.fromtimestamp(expires, datetime.UTC).isoformat()
        issued = self.tenants[0].issue(expiresAt=at.replace("+00:00", "Z"))
        self.expiring = Key(issued["id"], issued["key"], 0, now(), expires)
        open_offer(self.server)
        self.books = Books(self.query, self.tenants)

    def application(self, tenant):
        """A subscription of somebody who has none."""
        number = next(self.people)
        body = subscription(self.server, self.tenants[tenant].vendor_id, number)
        return json.dumps(body).encode()

    def query(self, sql):
        if self.cluster:
            with psycopg.connect(self.url) as connection:
                return connection.execute(sql).fetchall()
        path = self.server.data / "kofa.db"
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute(sql).fetchall()

    def start(self):
        """Again and again for a while: the database may have to notice first that the last server
        is gone."""
        deadline = now() + WELL_S_MAX
        while True:
            try:
                self.server.start()
                break
            except AssertionError:
                if now() > deadline:
                    raise
        if self.server.process.returncode is not None:
            raise AssertionError("the server ended by itself")
        for tenant in getattr(self, "tenants", []):
            tenant.admin = self.server.admin()

    # What a round may bring. Each is over, or mended, when it is left.

    @contextmanager
    def nothing(self, chance):
        yield

    @contextmanager
    def killed(self, chance):
        self.kill()
        yield
        self.start()

    def kill(self):
        self.server.kill()
        if self.line:
            # Its machine goes on, and tells the other side.
            self.line.cut()

    @contextmanager
    def stopped(self, chance):
        """Does nothing for a while, and does not know it. An operator at the shell ends a key."""
        os.kill(self.server.process.pid, signal.SIGSTOP)
        try:
            if chance.random() < 0.3:
                self.revoke_at_the_shell(chance)
            yield
            time.sleep(chance.choice([0, 0, 0.5, 1.5]))
        finally:
            os.kill(self.server.process.pid, signal.SIGCONT)

    def revoke_at_the_shell(self, chance):
        alive = [key for key in self.history.keys if key.revoking is None and key.tenant == 0]
        if len(alive) < 3:
            return
        key = chance.choice(alive)
        key.revoking = now()
        where = ["--data", str(self.server.data)]
        where += ["--database-url", self.url] if self.cluster else []
        words = [str(BINARY), *where, "admin", "revokeKey", f"keyId={key.id}"]
        done = subprocess.run(words, env=os.environ | self.server.environment, check=False,
                              cwd=self.folder, capture_output=True, timeout=60)
        # It may have met the lock of the server that stands still.
        if done.returncode == 0:
            key.revoked = now()

    @contextmanager
    def clock(self, chance):
        """Stays as it is until it is set again."""
        days = chance.choice([-2, 2, chance.uniform(-2, 2), 0, 1 / 24, -1 / 24])
        offset = int(days * DAY_S)
        self.control.clock(offset)
        self.history.set_clock(offset)
        yield

    def failing(self, chance, ways):
        self.control.disk(ways, chance.choice([1, 1, 2, 3, 5]))
        yield
        if chance.random() < 0.3 and self.server.process.poll() is None:
            # With what the disk did and did not take.
            self.kill()
            self.control.disk(0)
            self.start()
        self.control.disk(0)

    @contextmanager
    def full(self, chance):
        yield from self.failing(chance, FULL)

    @contextmanager
    def sync_fails(self, chance):
        yield from self.failing(chance, SYNC_FAILS)

    @contextmanager
    def write_fails(self, chance):
        yield from self.failing(chance, WRITE_FAILS)

    @contextmanager
    def cut(self, chance):
        self.line.cut()
        yield

    @contextmanager
    def down(self, chance):
        self.line.down = True
        self.line.cut()
        yield
        self.line.mend()

    @contextmanager
    def lossy(self, chance):
        self.line.lossy = chance.choice([0.02, 0.05, 0.2])
        yield
        self.line.mend()

    @contextmanager
    def slow(self, chance):
        self.line.slow = chance.choice([0.05, 0.2])
        yield
        self.line.mend()

    @contextmanager
    def frozen(self, chance):
        self.line.frozen = True
        yield
        self.line.mend()

    @contextmanager
    def silent(self, chance):
        self.line.silence()
        yield

    @contextmanager
    def restarted(self, chance):
        self.cluster.stop()
        yield
        self.cluster.start()

    @contextmanager
    def database_stopped(self, chance):
        pids = [int(self.cluster.data.joinpath("postmaster.pid").read_text().split()[0])]
        children = Path(f"/proc/{pids[0]}/task/{pids[0]}/children").read_text().split()
        pids += map(int, children)
        self.signal(pids, signal.SIGSTOP)
        yield
        self.signal(pids, signal.SIGCONT)

    @staticmethod
    def signal(pids, what):
        for pid in pids:
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                pass

    def round(self, number):
        chance = random.Random(f"{self.seed}/{number}")
        dialect = "postgres" if self.cluster else "sqlite"
        names, weights = zip(*FAULTS[dialect].items())
        faults = chance.choices(names, weights, k=chance.choice([1, 1, 2]))
        # Only one of these at a time: each has the same process in hand.
        for pair in ({"killed", "stopped"}, {"restarted", "database_stopped"}):
            if pair <= set(faults):
                faults = faults[:1]
        # Begun first and over last: a server starts anew when all else is well.
        faults = sorted(set(faults), key=lambda fault: (fault != "killed", faults.index(fault)))
        self.met += faults
        with Load(self, f"{self.seed}/{number}"), ExitStack() as open_faults:
            for fault in faults:
                time.sleep(chance.uniform(0.05, 0.25))
                open_faults.enter_context(getattr(self, fault)(chance))
            time.sleep(chance.uniform(0.1, 0.5))
            open_faults.close()
            time.sleep(chance.uniform(0.05, 0.2))
        if self.server.process.poll() is not None:
            raise AssertionError(f"the server ended by itself:\n{self.server.log_tail()}")
        if self.history.wrong:
            raise AssertionError("\n".join(self.history.wrong[:5]))
        return faults

    def calm(self):
        """Everything is well; what is unknown becomes known; then the books are checked."""
        self.within(self.expect_ready)
        self.end_the_unknown()
        self.within(self.expect_nothing_set_aside)
        wrong = self.checked()
        proof = self.tenants[0].admin.post("/admin/v1/ledger/verify")
        if not proof["ok"] or proof["problems"]:
            wrong.append(f"the proof: {proof}")
        wrong += self.sample()
        if wrong:
            raise AssertionError(f"{len(wrong)} things are wrong:\n" + "\n".join(wrong[:8]))

    def checked(self):
        """What is wrong and stays so: a job may end between two of the statements that read."""
        for _ in range(CHECKS_MAX):
            if not (wrong := check(self.history, self.books, self.tenants)):
                break
            time.sleep(1)
        return wrong

    def within(self, expect):
        deadline = now() + WELL_S_MAX
        while True:
            try:
                return expect()
            except (AssertionError, httpx.HTTPError):
                if now() > deadline:
                    raise
                time.sleep(0.1)

    def expect_ready(self):
        ready = httpx.get(f"{self.server.url}/readyz", timeout=30)
        assert ready.status_code == 200, ready.text
        for tenant in range(2):
            caller = self.caller()
            done = caller.offers(caller.key())
            assert done.is_good or done.status == 402, done

    def caller(self):
        return Caller(self, f"{self.seed}/calm/{next(self.numbers)}")

    def end_the_unknown(self):
        """What nobody heard of is asked again, until somebody does."""
        operator = Operator(self, f"{self.seed}/calm")
        for key in self.history.keys:
            if key.revoking is not None and key.revoked is None:
                self.within(lambda key=key: self.expect_revoked(operator, key))
        for transfer in list(self.history.transfers.values()):
            if transfer.unknown and not transfer.answered:
                operator.transfer(transfer)
        lost = [claim for claim in self.history.claims.values() if claim.answer is None]
        for claim in lost[-ASKED_AGAIN_MAX:]:
            self.within(lambda claim=claim: self.expect_answered(claim))

    def expect_revoked(self, operator, key):
        operator.revoke(key)
        assert key.revoked is not None, key

    def expect_answered(self, claim):
        """Well, or refused for good."""
        caller = self.caller()
        key = next(it for it in self.history.keys
                   if it.tenant == claim.tenant and it.revoking is None)
        done = caller.claimed(key, claim)
        if done.code == "duplicate_subscription":
            # It was made, and then the clock was set forward and the key forgotten.
            if not self.history.may_be_forgotten(claim):
                self.history.wrong.append(f"{claim.name} was made and is not known: {done}")
            return
        assert done.status not in (None, 409, 503, 504), done

    def expect_nothing_set_aside(self):
        """But for jobs that are not done."""
        holds = self.books.holds()
        for number, tenant in enumerate(self.tenants):
            wallet = self.books.wallets[number]
            held = sum(amount for of, amount in holds.values() if of == wallet)
            assert tenant.wallet()["reservedKobo"] == held, (tenant.wallet(), holds)

    def sample(self):
        """Some of what was true before still is."""
        chance = random.Random(f"{self.seed}/sample")
        caller = self.caller()
        for key in chance.sample(self.history.keys, min(8, len(self.history.keys))):
            done = caller.look_up(key)
            if key.revoked is not None and done.status != 401:
                yield f"a revoked key is not refused: {done}"
            if key.revoking is None and done.status not in (200, 402):
                yield f"a key that works is refused: {done}"
        answered = [it for it in self.history.claims.values() if it.answer is not None]
        for claim in chance.sample(answered, min(8, len(answered))):
            key = next(it for it in self.history.keys
                       if it.tenant == claim.tenant and it.revoking is None)
            done = caller.claimed(key, claim)
            if not (done.replayed or self.history.may_be_forgotten(claim)):
                yield f"{claim.name} is not repeated: {done}"
        yield from self.history.wrong

    def run(self, rounds):
        """Answers how many calls there were."""
        for number in range(rounds):
            self.round(number)
            if number % CALM_EVERY == CALM_EVERY - 1 or number == rounds - 1:
                self.calm()
        self.server.stop()
        return len(self.history.calls)

    def end(self):
        if self.server.process and self.server.process.poll() is None:
            self.server.kill()
        if self.line:
            self.line.close()
            with psycopg.connect(self.cluster.url(), autocommit=True) as connection:
                name = self.url.rpartition("/")[2]
                connection.execute(f"drop database if exists {name} with (force)")


DATABASES = itertools.count(1)


class Run:
    """Worlds one after the other, on one database."""

    def __init__(self, folder, dialect):
        self.folder = Path(folder)
        self.library = library(folder)
        self.cluster = None
        if dialect == "postgres":
            place = self.folder / "cluster"
            place.mkdir()
            self.cluster = Cluster(place).start()
        self.rounds, self.calls, self.failed, self.met = 0, 0, 0, {}

    def world(self, seed, rounds=WORLD_ROUNDS):
        """The seed is told with whatever is wrong."""
        folder = self.folder / f"world-{next(DATABASES)}"
        world = None
        try:
            world = World(folder, seed, self.library, self.cluster)
            self.calls += world.run(rounds)
            self.failed += world.control.failed()
            self.rounds += rounds
            for fault in world.met:
                self.met[fault] = self.met.get(fault, 0) + 1
        except BaseException as error:
            met = ", ".join(world.met) if world else "before the first round"
            error.add_note(f"seed {seed} after: {met}; clock: {world and world.history.offsets};"
                           f" data in {folder}")
            raise
        finally:
            if world:
                world.end()
        shutil.rmtree(folder)

    def end(self):
        if self.cluster:
            self.cluster.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dialect", choices=FAULTS, default="sqlite")
    parser.add_argument("--rounds", type=int, default=WORLD_ROUNDS)
    parser.add_argument("--seed", type=int, default=None, help="this world, and no other")
    parser.add_argument("--first", type=int, default=1, help="the seed to begin with")
    wanted = parser.parse_args()
    # Whoever ends it ends its servers, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = tempfile.mkdtemp(prefix="kofa-faults-")
    run, found = Run(folder, wanted.dialect), []
    seeds = itertools.count(wanted.first) if wanted.seed is None else [wanted.seed]
    began = now()
    try:
        for seed in seeds:
            if run.rounds >= wanted.rounds:
                break
            try:
                run.world(seed)
            except Exception:  # noqa: BLE001: whatever it is, the others go on
                traceback.print_exc()
                found.append(seed)
                run.rounds += WORLD_ROUNDS
            print(f"{wanted.dialect}: seed {seed}, {run.rounds} rounds, {run.calls} calls, "
                  f"{run.failed} failures of the disk, {now() - began:.0f} s, found: {found}",
                  flush=True)
    finally:
        run.end()
    print(run.met)
    if not found:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
