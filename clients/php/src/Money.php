<?php

declare(strict_types=1);

namespace Kofa;

/**
 * An exact amount with two decimal places, kept as a whole number of hundredths: kobo, where the
 * currency is the naira. The API writes such amounts as decimal numbers.
 */
final class Money
{
    public function __construct(public readonly int $kobo)
    {
    }

    /** Of a decimal number as the API writes it, with at most two places. */
    public static function ofDecimal(int|float $amount): self
    {
        return new self(is_int($amount) ? $amount * 100 : (int) round($amount * 100));
    }

    /** With two decimal places: `3380.50`. */
    public function __toString(): string
    {
        $sign = $this->kobo < 0 ? '-' : '';
        $hundredths = abs($this->kobo);
        return sprintf('%s%d.%02d', $sign, intdiv($hundredths, 100), $hundredths % 100);
    }
}
