<?php

declare(strict_types=1);

namespace Kofa;

/** What all models have in common. Members that are not known are passed over. */
abstract class Model
{
    public const WIRE = [];

    /**
     * Of the members of a JSON object.
     *
     * @param array<string, mixed> $body
     */
    final public static function fromWire(array $body): static
    {
        $made = [];
        foreach (static::WIRE as $wire => [$name, $kind]) {
            if (isset($body[$wire])) {
                $made[$name] = self::decode($body[$wire], $kind);
            }
        }
        return new static(...$made);
    }

    /**
     * The members of a JSON object; what is null is left out.
     *
     * @return array<string, mixed>
     */
    final public function toWire(): array
    {
        $made = [];
        foreach (static::WIRE as $wire => [$name, $kind]) {
            if ($this->$name !== null) {
                $made[$wire] = self::encode($this->$name, $kind);
            }
        }
        return $made;
    }

    /**
     * A copy with other values.
     *
     * @param array<string, mixed> $values
     */
    final public function with(array $values): static
    {
        return new static(...array_merge(get_object_vars($this), $values));
    }

    private static function decode(mixed $value, string $kind): mixed
    {
        if ($kind === '' || $value === null) {
            return $value;
        }
        if (is_array($value) && array_is_list($value) && $value !== []) {
            return array_map(fn (mixed $one): mixed => self::decode($one, $kind), $value);
        }
        if ($kind === 'money') {
            return Money::ofDecimal($value);
        }
        if ($kind === 'base64') {
            return base64_decode($value, true);
        }
        $class = __NAMESPACE__ . '\\' . $kind;
        return is_array($value) && $value !== [] ? $class::fromWire($value) : $value;
    }

    private static function encode(mixed $value, string $kind): mixed
    {
        if ($value instanceof self) {
            // Without members, it must not become a list.
            return $value->toWire() ?: new \stdClass();
        }
        if ($value instanceof Money) {
            return $value->kobo % 100 === 0 ? intdiv($value->kobo, 100) : $value->kobo / 100;
        }
        if (is_array($value) && array_is_list($value)) {
            return array_map(fn (mixed $one): mixed => self::encode($one, $kind), $value);
        }
        return $kind === 'base64' ? base64_encode($value) : $value;
    }
}
