"""Four nodes share one wallet while they are killed, stopped and paused at random.

The balance never falls below zero, exactly the paid calls succeed, and what a node had of the
wallet can be spent on any other soon after its death, and at once after it stopped.
`KOFA_ROUNDS` says how often, `KOFA_SEED` with which luck.
"""

import http.client
import os
import random
import signal
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from nodes import kofa, nodes

ROUNDS = int(os.environ.get("KOFA_ROUNDS", "20"))
SEED = os.environ.get("KOFA_SEED", "nodes")
NODES = 4
CLIENTS = 64
# Who drain what is left, on one node.
DRAINERS = 8
# What calls cost, in kobo.
PATHS = {
    500: "/api/exchange-invest/offers",
    5_000: "/api/v1/company/validation/company/rc?rcNumber=1885308",
}
CHEAP, DEAR = PATHS
# A node's money is another's so long after its death at the latest.
STRANDED_SECONDS_MAX = 5.0
# How long calls may take, on a busy machine, to spend it.
SPENT_SECONDS_MAX = 20.0
# Longer than a node may be silent.
PAUSED_SECONDS = 4.6
SHORT_PAUSE_SECONDS = 1.0
DEEDS = ["kill", "kill and start", "stop", "pause", "short pause"]


@dataclass
class Call:
    asked: float
    price: int
    ended: float = 0
    # None: no whole answer came.
    status: int | None = None
    id: str = ""
    charge: int = 0
    text: str = ""


class Lines:
    """One client's connections."""

    def __init__(self):
        self.open = {}

    def call(self, node, key, price, seen):
        """A call of `node`; `None` if nobody listens there."""
        url = node.url.removeprefix("http://")
        line = self.open.get(url) or http.client.HTTPConnection(url, timeout=60)
        self.open[url] = line
        call = Call(time.monotonic(), price)
        try:
            line.connect() if line.sock is None else None
        except ConnectionError:
            return None
        seen.append(call)
        try:
            line.request("GET", PATHS[price], headers={"X-API-Key": key})
            answer = line.getresponse()
            body = answer.read()
            call.id = answer.headers["x-request-id"]
            call.charge = int(answer.headers["x-charge-amount"] or 0)
            call.status = answer.status
            if call.status not in (200, 402):
                call.text = body.decode()
        except (OSError, http.client.HTTPException):
            line.close()
        call.ended = time.monotonic()
        return call

    def close(self):
        for line in self.open.values():
            line.close()


@dataclass
class Figures:
    calls: int = 0
    cut_off: int = 0
    charged_unheard: int = 0
    refused: int = 0
    retried: int = 0
    stranded: dict = field(default_factory=dict)

    def show(self, rounds):
        print(f"{rounds} rounds: {self.calls} calls, {self.cut_off} cut off, of these"
              f" {self.charged_unheard} charged; {self.refused} refused,"
              f" {self.retried} to be tried again")
        for deed, seconds in sorted(self.stranded.items()):
            middle = sorted(seconds)[len(seconds) // 2]
            print(f"{deed}: {len(seconds)} times, money was out of reach for {middle:.1f} s"
                  f" (median), {max(seconds):.1f} s (most)")


class Rounds:
    """One wallet and its nodes."""

    def __init__(self, running):
        self.running = running
        # Where clients call; those that are about to be gone are taken out.
        self.serving = list(running.all)
        self.lock = threading.Lock()
        # Those that are to be started in the next round, and those that start in this one.
        self.gone, self.starting = [], []
        self.tenant = running.all[0].admin().tenant("Nodes Test")
        self.tenant.set_balance(0)
        self.key = self.tenant.key()
        found = running.rows(
            "select no from wallet where tenant_id = %s and environment = 'sandbox'",
            (self.tenant.id,),
        )
        self.wallet = found[0][0]
        self.last_row = 0
        self.figures = Figures()
        # Keys hold within one second.
        time.sleep(1.5)

    def balance(self):
        sql = "select balance_kobo from wallet where no = %s"
        return self.running.rows(sql, (self.wallet,))[0][0]

    def play(self, number):
        chance = random.Random(f"{SEED}/{number}")
        self.starting = []
        self.start_again()
        self.seen, self.over, self.spent = [], threading.Event(), threading.Event()
        self.funds = DEAR * chance.randrange(20, 300)
        self.tenant.admin = chance.choice(self.serving).admin()
        self.tenant.move("credits", self.funds)
        threads = [
            threading.Thread(target=self.client, args=(f"{SEED}/{number}/{one}",))
            for one in range(CLIENTS)
        ]
        [thread.start() for thread in threads]
        time.sleep(chance.uniform(0.05, 0.8))
        deed = chance.choice(DEEDS)
        count = 2 if chance.random() < 0.2 else 1
        # Others may still be starting. One has to be there to go on.
        victims = chance.sample(self.serving, min(count, len(self.serving)))
        victims = victims[: len(self.serving) - 1]
        before, self.leases = self.running.open(), []
        watching = threading.Thread(target=self.watch)
        watching.start()
        try:
            since = self.do(deed, victims)
            time.sleep(0.2)
            self.over.set()
            self.drain(chance.choice(self.serving), since)
            after = time.monotonic() - since
            if deed.endswith("pause"):
                time.sleep(max(0, PAUSED_SECONDS - after) if deed == "pause" else 0)
        finally:
            self.over.set()
            self.spent.set()
            [one.process.send_signal(signal.SIGCONT) for one in victims]
        if deed.endswith("pause"):
            self.serve(victims)
        [thread.join() for thread in [*threads, *self.starting, watching]]
        gone = before - self.running.open()
        until = max((at for at, no in self.leases if no in gone), default=since)
        stranded = max(0, until - since)
        self.figures.stranded.setdefault(deed, []).append(stranded)
        what = f"round {number}: {deed} {len(victims)} of {len(before)}"
        print(f"{what}, {self.funds // 100} NGN out of reach {stranded:.1f} s, spent {after:.1f} s")
        self.check(what)
        assert stranded < STRANDED_SECONDS_MAX, what

    def do(self, deed, victims):
        """Answers with the moment from which the money of the victims is to be free."""
        running, began = self.running, time.monotonic()
        if deed == "stop":
            before = running.open()
            self.leave(victims)
            with ThreadPoolExecutor() as pool:
                list(pool.map(lambda one: one.stop(), victims))
            self.check_left(before, len(victims))
            self.gone += victims
            return time.monotonic()
        if deed == "kill and start":
            [one.kill() for one in victims]
            self.leave(victims)
            self.gone += victims
            self.start_again()
        elif deed == "kill":
            [one.kill() for one in victims]
            self.leave(victims)
            self.gone += victims
        else:
            [one.process.send_signal(signal.SIGSTOP) for one in victims]
            time.sleep(0.1)
            self.leave(victims)
            if deed == "short pause":
                time.sleep(SHORT_PAUSE_SECONDS)
                [one.process.send_signal(signal.SIGCONT) for one in victims]
        return began

    def serve(self, nodes):
        with self.lock:
            self.serving = [*self.serving, *nodes]

    def leave(self, victims):
        with self.lock:
            self.serving = [one for one in self.serving if one not in victims]

    def start_again(self):
        """Those of the round before that are gone, while this one goes on without them."""
        begin = lambda node: self.serve([node.start()])
        threads = [threading.Thread(target=begin, args=(one,)) for one in self.gone]
        [thread.start() for thread in threads]
        self.starting += threads
        self.gone = []

    def check_left(self, before, count):
        """Who stopped left nothing behind."""
        after = {no for (no,) in self.running.rows("select no from node")}
        # One that was killed in the round before may be closed only now.
        assert len(before - after) >= count, (before, after)
        stranded = self.running.rows(
            "select node_no, wallet_no from wallet_lease where open and not node_no = any (%s)",
            (list(after),),
        )
        assert not stranded, stranded

    def client(self, seed):
        chance, lines = random.Random(seed), Lines()
        while not self.over.is_set():
            call = lines.call(
                chance.choice(self.serving), self.key, chance.choice([CHEAP, DEAR]), self.seen
            )
            if call is None or call.status in (429, 503):
                time.sleep(0.02)
            elif call.status == 402 and call.price == CHEAP:
                break
        lines.close()

    def watch(self):
        """Notes whose leases have money, until all of it is spent."""
        sql = (
            "select node_no from wallet_lease"
            " where wallet_no = %s and open and granted_kobo > spent_kobo"
        )
        while not self.spent.is_set():
            at = time.monotonic()
            self.leases += [(at, no) for (no,) in self.running.rows(sql, (self.wallet,))]
            time.sleep(0.05)

    def drain(self, node, since):
        """Spends what is left on one node."""
        def work():
            lines = Lines()
            while not self.spent.is_set():
                left = self.balance()
                if left == 0 or time.monotonic() > since + SPENT_SECONDS_MAX:
                    break
                price = DEAR if left >= DRAINERS * DEAR else CHEAP
                call = lines.call(node, self.key, price, self.seen)
                if call is None or call.status != 200:
                    time.sleep(0.02)
            self.spent.set()
            lines.close()

        with ThreadPoolExecutor(DRAINERS) as pool:
            list(pool.map(lambda _: work(), range(DRAINERS)))

    def check(self, what):
        seen = self.seen
        # A node that was paused, or had no processor for long, has lost its shares of the limits.
        expected = {None, 200, 402, 429, 503}
        odd = [it for it in seen if it.status not in expected]
        assert not odd, (what, odd[:3])
        left = self.balance()
        leases = self.running.rows(
            "select l.*, n.open from wallet_lease l left join node n on n.no = l.node_no"
            " where wallet_no = %s and l.open", (self.wallet,)
        )
        assert left == 0, (what, f"{left} of {self.funds} kobo are stranded", leases)
        rows = self.charged()
        answered = {it.id: it.charge for it in seen if it.status == 200}
        assert len(answered) == sum(it.status == 200 for it in seen)
        assert all(it.charge == it.price for it in seen if it.status == 200), what
        missing = {id: it for id, it in answered.items() if rows.get(id) != it}
        assert not missing, (what, "answered, and not in the log", missing)
        assert sum(rows.values()) == self.funds, what
        cut_off = [it for it in seen if it.status is None]
        unheard = rows.keys() - answered.keys()
        assert len(unheard) <= len(cut_off), (what, unheard)
        refused = [it for it in seen if it.status == 402]
        for one in refused:
            self.check_refused(what, one)
        self.figures.calls += len(seen)
        self.figures.cut_off += len(cut_off)
        self.figures.charged_unheard += len(unheard)
        self.figures.refused += len(refused)
        self.figures.retried += sum(it.status in (429, 503) for it in seen)
        held = self.running.rows("select count(*) from hold where wallet_no = %s", (self.wallet,))
        assert held == [(0,)], what

    def charged(self):
        """Charges of the round by request."""
        rows = self.running.rows(
            "select id, request_id, charge_kobo, balance_kobo from request_log"
            " where id > %s and id / (1::bigint << 40) = %s order by id",
            (self.last_row, self.wallet),
        )
        self.last_row = rows[-1][0]
        assert all(balance >= 0 for *_, balance in rows)
        charged = [row for row in rows if row[2]]
        found = {str(uuid.UUID(bytes=id)): charge for _, id, charge, _ in charged}
        assert len(found) == len(charged), "a call is charged once"
        return found

    def check_refused(self, what, one):
        """A call is refused only if others may have had the money."""
        may_have = sum(
            it.price for it in self.seen
            if it.asked < one.ended and (it.status in (200, None) or it.ended > one.asked)
            and it is not one
        )
        assert may_have > self.funds - one.price, (what, one, may_have, self.funds)


def test_a_wallet_of_many_nodes_is_exact_while_they_die(binary, tmp_path):
    with nodes(tmp_path, NODES) as running:
        rounds = Rounds(running)
        try:
            for number in range(ROUNDS):
                rounds.play(number)
            [one.start() for one in rounds.gone]
        finally:
            rounds.figures.show(number + 1)
        verified = kofa(running, "ledger", "verify")
        assert verified.returncode == 0, verified.stdout + verified.stderr
        for node in running.live():
            node.stop()
        assert running.rows("select no from node") == []
        assert running.rows("select wallet_no from wallet_lease where open") == []
