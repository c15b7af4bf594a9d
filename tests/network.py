"""The line between the server and PostgreSQL, and what can become of it."""

import random
import socket
import threading
import time
from urllib.parse import urlsplit


class Line:
    """Passes on what both sides say, until it is told to do it badly.

    `lossy`: the part of the server's answers that are swallowed, whereupon the line is cut.
    `slow`: seconds that each answer is late. `frozen`: nothing is passed on, and all of it
    later. `down`: a new line is cut at once. `silence()`: the lines of now say and hear nothing
    any more, not even that the other end is gone; new ones work.
    """

    def __init__(self, url, seed=0):
        parts = urlsplit(url)
        self.server = (parts.hostname, parts.port or 5432)
        self.listener = socket.create_server(("127.0.0.1", 0))
        here = "127.0.0.1:%d" % self.listener.getsockname()[1]
        person = parts.netloc.rpartition("@")[0]
        self.url = parts._replace(netloc=f"{person}@{here}" if person else here).geturl()
        self.chance = random.Random(seed)
        self.pairs = set()
        self.swallowed = 0
        self.mend()
        threading.Thread(target=self._accept, daemon=True).start()

    def mend(self):
        self.lossy, self.slow, self.frozen, self.down = 0.0, 0.0, False, False

    def cut(self):
        for pair in list(self.pairs):
            self._close(pair)

    def silence(self):
        for pair in list(self.pairs):
            pair.silent = True

    def close(self):
        self.listener.close()
        self.mend()
        self.cut()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.down:
                client.close()
                continue
            try:
                pair = Pair(client, socket.create_connection(self.server))
            except OSError:
                # Nobody is there.
                client.close()
                continue
            self.pairs.add(pair)
            for carry in (self._ask, self._answer):
                threading.Thread(target=carry, args=(pair,), daemon=True).start()

    def _close(self, pair):
        self.pairs.discard(pair)
        for side in (pair.client, pair.server):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            side.close()

    def _carry(self, pair, source, target, is_answer):
        try:
            while said := source.recv(1 << 16):
                if is_answer and self.slow:
                    time.sleep(self.slow)
                while self.frozen and pair in self.pairs:
                    time.sleep(0.02)
                if is_answer and self.chance.random() < self.lossy:
                    self.swallowed += 1
                    return
                if pair.silent:
                    return
                target.sendall(said)
        except OSError:
            pass
        finally:
            # Both ends of a silent line stay open until the test is over.
            if not pair.silent:
                self._close(pair)

    def _ask(self, pair):
        self._carry(pair, pair.client, pair.server, False)

    def _answer(self, pair):
        self._carry(pair, pair.server, pair.client, True)


class Pair:
    """The two ends of one connection."""

    def __init__(self, client, server):
        self.client, self.server, self.silent = client, server, False
        for side in (client, server):
            side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
