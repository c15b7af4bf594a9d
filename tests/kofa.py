"""The built server as its users meet it: a process, an address, and keys."""

import base64
import json
import os
import secrets
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg

ROOT = Path(__file__).resolve().parent.parent
BINARY = Path(os.environ.get("KOFA_BINARY", ROOT / "target/debug/kofa"))
POSTGRES_URL = os.environ.get(
    "TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres"
)
START_SECONDS_MAX = 60
STOP_SECONDS_MAX = 45
# Changes hold within one second; the rest is for a busy machine.
HOLD_SECONDS_MAX = 5

SCOPES = ["investment_ipo", "ai_processing_hub", "business_validation_registry"]
# What a key may carry beside the products.
ACCOUNT_SCOPE = "tenant_read"


class PostgresDatabase:
    """A fresh database on the server of the tests, dropped by `drop`."""

    def __init__(self):
        self.name = f"kofa_test_{secrets.token_hex(8)}"
        self._admin(f"create database {self.name}")
        base, _, _ = POSTGRES_URL.partition("?")
        self.url = f"{base.rsplit('/', 1)[0]}/{self.name}"

    def drop(self):
        self._admin(f"drop database if exists {self.name} with (force)")

    def texts(self):
        """Every row of every table, as one text each."""
        with psycopg.connect(self.url) as connection:
            tables = connection.execute(
                "select quote_ident(table_schema) || '.' || quote_ident(table_name)"
                " from information_schema.tables where table_type = 'BASE TABLE'"
                " and table_schema not in ('pg_catalog', 'information_schema')"
            ).fetchall()
            assert tables, "the server made its tables"
            for (table,) in tables:
                # Bytes in their escape form, so that plain text in them can be found.
                connection.execute("set bytea_output = 'escape'")
                for (row,) in connection.execute(f"select t::text from {table} t"):
                    yield row

    @staticmethod
    def _admin(sql):
        with psycopg.connect(POSTGRES_URL, autocommit=True) as connection:
            connection.execute(sql)


class Server:
    """`kofa demo` on a folder of its own, on SQLite or PostgreSQL."""

    def __init__(self, folder, database=None):
        self.folder = Path(folder)
        self.data = self.folder / "data"
        self.log = self.folder / "server.log"
        self.database = database
        self.process = None
        self.ready = None
        self.offer = None
        self.listen = "127.0.0.1:0"
        # Beside the test's own variables.
        self.environment = {}
        self._admin = None

    def start(self):
        ready_file = self.folder / "ready.json"
        ready_file.unlink(missing_ok=True)
        command = [str(BINARY), "demo", "--data", str(self.data)]
        command += ["--listen", self.listen, "--ready-file", str(ready_file)]
        if self.database:
            command += ["--database-url", self.database.url]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                env=os.environ | self.environment,
            )
        deadline = time.monotonic() + START_SECONDS_MAX
        while not ready_file.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.process.kill()
                raise AssertionError(f"kofa demo did not start:\n{self.log_tail()}")
            time.sleep(0.01)
        self.ready = json.loads(ready_file.read_text())
        return self

    def close(self):
        if self._admin:
            self._admin.client.close()
            self._admin = None

    def stop(self):
        """Asks it to end, as an operator would, and expects that it does."""
        self.close()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"SIGTERM did not end the server:\n{self.log_tail()}") from None
        assert code == 0, f"exit code {code}:\n{self.log_tail()}"

    def kill(self):
        self.close()
        self.process.kill()
        self.process.wait()

    def log_tail(self):
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""

    @property
    def url(self):
        return self.ready["baseUrl"].rstrip("/")

    def client(self, **headers):
        return httpx.Client(base_url=self.url, headers=headers, timeout=30)

    def product(self, key=None, **headers):
        """A client of the product services; without a key, nobody's."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client(**({"X-API-Key": key} if key else {}), **headers)

    def admin(self):
        if not self._admin:
            token = self.ready["adminToken"]
            self._admin = Admin(self.client(Authorization=f"Bearer {token}"))
        return self._admin


@dataclass
class Tenant:
    """A tenant of the server and how to act on it as the operator."""

    admin: "Admin"
    id: str
    vendor_id: str
    cancelled_job: str | None = None
    cancelled_batch: str | None = None

    def path(self, rest):
        return f"/admin/v1/tenants/{self.id}/{rest}"

    def issue(self, scopes=None, environments=("sandbox",), **more):
        body = {"name": "test", "scopes": scopes or [*SCOPES, ACCOUNT_SCOPE], "environments": list(environments)}
        return self.admin.post(self.path("keys"), body | more)

    def key(self, *args, **more):
        return self.issue(*args, **more)["key"]

    def limit(self, per_second, burst, environment="sandbox"):
        body = {"requestsPerSecond": per_second, "burst": burst}
        self.admin.put(self.path(f"limits/{environment}"), body)

    def switch(self, scope, enabled, environment="sandbox"):
        self.admin.put(self.path(f"services/{scope}/{environment}"), {"enabled": enabled})

    def wallet(self, environment="sandbox"):
        return self.admin.get(self.path(f"wallets/{environment}"))

    def move(self, direction, amount, environment="sandbox"):
        reference = secrets.token_hex(8)
        body = {"amountKobo": amount, "reference": reference, "reason": "test"}
        path = self.path(f"wallets/{environment}/{direction}")
        return self.admin.post(path, body, {"Idempotency-Key": reference})

    def set_balance(self, amount, environment="sandbox"):
        missing = amount - self.wallet(environment)["balanceKobo"]
        if missing > 0:
            self.move("credits", missing, environment)
        elif missing < 0:
            self.move("debits", -missing, environment)

    def row(self, request_id):
        """The log row of a call; None if there is none."""
        items = self.admin.get(self.path(f"requests?requestId={request_id}"))["items"]
        assert len(items) <= 1, items
        return items[0] if items else None

    def pages(self, rest, limit=100):
        """Every item of a list, newest first."""
        path = self.path(rest)
        mark = "&" if "?" in path else "?"
        cursor = ""
        while True:
            page = self.admin.get(f"{path}{mark}limit={limit}{cursor}")
            yield from page["items"]
            if page["nextCursor"] is None:
                return
            cursor = f"&cursor={page['nextCursor']}"


@dataclass
class Admin:
    """The admin API with the operator's token; anything but 2xx is a failure of the test."""

    client: httpx.Client

    def get(self, path):
        return self._send("GET", path)

    def post(self, path, body=None, headers=None):
        return self._send("POST", path, json=body or {}, headers=headers)

    def put(self, path, body):
        return self._send("PUT", path, json=body)

    def patch(self, path, body):
        return self._send("PATCH", path, json=body)

    def _send(self, verb, path, **more):
        answer = self.client.request(verb, path, **more)
        assert answer.is_success, f"{verb} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def tenant(self, name="Test Tenant", ordinary_limits=False):
        email = f"{secrets.token_hex(6)}@example.ng"
        made = self.post("/admin/v1/tenants", {"name": name, "email": email})
        tenant = Tenant(self, made["id"], made["vendorId"])
        if not ordinary_limits:
            tenant.limit(100_000, 100_000)
        return tenant


def eventually(check, seconds=HOLD_SECONDS_MAX):
    """Repeats a check until it holds; as it is for changes that reach the server within a second."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return check()
        except AssertionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


# What a caller may send: one valid call of each endpoint.


def subscription(server, vendor_id, number=1, **changes):
    """A valid body of POST subscribe, for the person of that number."""
    bvn = f"223{number:08}"
    letters = "".join(chr(ord("a") + int(digit)) for digit in f"{number:06}")
    body = {
        "vendorId": vendor_id,
        **open_offer(server),
        "profileType": "INDIVIDUAL",
        "firstName": "Ngozi",
        "lastName": f"Test{letters}",
        "dateOfBirth": "1990-04-12",
        "gender": "Female",
        "email": "ngozi@example.ng",
        "phoneNumber": "08031239876",
        "bvn": bvn,
        "nin": f"815{number:08}",
        "address": "12 Quiet Close, Lekki",
        "nationality": "Nigeria",
        "state": "Lagos",
        "lga": "Eti-Osa",
        "maritalStatus": 1,
        "nextOfKinFullName": "Chidi Test",
        "nextOfKinPhone": "08057654321",
        "bankAccountNumber": "0000014579",
        "hasExistingChnDepository": False,
        "isCardPayment": False,
    }
    return body | changes


def open_offer(server):
    """An offer, a broker and a bank from the server's own lists."""
    if server.offer is None:
        with server.product(server.ready["apiKey"]) as client:
            read = lambda name: client.get(f"/api/exchange-invest/{name}").json()["data"]
            offers = read("offers")["offers"]
            offer = next(it for it in offers if it["isSubscribable"] and "Primary" in it["offerType"])
            broker = next(it for it in read("brokers")["brokers"] if it["acceptsNewClients"])
            bank = next(it for it in read("supported-banks")["banks"] if it["bankCode"] == "011")
        server.offer = {
            "offerId": offer["id"],
            "offerType": offer["offerType"],
            "numberOfShares": offer["minimumShares"],
            "brokerId": broker["id"],
            "bankCode": bank["bankCode"],
            "bankId": bank["bankId"],
        }
    return server.offer


def pdf(lines):
    """A one-page PDF with a text layer, each line with its place: `(x, y, size, text)`."""
    escape = lambda text: text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    shown = [
        f"BT /F1 {size} Tf {x} {y} Td ({escape(text)}) Tj ET" for x, y, size, text in lines
    ]
    stream = "\n".join(shown).encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def bill():
    """An electricity bill of an invented customer."""
    return pdf([
        (50, 790, 16, "IKEJA ELECTRIC"),
        (50, 772, 9, "Head Office: Secretariat Road, Alausa, Ikeja, Lagos"),
        (50, 720, 12, "ELECTRICITY BILL"),
        (50, 690, 10, "Customer Name: Ngozi Test-Okafor"),
        (50, 674, 10, "Service Address: 14 Adeola Odeku Street, Victoria Island, Lagos State"),
        (50, 650, 10, "Bill Date: 02 November 2026"),
        (50, 634, 10, "Amount Due: N 12,345.00"),
    ])


# The questions by consent code, by operationId.
CONSENT_PATHS = {
    "getAffiliates": "affiliates",
    "getShareCapital": "share-capital",
    "getShareDistribution": "share-distribution",
    "getSecureCompany": "secure/rc",
    "getAssets": "assets",
}

# The documents by consent code, by operationId. Some companies of the sandbox have none.
DOCUMENT_PATHS = {"getCertificate": "certificate", "getStatusReport": "status-report"}


def consent_code():
    """A consent code that nobody has used: ten letters and digits."""
    letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
    return "".join(secrets.choice(letters) for _ in range(10))
class Calls(dict):
    """Requests by operationId; one that needs something made first is made when it is asked for."""

    def __getitem__(self, operation):
        call = super().__getitem__(operation)
        return call() if callable(call) else call


def cancelled_job(server, tenant):
    """A job of the tenant's that may be looked up and cancelled at any time; it costs nothing."""
    if not tenant.cancelled_job:
        path = "/api/v1/proof-of-address"
        document = {"document_base64": base64.b64encode(bill()).decode()}
        with server.product(tenant.key()) as client:
            made = client.post(f"{path}/extract/jobs", json=document)
            assert made.status_code == 202, made.text
            job = made.json()["request_id"]
            called_off = client.post(f"{path}/jobs/{job}/cancel")
            if called_off.status_code == 409:
                # It was read first: another try.
                return cancelled_job(server, tenant)
            assert called_off.is_success, called_off.text
        tenant.cancelled_job = job
    return tenant.cancelled_job


def cancelled_batch(server, tenant):
    """A batch of the tenant's that was called off before anything was found; it costs nothing."""
    if not tenant.cancelled_batch:
        path = "/api/v1/company/batches"
        # Found after three seconds.
        with server.product(tenant.key()) as client:
            made = client.post(path, json={"companies": [{"rcNumber": "0000014"}]})
            assert made.status_code == 202, made.text
            batch = made.json()["data"]["batchId"]
            called_off = client.post(f"{path}/{batch}/cancel")
            assert called_off.is_success, called_off.text
        tenant.cancelled_batch = batch
    return tenant.cancelled_batch


def watch(server, tenant):
    """The id of a company's watch of the tenant's."""
    with server.product(tenant.key()) as client:
        made = client.post("/api/v1/company/watches", json={"rcNumber": "0000010"})
        assert made.is_success, made.text
        return made.json()["data"]["watchId"]


def call_of(server, tenant):
    """The id of a call of the tenant's that cost nothing."""
    with server.product(tenant.key()) as client:
        return client.get("/api/v1/events").headers["x-request-id"]


def reading(server, tenant, document):
    """The id of a document of the tenant's that was read."""
    if not getattr(tenant, "reading", None):
        with server.product(tenant.key()) as client:
            answer = client.post("/api/v1/proof-of-address/extract-base64", json=document)
            tenant.reading = answer.json()["request_id"]
    return tenant.reading


def valid_calls(server, tenant, number=1):
    """One valid request of every endpoint of /openapi.json, by operationId."""
    invest, poa = "/api/exchange-invest", "/api/v1/proof-of-address"
    registry = "/api/v1/company/validation"
    encoded = base64.b64encode(bill()).decode()
    upload = {"file": ("bill.pdf", bill(), "application/pdf")}
    document = {
        "file_name": "bill.pdf", "content_type": "application/pdf", "base64_content": encoded,
    }
    subscribe = subscription(server, tenant.vendor_id, number)
    companies, account = "/api/v1/company", "/api/v1/account"
    batch = lambda: f"{companies}/batches/{cancelled_batch(server, tenant)}"
    month = time.strftime("%Y-%m", time.gmtime(time.time() + 3600))
    job = lambda: f"{poa}/jobs/{cancelled_job(server, tenant)}"
    return Calls({
        "listOffers": {"method": "GET", "url": f"{invest}/offers"},
        "listSupportedBanks": {"method": "GET", "url": f"{invest}/supported-banks"},
        "listBrokers": {"method": "GET", "url": f"{invest}/brokers"},
        "getRightsEligibility": {
            "method": "GET",
            "url": f"{invest}/rights-eligibility?offer=OFR-ZUMA&chn=C0000000010",
        },
        "subscribe": {"method": "POST", "url": f"{invest}/subscribe", "json": subscribe},
        "listTransactions": {
            "method": "POST", "url": f"{invest}/transactions", "json": {"page": 1, "size": 20},
        },
        "extractAddress": {"method": "POST", "url": f"{poa}/extract", "files": upload},
        "extractAddressBase64": {
            "method": "POST", "url": f"{poa}/extract-base64", "json": document,
        },
        "createExtractionJob": {
            "method": "POST", "url": f"{poa}/extract/jobs", "json": document,
        },
        "getExtractionJob": lambda: {"method": "GET", "url": job()},
        "cancelExtractionJob": lambda: {"method": "POST", "url": f"{job()}/cancel"},
        "sendExtractionFeedback": lambda: {
            "method": "POST", "url": f"{poa}/{reading(server, tenant, document)}/feedback",
            "json": {"correct": True},
        },
        "getCompanyByRc": {"method": "GET", "url": f"{registry}/company/rc?rcNumber=1885308"},
        "getCompany": {
            "method": "GET", "url": f"{registry}/company?rcNumber=1885308&entityType=COMPANY",
        },
        "validateCompanyName": {
            "method": "GET",
            "url": f"{registry}/company/name?rcNumber=1885308&entityName=Ifedapo+Microsystems",
        },
        "getLineOfBusiness": {
            "method": "GET", "url": f"{registry}/line-of-business?rcNumber=1885308",
        },
        "getCompanyTin": {"method": "GET", "url": f"{registry}/company-tin?rcNumber=1885308"},
        "getCompanyByTin": {"method": "GET", "url": f"{registry}/company/tin?tin=4656854985337"},
        "generateCompanyTin": {
            "method": "POST", "url": f"{registry}/company/tin", "json": {
                "rcNumber": "0000050", "entityType": "COMPANY", "address": "14 Adeola Odeku Street",
                "state": "Lagos", "localGovernmentArea": "Eti-Osa", "phone": "08031234567",
                "email": "office@example.ng",
            },
        },
        **{
            name: {"method": "GET", "url": f"{registry}/{path}?vrcNumber={consent_code()}"}
            for name, path in CONSENT_PATHS.items()
        },
        **{
            name: {"method": "GET", "url": f"{registry}/{path}?vrcNumber=SANDBOXVR0"}
            for name, path in DOCUMENT_PATHS.items()
        },
        "searchCompanies": {
            "method": "GET", "url": f"{companies}/search?name=ifedapo+micro&entityType=COMPANY",
        },
        "createCompanyBatch": {
            "method": "POST", "url": f"{companies}/batches",
            "json": {"companies": [{"rcNumber": "1885308", "entityType": "COMPANY"}]},
        },
        "getCompanyBatch": lambda: {"method": "GET", "url": batch()},
        "listCompanyBatchResults": lambda: {"method": "GET", "url": f"{batch()}/results"},
        "cancelCompanyBatch": lambda: {"method": "POST", "url": f"{batch()}/cancel"},
        "createCompanyWatch": {
            "method": "POST", "url": f"{companies}/watches", "json": {"rcNumber": "1885308"},
        },
        "listCompanyWatches": {"method": "GET", "url": f"{companies}/watches"},
        "deleteCompanyWatch": lambda: {
            "method": "DELETE", "url": f"{companies}/watches/{watch(server, tenant)}",
        },
        "getAccount": {"method": "GET", "url": account},
        "getAccountWallet": {"method": "GET", "url": f"{account}/wallet"},
        "getAccountUsage": {"method": "GET", "url": f"{account}/usage?by=endpoint"},
        "listAccountStatements": {"method": "GET", "url": f"{account}/statements"},
        "getAccountStatement": {"method": "GET", "url": f"{account}/statements/{month}"},
        "listAccountLedger": {"method": "GET", "url": f"{account}/ledger"},
        "listAccountRequests": {"method": "GET", "url": f"{account}/requests?limit=5"},
        "getAccountRequest": lambda: {
            "method": "GET", "url": f"{account}/requests/{call_of(server, tenant)}",
        },
        "listAccountLimits": {"method": "GET", "url": f"{account}/limits"},
        "listAccountPrices": {"method": "GET", "url": f"{account}/prices"},
        "getQuote": {"method": "GET", "url": "/api/v1/quote?operationId=listOffers"},
        "listEvents": {"method": "GET", "url": "/api/v1/events"},
    })
