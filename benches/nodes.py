"""Compares one node with two over one PostgreSQL, and measures what a node's death costs the others.

    scripts/postgres.sh .venv/bin/python benches/nodes.py KOFA [--rounds 5] [--seconds 5]
        [--connections 64]

wrk sends charged `GET offers`: to one node; to two nodes, each with a wallet of its own; to two nodes
that share a wallet. All run on this machine, so ratios say what the coordination costs, not what
another machine gains. Then, several times, one of three nodes is killed under a steady load.
"""

import argparse
import http.client
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import kofa  # noqa: E402
import nodes as of_nodes  # noqa: E402

OFFERS = "/api/exchange-invest/offers"
FUNDS = 10**12
# Of the steady load: callers of each node, and their wait between two calls.
CALLERS = 4
PAUSE_S = 0.02
WINDOW_S = 6


def wrk(node, key, connections, seconds):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-H", f"X-API-Key: {key}",
               node.url + OFFERS]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def rate(running, connections, seconds, *ways):
    """Calls a second in all, of `ways`: nodes and the keys that are used there."""
    each = connections // len(ways)
    started = [wrk(running.all[at], key, each, seconds) for at, key in ways]
    total = 0
    for one in started:
        said, _ = one.communicate()
        assert "Non-2xx" not in said, said
        total += float(re.search(r"Requests/sec:\s*([\d.]+)", said)[1])
    return total


def tenants(running, count):
    admin = running.all[0].admin()
    made = [admin.tenant(f"Bench {at}") for at in range(count)]
    for tenant in made:
        tenant.set_balance(FUNDS)
    keys = [tenant.key() for tenant in made]
    time.sleep(1)  # all nodes know them
    return keys


def compare(folder, connections, rounds, seconds):
    with of_nodes.nodes(folder / "one", 1) as one, of_nodes.nodes(folder / "two", 2) as two:
        (alone,), (first, second) = tenants(one, 1), tenants(two, 2)
        ways = {
            "one node": lambda s: rate(one, connections, s, (0, alone)),
            "two nodes, a wallet each": lambda s: rate(two, connections, s, (0, first), (1, second)),
            "two nodes, one wallet": lambda s: rate(two, connections, s, (0, first), (1, first)),
        }
        for way in ways.values():
            way(1)
        found = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                found[name].append(way(seconds))
    print(f"| `GET offers`, {connections} connections | Calls/s | Ratio |\n|---|---|---|")
    before = None
    for name, rates in found.items():
        ratio = ""
        if before:
            ratio = f"{statistics.median(b / a for a, b in zip(before, rates)):.2f} of the line above"
        print(f"| {name} | {statistics.median(rates):.0f} | {ratio} |", flush=True)
        before = rates


class Steady:
    """Callers of one node, and how long each of their calls took."""

    def __init__(self, node, key):
        self.node, self.key = node, key
        self.took, self.failed, self.stopped = [], 0, threading.Event()
        self.threads = [threading.Thread(target=self.call, daemon=True) for _ in range(CALLERS)]
        for thread in self.threads:
            thread.start()

    def call(self):
        host = self.node.url.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=10)
        while not self.stopped.wait(PAUSE_S):
            begun = time.monotonic()
            try:
                connection.request("GET", OFFERS, headers={"X-API-Key": self.key})
                answer = connection.getresponse()
                answer.read()
                self.failed += answer.status != 200
            except OSError:
                self.failed += 1
                connection.close()
            self.took.append((begun, time.monotonic() - begun))

    def p99(self, since):
        took = sorted(t for begun, t in self.took if since <= begun < since + WINDOW_S)
        return took[int(len(took) * 0.99)]


def deaths(folder, rounds):
    print("\n| One of three nodes is killed: p99 of the others' calls, ms | Before | After | Failed |")
    print("|---|---|---|---|")
    with of_nodes.nodes(folder / "three", 3) as three:
        (key,) = tenants(three, 1)
        before, after, failed = [], [], 0
        for at in range(rounds):
            victim = three.all[at % 3]
            load = {node: Steady(node, key) for node in three.all}
            time.sleep(1)
            calm = time.monotonic()
            time.sleep(WINDOW_S)
            killed = time.monotonic()
            victim.kill()
            time.sleep(WINDOW_S + 1)
            for steady in load.values():
                steady.stopped.set()
            others = [steady for node, steady in load.items() if node is not victim]
            before += [one.p99(calm) for one in others]
            after += [one.p99(killed) for one in others]
            failed += sum(one.failed for one in others)
            three.begin(victim)
            time.sleep(1)
    print(f"| median of {len(before)} | {1e3 * statistics.median(before):.1f} "
          f"| {1e3 * statistics.median(after):.1f} | {failed} |")
    print(f"| most | {1e3 * max(before):.1f} | {1e3 * max(after):.1f} | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=64)
    asked = parser.parse_args()
    kofa.BINARY = of_nodes.BINARY = Path(asked.program).resolve()
    with tempfile.TemporaryDirectory(prefix="kofa-nodes-") as folder:
        for name in ["one", "two", "three"]:
            (Path(folder) / name).mkdir()
        compare(Path(folder), asked.connections, asked.rounds, asked.seconds)
        deaths(Path(folder), asked.rounds)


if __name__ == "__main__":
    main()
