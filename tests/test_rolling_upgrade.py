"""Three nodes behind HAProxy, as deploy/haproxy.cfg has it, are replaced one after the other under
load: first after a newer version has expanded the schema, then once more on that schema, as in a
downgrade. No call fails, and each is charged once."""

import itertools
import os
import secrets
import signal
import subprocess
import threading
import time
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from failover import free_port
from kofa import BINARY, ROOT, Admin, PostgresDatabase, Server, Tenant, bill, open_offer, subscription

NAMES = ("ONE", "TWO", "THREE")
CALLERS = 3
FUNDS = 10**10
READY_SECONDS_MAX = 60
# HAProxy asks every 2 s, then after 0.5 s, and gives a node up when it was refused twice.
DRAIN_DELAY_S = 3
RC = "/api/v1/company/validation/company/rc?rcNumber=1885308"
JOBS = "/api/v1/proof-of-address/extract/jobs"
# What a newer version would do: only add.
EXPANDING = [
    "set local lock_timeout = '2s'",
    "alter table hold add column newer bigint not null default 0",
    "alter table request_log add column newer text",
    "create table newer (id text primary key)",
    "insert into schema_migration (number, name, checksum)"
    " select max(number) + 1, 'newer', 'of a newer version' from schema_migration",
]
CONTRACTING = (
    "insert into schema_oldest (number, oldest) select max(number), max(number)"
    " from schema_migration"
)


class Nodes:
    def __init__(self, folder, database, data):
        self.folder, self.database, self.data = folder, database, data
        self.places = {name: f"127.0.0.1:{free_port()}" for name in NAMES}
        self.processes = {}
        self.calls, self.operators = (f"127.0.0.1:{free_port()}" for _ in range(2))

    def environment(self, name):
        return os.environ | {
            "KOFA_DATABASE_URL": self.database.url,
            "KOFA_DATABASE_CONNECTIONS": "8",
            "KOFA_DATA_DIR": str(self.folder / f"data-{name}"),
            "KOFA_MASTER_KEY_FILE": str(self.data / "master.key"),
            "KOFA_OBJECT_STORE_URL": f"file://{self.data / 'objects'}",
            # Without models a node is ready sooner: no scans are sent.
            "KOFA_MODELS_DIR": str(self.folder),
            "KOFA_LISTEN": self.places[name],
            "KOFA_TRUSTED_PROXIES": "127.0.0.1/32",
            "KOFA_DRAIN_DELAY_S": str(DRAIN_DELAY_S),
        }

    def spawn(self, name, command, environment):
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                env=environment,
            )

    def start(self, name):
        self.spawn(name, [BINARY, "serve"], self.environment(name))

    def refused(self, name):
        """What it says that does not start."""
        done = subprocess.run([BINARY, "serve"], env=self.environment(name), cwd=self.folder,
                              capture_output=True, text=True, timeout=READY_SECONDS_MAX)
        assert done.returncode != 0
        return done.stdout + done.stderr

    def start_haproxy(self):
        environment = {"CALLS_BIND": self.calls, "OPERATORS_BIND": self.operators}
        for name, place in self.places.items():
            environment |= {f"NODE_{name}": place, f"OPERATORS_{name}": place}
        configuration = ROOT / "deploy/haproxy.cfg"
        self.spawn("haproxy", ["haproxy", "-f", configuration], os.environ | environment)
        self.wait_ready(self.calls, "/healthz")

    def wait_ready(self, place, path="/readyz"):
        deadline = time.monotonic() + READY_SECONDS_MAX
        while status(place, path) != 200:
            assert time.monotonic() < deadline, self.logs()
            time.sleep(0.05)

    def replace(self, name):
        """As whoever upgrades does: it is told to stop, and the next is started when it has."""
        process = self.processes[name]
        process.send_signal(signal.SIGTERM)
        while status(self.places[name], "/readyz") == 200:
            time.sleep(0.02)
        # It serves calls still: HAProxy has not noticed yet.
        assert status(self.places[name], "/readyz") == 503
        assert status(self.places[name], "/healthz") == 200
        assert process.wait(READY_SECONDS_MAX) == 0, self.logs()
        self.start(name)
        self.wait_ready(self.places[name])

    def logs(self):
        return "\n".join(f"{log.name}:\n{log.read_text()[-1500:]}" for log in
                         self.folder.glob("*.log"))

    def close(self):
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


LOOKER = httpx.Client(timeout=10, headers={"Connection": "close"})


def status(place, path):
    try:
        return LOOKER.get(f"http://{place}{path}").status_code
    except httpx.HTTPError:
        return None


class Load:
    """Callers behind HAProxy: look-ups, applications that are sent twice, and jobs."""

    def __init__(self, nodes, demo, tenant, key):
        self.demo, self.tenant = demo, tenant
        self.client = httpx.Client(base_url=f"http://{nodes.calls}", headers={"X-API-Key": key},
                                   timeout=60)
        self.people = itertools.count(1)
        self.answers, self.jobs, self.failures = [], [], []
        self.over = threading.Event()

    def __enter__(self):
        self.threads = [threading.Thread(target=self.call) for _ in range(CALLERS)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()

    def call(self):
        for kind in itertools.cycle([self.look_up, self.apply, self.look_up, self.job]):
            if self.over.is_set():
                return
            try:
                kind()
            except (httpx.HTTPError, AssertionError) as failure:
                self.failures.append(f"{kind.__name__}: {failure!r}")
            time.sleep(0.1)

    def send(self, verb, path, **more):
        answer = self.client.request(verb, path, **more)
        assert answer.is_success, (answer.status_code, answer.text)
        self.answers.append(answer)
        return answer

    def look_up(self):
        assert int(self.send("GET", RC).headers["x-charge-amount"]) > 0

    def apply(self):
        body = subscription(self.demo, self.tenant.vendor_id, next(self.people))
        headers = {"Idempotency-Key": secrets.token_hex(12)}
        first, second = (
            self.send("POST", "/api/exchange-invest/subscribe", json=body, headers=headers)
            for _ in range(2)
        )
        assert int(first.headers["x-charge-amount"]) > 0
        assert second.headers["x-charge-amount"] == "0" and second.content == first.content

    def job(self):
        file = {"file": (secrets.choice(["poa_found.pdf", "bill.pdf"]), bill())}
        answer = self.client.post(JOBS, files=file)
        assert answer.status_code == 202, (answer.status_code, answer.text)
        self.jobs.append(answer.json()["request_id"])

    def wait_for_jobs(self):
        deadline = time.monotonic() + READY_SECONDS_MAX
        for job in self.jobs:
            while (state := self.client.get(f"/api/v1/proof-of-address/jobs/{job}").json()[
                    "status"]) not in ("succeeded", "failed"):
                assert time.monotonic() < deadline, state
                time.sleep(0.05)
            assert state == "succeeded", (job, state)


@contextmanager
def three_nodes(folder, database):
    # The demo makes a tenant with a key and a balance, and the master key.
    demo = Server(folder, database).start()
    tenant = demo.admin().tenant("Upgrade Test")
    tenant.move("credits", FUNDS)
    key = tenant.key()
    open_offer(demo)
    demo.stop()
    nodes = Nodes(folder, database, demo.data)
    try:
        for name in NAMES:
            nodes.start(name)
        for name in NAMES:
            nodes.wait_ready(nodes.places[name])
        nodes.start_haproxy()
        token = demo.ready["adminToken"]
        with httpx.Client(base_url=f"http://{nodes.operators}", timeout=60,
                          headers={"Authorization": f"Bearer {token}"}) as client:
            tenant = Tenant(Admin(client), tenant.id, tenant.vendor_id)
            yield nodes, Load(nodes, demo, tenant, key)
    finally:
        nodes.close()


@pytest.fixture
def database():
    database = PostgresDatabase()
    yield database
    database.drop()


def expand(database):
    """As a newer node that starts does, beside those that serve."""
    for _ in range(30):
        try:
            with psycopg.connect(database.url) as connection:
                for statement in EXPANDING:
                    connection.execute(statement)
            return
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            time.sleep(0.2)
    raise AssertionError("no table was free for long enough")


def test_no_call_fails_while_nodes_are_replaced(binary, tmp_path, database):
    with three_nodes(tmp_path, database) as (nodes, load):
        with load:
            time.sleep(1)
            expand(database)
            for name in [*NAMES, *NAMES]:
                nodes.replace(name)
            time.sleep(1)
        assert not load.failures, (load.failures[:3], len(load.failures), nodes.logs())
        load.wait_for_jobs()
        check_books(load)
        with psycopg.connect(database.url) as connection:
            connection.execute(CONTRACTING)
        nodes.processes["ONE"].send_signal(signal.SIGTERM)
        nodes.processes["ONE"].wait(READY_SECONDS_MAX)
        assert "newer version of Kofa" in nodes.refused("ONE")


def check_books(load):
    """Each call is charged once, jobs when they are over, and the books add up."""
    tenant = load.tenant
    rows = {row["requestId"] for row in tenant.pages("requests")}
    entries = list(tenant.pages("ledger/sandbox"))
    charged = [it for it in entries if it["kind"] == "charge"]
    charges = {it["requestId"]: -it["amountKobo"] for it in charged}
    assert len(charges) == len(charged), "a call is charged once"
    told = {it.headers["x-request-id"]: int(it.headers["x-charge-amount"]) for it in load.answers}
    print(f"{len(load.answers)} answers, {len(load.jobs)} jobs, {len(charges)} charges")
    assert len(load.answers) > 100 and len(load.jobs) > 10
    assert set(told) <= rows
    told = {id: charge for id, charge in told.items() if charge}
    assert set(charges) == set(told) | set(load.jobs)
    assert {id: charges[id] for id in told} == told
    wallet = tenant.wallet()
    assert wallet["reservedKobo"] == 0, wallet
    assert wallet["balanceKobo"] == sum(it["amountKobo"] for it in entries)
    proof = tenant.admin.post("/admin/v1/ledger/verify")
    assert proof["ok"] and not proof["problems"], proof
