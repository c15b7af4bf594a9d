"""What an answer must look like, by the path it came from."""

import re
import uuid

PRODUCTS = {
    "investment": "/api/exchange-invest",
    "documents": "/api/v1/proof-of-address",
    "registry": "/api/v1/company/validation",
}
LINK = {"documents": "doc_url"}


def product_of(path):
    for product, prefix in PRODUCTS.items():
        if path.startswith(prefix):
            return product
    if path.startswith("/api/v1/company/"):
        return "registry"
    return "problem"


def expect_success(answer, status=200):
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    expect_request_id(answer)
    return answer


def expect_request_id(answer):
    """Every answer has one: a UUIDv7."""
    assert uuid.UUID(answer.headers["x-request-id"]).version == 7
    return answer.headers["x-request-id"]


def expect_failure(answer, status, code, field=None):
    """A refusal in the envelope of the path's product; returns its first matching fault."""
    product = product_of(answer.request.url.path)
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    request_id = expect_request_id(answer)
    media_type = answer.headers["content-type"]
    body = answer.json()
    if product == "problem":
        assert media_type == "application/problem+json"
        assert body["status"] == status and body["code"] == body["errors"][0]["code"]
        assert {"type", "title", "detail"} <= body.keys()
    else:
        assert media_type == "application/json"
        assert body["message"] and body["data"] is None
        if product == "documents":
            assert body["request_id"] == request_id
        else:
            assert body["success"] is False
        if product == "registry":
            assert body["statusCode"] == status
    for fault in body["errors"]:
        assert re.fullmatch("[a-z][a-z0-9_]*", fault["code"]), fault
        assert fault["message"]
        link = fault[LINK.get(product, "docUrl")]
        assert link.endswith(f"/docs/errors/{fault['code']}"), fault
    found = [
        fault for fault in body["errors"]
        if fault["code"] == code and (field is None or fault.get("field") == field)
    ]
    assert found, f"no {code} on {field} in {body['errors']}"
    return found[0]


def expect_free(answer):
    """Nothing was charged, and where charge headers are sent, they say so."""
    assert answer.headers.get("x-charge-amount", "0") == "0"
