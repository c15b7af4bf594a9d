<?php

declare(strict_types=1);

namespace Kofa;

/** Something that happened. */
final class WebhookEvent
{
    /** @param array<string, mixed> $data */
    public function __construct(
        /** The same however often the event is sent: keep those that you have seen. */
        public readonly string $id,
        /** One of `EventType`. */
        public readonly string $type,
        public readonly string $timestamp,
        public readonly array $data,
    ) {
    }
}

/** Webhooks that Kofa signed, as standardwebhooks.com describes. */
final class Webhook
{
    /**
     * The event in a webhook, if one of its signatures is right and it is recent.
     *
     * `$body` is what came, byte for byte (`php://input`): parsed JSON that is written again has
     * another signature. `$secrets` are the endpoint's, `whsec_…`: several while one is replaced by
     * another. `$tolerance` is how far the clocks may be apart, in seconds; `$now` is in seconds
     * since 1970.
     *
     * @param array<string, string> $headers
     * @param string|list<string> $secrets
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $tolerance = 300,
        ?int $now = null,
    ): WebhookEvent {
        $headers = array_change_key_case($headers);
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!is_string($headers[$name] ?? null)) {
                throw new WebhookVerificationException("The webhook has no $name.");
            }
        }
        $sent = $headers['webhook-timestamp'];
        $isNumber = preg_match('/^\d{1,12}$/D', $sent) === 1;
        if (!$isNumber || abs(($now ?? time()) - (int) $sent) > $tolerance) {
            throw new WebhookVerificationException('The webhook is too old or early.');
        }
        foreach ((array) $secrets as $secret) {
            $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
            if ($key === false) {
                throw new \InvalidArgumentException('the secret is no base64');
            }
            $signed = "{$headers['webhook-id']}.$sent.$body";
            $right = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
            foreach (explode(' ', $headers['webhook-signature']) as $one) {
                if (hash_equals($right, $one)) {
                    $told = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
                    $id = $headers['webhook-id'];
                    return new WebhookEvent($id, $told['type'], $told['timestamp'], $told['data']);
                }
            }
        }
        throw new WebhookVerificationException('No signature of the webhook is right.');
    }
}
