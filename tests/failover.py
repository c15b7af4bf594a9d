"""Two PostgreSQL servers under Patroni, with etcd, on this machine: a primary and a synchronous
standby that takes its place."""

import base64
import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx
import psycopg

from cluster import owner, programs

READY_SECONDS_MAX = 60
# From when on a pair that is not synchronous is helped.
STUCK_SECONDS = 15
# How long the leader's key outlives its holder. Patroni's default is 30 s: tests do not wait.
TTL_SECONDS = 5


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Node:
    """A PostgreSQL server and the Patroni that runs it."""

    def __init__(self, name, folder, etcd):
        self.name, self.folder = name, Path(folder) / name
        self.folder.mkdir()
        self.data = self.folder / "data"
        self.port, self.api = free_port(), f"127.0.0.1:{free_port()}"
        self.process = None
        place = f"127.0.0.1:{self.port}"
        (self.folder / "patroni.json").write_text(json.dumps({
            "scope": "kofa",
            "name": name,
            "restapi": {"listen": self.api, "connect_address": self.api},
            "etcd3": {"hosts": etcd},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL_SECONDS, "loop_wait": 1, "retry_timeout": 2,
                    # A primary that crashed is replaced, not started anew.
                    "master_start_timeout": 0,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True},
                },
                "initdb": [{"encoding": "UTF8"}, {"auth": "trust"}, "no-sync"],
            },
            "postgresql": {
                "listen": place, "connect_address": place,
                "data_dir": str(self.data), "bin_dir": str(programs()),
                "pgpass": str(self.folder / "pgpass"),
                "authentication": {
                    "superuser": {"username": "postgres"},
                    "replication": {"username": "postgres"},
                },
                "pg_hba": [
                    "local all all trust",
                    "host all all 127.0.0.1/32 trust",
                    "host replication all 127.0.0.1/32 trust",
                ],
                "parameters": {
                    "fsync": "off", "unix_socket_directories": str(self.folder),
                    "wal_keep_size": "256MB",
                },
            },
        }))

    def start(self):
        self.process = spawn(["patroni", self.folder / "patroni.json"], self.folder)

    def asks(self, path):
        """The status of Patroni's answer, or none."""
        try:
            return httpx.get(f"http://{self.api}/{path}", timeout=1).status_code
        except httpx.HTTPError:
            return None

    def processes(self):
        """Patroni, the postmaster and all of its children."""
        found = [self.process.pid]
        try:
            found.append(int((self.data / "postmaster.pid").read_text().split()[0]))
        except (OSError, ValueError, IndexError):
            pass
        return found + [pid for pid, parent in parents() if parent in found]

    def signal(self, what):
        for pid in self.processes():
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                pass

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()


def parents():
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = stat.read_text().split(" (", 1)
            yield int(pid), int(rest.rpartition(")")[2].split()[1])
        except OSError:
            pass


def spawn(command, folder):
    """Starts a program as PostgreSQL's owner: PostgreSQL refuses to run as root."""
    who = owner()
    more = {}
    if who:
        more = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
    with (Path(folder) / "log").open("ab") as log:
        return subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            cwd=folder, env=os.environ | {"HOME": str(folder)}, **more,
        )


class Patroni:
    """The pair; `url` names both servers."""

    def __init__(self, folder):
        self.folder = Path(folder)
        client, peer = free_port(), free_port()
        self.etcd_url = f"http://127.0.0.1:{client}"
        (self.folder / "etcd").mkdir()
        self.nodes = [Node(name, self.folder, f"127.0.0.1:{client}") for name in ("one", "two")]
        self._hand_over()
        self.etcd = spawn([
            "etcd", "--data-dir", self.folder / "etcd/data", "--name", "etcd",
            "--listen-client-urls", self.etcd_url, "--advertise-client-urls", self.etcd_url,
            "--listen-peer-urls", f"http://127.0.0.1:{peer}",
            "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}",
            "--initial-cluster", f"etcd=http://127.0.0.1:{peer}", "--unsafe-no-fsync",
        ], self.folder / "etcd")
        places = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        self.url = f"postgres://postgres@{places}/kofa"
        # How libpq is told to take the primary.
        self.psycopg_url = f"{self.url}?target_session_attrs=read-write"

    def _hand_over(self):
        who = owner()
        if not who:
            return
        for path in [self.folder, *self.folder.rglob("*")]:
            os.chown(path, who.pw_uid, who.pw_gid)
        for above in self.folder.parents:
            if above.stat().st_uid == 0 and above != Path("/"):
                above.chmod(above.stat().st_mode | 0o111)

    def start(self):
        """Both, and waits until the standby confirms commits."""
        for node in self.nodes:
            node.start()
        self.wait_synchronous()
        with psycopg.connect(self.psycopg_url.replace("/kofa?", "/postgres?"),
                             autocommit=True) as connection:
            connection.execute("create database kofa")
        return self

    @property
    def primary(self):
        return next((node for node in self.nodes if node.asks("primary") == 200), None)

    def other(self, node):
        return next(it for it in self.nodes if it is not node)

    def wait_synchronous(self):
        began, helped = time.monotonic(), False
        while not self.is_synchronous():
            waited = time.monotonic() - began
            assert waited < READY_SECONDS_MAX, self.log_tail()
            if waited > STUCK_SECONDS and not helped:
                helped = True
                self.forget_synchronous()
            time.sleep(0.1)

    def forget_synchronous(self):
        """Lets the primary say anew who is synchronous. Patroni 3.0 never does if etcd did not
        answer while it promoted: the key still names the primary before, and is left alone."""
        key = base64.b64encode(b"/service/kofa/sync").decode()
        httpx.post(f"{self.etcd_url}/v3/kv/deleterange", json={"key": key}).raise_for_status()

    def is_synchronous(self):
        """As etcd has it: a standby that is not known there as synchronous is never promoted."""
        if not (primary := self.primary):
            return False
        try:
            members = httpx.get(f"http://{primary.api}/cluster", timeout=2).json()["members"]
        except (httpx.HTTPError, KeyError):
            return False
        streaming = [it["role"] for it in members if it.get("state") in ("running", "streaming")]
        return sorted(streaming) == ["leader", "sync_standby"]

    def wait_promoted(self, node):
        """Returns when it takes writes."""
        url = f"postgres://postgres@127.0.0.1:{node.port}/kofa?connect_timeout=2"
        deadline = time.monotonic() + READY_SECONDS_MAX
        while True:
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    while True:
                        found = connection.execute("select pg_is_in_recovery()").fetchone()
                        if found == (False,):
                            return time.monotonic()
                        assert time.monotonic() < deadline, self.log_tail()
                        time.sleep(0.01)
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, self.log_tail()
                time.sleep(0.02)

    def log_tail(self):
        logs = [self.folder / "etcd/log", *(node.folder / "log" for node in self.nodes)]
        return "\n".join(f"{log}:\n{log.read_text()[-2000:]}" for log in logs if log.exists())

    def close(self):
        for node in self.nodes:
            if node.process:
                node.signal(signal.SIGCONT)
                node.kill()
        self.etcd.kill()
        self.etcd.wait()
