"""What many nodes are asked for at once, or have under way when one of them dies, happens once."""

import secrets
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from kofa import consent_code, eventually, subscription, valid_calls
from nodes import kofa, nodes
from test_jobs import CREATE, PRICE, encoded, long_document, wait
from test_jobs_crash import check_settled
from test_mail import Mailbox
from test_webhooks import Receiver, create, feed

NODES = 4
# Each is sent so often, to all nodes in turn.
AT_ONCE = 12
ROUNDS = 5
# Duties of a node that is gone are another's so long after its death at the latest.
TAKEN_OVER_SECONDS_MAX = 5.0
# Longer than a node may be silent.
PAUSED_SECONDS = 4.6
LOCK = 0x6b6f_6661_0002


@pytest.fixture(scope="module")
def four(binary, tmp_path_factory):
    """Nodes that no test here harms."""
    with nodes(tmp_path_factory.mktemp("four"), NODES) as running:
        yield running


def tenant_of(running):
    """A tenant that every node knows, and a client of each node."""
    tenant = running.all[0].admin().tenant()
    key = tenant.key()
    clients = [node.product(key) for node in running.live()]
    for client in clients:
        eventually(lambda: known(client))
    return tenant, key, clients


def known(client):
    assert client.get("/api/v1/account").status_code == 200


def at_once(clients, **call):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        asked = [
            pool.submit(clients[number % len(clients)].request, **call)
            for number in range(AT_ONCE)
        ]
        return [one.result() for one in asked]


def charges(tenant):
    return [it for it in tenant.pages("ledger/sandbox") if it["kind"] == "charge"]


def check_once(tenant, clients, answers, again):
    """One of the answers is paid; others are its repetition, or say that it is under way."""
    good = [it for it in answers if it.is_success]
    for it in answers:
        assert it.is_success or (
            it.status_code == 409 and it.json()["errors"][0]["code"] == "idempotency_in_progress"
        ), it.text
    paid = [it for it in good if it.headers.get("idempotency-replayed") != "true"]
    assert len(paid) == 1, [(it.status_code, it.headers.get("x-charge-amount")) for it in good]
    good += [again(client) for client in clients]
    assert {it.content for it in good} == {paid[0].content}
    assert [int(it.headers["x-charge-amount"]) for it in good if it is not paid[0]] == [0] * (
        len(good) - 1
    )
    charged = charges(tenant)
    assert [it["requestId"] for it in charged] == [paid[0].headers["x-request-id"]], charged
    assert -charged[0]["amountKobo"] == int(paid[0].headers["x-charge-amount"]) > 0
    wallet = tenant.wallet()
    assert wallet["reservedKobo"] == 0, wallet


@pytest.mark.parametrize("operation", ["subscribe", "generateCompanyTin"])
def test_one_idempotency_key_on_all_nodes_is_one_call(four, operation):
    for number in range(ROUNDS):
        tenant, _, clients = tenant_of(four)
        call = valid_calls(four.all[0], tenant, secrets.randbelow(10**6))[operation]
        call["headers"] = {"Idempotency-Key": secrets.token_hex(12)}
        answers = at_once(clients, **call)
        check_once(tenant, clients, answers, lambda client: client.request(**call))
        if operation == "subscribe":
            found = clients[-1].post("/api/exchange-invest/transactions", json={"page": 1})
            assert found.json()["data"]["totalCount"] == 1


def test_one_idempotency_key_on_all_nodes_is_one_job(four):
    tenant, _, clients = tenant_of(four)
    opening = tenant.wallet()["balanceKobo"]
    call = valid_calls(four.all[0], tenant)["createExtractionJob"]
    call["headers"] = {"Idempotency-Key": secrets.token_hex(12)}
    answers = at_once(clients, **call)
    assert {it.status_code for it in answers} <= {202, 409}, [it.text for it in answers]
    answers += [client.request(**call) for client in clients]
    places = {it.headers["location"] for it in answers if it.is_success}
    assert len(places) == 1
    check_settled(tenant, [wait(clients[0], places.pop())], opening)
    with_other_body = call | {"json": call["json"] | {"file_name": "another.pdf"}}
    assert {client.request(**with_other_body).status_code for client in clients} == {422}


def test_one_idempotency_key_with_several_bodies_is_one_call(four):
    tenant, _, clients = tenant_of(four)
    headers = {"Idempotency-Key": secrets.token_hex(12)}
    first = secrets.randbelow(10**6)

    def send(number):
        body = subscription(four.all[0], tenant.vendor_id, first + number)
        client = clients[number % len(clients)]
        return client.post("/api/exchange-invest/subscribe", json=body, headers=headers)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(send, range(AT_ONCE)))
    assert sorted({it.status_code for it in answers} - {409}) == [200, 422], answers
    assert sum(it.is_success for it in answers) == 1
    assert len(charges(tenant)) == 1


def test_a_consent_code_is_used_once_on_all_nodes(four):
    for _ in range(ROUNDS):
        tenant, _, clients = tenant_of(four)
        code = consent_code()
        call = {
            "method": "GET", "params": {"vrcNumber": code},
            "url": "/api/v1/company/validation/affiliates",
        }
        answers = at_once(clients, **call)
        good = [it for it in answers if it.is_success]
        bad = [it for it in answers if not it.is_success]
        assert {it.status_code for it in bad} <= {409}, [it.text for it in bad]
        again = [client.request(**call) for client in clients]
        assert all(it.is_success for it in again), [it.text for it in again]
        assert len({it.content for it in good + again}) == 1
        paid = [it for it in good + again if it.headers["x-charge-amount"] != "0"]
        assert len(paid) == len(charges(tenant)) == 1
        uses = four.rows("select count(*) from vrc_use where tenant_id = %s", (tenant.id,))
        assert uses == [(1,)]


def test_a_job_whose_node_is_killed_is_another_nodes(binary, tmp_path):
    with nodes(tmp_path, 2) as running:
        first, second = running.all
        tenant, key, _ = tenant_of(running)
        opening = tenant.wallet()["balanceKobo"]
        body = {"document_base64": encoded(long_document(8))}
        with first.product(key) as client:
            # The other one is there, but takes nothing.
            second.process.send_signal(signal.SIGSTOP)
            places = [client.post(CREATE, json=body).headers["location"] for _ in range(4)]
            eventually(lambda: read_now(client, places))
            second.process.send_signal(signal.SIGCONT)
        first.kill()
        killed = time.monotonic()
        tenant.admin = second.admin()
        with second.product(key) as client:
            # It lost its shares of the rate limits when it was paused.
            eventually(lambda: known(client))
            records = [wait(client, place) for place in places]
        print(f"jobs of a killed node were over {time.monotonic() - killed:.1f} s later")
        # What was cut off with the node is no attempt.
        assert {record["attempts"] for record in records} == {1}
        check_settled(tenant, records, opening)
        second.stop()


def read_now(client, places):
    states = [client.get(place).json()["status"] for place in places]
    assert "processing" in states and "succeeded" not in states, states


def test_webhooks_go_on_after_their_node_is_killed(binary, tmp_path):
    receiver = Receiver()
    with nodes(tmp_path, 3, KOFA_WEBHOOK_TARGETS="any") as running:
        tenant, key, _ = tenant_of(running)
        create(tenant, receiver.url, types=["wallet.credited"])
        opened_with = {event["id"] for event in feed(running.all[0], key)[0]}
        sent = 0
        for _ in range(2):
            on_duty = holder(running, "webhooks")
            others = [node for node in running.live() if node is not on_duty]
            for number in range(40):
                tenant.admin = others[number % len(others)].admin()
                tenant.move("credits", 100 + sent)
                sent += 1
                if number == 20:
                    on_duty.kill()
                    killed = time.monotonic()
            count = lambda: len({id for id, _ in receiver.events()})
            while count() < sent:
                assert time.monotonic() < killed + 30, f"{count()} of {sent}"
                time.sleep(0.02)
            print(f"all {sent} events came {time.monotonic() - killed:.1f} s after the death")
            running.begin(on_duty)
        told = {event["id"]: event for event in feed(others[0], key)[0]}
        told = {id: event for id, event in told.items() if id not in opened_with}
        got = receiver.events()
        assert len(told) == sent and {id for id, _ in got} == set(told)
        assert all(event["data"] == told[id]["data"] for id, event in got)
        # One that was on its way when its node was killed may come again, with its id.
        print(f"{len(got) - sent} came again")
    receiver.close()


def holder(running, duty):
    """The node that does it."""
    def found():
        rows = running.rows("select node_no from duty where name = %s", (duty,))
        nodes = [node for node in running.live() if rows == [(node.no,)]]
        assert nodes, rows
        return nodes[0]

    return eventually(found, 15)


def test_mails_of_a_node_that_is_killed_are_sent_by_another(binary, tmp_path):
    mailbox = Mailbox(tmp_path).start()
    more = {
        "KOFA_MAIL_FROM": "Kofa <no-reply@example.ng>", "KOFA_SMTP_URL": mailbox.url,
        "KOFA_SMTP_CA_FILE": str(mailbox.trusted),
    }
    with nodes(tmp_path, 3, **more) as running:
        mailbox.slow = 0.2
        addresses = []
        for node in running.all[:2]:
            admin = node.admin()
            for _ in range(15):
                address = f"{secrets.token_hex(6)}@example.ng"
                admin.post("/admin/v1/tenants", {"name": "Mail", "email": address})
                addresses.append(address)
            node.kill()
        mailbox.slow = 0.0
        got = [mailbox.to(address) for address in addresses]
        again = sum(len(mails) - 1 for mails in got)
        print(f"{len(addresses)} mails, {again} of them twice")
        # Only those that were on their way, and never more often than nodes died.
        assert again <= 2 * 4 and max(map(len, got)) <= 3
    mailbox.stop()


def test_duties_are_taken_over_soon_after_a_death(binary, tmp_path):
    took = []
    with nodes(tmp_path, 3) as running:
        duties = lambda: dict(running.rows("select name, node_no from duty"))
        eventually(lambda: all_held(running, duties()), 15)
        names = set(duties())
        for _ in range(4):
            victim = holder(running, "webhooks")
            victim.kill()
            killed = time.monotonic()
            while victim.no in duties().values():
                assert time.monotonic() < killed + 3 * TAKEN_OVER_SECONDS_MAX, duties()
                time.sleep(0.02)
            took.append(time.monotonic() - killed)
            assert set(duties()) == names
            all_held(running, duties())
            eventually(lambda: gone(running, victim.no))
            running.begin(victim)
        print("duties were taken over after", ", ".join(f"{it:.1f} s" for it in took))
        assert max(took) <= TAKEN_OVER_SECONDS_MAX
        # One that stops hands them over at once.
        victim = holder(running, "webhooks")
        victim.stop()
        stopped = time.monotonic()
        assert gone(running, victim.no)
        while victim.no in duties().values():
            assert time.monotonic() < stopped + TAKEN_OVER_SECONDS_MAX
            time.sleep(0.02)
        print(f"and {time.monotonic() - stopped:.1f} s after a clean stop")
        for node in running.live():
            node.stop()
        assert running.rows("select no from node") == []
        assert running.rows("select wallet_no from wallet_lease where open") == []


def gone(running, no):
    assert (no,) not in running.rows("select no from node")
    return True


def all_held(running, duties):
    assert duties and set(duties.values()) <= {node.no for node in running.live()}, duties


def test_a_node_that_was_paused_comes_back_under_a_new_number(binary, tmp_path):
    with nodes(tmp_path, 2) as running:
        paused, other = running.all
        tenant, key, clients = tenant_of(running)
        for client in clients:
            assert client.get("/api/exchange-invest/offers").is_success
        opening = tenant.wallet()["balanceKobo"]
        before = paused.no
        answers = []

        calls = {number: named(other, tenant, number) for number in range(1, 9)}
        send = lambda number: answers.append((number, clients[0].request(**calls[number])))
        senders = [threading.Thread(target=send, args=(number,)) for number in calls]
        [sender.start() for sender in senders]
        paused.process.send_signal(signal.SIGSTOP)
        time.sleep(PAUSED_SECONDS)
        assert running.open() == {other.no}
        # What hangs there is sent to the other node meanwhile.
        tenant.admin = other.admin()
        elsewhere = {}
        for number in range(1, 5):
            elsewhere[number] = clients[1].request(**calls[number])
            assert elsewhere[number].is_success, elsewhere[number].text
        paused.process.send_signal(signal.SIGCONT)
        woke = time.monotonic()
        [sender.join() for sender in senders]
        eventually(lambda: joined_anew(running, before, other.no))
        eventually(lambda: served(clients[0]))
        print(f"served again {time.monotonic() - woke:.1f} s after it woke")
        for number, answer in answers:
            assert answer.status_code in (200, 409, 503), answer.text
        for number, call in calls.items():
            again = [client.request(**call) for client in clients]
            assert {it.status_code for it in again} == {200}, [it.text for it in again]
            same = {it.content for it in again}
            same |= {it.content for no, it in answers if no == number and it.is_success}
            same |= {elsewhere[number].content} if number in elsewhere else set()
            assert len(same) == 1
        found = clients[0].post("/api/exchange-invest/transactions", json={"page": 1})
        assert found.json()["data"]["totalCount"] == len(calls)
        wallet = tenant.wallet()
        entries = sum(it["amountKobo"] for it in tenant.pages("ledger/sandbox"))
        assert (wallet["balanceKobo"], wallet["reservedKobo"]) == (entries, 0)
        assert opening > entries
        assert tenant.admin.post("/admin/v1/ledger/verify")["ok"]
        for node in running.live():
            node.stop()
        assert running.rows("select no from node") == []


def named(server, tenant, number):
    call = valid_calls(server, tenant, number)["subscribe"]
    return call | {"headers": {"Idempotency-Key": f"paused-{number}"}}


def joined_anew(running, before, other):
    numbers = running.open()
    assert len(numbers) == 2 and before not in numbers and other in numbers, numbers


def served(client):
    assert client.get("/api/exchange-invest/offers").is_success


def test_commands_work_beside_running_nodes(four):
    tenant, _, clients = tenant_of(four)
    with ThreadPoolExecutor(1) as pool:
        over = threading.Event()

        def load():
            while not over.is_set():
                for client in clients:
                    assert client.get("/api/exchange-invest/offers").is_success

        loading = pool.submit(load)
        try:
            verified = kofa(four, "ledger", "verify")
            assert verified.returncode == 0, verified.stdout + verified.stderr
            evidence = kofa(four, "config")
            assert evidence.returncode == 0, evidence.stderr
        finally:
            over.set()
        loading.result()
    # A command is no node.
    assert four.open() == {node.no for node in four.all}


def test_who_serves_alone_keeps_nodes_out_and_is_kept_out(binary, tmp_path):
    with nodes(tmp_path, 1) as running:
        node = running.all[0]
        with psycopg.connect(running.database.url, autocommit=True) as alone:
            lock = lambda: alone.execute("select pg_try_advisory_lock(%s)", (LOCK,)).fetchone()[0]
            assert not lock(), "a node serves"
            node.stop()
            eventually(lambda: got(lock))
            with pytest.raises(AssertionError, match="another kofa serves this data already"):
                node.start()
        # Its session is gone, and the lock with it.
        running.begin(node)
        node.stop()


def got(lock):
    assert lock()
