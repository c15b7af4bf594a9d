"""Compares two builds of `kofa` over HTTP, in turns: rate and processor time of a call.

    .venv/bin/python benches/versions.py BEFORE AFTER [--rounds 5] [--seconds 5]

Each serves the demo's data on SQLite and on PostgreSQL (TEST_POSTGRES_URL). wrk sends charged
`GET offers`, charged company look-ups, and subscriptions, each of somebody else. The processor time
is the server's own, by the operating system. Medians, and the ratio of each pair, are printed.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import kofa  # noqa: E402

CONNECTIONS = 16
REST_S_MAX = 60
# A body has the number of its person, in digits and in letters.
SCRIPT = """
local file = assert(io.open(os.getenv("BODY"), "r"))
local body = file:read("*a")
file:close()
local number = tonumber(os.getenv("FIRST"))
local headers = { ["X-API-Key"] = os.getenv("KEY"), ["Content-Type"] = "application/json" }
function request()
  if body == "" then return wrk.format("GET", os.getenv("WHERE"), headers) end
  number = number + 1
  local digits = string.format("%08d", number)
  local letters = digits:gsub("%d", function(digit) return string.char(97 + tonumber(digit)) end)
  local mine = body:gsub("DIGITS", digits):gsub("LETTERS", letters)
  return wrk.format("POST", os.getenv("WHERE"), headers, mine)
end
"""
COMPANY = "/api/v1/company/validation/company/rc?rcNumber=RC-1885308"


class Build:
    """A program that serves, with a tenant that may do what it wants."""

    def __init__(self, program, folder, database):
        kofa.BINARY = Path(program)
        folder.mkdir()
        self.folder, self.database = folder, database
        self.server = kofa.Server(folder, database).start()
        tenant = self.server.admin().tenant("Bench")
        tenant.set_balance(10**12)
        self.key, self.number = tenant.key(), 0
        body = kofa.subscription(self.server, tenant.vendor_id)
        names = {"bvn": "223DIGITS", "nin": "815DIGITS", "lastName": "TestLETTERS"}
        self.body = json.dumps(body | names)

    def processor_s(self):
        fields = Path(f"/proc/{self.server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def measure(self, where, body, seconds):
        """Calls a second, and microseconds of the server's processor for one."""
        script, text = self.folder / "load.lua", self.folder / "body.json"
        script.write_text(SCRIPT)
        text.write_text(body)
        environment = os.environ | {
            "BODY": str(text), "KEY": self.key, "FIRST": str(self.number), "WHERE": where,
        }
        self.number += 1_000_000
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", script, self.server.url]
        before = self.processor_s()
        said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        spent = self.processor_s() - before
        self.rest()
        assert "Non-2xx" not in said.stdout, said.stdout
        calls = int(re.search(r"(\d+) requests in", said.stdout)[1])
        rate = float(re.search(r"Requests/sec:\s*([\d.]+)", said.stdout)[1])
        return rate, 1e6 * spent / calls

    def rest(self):
        """Waits until the server does nothing: what subscriptions leave to do would disturb others."""
        deadline = time.monotonic() + REST_S_MAX
        while time.monotonic() < deadline:
            before = self.processor_s()
            time.sleep(1)
            if self.processor_s() - before <= 0.03:
                return

    def stop(self):
        self.server.stop()
        if self.database:
            self.database.drop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    asked = parser.parse_args()
    print("| Call | Database | Calls/s before | after | Ratio | us of processor before | after | Ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name in ["SQLite", "PostgreSQL"]:
        with tempfile.TemporaryDirectory(prefix="kofa-versions-") as folder:
            make = lambda: kofa.PostgresDatabase() if name == "PostgreSQL" else None
            builds = [Build(program, Path(folder) / word, make())
                      for word, program in [("before", asked.before), ("after", asked.after)]]
            ways = {
                "charged `GET offers`": ("/api/exchange-invest/offers", False),
                "charged look-up": (COMPANY, False),
                "`subscribe`": ("/api/exchange-invest/subscribe", True),
            }
            for call, (where, posts) in ways.items():
                bodies = [build.body if posts else "" for build in builds]
                for build, body in zip(builds, bodies):
                    build.measure(where, body, 1)
                rounds = []
                for _ in range(asked.rounds):
                    rounds.append([build.measure(where, body, asked.seconds)
                                   for build, body in zip(builds, bodies)])
                row = []
                for at, digits in [(0, 0), (1, 1)]:
                    middle = [statistics.median(one[way][at] for one in rounds) for way in (0, 1)]
                    ratio = statistics.median(one[1][at] / one[0][at] for one in rounds)
                    row += [f"{middle[0]:.{digits}f}", f"{middle[1]:.{digits}f}", f"{ratio:.2f}"]
                print(f"| {call} | {name} | {' | '.join(row)} |", flush=True)
            for build in builds:
                build.stop()


if __name__ == "__main__":
    main()
