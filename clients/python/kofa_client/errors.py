"""What can go wrong, by the kind of answer."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any


@dataclasses.dataclass(frozen=True)
class Fault:
    """One fault of a request."""

    code: str
    message: str
    field: str | None = None
    """The field at fault."""
    doc_url: str | None = None
    """The code's page in the reference."""
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """What else the server told, such as `shortfall` in kobo or `requiredScope`."""


class KofaError(Exception):
    """Everything that this client raises on purpose."""


class ConnectionFailed(KofaError):
    """No answer came: the network failed, or the time for an attempt was over."""

    def __init__(self, message: str, is_timeout: bool = False) -> None:
        super().__init__(message)
        self.is_timeout = is_timeout


class WaitError(KofaError):
    """What was waited for has not ended within the limit. It goes on on the server."""


class WebhookVerificationError(KofaError):
    """A webhook is not what it says, or too old. Answer it with 400."""


class ApiError(KofaError):
    """The server refused or failed. The classes follow the HTTP status; `code` says more."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        faults: tuple[Fault, ...],
        request_id: str | None,
        retry_after: int | None,
        headers: Mapping[str, str],
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """The first fault's, as in `ErrorCode`; `unknown` where something between answered."""
        self.message = message
        self.faults = faults
        """All faults, in the order of the answer."""
        self.request_id = request_id
        """Names the call; tell it to whoever runs the server."""
        self.retry_after = retry_after
        """Seconds after which another try may help; None where none does."""
        self.headers = headers

    def of(self, field: str) -> list[Fault]:
        """The faults of one field."""
        return [one for one in self.faults if one.field == field]


class AuthenticationError(ApiError):
    """401: the key is missing, wrong, expired or revoked."""


class InsufficientBalanceError(ApiError):
    """402: the wallet cannot pay."""


class PermissionDeniedError(ApiError):
    """403: the key or the tenant may not do this."""


class NotFoundError(ApiError):
    """404 and 410: there is no such thing, or no longer."""


class ConflictError(ApiError):
    """409: it stands against something that is there."""


class ValidationError(ApiError):
    """400, 413, 415 and 422: the request is wrong; `faults` has every field."""


class RateLimitError(ApiError):
    """429: too many calls."""


class ServerError(ApiError):
    """5xx: the server or a source behind it failed. Nothing was charged."""


_CLASSES: dict[int, type[ApiError]] = {
    400: ValidationError,
    401: AuthenticationError,
    402: InsufficientBalanceError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}


def error_of(status: int, headers: Mapping[str, str], text: str) -> ApiError:
    """The error that an answer means."""
    body = _parsed(text)
    listed = body.get("errors")
    faults = tuple(_fault(one) for one in listed) if isinstance(listed, list) else ()
    code = body.get("code") or (faults[0].code if faults else None)
    message = body.get("detail") or body.get("message") or (faults[0].message if faults else None)
    kind = _CLASSES.get(status) or (ServerError if status >= 500 else ApiError)
    return kind(
        status,
        code if isinstance(code, str) else "unknown",
        message if isinstance(message, str) else f"The server answered with {status}.",
        faults,
        headers.get("x-request-id"),
        seconds(headers.get("retry-after")),
        headers,
    )


def _fault(value: Any) -> Fault:
    rest = dict(value) if isinstance(value, dict) else {}
    code, message = rest.pop("code", "unknown"), rest.pop("message", "")
    pages = [rest.pop(name, None) for name in ("docUrl", "doc_url")]
    return Fault(code, message, rest.pop("field", None), pages[0] or pages[1], rest)


def _parsed(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def seconds(header: str | None) -> int | None:
    """`Retry-After` in seconds; the server never sends a date."""
    text = (header or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
