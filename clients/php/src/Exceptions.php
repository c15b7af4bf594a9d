<?php

declare(strict_types=1);

namespace Kofa;

/** Everything that this client throws on purpose. */
abstract class KofaException extends \RuntimeException
{
}

/** No answer came: the network failed, or the time for an attempt was over. */
final class ConnectionException extends KofaException
{
    public function __construct(string $message, public readonly bool $isTimeout = false)
    {
        parent::__construct($message);
    }
}

/** What was waited for has not ended within the limit. It goes on on the server. */
final class WaitException extends KofaException
{
}

/** A webhook is not what it says, or too old. Answer it with 400. */
final class WebhookVerificationException extends KofaException
{
}

/** One fault of a request. */
final class Fault
{
    /** @param array<string, mixed> $details */
    public function __construct(
        public readonly string $code,
        public readonly string $message,
        /** The field at fault. */
        public readonly ?string $field = null,
        /** The code's page in the reference. */
        public readonly ?string $docUrl = null,
        /** What else the server told, such as `shortfall` in kobo or `requiredScope`. */
        public readonly array $details = [],
    ) {
    }

    /** @param array<string, mixed> $body */
    public static function fromWire(array $body): self
    {
        $known = ['code', 'message', 'field', 'docUrl', 'doc_url'];
        return new self(
            $body['code'] ?? 'unknown',
            $body['message'] ?? '',
            $body['field'] ?? null,
            $body['docUrl'] ?? $body['doc_url'] ?? null,
            array_diff_key($body, array_flip($known)),
        );
    }
}

/** The server refused or failed. The classes follow the HTTP status; `errorCode` says more. */
class ApiException extends KofaException
{
    /**
     * @param list<Fault> $faults
     * @param array<string, string> $headers
     */
    final public function __construct(
        public readonly int $status,
        /** The first fault's, as in `ErrorCode`; `unknown` where something between answered. */
        public readonly string $errorCode,
        string $message,
        /** All faults, in the order of the answer. */
        public readonly array $faults,
        /** Names the call; tell it to whoever runs the server. */
        public readonly ?string $requestId,
        /** Seconds after which another try may help; null where none does. */
        public readonly ?int $retryAfter,
        /** By name in lower case. */
        public readonly array $headers,
    ) {
        parent::__construct($message, $status);
    }

    /**
     * The faults of one field.
     *
     * @return list<Fault>
     */
    public function of(string $field): array
    {
        return array_values(array_filter($this->faults, fn (Fault $it) => $it->field === $field));
    }

    /**
     * The exception that an answer means.
     *
     * @param array<string, string> $headers
     */
    public static function fromAnswer(int $status, array $headers, string $text): self
    {
        $body = json_decode($text, true);
        $body = is_array($body) ? $body : [];
        $listed = array_values(array_filter((array) ($body['errors'] ?? []), 'is_array'));
        $faults = array_map(Fault::fromWire(...), $listed);
        $class = match (true) {
            in_array($status, [400, 413, 415, 422], true) => ValidationException::class,
            $status === 401 => AuthenticationException::class,
            $status === 402 => InsufficientBalanceException::class,
            $status === 403 => PermissionException::class,
            $status === 404, $status === 410 => NotFoundException::class,
            $status === 409 => ConflictException::class,
            $status === 429 => RateLimitException::class,
            $status >= 500 => ServerException::class,
            default => self::class,
        };
        return new $class(
            $status,
            $body['code'] ?? $faults[0]->code ?? 'unknown',
            $body['detail'] ?? $body['message'] ?? "The server answered with $status.",
            $faults,
            $headers['x-request-id'] ?? null,
            self::seconds($headers),
            $headers,
        );
    }

    /**
     * `Retry-After`; the server never sends a date.
     *
     * @param array<string, string> $headers
     */
    public static function seconds(array $headers): ?int
    {
        $text = trim($headers['retry-after'] ?? '');
        return preg_match('/^\d{1,9}$/', $text) ? (int) $text : null;
    }
}

/** 401: the key is missing, wrong, expired or revoked. */
final class AuthenticationException extends ApiException
{
}

/** 402: the wallet cannot pay. */
final class InsufficientBalanceException extends ApiException
{
}

/** 403: the key or the tenant may not do this. */
final class PermissionException extends ApiException
{
}

/** 404 and 410: there is no such thing, or no longer. */
final class NotFoundException extends ApiException
{
}

/** 409: it stands against something that is there. */
final class ConflictException extends ApiException
{
}

/** 400, 413, 415 and 422: the request is wrong; `faults` has every field. */
final class ValidationException extends ApiException
{
}

/** 429: too many calls. */
final class RateLimitException extends ApiException
{
}

/** 5xx: the server or a source behind it failed. Nothing was charged. */
final class ServerException extends ApiException
{
}
