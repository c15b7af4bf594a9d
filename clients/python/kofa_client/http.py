"""How a call is sent: time limits, repetition, and what the answer means."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import quote

import httpx

from .convert import Model, encode
from .errors import ApiError, ConnectionFailed, WaitError, error_of, seconds
from .files import FileUpload
from .models import Environment
from .version import VERSION

T = TypeVar("T")
BACKOFF_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 8.0


@dataclass(kw_only=True)
class Settings:
    """What all calls of a client have in common."""

    api_key: str = field(repr=False)
    base_url: str
    environment: Environment | None
    service_urls: Mapping[str, str]
    timeout: float
    max_retries: int
    max_retry_wait: float
    http: httpx.Client


@dataclass(frozen=True, kw_only=True)
class RequestOptions:
    """What may be different for one call."""

    idempotency_key: str | None = None
    """Names an effect: the same key and body are carried out once. Made anew if not given."""
    environment: Environment | None = None
    timeout: float | None = None
    """How long an attempt may go without progress, in seconds."""
    max_retries: int | None = None


@dataclass(frozen=True, kw_only=True)
class KofaResponse(Generic[T]):
    """An answer that succeeded."""

    data: T
    status: int
    """The HTTP status: 202 where the outcome is not known yet."""
    request_id: str
    """Names the call, and what it made or read."""
    message: str | None
    """The server's word for people, where there is one."""
    charged_kobo: int | None
    """What the call cost, in kobo."""
    balance_kobo: int | None
    """What the wallet has available after it, in kobo."""
    is_replay: bool
    """Whether this is the first answer to an earlier call with the same idempotency key."""
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Call:
    """A call as the methods describe it."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Model | None = None
    form: Model | None = None
    accept: str = "application/json"
    enveloped: bool = False
    """The answer is in `data` of an envelope."""
    idempotent: bool = False
    """Takes an idempotency key."""
    repeatable: bool = False
    """May be sent again when nobody knows what became of it."""


class Group:
    """The methods of a product."""

    _group: ClassVar[str]

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @staticmethod
    def _quote(text: str) -> str:
        return quote(text, safe="")

    def _send(
        self, call: Call, answer: type[T], options: RequestOptions | None
    ) -> KofaResponse[T]:
        settings, options = self._settings, options or RequestOptions()
        request = self._request(call, options)
        retries = settings.max_retries if options.max_retries is None else options.max_retries
        attempt = 0
        while True:
            try:
                return _response(call, answer, self._once(request))
            except (ApiError, ConnectionFailed) as error:
                wait = _pause(error, attempt, call.repeatable, settings.max_retry_wait)
                if attempt >= retries or wait is None:
                    raise
            attempt += 1
            time.sleep(wait)

    def _request(self, call: Call, options: RequestOptions) -> httpx.Request:
        settings = self._settings
        headers = {
            **call.headers,
            "X-API-Key": settings.api_key,
            "Accept": call.accept,
            "User-Agent": f"kofa-python/{VERSION}",
        }
        environment = options.environment or settings.environment
        if environment:
            headers["X-Environment"] = environment
        if call.idempotent:
            headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        base = settings.service_urls.get(self._group, settings.base_url)
        query = {name: _text(value) for name, value in call.query.items() if value is not None}
        more: dict[str, Any] = {}
        if call.json is not None:
            more["json"] = encode(call.json)
        if call.form is not None:
            more |= _form(call.form)
        timeout = settings.timeout if options.timeout is None else options.timeout
        return settings.http.build_request(
            call.method, base.rstrip("/") + call.path, params=query, headers=headers,
            timeout=timeout, **more,
        )

    def _once(self, request: httpx.Request) -> httpx.Response:
        try:
            answer = self._settings.http.send(request, follow_redirects=False)
        except httpx.TimeoutException as error:
            raise ConnectionFailed("No answer in time.", is_timeout=True) from error
        except httpx.HTTPError as error:
            raise ConnectionFailed(f"The connection failed: {error}") from error
        if not answer.is_success:
            raise error_of(answer.status_code, answer.headers, answer.text)
        return answer


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _form(form: Model) -> dict[str, Any]:
    """The parts of a form: the file, and the other fields as texts."""
    files: dict[str, Any] = {}
    data: dict[str, str] = {}
    for wire, name, _ in form._wire:
        value = getattr(form, name)
        if isinstance(value, FileUpload):
            files[wire] = (value.name, value.content, value.type or "application/octet-stream")
        elif isinstance(value, Model):
            data[wire] = json.dumps(value.to_wire())
        elif value is not None:
            data[wire] = _text(value)
    return {"files": files, "data": data}


def _pause(
    failure: ApiError | ConnectionFailed, attempt: int, repeatable: bool, wait_max: float
) -> float | None:
    """How long to wait before another attempt, in seconds; None if there must be none."""
    most = min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2**attempt)
    backoff = random.uniform(most / 2, most)
    if isinstance(failure, ConnectionFailed):
        return backoff if repeatable else None
    asked = failure.retry_after
    if asked is not None and failure.status in (409, 429, 503):
        # The server asks for it only where nothing was done.
        return asked + random.uniform(0, 0.25) if asked <= wait_max else None
    # Without a code, something between the server and us answered.
    is_between = failure.code == "unknown" and failure.status in (502, 503, 504)
    return backoff if repeatable and (failure.status == 500 or is_between) else None


def _response(call: Call, kind: type[T], answer: httpx.Response) -> KofaResponse[T]:
    headers = answer.headers
    message = None
    if issubclass(kind, Model):
        try:
            body = answer.json()
        except ValueError as error:
            raise ConnectionFailed("The answer is no JSON.") from error
        data: Any = kind.from_wire(body["data"] if call.enveloped else body)
        message = body.get("message")
    else:
        data = answer.content
    return KofaResponse(
        data=data,
        status=answer.status_code,
        request_id=headers.get("x-request-id", ""),
        message=message,
        charged_kobo=_number(headers.get("x-charge-amount")),
        balance_kobo=_number(headers.get("x-wallet-balance")),
        is_replay=headers.get("idempotency-replayed") == "true",
        headers=headers,
    )


def _number(header: str | None) -> int | None:
    return None if header is None else int(header)


def iterate(
    kind: str, items: str, first: Mapping[str, Any],
    page: Callable[[dict[str, Any]], KofaResponse[Any]],
) -> Iterator[Any]:
    """Every item of a list, page by page as they are asked for."""
    more = dict(first)
    while True:
        data = page(more).data
        found = getattr(data, items) or []
        yield from found
        if kind == "page":
            if not found or data.page >= data.total_pages:
                return
            more["page"] = data.page + 1
        elif kind == "cursor":
            if data.next_cursor is None:
                return
            more["cursor"] = data.next_cursor
        else:
            if data.next_cursor == more["after"]:
                return
            more["after"] = data.next_cursor


def wait_for(
    pending: tuple[str, ...], limit: float, interval: float | None,
    look: Callable[[], KofaResponse[T]],
) -> KofaResponse[T]:
    """Looks until the state is none of `pending`."""
    end = time.monotonic() + limit
    while True:
        answer = look()
        status = getattr(answer.data, "status")
        if status not in pending:
            return answer
        proposed = seconds(answer.headers.get("retry-after"))
        wait = interval if interval is not None else proposed or 1
        if time.monotonic() + wait > end:
            raise WaitError(f"Still {status} after {limit:g} seconds.")
        time.sleep(wait)
