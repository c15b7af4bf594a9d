"""From the names and forms of the wire to those of this client, and back."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from .files import FileUpload
from .money import Money

Wire = tuple[tuple[str, str, str], ...]
"""Of each field: the name on the wire, the name here, and the model or form of its value."""

M = TypeVar("M", bound="Model")
_models: dict[str, type[Model]] = {}


class Model:
    """What all models have in common. Members that are not known are passed over; those that a
    server does not send are None."""

    _wire: ClassVar[Wire] = ()

    def __init_subclass__(cls) -> None:
        _models[cls.__name__] = cls

    @classmethod
    def from_wire(cls: type[M], value: Mapping[str, Any]) -> M:
        """Of the members of a JSON object."""
        return cls(**{name: decode(value.get(wire), kind) for wire, name, kind in cls._wire})

    def to_wire(self) -> dict[str, Any]:
        """The members of a JSON object; what is None is left out."""
        fields = ((wire, getattr(self, name)) for wire, name, _ in self._wire)
        return {wire: encode(value) for wire, value in fields if value is not None}


def decode(value: Any, kind: str) -> Any:
    if isinstance(value, list):
        return [decode(one, kind) for one in value]
    if kind == "money" and isinstance(value, (int, float)):
        return Money.of_decimal(value)
    if kind == "base64" and isinstance(value, str):
        return base64.b64decode(value)
    if kind in _models and isinstance(value, Mapping):
        return _models[kind].from_wire(value)
    return value


def encode(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [encode(one) for one in value]
    if isinstance(value, Model):
        return value.to_wire()
    if isinstance(value, Money):
        return value.kobo / 100
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, FileUpload):
        raise TypeError("a file can only be sent in a form")
    return value
