"""Client of Kofa: IPO subscriptions, proof of address, business registry."""

from . import models
from .client import Kofa
from .codes import ErrorCode
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionFailed,
    Fault,
    InsufficientBalanceError,
    KofaError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    ValidationError,
    WaitError,
    WebhookVerificationError,
)
from .files import FileUpload
from .http import KofaResponse, RequestOptions
from .money import Money
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailed",
    "ErrorCode",
    "Fault",
    "FileUpload",
    "InsufficientBalanceError",
    "Kofa",
    "KofaError",
    "KofaResponse",
    "Money",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "RequestOptions",
    "ServerError",
    "ValidationError",
    "WaitError",
    "WebhookEvent",
    "WebhookVerificationError",
    "models",
    "verify_webhook",
]
