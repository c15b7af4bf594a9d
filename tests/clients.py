"""What the suite of the clients needs: a proxy that fails on demand, webhooks, expectations."""

import json
import re
import threading
import time
from collections import defaultdict
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from standardwebhooks import Webhook

SECRET = "whsec_c3VpdGUtc2VjcmV0LW9mLXRoaXJ0eS10d28tYnl0ZXM="
OTHER_SECRET = "whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhpcnR5LXR3by1i"
# Of headers of an answer, what a proxy must not hand on.
OWN_HEADERS = {"content-length", "transfer-encoding", "connection", "date", "server"}


class FaultProxy:
    """Hands calls on to a server. The first two folders of a path are a name, under which what came
    is kept, and a script: what happens to the first call, the second and so on."""

    def __init__(self, upstream):
        self.seen = defaultdict(list)
        self.lock = threading.Lock()
        self.client = httpx.Client(base_url=upstream, timeout=60)
        handler = type("Handler", (FaultHandler,), {"proxy": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        # So that closing waits for calls that are still slow.
        self.server.daemon_threads = False
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, name, script):
        return f"http://127.0.0.1:{self.server.server_port}/{name}/{script}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.client.close()


class FaultHandler(BaseHTTPRequestHandler):
    proxy = None
    protocol_version = "HTTP/1.1"
    # Of an idle connection, in seconds.
    timeout = 30

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        _, name, script, rest = self.path.split("/", 3)
        with self.proxy.lock:
            seen = self.proxy.seen[name]
            number = len(seen)
            seen.append({"path": rest, "key": self.headers.get("idempotency-key")})
        steps = script.split(",")
        fault, _, detail = (steps[number] if number < len(steps) else "ok").partition("-")
        if fault == "cut":
            self.close_connection = True
            return
        if fault == "503":
            message = {"code": "service_unavailable", "message": "Busy.", "docUrl": "/docs"}
            told = {"success": False, "message": "Busy.", "data": None, "errors": [message]}
            headers = {"content-type": "application/json", "retry-after": detail}
            return self.tell(503, headers, json.dumps(told).encode())
        if fault == "502":
            return self.tell(502, {"content-type": "text/html"}, b"<h1>Bad gateway</h1>")
        if fault == "slow":
            time.sleep(int(detail))
        headers = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "connection")}
        answer = self.proxy.client.request(self.command, f"/{rest}", content=body, headers=headers)
        if fault == "lost":
            self.close_connection = True
            return
        content = answer.content
        if fault == "newer":
            content = json.dumps(newer(answer.json())).encode()
        self.tell(answer.status_code, answer.headers, content)

    do_GET = do_POST = do_DELETE = handle_any

    def tell(self, status, headers, content):
        try:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in OWN_HEADERS:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except OSError:
            # Whoever asked had no time left.
            self.close_connection = True

    def log_message(self, *_):
        pass


def newer(value):
    """An answer of a server to come: more members, and new words of `status`."""
    if isinstance(value, list):
        return [newer(one) for one in value]
    if not isinstance(value, dict):
        return value
    words = {"registrationStatus", "status"}
    made = {k: "A_NEWER_WORD" if k in words else newer(v) for k, v in value.items()}
    return made | {"aNewerMember": {"list": [1, {"more": None}]}, "another_newer_member": 7.25}


def vectors():
    """Webhooks as another library signs them, by name; and what is wrong with some."""
    now = int(time.time())
    event = {"type": "wallet.credited", "timestamp": "2026-11-26T10:00:00.000Z",
             "data": {"amountKobo": 50000, "note": "naïve ₦ “quotes”"}}
    body = json.dumps(event, ensure_ascii=False)
    long = json.dumps(event | {"more": "x" * 5000})

    def signed(secret=SECRET, text=body, at=now, sent=None):
        signature = Webhook(secret).sign("evt_01", datetime.fromtimestamp(at, timezone.utc), text)
        headers = {"webhook-id": "evt_01", "webhook-timestamp": str(at)}
        headers["webhook-signature"] = signature
        return {"body": sent or text, "headers": headers, "secret": SECRET, "now": now}

    of = lambda made, **headers: made | {"headers": made["headers"] | headers}
    both = signed(OTHER_SECRET)["headers"]["webhook-signature"]
    right = signed()["headers"]["webhook-signature"]
    unsigned = signed()
    del unsigned["headers"]["webhook-signature"]
    return {
        "good": signed(),
        "rotated": of(signed(), **{"webhook-signature": f"v1a,none {both} {right}"}),
        "long": signed(text=long),
        "changed": signed(sent=body.replace("50000", "50001")),
        "foreign": signed(OTHER_SECRET),
        "old": signed(at=now - 600),
        "early": signed(at=now + 600),
        "unsigned": unsigned,
        "garbled": of(signed(), **{"webhook-signature": "v1,%%% v1 v1, v2," + right[3:]}),
    }


def at(outcome, path):
    """What stands at a dotted path; `*` is each of a list. None where there is nothing."""
    head, _, rest = path.partition(".")
    if not path:
        return outcome
    if head == "*":
        return [at(one, rest) for one in outcome or []]
    if isinstance(outcome, list):
        outcome = outcome[int(head)] if int(head) < len(outcome) else None
    elif isinstance(outcome, dict):
        outcome = outcome.get(head)
    else:
        return None
    return at(outcome, rest)


def faults_of(value, wanted, saved):
    """What is wrong with a value; an empty list if nothing is."""
    if not isinstance(wanted, dict):
        return [] if value == wanted and type(value) is type(wanted) else [f"is not {wanted!r}"]
    wrong = []
    for rule, bound in wanted.items():
        holds = {
            "atLeast": lambda: value is not None and value >= bound,
            "atMost": lambda: value is not None and value <= bound,
            "matches": lambda: isinstance(value, str) and re.search(bound, value),
            "present": lambda: value is not None,
            "absent": lambda: value is None,
            "same": lambda: value is not None and value == at(saved, bound),
            "hasAll": lambda: set(bound) <= set(value),
            "distinct": lambda: len(set(value)) == len(value) > 0,
            "length": lambda: value is not None and not faults_of(len(value), bound, saved),
        }[rule]
        if not holds():
            wrong.append(f"{rule} {bound!r} does not hold")
    return wrong


def unmet(position, step, outcome, saved):
    """Every expectation that a step did not meet."""
    wrong = [
        f"step {position}, {path}: {at(outcome, path)!r} {fault}"
        for path, wanted in step["expect"].items()
        for fault in faults_of(at(outcome, path), wanted, saved)
    ]
    return [*wrong, f"  of {json.dumps(outcome)[:1500]}"] if wrong else []


def unmet_by_calls(wanted, seen):
    """What is wrong with the calls of a case that the proxy saw."""
    keys = [one["key"] for one in seen]
    new = [key for key in keys if key]
    holds = {
        "requests": lambda it: not faults_of(len(seen), it, {}),
        "sameKey": lambda _: len(set(keys)) == 1 and new,
        "keys": lambda it: [key and "new" for key in keys] == it and len(set(new)) == len(new),
        "noneHasInPath": lambda it: not any(it in one["path"] for one in seen),
    }
    broken = [(rule, it) for rule, it in wanted.items() if not holds[rule](it)]
    wrong = [f"calls: {rule} {it!r} does not hold" for rule, it in broken]
    return [*wrong, f"  of {seen}"] if wrong else []
