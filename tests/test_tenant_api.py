"""The account as its own tenant's programs read it, compared with what the operator is told."""

import csv
import io

import pytest

from envelopes import expect_failure, expect_success
from kofa import ACCOUNT_SCOPE, SCOPES, eventually

ACCOUNT = "/api/v1/account"
COMPANY = "/api/v1/company/validation/company/rc?rcNumber=1885308"


@pytest.fixture
def reader(server, tenant):
    """A client with a key that reads the account and nothing else."""
    with server.product(tenant.key(scopes=[ACCOUNT_SCOPE])) as client:
        yield client


def read(client, path, **more):
    return expect_success(client.get(f"{ACCOUNT}{path}", **more)).json()


def test_the_account_says_who_calls(server, tenant):
    tenant.switch("ai_processing_hub", False)
    issued = tenant.issue(scopes=[ACCOUNT_SCOPE, SCOPES[0]], name="reader")
    with server.product(issued["key"]) as client:
        account = read(client, "")
    assert account["vendorId"] == tenant.vendor_id and account["id"] == tenant.id
    assert account["key"]["name"] == "reader" and "key" not in account["key"]
    assert set(account["key"]["scopes"]) == {ACCOUNT_SCOPE, SCOPES[0]}
    services = {(one["scope"], one["environment"]): one["enabled"] for one in account["services"]}
    # The key reaches the sandbox alone.
    expected = {(scope, "sandbox"): scope != "ai_processing_hub" for scope in SCOPES}
    assert services == expected


def test_what_is_told_is_what_the_operator_is_told(tenant, server, reader):
    before = tenant.wallet()
    with server.product(tenant.key(scopes=SCOPES)) as client:
        made = [expect_success(client.get(COMPANY)) for _ in range(3)]
        expect_failure(client.get(COMPANY[:-7] + "999999999"), 404, "company_not_found")
    wallet = read(reader, "/wallet")
    assert wallet["balanceKobo"] == before["balanceKobo"] - 15_000
    assert wallet["availableKobo"] == wallet["balanceKobo"] and wallet["alerts"]["open"] == []
    ledger = read(reader, "/ledger?limit=3")
    assert ledger["items"] == tenant.admin.get(tenant.path("ledger/sandbox?limit=3"))["items"]
    assert [row["amountKobo"] for row in ledger["items"]] == [-5_000] * 3
    more = read(reader, f"/ledger?cursor={ledger['nextCursor']}")
    assert more["items"][0]["kind"] == "top_up" and more["nextCursor"] is None
    one = made[0].headers["x-request-id"]
    assert read(reader, f"/requests/{one}") == tenant.row(one)
    rows = read(reader, "/requests?operationId=getCompanyByRc&status=4xx")["items"]
    assert [row["errorCode"] for row in rows] == ["company_not_found"]

    def usage():
        lines = {it["operationId"]: it for it in read(reader, "/usage?by=endpoint")["items"]}
        line = lines.get("getCompanyByRc", {})
        assert (line.get("calls"), line.get("errors"), line.get("chargeKobo")) == (4, 1, 15_000)
        return lines

    lines = eventually(usage, 20)
    days = read(reader, "/usage")["items"]
    assert sum(day["chargeKobo"] for day in days) == sum(it["chargeKobo"] for it in lines.values())
    assert wallet["currency"] == "NGN"


def test_statements_have_three_forms(reader, tenant, server):
    with server.product(tenant.key(scopes=SCOPES)) as client:
        expect_success(client.get(COMPANY))
    listed = read(reader, "/statements")["items"]
    assert [one["isOpen"] for one in listed] == [True]
    path = f"/statements/{listed[0]['month']}"
    sums = read(reader, path)
    assert sums["chargedKobo"] == 5_000 and sums["closingKobo"] == tenant.wallet()["balanceKobo"]
    file = reader.get(f"{ACCOUNT}{path}", headers={"Accept": "text/csv"})
    lines = list(csv.DictReader(io.StringIO(expect_success(file).text)))
    assert lines[-1]["kind"] == "closing_balance"
    assert int(lines[-1]["balanceKobo"]) == sums["closingKobo"]
    assert "attachment" in file.headers["content-disposition"]
    paper = reader.get(f"{ACCOUNT}{path}", headers={"Accept": "application/pdf"})
    assert expect_success(paper).content.startswith(b"%PDF-")
    expect_failure(reader.get(f"{ACCOUNT}/statements/2090-01"), 404, "not_found")
    expect_failure(reader.get(f"{ACCOUNT}/statements/soon"), 404, "not_found")


def test_limits_and_prices_are_the_tenants_own(tenant, server):
    other = tenant.admin.tenant("Ordinary", ordinary_limits=True)
    key = other.key(scopes=[ACCOUNT_SCOPE])
    with server.product(key) as client:
        limits = read(client, "/limits")["items"]
        assert limits == [{"policy": "key", "requestsPerSecond": 50, "burst": 100}]
        other.limit(7, 9)
        eventually(lambda: expect_equal(
            [one["policy"] for one in read(client, "/limits")["items"]], ["key", "tenant"]
        ))
        path = other.path("prices/getCompanyByRc/sandbox")
        other.admin.put(path, {"amountKobo": 4_321})
        later = {"amountKobo": 9, "effectiveAt": "2090-01-01T00:00:00Z"}
        other.admin.put(path, later)
        prices = {one["operationId"]: one for one in read(client, "/prices")["items"]}
    price = prices["getCompanyByRc"]
    assert (price["amountKobo"], price["rule"]) == (4_321, "tenant_override")
    assert [one["amountKobo"] for one in price["scheduled"]] == [9]
    assert "createdBy" not in str(price)
    assert {one["environment"] for one in prices.values()} == {"sandbox"}
    assert "getAccount" not in prices and prices["createCompanyBatch"]["amountKobo"] == 5_000


def expect_equal(found, expected):
    assert found == expected


def test_nobody_reads_what_is_not_theirs(tenant, server, reader):
    stranger = tenant.admin.tenant("Stranger")
    with server.product(stranger.key(scopes=SCOPES)) as client:
        theirs = expect_success(client.get(COMPANY)).headers["x-request-id"]
        fault = expect_failure(client.get(f"{ACCOUNT}/wallet"), 403, "insufficient_scope")
        assert fault["requiredScope"] == ACCOUNT_SCOPE
    expect_failure(reader.get(f"{ACCOUNT}/requests/{theirs}"), 404, "not_found")
    assert read(reader, f"/requests?requestId={theirs}")["items"] == []
    # A tenant in the query is no way round it, nor is an environment.
    rows = read(reader, f"/requests?tenantId={stranger.id}&environment=live")["items"]
    assert {row["environment"] for row in rows} <= {"sandbox"}
    assert theirs not in {row["requestId"] for row in rows}
    expect_failure(
        reader.get(f"{ACCOUNT}/wallet", headers={"X-Environment": "live"}),
        403, "environment_mismatch",
    )
    expect_failure(reader.get(COMPANY), 403, "insufficient_scope")


def test_parameters_are_read_strictly(reader):
    faults = {
        "/usage?by=month": "by", "/usage?from=yesterday": "from",
        "/usage?from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z": "to",
        "/requests?status=700": "status", "/requests?service=leasing": "service",
        "/ledger?limit=0": "limit", "/ledger?cursor=zz": "cursor",
    }
    for path, field in faults.items():
        expect_failure(reader.get(f"{ACCOUNT}{path}"), 422, "invalid_field", field)
    expect_failure(reader.get(f"{ACCOUNT}/requests/7"), 404, "not_found")
