"""Lists of the admin API page in one way, or are told to be on one page."""

import pytest

from envelopes import expect_failure


def made(server, tenant):
    """Some members and imports, so that there is more than one page."""
    for number in range(3):
        body = {"email": f"member{number}.{tenant.id}@example.ng", "role": "developer"}
        tenant.admin.post(tenant.path("invites"), body)
        headers = {"Content-Type": "text/csv"}
        # Its one row is rejected: other tests go by what the register has.
        file = "rcNumber,companyName\nnone,Paged Traders\n"
        place = "/admin/v1/registry/imports?environment=sandbox"
        answer = tenant.admin.client.post(place, content=file, headers=headers)
        assert answer.status_code == 202, answer.text


@pytest.mark.parametrize("name", ["members", "imports", "brokers", "banks"])
def test_a_list_pages_to_its_end(server, tenant, name):
    made(server, tenant)
    path = {
        "members": tenant.path("members"), "imports": "/admin/v1/registry/imports",
        "brokers": "/admin/v1/brokers", "banks": "/admin/v1/banks",
    }[name]
    key = lambda item: item.get("id") or item["bankId"]
    whole = [key(item) for item in tenant.admin.get(f"{path}?limit=100")["items"]]
    assert len(whole) > 2
    # Who knows of no pages has a short list whole, as before there were any.
    assert [key(item) for item in tenant.admin.get(path)["items"]] == whole
    paged, cursor, pages = [], "", 0
    while cursor is not None:
        page = tenant.admin.get(f"{path}?limit=2{cursor}")
        paged += [key(item) for item in page["items"]]
        cursor = page["nextCursor"] and f"&cursor={page['nextCursor']}"
        pages += 1
    assert paged == whole and pages == -(-len(whole) // 2)
    expect_failure(tenant.admin.client.get(f"{path}?limit=0"), 422, "invalid_field", "limit")
    unknown = tenant.admin.client.get(f"{path}?cursor={b'nobody'.hex()}")
    expect_failure(unknown, 422, "invalid_field", "cursor")


def test_a_list_without_pages_says_so(server):
    with server.client() as client:
        paths = client.get("/admin/openapi.json").json()["paths"]
    paged, whole = [], []
    for path, methods in paths.items():
        schema = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        shape = schema.get("application/json", {}).get("schema", {}).get("$ref", "")
        if not shape.startswith("#/components/schemas/PageOf"):
            continue
        names = {one["name"] for one in methods["get"].get("parameters", [])}
        says = "on one page" in methods["get"]["responses"]["200"]["description"]
        assert says == (not names & {"cursor", "limit"}), path
        assert says or names >= {"cursor", "limit"}, path
        (whole if says else paged).append(path)
    assert len(paged) > 15 and len(whole) > 8, (paged, whole)
