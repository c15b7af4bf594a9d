"""Webhooks that Kofa signed, as standardwebhooks.com describes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import WebhookVerificationError
from .models import EventType


@dataclass(frozen=True)
class WebhookEvent:
    """Something that happened."""

    id: str
    """The same however often the event is sent: keep those that you have seen."""
    type: EventType
    timestamp: str
    data: dict[str, Any]


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """The event in a webhook, if one of its signatures is right and it is recent.

    `body` is what came, byte for byte: parsed JSON that is written again has another signature.
    `secret` is the endpoint's, `whsec_…`; give several while one is replaced by another.
    `tolerance` is how far the clocks may be apart, in seconds; `now` is in seconds since 1970.
    """
    found = {name.lower(): value for name, value in headers.items()}
    try:
        parts = [found[f"webhook-{name}"] for name in ("id", "timestamp", "signature")]
    except KeyError as error:
        raise WebhookVerificationError(f"The webhook has no {error.args[0]}.") from None
    event, timestamp, signatures = parts
    now = time.time() if now is None else now
    is_number = timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12
    if not is_number or abs(now - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The webhook is too old, or its clock is wrong.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{event}.{timestamp}.".encode() + raw
    for one in [secret] if isinstance(secret, str) else secret:
        key = base64.b64decode(one.removeprefix("whsec_"))
        right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for signature in signatures.split(" "):
            version, _, text = signature.partition(",")
            if version == "v1" and hmac.compare_digest(text.encode(), right):
                told = json.loads(raw)
                return WebhookEvent(event, told["type"], told["timestamp"], told["data"])
    raise WebhookVerificationError("No signature of the webhook is right.")
