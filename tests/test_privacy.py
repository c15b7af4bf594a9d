"""Personal numbers stay out of the data folder, the log and every other answer."""

import base64
from pathlib import Path

from kofa import bill, pdf, subscription
from test_jobs import wait

SUBSCRIBE = "/api/exchange-invest/subscribe"
# Numbers of the right form that occur nowhere else.
BVN, NIN, ACCOUNT = "22398765437", "81598765431", "0000014579"
ODD = "73918264550"


def texts_at_rest(server):
    """Everything the server has written, by where it is."""
    for path in sorted(server.data.rglob("*")):
        if path.is_file():
            yield str(path), path.read_bytes()
    if server.database:
        for row in server.database.texts():
            yield f"the row {row[:60]}", row.encode()
    yield "the log", server.log.read_bytes()


def search(server, numbers):
    """Fails if one of the numbers is found in clear."""
    found = []
    control = False
    for place, content in texts_at_rest(server):
        found += [f"{number} in {place}" for number in numbers if number.encode() in content]
        # The name of a tenant is no secret: it shows that the search can find something.
        control = control or b"Test Tenant" in content
    assert control, "the search reads what the server stores"
    assert not found, found


def test_stored_numbers_are_sealed(server, tenant):
    key = tenant.key()
    with server.product(key) as client:
        body = subscription(server, tenant.vendor_id, bvn=BVN, nin=NIN)
        made = client.post(SUBSCRIBE, json=body)
        assert made.is_success, made.text
        listed = client.post("/api/exchange-invest/transactions", json={})
        again = client.post(SUBSCRIBE, json=body)
        assert again.status_code == 409, again.text
    for answer in [made, listed, again]:
        for number in [BVN, NIN, ACCOUNT]:
            assert number not in answer.text
    search(server, [BVN, NIN, ACCOUNT, key])


def test_numbers_in_wrong_places_are_not_kept(server, tenant):
    key = tenant.key()
    with server.product(key) as client:
        right = subscription(server, tenant.vendor_id)
        for name in right:
            for value in [ODD, f"x {ODD} y", int(ODD), {ODD: ODD}, [ODD]]:
                # Not a valid application, so nothing of it may stay.
                body = right | {"offerId": "OFR-NOWHERE", name: value}
                answer = client.post(SUBSCRIBE, json=body)
                assert 400 <= answer.status_code < 500, answer.text
        client.post(SUBSCRIBE, json=right | {ODD: ODD, "offerId": "OFR-NOWHERE"})
        client.post(f"{SUBSCRIBE}?x={ODD}", content=ODD)
        client.post(SUBSCRIBE, content=f'{{"bvn": "{ODD}"', headers={"Content-Type": ODD})
        client.get(f"/api/exchange-invest/offers?status={ODD}&page={ODD}&{ODD}={ODD}")
        client.get(f"/api/exchange-invest/{ODD}")
        client.get(f"/api/v1/company/validation/company/rc?rcNumber={ODD}&entityType={ODD}")
        client.get(f"/api/v1/quote?operationId={ODD}")
        client.post("/api/exchange-invest/transactions", json={"transactionReference": ODD})
        client.post("/api/exchange-invest/transactions", json={"page": ODD, "size": ODD})
        headers = {"X-Environment": ODD, "Idempotency-Key": ODD, "X-Forwarded-For": ODD}
        client.post(SUBSCRIBE, json=right | {"offerId": "OFR-NOWHERE"}, headers=headers)
    with server.product(f"kofa_test_{ODD}") as client:
        client.get("/api/exchange-invest/offers")
    search(server, [ODD])


def test_documents_are_not_kept(server, tenant):
    mark = "Zanzibar Quokka"
    document = pdf([
        (50, 790, 16, "IKEJA ELECTRIC"),
        (50, 690, 10, f"Customer Name: {mark}"),
        (50, 674, 10, "Service Address: 14 Quokka Zanzibar Street, Victoria Island, Lagos State"),
    ])
    assert document != bill()
    with server.product(tenant.key()) as client:
        upload = {"file": (f"{mark}.pdf", document, "application/pdf")}
        answer = client.post("/api/v1/proof-of-address/extract", files=upload)
        assert answer.is_success, answer.text
        assert "Quokka" in answer.json()["data"]["full_address"]
    search(server, ["Quokka"])


def test_passwords_of_documents_are_not_kept(server, tenant):
    fixtures = Path(__file__).parent.parent / "crates/address/tests/engine/fixtures"
    locked = (fixtures / "locked-accents.pdf").read_bytes()
    right, wrong = "\u1ecc\u0300\u1e63un \xe9 1", "Quokka-Passwort-7"
    path = "/api/v1/proof-of-address"
    encoded = base64.b64encode(locked).decode()
    with server.product(tenant.key()) as client:
        said = []
        for password in [right, wrong, wrong * 9, [wrong], {wrong: wrong}]:
            body = {"base64_content": encoded, "document_password": password}
            said.append(client.post(f"{path}/extract-base64", json=body))
            made = client.post(f"{path}/extract/jobs", json=body)
            said.append(made)
            if made.status_code == 202:
                place = made.headers["location"]
                wait(client, place)
                said.append(client.get(place))
            fields = {"document_password": str(password)}
            upload = {"file": ("bill.pdf", locked, "application/pdf")}
            said.append(client.post(f"{path}/extract", data=fields, files=upload))
        said.append(client.post(f"{path}/extract?document_password={wrong}", files=upload))
        broken = f'{{"document_password": "{wrong}"'
        said.append(client.post(f"{path}/extract-base64", content=broken))
    assert said[0].is_success and said[2].json()["status"] == "succeeded", said[0].text
    for answer in said:
        assert wrong not in answer.text and right not in answer.text
    search(server, [wrong, right])
