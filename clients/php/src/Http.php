<?php

declare(strict_types=1);

namespace Kofa;

/** What may be different for one call. */
final class RequestOptions
{
    public function __construct(
        /** Names an effect: the same key and body are carried out once. Made anew if not given. */
        public readonly ?string $idempotencyKey = null,
        public readonly ?string $environment = null,
        /** For one attempt, in seconds. */
        public readonly ?float $timeout = null,
        public readonly ?int $maxRetries = null,
    ) {
    }
}

/**
 * An answer that succeeded.
 *
 * @template T
 */
final class Response
{
    /**
     * @param T $data
     * @param array<string, string> $headers
     */
    public function __construct(
        public readonly mixed $data,
        /** The HTTP status: 202 where the outcome is not known yet. */
        public readonly int $status,
        /** Names the call, and what it made or read. */
        public readonly string $requestId,
        /** The server's word for people, where there is one. */
        public readonly ?string $message,
        /** What the call cost, in kobo. */
        public readonly ?int $chargedKobo,
        /** What the wallet has available after it, in kobo. */
        public readonly ?int $balanceKobo,
        /** Whether this is the first answer to an earlier call with the same idempotency key. */
        public readonly bool $isReplay,
        /** By name in lower case. */
        public readonly array $headers,
    ) {
    }
}

/** What all calls of a client have in common. */
final class Settings
{
    /** @param array<string, string> $serviceUrls */
    public function __construct(
        #[\SensitiveParameter] public readonly string $apiKey,
        public readonly string $baseUrl,
        public readonly ?string $environment,
        public readonly array $serviceUrls,
        public readonly float $timeout,
        public readonly int $maxRetries,
        public readonly float $maxRetryWait,
        public readonly \CurlHandle $curl,
    ) {
    }

    /** Without the key, which no dump shows. @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return array_diff_key(get_object_vars($this), ['apiKey' => true]);
    }
}

/** A call as the methods describe it. */
final class Call
{
    /**
     * @param array<string, mixed> $query
     * @param array<string, string> $headers
     * @param class-string<Model>|null $answer a file has none
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly array $headers = [],
        public readonly ?Model $json = null,
        public readonly ?Model $form = null,
        public readonly ?string $answer = null,
        public readonly string $accept = 'application/json',
        /** The answer is in `data` of an envelope. */
        public readonly bool $enveloped = false,
        /** Takes an idempotency key. */
        public readonly bool $idempotent = false,
        /** May be sent again when nobody knows what became of it. */
        public readonly bool $repeatable = false,
    ) {
    }
}

/** The methods of a product: how they send, repeat, walk through lists and wait. */
abstract class Group
{
    protected const GROUP = '';
    private const BACKOFF_SECONDS = 0.5;
    private const BACKOFF_SECONDS_MAX = 8.0;

    final public function __construct(private readonly Settings $settings)
    {
    }

    protected function send(Call $call, ?RequestOptions $options): Response
    {
        $options ??= new RequestOptions();
        $headers = $this->headers($call, $options);
        $retries = $options->maxRetries ?? $this->settings->maxRetries;
        for ($attempt = 0; ; $attempt++) {
            try {
                return self::response($call, ...$this->once($call, $headers, $options));
            } catch (ApiException | ConnectionException $failure) {
                $wait = $this->pause($failure, $attempt, $call->repeatable);
                if ($attempt >= $retries || $wait === null) {
                    throw $failure;
                }
            }
            usleep((int) ($wait * 1e6));
        }
    }

    /** @return list<string> */
    private function headers(Call $call, RequestOptions $options): array
    {
        $headers = $call->headers + [
            'X-API-Key' => $this->settings->apiKey,
            'Accept' => $call->accept,
            'User-Agent' => 'kofa-php/' . VERSION,
            // curl would ask first whether it may send a large body.
            'Expect' => '',
        ];
        $environment = $options->environment ?? $this->settings->environment;
        if ($environment !== null) {
            $headers['X-Environment'] = $environment;
        }
        if ($call->idempotent) {
            $headers['Idempotency-Key'] = $options->idempotencyKey ?? self::newKey();
        }
        if ($call->json !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        foreach ($headers as $name => $value) {
            if (preg_match('/[\r\n]/', $value)) {
                throw new \InvalidArgumentException("$name must be one line");
            }
        }
        return array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
    }

    /**
     * @param list<string> $headers
     * @return array{int, array<string, string>, string}
     */
    private function once(Call $call, array $headers, RequestOptions $options): array
    {
        $settings = $this->settings;
        $base = $settings->serviceUrls[static::GROUP] ?? $settings->baseUrl;
        $query = array_map(self::text(...), array_filter($call->query, fn ($it) => $it !== null));
        $told = [];
        $more = match (true) {
            $call->json !== null => [CURLOPT_POSTFIELDS => self::jsonOf($call->json)],
            $call->form !== null => [CURLOPT_POSTFIELDS => self::parts($call->form)],
            $call->method === 'POST' => [CURLOPT_POSTFIELDS => ''],
            default => [],
        };
        curl_reset($settings->curl);
        curl_setopt_array($settings->curl, $more + [
            CURLOPT_URL => rtrim($base, '/') . $call->path . ($query ? '?' : '')
                . http_build_query($query, '', '&', PHP_QUERY_RFC3986),
            CURLOPT_CUSTOMREQUEST => $call->method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) (($options->timeout ?? $settings->timeout) * 1000),
            // On an old connection, curl may send a call again by itself.
            CURLOPT_FRESH_CONNECT => !$call->repeatable,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$told): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $told[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($settings->curl);
        if (!is_string($text)) {
            $isTimeout = curl_errno($settings->curl) === CURLE_OPERATION_TIMEDOUT;
            throw new ConnectionException(curl_error($settings->curl), $isTimeout);
        }
        $status = curl_getinfo($settings->curl, CURLINFO_RESPONSE_CODE);
        if ($status < 200 || $status > 299) {
            throw ApiException::fromAnswer($status, $told, $text);
        }
        return [$status, $told, $text];
    }

    /** How long to wait before another attempt, in seconds; null if there must be none. */
    private function pause(
        ApiException|ConnectionException $failure,
        int $attempt,
        bool $repeatable,
    ): ?float {
        $most = min(self::BACKOFF_SECONDS_MAX, self::BACKOFF_SECONDS * 2 ** $attempt);
        $backoff = $most * (1 + random_int(0, 1000) / 1000) / 2;
        if ($failure instanceof ConnectionException) {
            return $repeatable ? $backoff : null;
        }
        $asked = $failure->retryAfter;
        if ($asked !== null && in_array($failure->status, [409, 429, 503], true)) {
            // The server asks for it only where nothing was done.
            $isShort = $asked <= $this->settings->maxRetryWait;
            return $isShort ? $asked + random_int(0, 250) / 1000 : null;
        }
        // Without a code, something between the server and us answered.
        $isBetween = $failure->errorCode === 'unknown'
            && in_array($failure->status, [502, 503, 504], true);
        return $repeatable && ($failure->status === 500 || $isBetween) ? $backoff : null;
    }

    /** @param array<string, string> $headers */
    private static function response(
        Call $call,
        int $status,
        array $headers,
        string $text,
    ): Response {
        $number = fn (string $name) => isset($headers[$name]) ? (int) $headers[$name] : null;
        $data = $text;
        $message = null;
        if ($call->answer !== null) {
            $body = json_decode($text, true);
            if (!is_array($body)) {
                throw new ConnectionException('The answer is no JSON.');
            }
            $data = $call->answer::fromWire($call->enveloped ? $body['data'] : $body);
            $message = $body['message'] ?? null;
        }
        return new Response(
            $data,
            $status,
            $headers['x-request-id'] ?? '',
            $message,
            $number('x-charge-amount'),
            $number('x-wallet-balance'),
            ($headers['idempotency-replayed'] ?? '') === 'true',
            $headers,
        );
    }

    private static function jsonOf(Model $model): string
    {
        $how = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        return json_encode($model->toWire() ?: new \stdClass(), $how);
    }

    /**
     * The parts of a form: the file, and the other fields as texts.
     *
     * @return array<string, string|\CURLStringFile>
     */
    private static function parts(Model $form): array
    {
        $made = [];
        foreach ($form::WIRE as $wire => [$name]) {
            $value = $form->$name;
            if ($value instanceof FileUpload) {
                $made[$wire] = new \CURLStringFile($value->content, $value->name, $value->type);
            } elseif ($value instanceof Model) {
                $made[$wire] = self::jsonOf($value);
            } elseif ($value !== null) {
                $made[$wire] = self::text($value);
            }
        }
        return $made;
    }

    private static function text(string|int|float|bool $value): string
    {
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }

    /** A random UUID. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /**
     * Every item of a list, page by page as they are asked for.
     *
     * @param array<string, mixed> $next
     * @param callable(array<string, mixed>): Response $page
     */
    protected static function iterate(
        string $kind,
        string $items,
        array $next,
        callable $page,
    ): \Generator {
        while (true) {
            $data = $page($next)->data;
            $found = $data->$items;
            // Keys of their own: those of pages would repeat.
            foreach ($found as $item) {
                yield $item;
            }
            if ($kind === 'page') {
                if ($found === [] || $data->page >= $data->totalPages) {
                    return;
                }
                $next['page'] = $data->page + 1;
                continue;
            }
            $name = $kind === 'feed' ? 'after' : 'cursor';
            if ($data->nextCursor === null || $data->nextCursor === $next[$name]) {
                return;
            }
            $next[$name] = $data->nextCursor;
        }
    }

    /**
     * Looks until the state is none of `$pending`.
     *
     * @param list<string> $pending
     * @param callable(): Response $look
     */
    protected static function waitFor(
        array $pending,
        float $limit,
        ?float $interval,
        callable $look,
    ): Response {
        $end = microtime(true) + $limit;
        while (true) {
            $answer = $look();
            $status = $answer->data->status;
            if (!in_array($status, $pending, true)) {
                return $answer;
            }
            $wait = $interval ?? ApiException::seconds($answer->headers) ?? 1;
            if (microtime(true) + $wait > $end) {
                throw new WaitException("Still $status after $limit seconds.");
            }
            usleep((int) ($wait * 1e6));
        }
    }
}
