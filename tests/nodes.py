"""Several nodes of the built server over one PostgreSQL."""

import signal
import subprocess
from contextlib import contextmanager
from types import SimpleNamespace

import psycopg

from kofa import BINARY, PostgresDatabase, Server


class Nodes:
    """Equal nodes, with one folder of data: keys, and files beside the database."""

    def __init__(self, folder, database, environment):
        self.folder, self.database, self.all = folder, database, []
        self.environment = environment

    def join(self, url=None):
        """Starts one more; `url` is how it reaches the database."""
        folder = self.folder / f"node{len(self.all)}"
        folder.mkdir()
        node = Server(folder, SimpleNamespace(url=url or self.database.url))
        node.data = self.folder / "data"
        node.environment = self.environment
        self.all.append(node)
        return self.begin(node)

    def begin(self, node):
        """Starts it, also again."""
        node.start()
        node.no = self.newest()
        return node

    def newest(self):
        """The number of the node that joined last."""
        return self.rows("select max(no) from node")[0][0]

    def live(self):
        # One that is started again has no process for a moment.
        processes = [(node, node.process) for node in self.all]
        return [node for node, process in processes if process and process.poll() is None]

    def rows(self, sql, params=()):
        with psycopg.connect(self.database.url, autocommit=True) as connection:
            return connection.execute(sql, params).fetchall()

    def open(self):
        """The numbers of nodes that nobody takes for gone."""
        return {no for (no,) in self.rows("select no from node where open")}

    def logs(self):
        return "\n".join(node.log.read_text(errors="replace") for node in self.all)


@contextmanager
def nodes(folder, count, **environment):
    """So many nodes on a database of their own, while the caller goes on."""
    database = PostgresDatabase()
    running = Nodes(folder, database, environment)
    try:
        for _ in range(count):
            running.join()
        yield running
    finally:
        for node in running.all:
            if node.process:
                node.process.send_signal(signal.SIGCONT)
                node.kill()
        database.drop()


def kofa(running, *words):
    """The command, beside the nodes."""
    command = [BINARY, *words, "--data", running.folder / "data"]
    command += ["--database-url", running.database.url]
    return subprocess.run(command, capture_output=True, text=True)
