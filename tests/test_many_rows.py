"""Every page behind a sign-in, where there is nothing yet and where there are 100,000 rows."""

import json
import re
import secrets
import sqlite3
import time
import uuid

import psycopg
import pytest
from kofa import PostgresDatabase, Server
from test_pages_wallet import join

ROWS = 100_000
# What a page may weigh over the wire.
PAGE_BYTES_MAX = 60 * 1024
# Lines of a page, whatever the list.
LINES_MAX = 210
DAY = 86_400_000_000
OPERATIONS = ["getCompanyByRc", "getCompany", "listOffers", "extractAddress"]
FAMILIES = ["ASH", "BAOBAB", "CEDAR", "DATE", "EBONY", "FIG", "GMELINA", "IROKO"]

PORTAL = [
    "", "/keys", "/keys/new", "/logs", "/logs?status=4xx", "/logs?error=nobody_had_this",
    "/logs?period=24h&charge=free", "/wallet", "/wallet/journal", "/wallet/journal?kind=charge",
    "/wallet/journal?kind=adjustment", "/wallet/alerts", "/pricing",
    "/pricing?endpoint=getCompany&calls=9", "/readings", "/status", "/sandbox", "/members",
    "/audit", "/audit?action=key", "/audit?action=tenant.never", "/settings", "?span=30d",
]
CONSOLE = [
    "", "/tenants", "/tenants?search=cedar", "/tenants?search=nobody", "/tenants/{id}",
    "/tenants/{id}/wallets", "/tenants/{id}/wallets?environment=live", "/tenants/{id}/keys",
    "/tenants/{id}/members", "/tenants/{id}/prices", "/tenants/{id}/calls?environment=sandbox",
    "/tenants/{id}/calls?environment=live", "/prices", "/prices/getCompanyByRc/sandbox",
    "/offers", "/offers?environment=live", "/offers/sandbox/OFR-BAOBAB",
    "/offers/sandbox/OFR-BAOBAB/subscriptions",
    "/offers/sandbox/OFR-BAOBAB/subscriptions?status=accepted",
    "/offers/sandbox/OFR-BAOBAB/subscriptions?tenant={id}", "/offers/sandbox/OFR-BAOBAB/allotment",
    "/offers/reconciliation", "/offers/payments", "/offers/payments?environment=sandbox",
    "/offers/statements", "/offers/refunds", "/offers/refunds?environment=sandbox",
    "/reference", "/reference/brokers", "/register", "/register?environment=sandbox",
    "/register?environment=sandbox&q=cedar", "/register?environment=sandbox&q=700",
    "/register/imports", "/work", "/work?environment=sandbox&status=failed",
    "/work?environment=live&status=failed", "/work/outbox", "/work/outbox?of=all", "/work/holds",
    "/incidents", "/ledger", "/operators", "/audit", "/audit?action=key",
    "/audit?actor=shell", "/audit?tenantId={id}", "/settings",
]


class Database:
    """The server's database while the server is down: what only time would bring is put in."""

    def __init__(self, server):
        self.server, self.is_sqlite = server, server.database is None
        if self.is_sqlite:
            self.connection = sqlite3.connect(server.data / "kofa.db", timeout=30)
        else:
            self.connection = psycopg.connect(server.database.url)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.connection.commit()
        self.connection.close()

    def ask(self, sql, *of):
        sql = sql if self.is_sqlite else sql.replace("?", "%s")
        return self.connection.execute(sql, of).fetchall()

    def change(self, sql, *of):
        self.connection.execute(sql if self.is_sqlite else sql.replace("?", "%s"), of)

    def fill(self, table, columns, rows):
        names = columns.split()
        if self.is_sqlite:
            marks = ", ".join("?" * len(names))
            sql = f"insert into {table} ({', '.join(names)}) values ({marks})"
            self.connection.executemany(sql, rows)
            return
        cursor = self.connection.cursor()
        with cursor.copy(f"copy {table} ({', '.join(names)}) from stdin") as copy:
            for row in rows:
                copy.write_row(row)


def stamped(at):
    """Sixteen bytes in the order of their moments, as ids of calls are."""
    stamp = (at // 1_000).to_bytes(6, "big")
    rest = bytearray(uuid.uuid4().bytes[6:])
    rest[0] = 0x70 | rest[0] & 0x0F
    return stamp + bytes(rest)


class Seeds:
    """A hundred thousand rows of everything that grows with use."""

    def __init__(self, database, tenant):
        self.database, self.tenant = database, tenant
        self.now = time.time_ns() // 1_000
        find = "select no, seq from wallet where tenant_id = ? and environment = ?"
        self.wallets = {world: database.ask(find, tenant, world)[0]
                        for world in ("sandbox", "live")}
        self.key = database.ask("select id from api_key where tenant_id = ? limit 1", tenant)[0][0]

    def moments(self, days=60):
        """Of the last so many days, the oldest first."""
        step = days * DAY // ROWS
        return [self.now - (ROWS - i) * step for i in range(ROWS)]

    def calls(self):
        number, seq = self.wallets["sandbox"]
        kinds = [(200, None, 5_000), (404, "company_not_found", 0), (200, None, 5_000),
                 (503, "upstream_unavailable", 0), (422, "invalid_rc_number", 0)]

        def row(i, at):
            status, error, charge = kinds[i % len(kinds)]
            return ((number << 40) + seq + 1 + i, stamped(at), at, OPERATIONS[i % 4], self.key,
                    status, error, charge, 100_000_000, 900 + i % 40_000, 1)

        rows = (row(i, at) for i, at in enumerate(self.moments()))
        self.database.fill("request_log", "id request_id at operation_id key_id status error_code"
                           " charge_kobo balance_kobo latency_us epoch", rows)
        self.database.change("update wallet set seq = ? where no = ?", seq + ROWS, number)

    def transfers(self):
        number, seq = self.wallets["live"]
        rows = (((number << 40) + seq + 1 + i, f"seed-{i}", at, "top_up", "funding", 100,
                 100 * (i + 1), f"seed {i}", "Seeded", "shell")
                for i, at in enumerate(self.moments()))
        self.database.fill("transfer", "id wallet_no transfer_id at kind account amount_kobo"
                           " balance_kobo reference reason actor",
                           ((id, number, *rest) for id, *rest in rows))
        self.database.change("update wallet set seq = ?, balance_kobo = balance_kobo + ?"
                             " where no = ?", seq + ROWS, ROWS * 100, number)

    def audit(self):
        [(last,)] = self.database.ask("select max(seq) from audit")
        actions = ["key.issue", "price.set", "wallet.credit", "member.invite"]
        details = json.dumps({"name": "Seeded", "reason": "x" * 60})
        rows = ((last + 1 + i, at, "shell", actions[i % 4], f"seed {i}", self.tenant, details,
                 bytes(32), secrets.token_bytes(32)) for i, at in enumerate(self.moments()))
        self.database.fill("audit", "seq at actor action subject tenant_id details previous_hash"
                           " hash", rows)

    def tenants(self):
        [(last,)] = self.database.ask("select max(no) from wallet")
        ids = [f"ten_{stamped(at).hex()}" for at in self.moments()]
        name = lambda i: f"{FAMILIES[i % len(FAMILIES)].title()} Traders {i}"
        self.database.fill("tenant", "id vendor_id name email status created_at changed", (
            (id, f"seed-{i}", name(i), f"seed{i}@example.ng", "active", at, 0)
            for i, (id, at) in enumerate(zip(ids, self.moments()))))
        self.database.fill("tenant_search", "term tenant_id", (
            (name(i).lower(), id) for i, id in enumerate(ids)))
        self.database.fill("wallet", "no tenant_id environment balance_kobo seq", (
            (last + 1 + 2 * i + j, id, world, 0, 0)
            for i, id in enumerate(ids) for j, world in enumerate(("sandbox", "live"))))
        self.database.fill("member", "id tenant_id email role created_at", (
            (f"mem_{stamped(at).hex()}", id, f"seed{i}@example.ng", "owner", at)
            for i, (id, at) in enumerate(zip(ids, self.moments()))))

    def work(self):
        jobs = ((stamped(at), "sandbox", self.tenant, "failed", b"x", 40_000, 3, 0, at, "ocr", 2, 1,
                 "unreadable_document", at, at + DAY, at + DAY) for at in self.moments())
        self.database.fill("poa_job", "request_id environment tenant_id status request_sealed"
                           " size_bytes attempts interruptions due_at stage pages pages_done"
                           " error_code created_at completed_at updated_at", jobs)
        [(last,)] = self.database.ask("select coalesce(max(id), 0) from outbox")
        self.database.fill("outbox", "id kind subject environment due_at attempts state last_error"
                           " created_at", (
            (last + 1 + i, "collect_payment", f"seed-{i}", "sandbox", at, 12, "stuck",
             "The bank did not answer.", at) for i, at in enumerate(self.moments())))

    def payments(self):
        """Subscriptions are left out: the name in each is sealed under the server's key."""
        self.database.fill(
            "settlement", "environment reference transaction_reference amount_kobo paid_at outcome"
            " entered_by entered_at", (
                ("sandbox", f"SEED{i}", f"SEED{i}", 250_000, at, "unknown_transaction", "shell", at)
                for i, at in enumerate(self.moments())))

    def incidents(self):
        """Long over, all but a few of them before anybody still looks at their days."""
        affects = "business_validation_registry/sandbox"
        moments = [at - 400 * DAY for at in self.moments()]
        moments += [self.now - (300 - i) * 3_600_000_000 for i in range(300)]
        ids = [f"inc_{stamped(at).hex()}" for at in moments]
        self.database.fill("incident", "id kind title impact state affects starts_at created_at"
                           " changed_at resolved_at", (
            (id, "incident", f"Seeded {i}", "degraded", "resolved", affects, at, at, at + 60, at
             + 60) for i, (id, at) in enumerate(zip(ids, moments))))
        self.database.fill("incident_update", "incident_id no at state message", (
            (id, 1, at, "resolved", "Seeded.") for id, at in zip(ids, moments)))

    def people(self):
        """As many as a tenant may have."""
        now = self.now
        self.database.fill("member", "id tenant_id email role created_at", (
            (f"mem_{stamped(now + i * 1_000).hex()}", self.tenant, f"crowd{i}@example.ng",
             "viewer", now) for i in range(190)))
        self.database.fill("api_key", "id tenant_id name digest prefix last_four scopes"
                           " environments allowed_cidrs created_at changed", (
            (f"key_{stamped(now + i * 1_000).hex()}", self.tenant, f"Seeded key {i}",
             secrets.token_bytes(32), "kofa_test_seed", "seed", "investment_ipo", "sandbox live",
             "", now, 0) for i in range(900)))


def register(server):
    """Companies come in by the door that the operator uses."""
    rows = "".join(f"RC{500_000 + i},{FAMILIES[i % 8].title()} Mills {i} Ltd,COMPANY\n"
                   for i in range(ROWS))
    client = server.admin().client
    path = "/admin/v1/registry/imports"
    begun = client.post(f"{path}?environment=sandbox", headers={"Content-Type": "text/csv"},
                        content="rcNumber,companyName,entityType\n" + rows)
    assert begun.status_code == 202, begun.text
    deadline = time.monotonic() + 180
    while client.get(f"{path}/{begun.json()['id']}").json()["state"] != "done":
        assert time.monotonic() < deadline, client.get(f"{path}/{begun.json()['id']}").text
        time.sleep(0.2)


def digested(server, tenant):
    """Waits until the counts follow the log."""
    deadline = time.monotonic() + 120
    while True:
        with Database(server) as database:
            behind = database.ask(
                "select 1 from wallet w left join call_cursor c on c.wallet_no = w.no"
                " where w.tenant_id = ? and w.seq > coalesce(c.seq, 0)", tenant)
        if not behind:
            return
        assert time.monotonic() < deadline, "the log is not digested"
        time.sleep(0.2)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def full(request, binary, tmp_path_factory):
    """A server of its own in whose database there is a lot."""
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path_factory.mktemp(f"full-{request.param}"), database).start()
    try:
        register(server)
        tenant = server.ready["tenant"]["id"]
        server.stop()
        with Database(server) as open_database:
            seeds = Seeds(open_database, tenant)
            for seed in [seeds.calls, seeds.transfers, seeds.audit, seeds.tenants, seeds.work,
                         seeds.payments, seeds.incidents, seeds.people]:
                seed()
        if database:
            with psycopg.connect(database.url, autocommit=True) as connection:
                connection.execute("analyze")
        server.start()
        digested(server, tenant)
        yield server
        server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
        if database:
            database.drop()


def sign_in(server, door):
    """A client of the demo's owner (`portal`) or operator (`console`)."""
    who = server.ready["tenant" if door == "portal" else "operator"]
    client = server.client(Origin=server.url)
    form = {"email": who["email"], "password": who["password"], "next": ""}
    answer = client.post(f"/{door}/sign-in", data=form)
    assert answer.status_code == 303, answer.text
    # By hand: the cookies are `Secure`, which a client takes from this machine without TLS.
    cookie = answer.headers["set-cookie"].split(";")[0]
    client.cookies.clear()
    client.headers["Cookie"] = cookie
    return client


def check(client, path):
    """Opens a page; it is whole and light, and so are the two after it. All their texts."""
    texts = []
    for _ in range(3):
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])
        assert len(answer.content) <= PAGE_BYTES_MAX, (path, len(answer.content))
        assert answer.text.count("<tr>") <= LINES_MAX, path
        texts.append(answer.text)
        found = re.search(r'href="([^"]+)" rel="next"', answer.text)
        if not found:
            break
        path = found[1].replace("&amp;", "&").replace("&#38;", "&")
    return texts


def portal_paths():
    return [f"/portal/{world}{path}" for world in ("sandbox", "live") for path in PORTAL]


def console_paths(tenant):
    return [f"/console{path.format(id=tenant)}" for path in CONSOLE]


def test_every_page_is_whole_where_there_is_nothing(sqlite_server):
    server = sqlite_server
    tenant = server.admin().tenant("Untouched")
    owner = join(server, tenant, "owner").client
    for path in portal_paths():
        [text] = check(owner, path)
        assert "<main" in text
    console = sign_in(server, "console")
    for path in console_paths(tenant.id):
        check(console, path)


def test_every_page_is_light_with_100_000_rows(full):
    tenant = full.ready["tenant"]["id"]
    owner, console = sign_in(full, "portal"), sign_in(full, "console")
    texts = {path: check(owner, path) for path in portal_paths()}
    texts |= {path: check(console, path) for path in console_paths(tenant)}
    # What there is a lot of is paged, and each page is another one.
    for path in ["/portal/sandbox/logs", "/portal/live/wallet/journal", "/portal/sandbox/audit",
                 "/portal/sandbox/wallet/journal?kind=charge", "/portal/sandbox/members",
                 "/console/tenants", "/console/tenants?search=cedar", "/console/audit",
                 "/console/incidents", "/console/work?environment=sandbox&status=failed",
                 "/console/work/outbox",
                 "/console/register?environment=sandbox&q=cedar",
                 "/console/offers/payments?environment=sandbox"]:
        assert len(texts[path]) == 3, path
        bodies = {re.search("<tbody[^>]*>(.*?)</tbody>", text, re.S)[1] for text in texts[path]}
        assert len(bodies) == 3, path


def test_files_are_whole_with_100_000_rows(full):
    owner, console = sign_in(full, "portal"), sign_in(full, "console")
    for client, path, lines in [
        (owner, "/portal/sandbox/audit/export.ndjson", ROWS),
        (owner, "/portal/sandbox/audit/export.csv?action=key", ROWS // 4),
        (owner, "/portal/sandbox/logs/export?format=csv", ROWS),
        (console, "/console/audit/export", ROWS),
    ]:
        with client.stream("GET", path, timeout=300) as answer:
            assert answer.status_code == 200, path
            assert sum(1 for _ in answer.iter_lines()) >= lines, path
