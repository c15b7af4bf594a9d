"""Runs the cases of a file with the client; prints a line of JSON for each step."""

import base64
import itertools
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from generator.naming import snake
from generator.python import name_of
from kofa_client import FileUpload, Kofa, KofaError, RequestOptions, models, verify_webhook

KINDS = {
    "AuthenticationError": "authentication", "InsufficientBalanceError": "insufficientBalance",
    "PermissionDeniedError": "permission", "NotFoundError": "notFound",
    "ConflictError": "conflict", "ValidationError": "validation", "RateLimitError": "rateLimit",
    "ServerError": "server", "ConnectionFailed": "connection", "WaitError": "wait",
    "WebhookVerificationError": "webhook",
}
OPERATIONS = json.loads(Path(sys.argv[2]).read_text())


def filled(value, saved):
    """`$step.data.id` is what that step came to."""
    if isinstance(value, str) and value.startswith("$"):
        name, *path = value[1:].split(".")
        if name not in saved:
            return value
        at = saved[name]
        for part in path:
            at = at[int(part)] if isinstance(at, list) else at[part]
        return at
    if isinstance(value, list):
        return [filled(one, saved) for one in value]
    if isinstance(value, dict):
        return {name: filled(one, saved) for name, one in value.items()}
    return value


def client_of(settings):
    seconds = {
        name: settings[wire] / 1000
        for wire, name in [("timeoutMs", "timeout"), ("maxRetryWaitMs", "max_retry_wait")]
        if wire in settings
    }
    urls = {snake(group): url for group, url in settings.get("serviceUrls", {}).items()}
    return Kofa(
        settings["apiKey"], settings["baseUrl"], environment=settings.get("environment"),
        max_retries=settings.get("maxRetries", 2), service_urls=urls, **seconds,
    )


def given(operation, step):
    """The arguments of a method, from names and forms of the wire."""
    positional = list(step.get("path", []))
    if operation["body"]:
        body = dict(step.get("body", {}))
        model = getattr(models, operation["body"]).from_wire(body)
        if "file" in step:
            it = step["file"]
            model.file = FileUpload(base64.b64decode(it["content"]), it["name"], it.get("type"))
        positional.append(model)
    named = {name_of(wire): value for wire, value in step.get("params", {}).items()}
    more = dict(step.get("options", {}))
    for wire, name in [("limitMs", "limit"), ("intervalMs", "interval")]:
        if wire in more:
            named[name] = more.pop(wire) / 1000
    made = {snake(name): value for name, value in more.items()}
    if "timeout_ms" in made:
        made["timeout"] = made.pop("timeout_ms") / 1000
    return positional, named | {"options": RequestOptions(**made)}


def told(answer):
    made = {
        "status": answer.status, "requestId": answer.request_id, "message": answer.message,
        "chargedKobo": answer.charged_kobo, "balanceKobo": answer.balance_kobo,
        "isReplay": answer.is_replay,
    }
    if isinstance(answer.data, bytes):
        return made | {"bytes": len(answer.data), "head": answer.data[:4].decode()}
    return made | {"data": answer.data.to_wire()}


def run(client, step):
    if "parallel" in step:
        with ThreadPoolExecutor(step["parallel"]) as pool:
            all_of = pool.map(lambda _: outcome(client, step["step"]), range(step["parallel"]))
            return {"outcomes": list(all_of)}
    if "verify" in step:
        it = step["verify"]
        event = verify_webhook(it["body"], it["headers"], it["secret"], now=it["now"])
        return {"event": vars(event)}
    name = step.get("call") or step.get("iterate") or step.get("wait")
    operation = OPERATIONS[name]
    group = getattr(client, snake(operation["group"]))
    positional, named = given(operation, step)
    if "iterate" in step:
        items = getattr(group, snake(operation["iterator"]))(*positional, **named)
        return {"items": [one.to_wire() for one in itertools.islice(items, step.get("take"))]}
    return told(getattr(group, snake(name))(*positional, **named))


def outcome(client, step):
    start = time.monotonic()
    try:
        made = run(client, step)
    except KofaError as error:
        of = lambda name: getattr(error, name, None)
        faults = [
            {"code": it.code, "field": it.field, "message": it.message, "docUrl": it.doc_url,
             "details": it.details} for it in of("faults") or ()
        ]
        made = {"error": {
            "kind": KINDS[type(error).__name__], "status": of("status"), "code": of("code"),
            "message": str(error), "faults": faults, "requestId": of("request_id"),
            "retryAfter": of("retry_after"), "isTimeout": of("is_timeout"),
        }}
    return made | {"elapsedMs": round((time.monotonic() - start) * 1000)}


def main():
    for case in json.loads(Path(sys.argv[1]).read_text()):
        saved = {}
        with client_of(case["client"]) as client:
            for position, step in enumerate(case["steps"]):
                made = outcome(client, filled(step, saved))
                if "as" in step:
                    saved[step["as"]] = made
                print(json.dumps({"case": case["name"], "step": position} | made), flush=True)


main()
