"""An offer from its making to credited shares, as a fintech and the operators meet it."""

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest

from envelopes import expect_failure, expect_free, expect_success
from kofa import eventually
from market import PAID, PATH, Fintech, moves, new_id, statuses


@pytest.fixture
def fintech(server, tenant):
    return Fintech(server, tenant)


@pytest.fixture
def open_now(fintech):
    """An offer that everyone sees, open since a moment ago."""
    offer = public_offer(fintech)
    yield offer
    # Other tests choose among the open offers of this server.
    path = f"/admin/v1/offers/sandbox/{offer['id']}"
    if "cancel" in fintech.admin.get(path)["possible"]:
        fintech.admin.post(f"{path}/cancel", {"reason": "The test is over."})


def moment(days):
    return (datetime.now(UTC) + timedelta(days=days)).isoformat().replace("+00:00", "Z")


def public_offer(fintech):
    body = {
        "id": new_id("PUB"), "name": "Jollof Foods Plc Public Offer", "offerType": "PrimaryOffer",
        "issuerName": "Jollof Foods Plc", "symbol": "JOLLOF", "isin": "NG0BAOBAB004",
        "sector": "Consumer Goods", "priceKobo": 1_050, "minimumShares": 10, "multiple": 10,
        "sharesOnOffer": 1_000_000, "openAt": moment(-1), "closeAt": moment(10),
        "registrar": {"name": "Sandbox Registrars Limited"},
    }
    made = fintech.admin.post("/admin/v1/offers?environment=sandbox", body)
    assert made["status"] == "open", made
    fintech.await_offer(made, "open")
    return made


def assert_eventually(holds):
    def check():
        assert holds()

    eventually(check)


@pytest.mark.parametrize("card", [False, True])
def test_an_application_is_paid_and_taken_by_the_exchange(fintech, card):
    offer = fintech.offers()["OFR-BAOBAB"]
    answer = expect_success(fintech.send(fintech.body(offer, 100, isCardPayment=card)))
    data = answer.json()["data"]
    assert data["success"] and data["exchangeReferenceNumber"] and data["exchangeSubscriptionId"]
    done = fintech.until(data["transactionReference"], "accepted")
    assert statuses(done) == ("accepted", "successful", "pending")
    assert done["isSettledPayment"] is True and done["settledAt"]
    assert done["amount"] == data["amount"] == 100 * offer["pricePerShare"]
    assert done["sharesAllotted"] is None and done["refundAmount"] is None
    assert done["subscription"]["id"] == data["localSubscriptionId"]
    assert moves(done) == PAID
    times = [line["at"] for line in done["history"]]
    assert times == sorted(times)
    listed = fintech.transactions(offerId="OFR-BAOBAB", status="accepted")["transactions"]
    assert [one["id"] for one in listed] == [done["id"]] and "history" not in listed[0]


# Shares asked for, and what they get of 1,150: the minimum of 100 each, then half of what is
# still asked for in steps of 50. The last step goes to the first of the two largest remainders.
OVERSUBSCRIBED = [(100, 100), (250, 200), (500, 300), (800, 450), (150, 100)]


def test_a_life_to_credited_shares(fintech):
    offer = fintech.copy(sharesOnOffer=1_000, oversubscriptionLimitPct=15)
    price = offer["priceKobo"]
    applied = [fintech.apply(offer, asked) for asked, _ in OVERSUBSCRIBED]
    failing = fintech.apply(offer, 100, bankAccountNumber="0000000002")
    fintech.until(failing, "payment_failed")

    closed = fintech.clock(offer, "closed")
    assert closed["status"] == "closed"
    fintech.await_offer(offer, "closed")
    expect_failure(fintech.send(fintech.body(offer)), 422, "offer_closed", "offerId")
    rehearsed = allot(fintech, offer, dryRun=True)
    assert rehearsed["state"] == "dry_run"

    allotted = fintech.clock(offer, "allotted")
    assert allotted["status"] == "allotted"
    check_basis(fintech, offer, rehearsed["basis"])
    for reference, (asked, got) in zip(applied, OVERSUBSCRIBED):
        found = fintech.look(reference)
        if asked == got:
            assert statuses(found) == ("allotted", "successful", "full")
        else:
            assert statuses(found) == ("partially_allotted", "refund_pending", "partial")
        assert found["sharesAllotted"] == got
        assert round((found["refundAmount"] or 0) * 100) == (asked - got) * price
        assert f"for {asked} shares was allotted" in found["allotmentExplanation"]
    refused = expect_failure(allot_answer(fintech, offer), 409, "already_allotted")
    assert refused["message"]

    fintech.clock(offer, "refunded")
    for reference, (asked, got) in zip(applied, OVERSUBSCRIBED):
        payment = "successful" if asked == got else "refunded"
        assert fintech.look(reference)["paymentStatus"] == payment

    fintech.clock(offer, "credited")
    listed = fintech.clock(offer, "listed")
    assert listed["status"] == "listed"
    assert listed["subscriptionsByStatus"] == {"credited": 5, "payment_failed": 1}
    for reference, (asked, got) in zip(applied, OVERSUBSCRIBED):
        found = fintech.look(reference)
        end = ["allot_all"] if asked == got else ["allot_some", "refund"]
        assert moves(found) == PAID + end + ["credit"]
        assert found["isSettledPayment"] and found["sharesAllotted"] == got
    assert fintech.look(failing)["status"] == "payment_failed"
    # Forward only.
    path = fintech.tenant.path(f"sandbox/offers/{offer['id']}/clock")
    answer = fintech.admin.client.post(path, json={"to": "open"})
    expect_failure(answer, 409, "offer_not_in_state")


def allot_answer(fintech, offer, **body):
    path = f"/admin/v1/offers/sandbox/{offer['id']}/allotment"
    return fintech.admin.client.post(path, json=body)


def allot(fintech, offer, **body):
    return expect_success(allot_answer(fintech, offer, **body)).json()


def check_basis(fintech, offer, rehearsed):
    """The published table adds up, to the share and to the kobo."""
    kept = fintech.admin.get(f"/admin/v1/offers/sandbox/{offer['id']}/allotment")
    basis, price = kept["basis"], offer["priceKobo"]
    assert kept["state"] == "done" and basis == rehearsed, "a rehearsal tells the truth"
    asked = sum(asked for asked, _ in OVERSUBSCRIBED)
    got = sum(got for _, got in OVERSUBSCRIBED)
    assert (basis["demand"], basis["supply"], basis["allotted"]) == (asked, 1_150, got)
    assert (basis["full"], basis["partial"], basis["none"]) == (1, 4, 0)
    assert basis["collectedTotal"] == got * price
    assert basis["refundsTotal"] == (asked - got) * price
    for name in ["applications", "requested", "allotted"]:
        total = {"requested": "demand"}.get(name, name)
        assert sum(band[name] for band in basis["bands"]) == basis[total]


def test_a_ballot_where_minimums_do_not_fit(fintech):
    offer = fintech.copy(sharesOnOffer=200, oversubscriptionLimitPct=15)
    applied = [fintech.apply(offer, isCardPayment=True) for _ in range(5)]
    fintech.clock(offer, "refunded")
    ended = [fintech.look(reference) for reference in applied]
    winners = [one for one in ended if one["status"] == "allotted"]
    losers = [one for one in ended if one["status"] == "refunded"]
    assert (len(winners), len(losers)) == (2, 3)
    for one in losers:
        assert statuses(one) == ("refunded", "refunded", "none")
        assert one["refundAmount"] == one["amount"] and one["sharesAllotted"] == 0
        assert moves(one) == PAID + ["allot_none", "begin_refund", "refund"]
        assert "lots were drawn with the seed 1" in one["allotmentExplanation"]
    fintech.await_offer(offer, "allotted")
    expect_failure(fintech.send(fintech.body(offer)), 422, "offer_closed", "offerId")


def test_who_is_subscribed_may_not_be_twice_unless_it_failed(fintech):
    offer = fintech.copy()
    body = fintech.body(offer, bankAccountNumber="0000000002")
    first = expect_success(fintech.send(body)).json()["data"]
    before = fintech.tenant.wallet()["balanceKobo"]
    refused = fintech.send(body)
    fault = expect_failure(refused, 409, "duplicate_subscription")
    assert fault["existingSubscriptionId"] == first["localSubscriptionId"], fault
    expect_free(refused)
    assert fintech.tenant.wallet()["balanceKobo"] == before
    failed = fintech.until(first["transactionReference"], "payment_failed")
    assert failed["reason"] == "insufficient_funds" and not failed["isSettledPayment"]
    # Reapply, from an account with money.
    again = expect_success(fintech.send(body | {"bankAccountNumber": "0000014579"}))
    fintech.until(again.json()["data"]["transactionReference"], "accepted")
    expect_failure(fintech.send(body), 409, "duplicate_subscription")


def test_an_unknown_outcome_is_reconciled(fintech):
    offer = fintech.copy()
    answer = expect_success(fintech.send(fintech.body(offer, bankAccountNumber="0000000005")), 202)
    data = answer.json()["data"]
    assert (data["success"], data["exchangeReferenceNumber"]) == (False, "")
    assert answer.json()["success"] is True and data["localSubscriptionId"]
    subscription = f"/admin/v1/subscriptions/{data['localSubscriptionId']}"
    waiting = fintech.admin.get(subscription)
    assert (waiting["status"], waiting["exchangeState"]) == ("received", "unknown")
    done = fintech.until(data["transactionReference"], "accepted")
    assert moves(done) == ["receive"] + PAID
    known = fintech.admin.get(subscription)
    assert known["exchangeReferenceNumber"] and known["exchangeState"] == "accepted"


def test_an_operator_clears_up_an_unknown_outcome(fintech):
    offer = fintech.copy()
    ask = fintech.body(offer, bankAccountNumber="0000000005")
    data = expect_success(fintech.send(ask), 202).json()["data"]
    path = f"/admin/v1/subscriptions/{data['localSubscriptionId']}"
    told = {"outcome": "refused", "reason": "The exchange has no such application."}
    ended = fintech.admin.post(f"{path}/resolve", told)
    assert (ended["status"], ended["reason"]) == ("rejected", told["reason"])
    again = fintech.admin.client.post(f"{path}/resolve", json=told)
    expect_failure(again, 409, "subscription_not_in_state")
    assert fintech.look(data["transactionReference"])["status"] == "rejected"


def test_what_the_exchange_refuses_is_free_and_kept(fintech):
    offer = fintech.copy()
    body = fintech.body(offer, offer["minimumShares"] * 13)
    refused = fintech.send(body)
    fault = expect_failure(refused, 422, "exchange_rejected")
    expect_free(refused)
    kept = fintech.transactions(status="rejected")["transactions"]
    assert [one["subscription"]["id"] for one in kept] == [fault["localSubscriptionId"]]
    assert statuses(kept[0]) == ("rejected", "pending", "pending") and kept[0]["reason"]
    # The person may apply again at once.
    expect_success(fintech.send(body | {"numberOfShares": offer["minimumShares"]}))


def test_a_dry_run_changes_nothing(fintech):
    offer = fintech.copy()
    body = fintech.body(offer)
    before = fintech.tenant.wallet()["balanceKobo"]
    answer = expect_success(fintech.send(body, validateOnly="true"))
    assert answer.json()["data"]["valid"] is True
    expect_free(answer)
    faulty = body | {"bvn": "1", "numberOfShares": 1, "brokerId": "nobody"}
    refused = fintech.send(faulty, validateOnly="true")
    for code, field in [("invalid_bvn", "bvn"), ("below_minimum", "numberOfShares"),
                        ("broker_not_found", "brokerId")]:
        expect_failure(refused, 422, code, field)
    assert fintech.transactions()["totalCount"] <= 0
    expect_success(fintech.send(body))
    expect_failure(fintech.send(body, validateOnly="true"), 409, "duplicate_subscription")
    assert before - fintech.tenant.wallet()["balanceKobo"] > 0


def entry(reference, transaction, kobo):
    paid_at = datetime.now(UTC).date().isoformat()
    return {
        "environment": "sandbox", "reference": reference, "transactionReference": transaction,
        "amountKobo": kobo, "paidAt": paid_at,
    }


def settle(fintech, reference, transaction, kobo):
    body = entry(reference, transaction, kobo)
    return fintech.admin.post("/admin/v1/settlements", body)


def test_an_operator_enters_payments(fintech):
    offer = fintech.copy()
    cost = offer["minimumShares"] * offer["priceKobo"]
    name = new_id("BANK")
    # The sandbox's bank would fail this debit a second later: the entry is usually first.
    for number in range(10):
        waiting = fintech.apply(offer, bankAccountNumber="0000000002")
        less = settle(fintech, f"{name}/less/{number}", waiting, cost - 1)["settlement"]
        paid = settle(fintech, f"{name}/{number}", waiting, cost)
        if paid["settlement"]["outcome"] == "applied":
            break
    assert paid["settlement"]["outcome"] == "applied", paid
    assert (less["outcome"], less["expectedKobo"]) == ("amount_mismatch", cost)
    done = fintech.until(waiting, "accepted")
    assert moves(done).count("pay") == 1 and done["isSettledPayment"]
    again = settle(fintech, f"{name}/{number}", waiting, cost)
    assert again["repeated"] and again["settlement"]["outcome"] == "applied"
    other = fintech.admin.client.post(
        "/admin/v1/settlements", json=entry(f"{name}/{number}", waiting, cost + 1)
    )
    expect_failure(other, 409, "settlement_reference_reused")
    twice = settle(fintech, f"{name}/twice", waiting, cost)["settlement"]
    assert twice["outcome"] == "already_paid"
    nobody = settle(fintech, f"{name}/nobody", "KFT-20260101-0000000000", cost)["settlement"]
    assert nobody["outcome"] == "unknown_transaction"


def test_an_operator_imports_a_banks_file(fintech):
    offer = fintech.copy()
    naira = offer["minimumShares"] * offer["priceKobo"] / 100
    name, today = new_id("FILE"), datetime.now(UTC).date().isoformat()
    waiting = [fintech.apply(offer, bankAccountNumber="0000000002") for _ in range(3)]
    lines = [f'{name}/{n},{one},"{naira:,.2f}",{today}' for n, one in enumerate(waiting)]
    lines.append(f"{name}/9,KFT-20260101-0000000000,1.00,{today}")
    lines.append(f"{name}/10,{waiting[0]},-1,{today}")
    file = "\ufeffreference,transactionReference,amount,paidAt\r\n" + "\r\n".join(lines) + "\r\n"
    path = "/admin/v1/settlements/import?environment=sandbox"

    def send():
        headers = {"Content-Type": "text/csv"}
        answer = fintech.admin.client.post(path, content=file.encode(), headers=headers)
        return expect_success(answer).json()

    first, second = send(), send()
    assert first["lines"] == second["lines"] == 5
    assert first["unknownTransaction"] == 1 and first["rejected"] == second["rejected"] == 1
    assert first["applied"] + first["notPayable"] == 3
    assert first["totalAppliedKobo"] == round(first["applied"] * naira * 100)
    assert (second["applied"], second["repeated"], second["totalAppliedKobo"]) == (0, 4, 0)
    ended = [fintech.until(one, "accepted") for one in waiting[: first["applied"]]]
    assert all(moves(one).count("pay") == 1 for one in ended)


def eligibility(fintech, offer, chn):
    path = f"{PATH}/rights-eligibility"
    return fintech.client.get(path, params={"offer": offer, "chn": chn})


def test_rights_of_the_reserved_holders(fintech):
    def reason(offer, chn):
        data = expect_success(eligibility(fintech, offer, chn)).json()["data"]
        assert chn not in str(data), "the CHN is masked"
        assert data["eligible"] == (data["reason"] == "ELIGIBLE")
        return data["reason"], data["rightsAvailable"]

    issue = fintech.copy("OFR-ZUMA")
    assert reason(issue["id"], "C0000000010") == ("ELIGIBLE", 50_000)
    assert reason(issue["id"], "C0000000011") == ("NOT_ON_REGISTER", 0)
    assert reason(issue["id"], "C0000000017") == ("RIGHTS_FULLY_TRADED", 0)
    assert reason("OFR-BAOBAB", "C0000000010")[0] == "OFFER_NOT_RIGHTS"
    expect_failure(eligibility(fintech, "OFR-NONE", "C0000000010"), 404, "offer_not_found")
    expect_failure(eligibility(fintech, "", "?"), 422, "missing_field", "offer")
    expect_failure(eligibility(fintech, "", "?"), 422, "invalid_chn", "chn")

    holder = {"chn": "C0000000010", "hasExistingChnDepository": True, "isCardPayment": True}
    none = fintech.body(issue, 1, **holder | {"chn": "C0000000017"})
    expect_failure(fintech.send(none), 422, "not_eligible_for_rights")
    taken = fintech.apply(issue, 60_000, **holder)
    assert reason(issue["id"], "C0000000010") == ("ALREADY_SUBSCRIBED", 0)
    fintech.clock(issue, "credited")
    found = fintech.look(taken)
    # The rights in full, and what others did not take up.
    assert (found["sharesAllotted"], found["status"]) == (60_000, "credited")
    assert "taken up" in found["allotmentExplanation"]


def test_the_life_of_an_offer_in_operators_hands(fintech, open_now):
    path = f"/admin/v1/offers/sandbox/{open_now['id']}"
    admin = fintech.admin
    accepted = [fintech.apply(open_now, isCardPayment=True) for _ in range(3)]
    for reference in accepted:
        fintech.until(reference, "accepted")
    waiting = expect_success(
        fintech.send(fintech.body(open_now, bankAccountNumber="0000000005")), 202
    ).json()["data"]["transactionReference"]

    later = moment(20)
    extended = admin.post(f"{path}/extend", {"closeAt": later})
    assert extended["closeAt"][:19] == later[:19]
    assert extended["originalCloseAt"][:19] == open_now["closeAt"][:19]
    earlier = admin.client.post(f"{path}/extend", json={"closeAt": moment(1)})
    expect_failure(earlier, 422, "invalid_field", "closeAt")
    assert_eventually(lambda: fintech.offers()[open_now["id"]]["extended"])
    fixed = admin.client.patch(path, json={"priceKobo": 1})
    expect_failure(fixed, 409, "offer_terms_fixed", "priceKobo")

    admin.post(f"{path}/suspend", {"reason": "A supplement to the prospectus is due."})
    fintech.await_offer(open_now, "suspended")
    expect_failure(fintech.send(fintech.body(open_now)), 422, "offer_not_open", "offerId")
    assert admin.post(f"{path}/resume")["status"] == "open"
    fintech.await_offer(open_now, "open")
    after = [fintech.apply(open_now, isCardPayment=True)]
    cancelled = admin.post(f"{path}/cancel", {"reason": "The minimum was not reached."})
    assert cancelled["status"] == "cancelled" and cancelled["possible"] == []
    for reference in accepted:
        found = fintech.until(reference, "cancelled")
        assert found["refundAmount"] == found["amount"] and found["isSettledPayment"]
        refunded(fintech, reference)
        assert moves(fintech.look(reference)) == PAID + ["cancel", "refund"]
    for reference in [waiting] + after:
        found = fintech.until(reference, "cancelled")
        if found["isSettledPayment"]:
            refunded(fintech, reference)
        else:
            assert "pay" not in moves(found) and found["paymentStatus"] == "failed"
    counts = admin.get(path)["subscriptionsByStatus"]
    assert counts == {"cancelled": len(accepted) + 1 + len(after)}
    expect_failure(admin.client.post(f"{path}/resume", json={}), 409, "offer_not_in_state")


def refunded(fintech, reference):
    def check():
        assert fintech.look(reference)["paymentStatus"] == "refunded"

    in_a_minute(check)


def test_an_operator_withdraws_a_subscription(fintech):
    offer = fintech.copy()
    accepted = fintech.apply(offer, isCardPayment=True)
    id = fintech.until(accepted, "accepted")["subscription"]["id"]
    path = f"/admin/v1/subscriptions/{id}/cancel"
    answer = fintech.admin.client.post(path, json={"reason": "The investor asked."})
    # It went to the exchange with its payment: only the whole offer can be called off.
    expect_failure(answer, 409, "subscription_not_in_state")


def listed(fintech, name, word, id):
    answer = expect_success(fintech.client.get(f"{PATH}/{name}"))
    return {one[id]: one for one in answer.json()["data"][word]}


def test_banks_and_brokers_change_within_a_second(fintech):
    admin, offer = fintech.admin, fintech.copy()
    banks = lambda: listed(fintech, "supported-banks", "banks", "bankId")
    body = fintech.body(offer)
    fcmb = next(bank for bank in banks().values() if bank["bankCode"] == "214")
    mine = body | {"bankId": fcmb["bankId"], "bankCode": "214", "bankAccountNumber": "0000000000"}
    path = f"/admin/v1/banks/{fcmb['bankId']}"
    try:
        admin.patch(path, {"active": False, "logoUrl": "https://logos.example/fcmb.svg"})
        assert_eventually(lambda: banks()[fcmb["bankId"]]["active"] is False)
        assert banks()[fcmb["bankId"]]["logoUrl"] == "https://logos.example/fcmb.svg"
        refused = fintech.send(mine, validateOnly="true")
        expect_failure(refused, 422, "bank_not_supported")
    finally:
        admin.patch(path, {"active": True, "logoUrl": fcmb["logoUrl"]})
    assert_eventually(lambda: banks()[fcmb["bankId"]] == fcmb)
    expect_success(fintech.send(mine, validateOnly="true"))


def test_a_broker_that_operators_add(fintech):
    brokers = lambda: listed(fintech, "brokers", "brokers", "id")
    id = new_id("broker").lower()
    added = fintech.admin.post("/admin/v1/brokers", {"id": id, "name": "Ada Securities Limited"})
    assert added["added"] is True
    expect_failure(
        fintech.admin.client.post("/admin/v1/brokers", json={"id": id, "name": "Ada"}),
        409, "broker_exists",
    )
    path = f"/admin/v1/brokers/{id}"
    changes = {"code": "ADASEC", "acceptsNewClients": False, "phone": "+2348031234567"}
    edited = fintech.admin.patch(path, changes)
    assert {name: edited[name] for name in changes} == changes
    fintech.admin.patch(path, {"active": False})


def test_nothing_of_the_market_crosses_tenants(fintech):
    stranger = Fintech(fintech.server, fintech.admin.tenant("Stranger"))
    mine = fintech.copy()
    reference = fintech.apply(mine)
    assert mine["id"] in fintech.offers() and mine["id"] not in stranger.offers()
    expect_failure(stranger.send(stranger.body(mine)), 422, "offer_not_found", "offerId")
    expect_failure(eligibility(stranger, mine["id"], "C0000000010"), 404, "offer_not_found")
    for search in [{}, {"transactionReference": reference}, {"offerId": mine["id"]}]:
        assert stranger.transactions(**search)["totalCount"] == 0
    path = stranger.tenant.path(f"sandbox/offers/{mine['id']}/clock")
    expect_failure(fintech.admin.client.post(path, json={"to": "closed"}), 404, "not_found")
    own = lambda one: fintech.admin.get(one.tenant.path("sandbox/offers"))["items"]
    assert [offer["id"] for offer in own(fintech)] == [mine["id"]] and own(stranger) == []
    # An offer of everyone is nobody's to move.
    path = stranger.tenant.path("sandbox/offers/OFR-BAOBAB/clock")
    expect_failure(fintech.admin.client.post(path, json={"to": "closed"}), 404, "not_found")
    # The same person applies for the same offer through both: two worlds.
    offer = fintech.offers()["OFR-BAOBAB"]
    one, other = fintech.body(offer), stranger.body(offer)
    other |= {"bvn": one["bvn"], "nin": one["nin"]}
    expect_success(fintech.send(one))
    expect_success(stranger.send(other))


@pytest.mark.parametrize("before", [0, 8])
def test_nobody_slips_in_behind_the_close(fintech, before):
    """Applications that race with the close take part in the allotment or come to nothing."""
    offer = fintech.copy(sharesOnOffer=1_000)
    fintech.tenant.move("credits", 10**11)
    stop = threading.Event()
    sent = []

    def apply():
        while not stop.is_set():
            answer = fintech.send(fintech.body(offer, isCardPayment=True))
            sent.append((answer.status_code, answer.text))
            if answer.status_code == 422:
                return

    threads = [threading.Thread(target=apply) for _ in range(4)]
    for thread in threads:
        thread.start()
    path = f"/admin/v1/offers/sandbox/{offer['id']}"
    try:
        while len(sent) < before:
            time.sleep(0.01)
        fintech.admin.post(f"{path}/close")
        in_a_minute(lambda: allot(fintech, offer))
        fintech.await_offer(offer, "allotted")
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert {status for status, _ in sent} <= {200, 422}, sent[-1]
    assert all("offer_closed" in text for status, text in sent if status == 422)
    fintech.clock(offer, "credited")
    basis = fintech.admin.get(f"{path}/allotment")["basis"]

    def settled():
        counts = fintech.admin.get(path)["subscriptionsByStatus"]
        assert counts.keys() <= {"credited", "refunded", "expired", "cancelled"}, counts
        late = sum(counts.get(word, 0) for word in ["expired", "cancelled"])
        assert sum(counts.values()) - late == basis["applications"]
        assert sum(counts.values()) == sum(status == 200 for status, _ in sent)

    in_a_minute(settled)


def in_a_minute(check):
    for _ in range(12):
        try:
            return eventually(check)
        except AssertionError as error:
            last = error
    raise last
