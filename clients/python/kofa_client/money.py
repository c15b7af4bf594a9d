"""Exact amounts."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, order=True)
class Money:
    """An exact amount with two decimal places, kept as a whole number of hundredths: kobo, where
    the currency is the naira. The API writes such amounts as decimal numbers."""

    kobo: int

    def __post_init__(self) -> None:
        if not isinstance(self.kobo, int):
            raise TypeError("kobo must be an int")

    @classmethod
    def of_decimal(cls, amount: float | Decimal) -> Money:
        """Of a decimal number as the API writes it, with at most two places."""
        return cls(round(amount * 100))

    @property
    def decimal(self) -> Decimal:
        """The amount in the unit of the currency: `Decimal("3380.50")`."""
        return Decimal(self.kobo).scaleb(-2)

    def __str__(self) -> str:
        return f"{self.decimal:.2f}"
