"""Applicants are looked up by BVN, NIN and account before a live application leaves: whatever the
service says, or does not say, nothing of its records stays."""

import re

import httpx
import pytest

from conftest import running
from envelopes import expect_failure, expect_success
from kofa import PostgresDatabase, eventually
from stand_ins import People
from test_exchange_chain import PATH, Chain
from test_privacy import texts_at_rest

# A name of records that nobody sends.
OTHER = "Quokkason"
BORN = "1990-04-12"


class Asking(Chain):
    """A live Kofa that asks about people, with an exchange over a good line."""

    def __init__(self, folder, exchange, people, database):
        super().__init__(folder, exchange, database)
        self.line.is_good = True
        self.people = people
        self.server.environment |= people.settings | {"KOFA_IDENTITY_ENQUIRY_TIMEOUT_S": "1"}

    def known(self, number):
        """Makes whoever applies under `number` known by what they say."""
        body = self.body(number, self.offer_now)
        record = {"firstName": body["firstName"], "lastName": body["lastName"].upper(),
                  "dateOfBirth": body["dateOfBirth"]}
        self.people.records |= {body["bvn"]: record, body["nin"]: record}
        account = f"{body['lastName']} {body['firstName']}".upper()
        self.people.records[body["bankAccountNumber"]] = {"accountName": account}
        return body

    def send(self, body, **query):
        return self.client.post(f"{PATH}/subscribe", json=body, params=query)

    def again_with(self, policy):
        self.client.close()
        self.server.stop()
        self.server.environment["KOFA_IDENTITY_ENQUIRY_POLICY"] = policy
        self.server.start()
        self.client = self.server.product(self.key)
        self.await_offer(isSubscribable=True)


@pytest.fixture(params=["sqlite", "postgres"])
def asking(request, sqlite_server, binary, tmp_path):
    people = People()
    database = PostgresDatabase() if request.param == "postgres" else None
    made = Asking(tmp_path / "near", sqlite_server, people, database)
    for _ in running(made.server):
        made.begin()
        made.key = made.client.headers["x-api-key"]
        made.move("open")
        made.offer_now = made.await_offer(status="open", isSubscribable=True)
        yield made
        made.client.close()
    made.line.shutdown()
    people.close()
    if database:
        database.drop()


def fields(answer):
    return [one["field"] for one in answer.json()["errors"]]


def warned(answer):
    data = expect_success(answer).json()["data"]
    return [one["field"] for one in data.get("warnings", [])]


def checks(asking, answer):
    reference = answer.json()["data"]["transactionReference"]
    found = asking.client.post(f"{PATH}/transactions", json={"transactionReference": reference})
    one = expect_success(found).json()["data"]["transactions"][0]
    return {(it["person"], it["check"]): it["outcome"] for it in one.get("identityChecks", [])}


def test_who_is_who_they_say_applies_and_nobody_else_does(asking):
    people = asking.people
    body = asking.known(1)
    taken = expect_success(asking.send(body))
    assert "warnings" not in taken.json()["data"]
    assert checks(asking, taken) == {
        ("applicant", "bvn"): "exact", ("applicant", "nin"): "exact",
        ("applicant", "account"): "normalized"}
    # What is sent is the number and nothing else.
    asked = {path: said for _, path, said in people.asked}
    assert asked["/bvn"] == {"bvn": body["bvn"]} and asked["/nin"] == {"nin": body["nin"]}
    assert asked["/account"] == {
        "bankCode": "011", "nipCode": asked["/account"]["nipCode"],
        "accountNumber": body["bankAccountNumber"]}

    body = asking.known(2)
    stranger = {"firstName": "Zebedee", "lastName": OTHER, "dateOfBirth": BORN}
    for number, record, code, field in [
        (body["bvn"], stranger, "bvn_name_mismatch", "bvn"),
        (body["nin"], None, "nin_not_found", "nin"),
        (body["nin"], people.records[body["nin"]] | {"watchlisted": True},
         "nin_watchlisted", "nin"),
        (body["nin"], people.records[body["nin"]] | {"dateOfBirth": "1961-09-30"},
         "nin_birth_date_mismatch", "dateOfBirth"),
        (body["bankAccountNumber"], {"accountName": f"{OTHER} ZEBEDEE".upper()},
         "account_name_mismatch", "bankAccountNumber"),
        (body["bankAccountNumber"], None, "account_not_found", "bankAccountNumber"),
    ]:
        right = people.records[number]
        people.records[number] = record
        for query in ({}, {"validateOnly": "true"}):
            refused = asking.send(body, **query)
            expect_failure(refused, 422, code)
            assert fields(refused) == [field]
            assert refused.headers["x-charge-amount"] == "0"
            assert OTHER.lower() not in refused.text.lower()
            assert body["bvn"] not in refused.text and body["nin"] not in refused.text
        people.records[number] = right
    assert len(asking.there()) == 1, "nothing of them left"
    # Other spellings are told and taken.
    people.records[body["bvn"]] = {"firstName": "N", "middleName": OTHER,
                                   "lastName": body["lastName"], "dateOfBirth": "1990-12-04"}
    assert warned(asking.send(body)) == ["bvn", "dateOfBirth"]
    eventually(lambda: nothing_lies_open(asking, body))


def nothing_lies_open(asking, body):
    for place, content in texts_at_rest(asking.server):
        for secret in [OTHER, OTHER.upper(), body["bvn"], body["nin"], body["bankAccountNumber"]]:
            assert secret.encode() not in content, place


def test_a_service_that_fails_lets_nobody_in_and_comes_back(asking):
    people = asking.people
    body = asking.known(1)
    for mood, status, code in [
        (b"<html>hello</html>", 503, "identity_unavailable"),
        (b'{"firstName": 7}', 503, "identity_unavailable"),
        (500, 503, "identity_unavailable"),
        (404, 503, "identity_unavailable"),
        ("cuts", 503, "identity_unavailable"),
        # By now it is left alone for a while.
        (b"[]", 503, "identity_unavailable"),
    ]:
        people.mood = mood
        answer = asking.send(body)
        expect_failure(answer, status, code)
        assert int(answer.headers["retry-after"]) > 0 and answer.headers["x-charge-amount"] == "0"
    people.mood = "well"
    eventually(lambda: expect_success(asking.send(body)), 30)

    body = asking.known(2)
    people.mood = 402
    expect_failure(asking.send(body), 503, "upstream_account_problem")

    def alerted():
        alerts = asking.server.admin().get("/admin/v1/operator-alerts")["items"]
        assert any("identity/live" in one["says"] for one in alerts), alerts

    eventually(alerted, 30)
    people.mood = "hangs"
    expect_failure(asking.send(body), 504, "identity_timeout")
    people.mood = "well"
    expect_success(asking.send(body))
    assert len(asking.there()) == 2
    metrics = httpx.get(f"{asking.server.url}/metrics").text
    for outcome in ["answered", "nonsense", "server_error", "late", "account_problem", "refused"]:
        labels = f'upstream="identity",environment="live",outcome="{outcome}"'
        assert f"kofa_upstream_questions_total{{{labels}}}" in metrics, outcome
    labels = 'upstream="identity",environment="live"'
    timed = re.search(rf"kofa_upstream_seconds_count{{{labels}}} (\d+)", metrics)
    assert int(timed[1]) > 5


def test_a_policy_can_warn_or_skip(asking):
    people = asking.people
    asking.again_with("warn")
    body = asking.known(1)
    people.records[body["bvn"]] = {"firstName": "Zebedee", "lastName": OTHER}
    people.records[body["bankAccountNumber"]] = None
    answer = asking.send(body)
    assert warned(answer) == ["bvn", "bankAccountNumber"]
    assert checks(asking, answer) == {
        ("applicant", "bvn"): "mismatch", ("applicant", "nin"): "exact",
        ("applicant", "account"): "not_found"}
    body = asking.known(2)
    people.records[body["bvn"]] |= {"watchlisted": True}
    expect_failure(asking.send(body), 422, "bvn_watchlisted")
    people.records[body["bvn"]] |= {"watchlisted": False}
    people.mood = "cuts"
    answer = asking.send(body)
    assert warned(answer) == ["bvn", "nin", "bankAccountNumber"]
    assert set(checks(asking, answer).values()) == {"unavailable"}
    for one in asking.there().values():
        assert one["status"] != "rejected", one

    people.asked.clear()
    asking.again_with("skip")
    body = asking.body(3, asking.offer_now)
    answer = asking.send(body)
    assert warned(answer) == [] and checks(asking, answer) == {}
    assert people.asked == []


def test_what_was_on_its_way_when_the_server_died_is_kept_with_its_checks(asking):
    asking.again_with("warn")
    body = asking.known(1)
    asking.line.is_up = False
    body["clientReference"] = "once"
    asking.people.records[body["nin"]] = None
    # The exchange cuts the line, so nobody knows whether it has it.
    answer = asking.send(body)
    asking.server.kill()
    asking.line.is_up = True
    asking.server.start()
    asking.client = asking.server.product(asking.key)
    assert answer.status_code == 202, answer.text
    found = expect_success(asking.client.post(
        f"{PATH}/transactions", json={"clientReference": "once"})).json()["data"]["transactions"]
    assert len(found) == 1
    reference = found[0]["transactionReference"]
    told = expect_success(asking.client.post(
        f"{PATH}/transactions", json={"transactionReference": reference}))
    one = told.json()["data"]["transactions"][0]
    outcomes = {it["check"]: it["outcome"] for it in one["identityChecks"]}
    assert outcomes == {"bvn": "exact", "nin": "not_found", "account": "normalized"}
