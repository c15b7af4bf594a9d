<?php

// Runs the cases of a file with the client; prints a line of JSON for each step.

declare(strict_types=1);

use Kofa\FileUpload;
use Kofa\Kofa;
use Kofa\KofaException;
use Kofa\Model;
use Kofa\RequestOptions;
use Kofa\Webhook;

require __DIR__ . '/autoload.php';

$cases = json_decode(file_get_contents($argv[1]), true);
$operations = json_decode(file_get_contents($argv[2]), true);
const KINDS = [
    'AuthenticationException' => 'authentication',
    'InsufficientBalanceException' => 'insufficientBalance',
    'PermissionException' => 'permission', 'NotFoundException' => 'notFound',
    'ConflictException' => 'conflict', 'ValidationException' => 'validation',
    'RateLimitException' => 'rateLimit', 'ServerException' => 'server',
    'ConnectionException' => 'connection', 'WaitException' => 'wait',
    'WebhookVerificationException' => 'webhook',
];

/** `$step.data.id` is what that step came to. */
function filled(mixed $value, array $saved): mixed
{
    if (is_array($value)) {
        return array_map(fn ($one) => filled($one, $saved), $value);
    }
    if (!is_string($value) || !str_starts_with($value, '$')) {
        return $value;
    }
    $at = $saved;
    foreach (explode('.', substr($value, 1)) as $part) {
        if (!isset($at[$part])) {
            return $value;
        }
        $at = $at[$part];
    }
    return $at;
}

function arguments(array $operation, array $step): array
{
    $made = $step['path'] ?? [];
    if ($operation['body']) {
        $class = "Kofa\\{$operation['body']}";
        $body = $step['body'] ?? [];
        if (isset($step['file'])) {
            $it = $step['file'];
            $type = $it['type'] ?? 'application/octet-stream';
            $file = new FileUpload(base64_decode($it['content']), $it['name'], $type);
            // The form needs its file from the start.
            $rest = [];
            foreach ($class::WIRE as $wire => [$name, $kind]) {
                if (isset($body[$wire])) {
                    $model = "Kofa\\$kind";
                    $rest[$name] = $kind === '' ? $body[$wire] : $model::fromWire($body[$wire]);
                }
            }
            $made[] = new $class(...$rest, file: $file);
        } else {
            $made[] = $class::fromWire($body);
        }
    }
    $named = $step['params'] ?? [];
    $options = $step['options'] ?? [];
    foreach (['limitMs' => 'limit', 'intervalMs' => 'interval'] as $wire => $name) {
        if (isset($options[$wire])) {
            $named[$name] = $options[$wire] / 1000;
        }
    }
    $named['options'] = new RequestOptions(
        $options['idempotencyKey'] ?? null,
        $options['environment'] ?? null,
        isset($options['timeoutMs']) ? $options['timeoutMs'] / 1000 : null,
    );
    return [...$made, ...$named];
}

function run(Kofa $client, array $operations, array $step): array
{
    if (isset($step['parallel'])) {
        // A PHP program makes one call at a time.
        $one = fn () => outcome($client, $operations, $step['step']);
        return ['outcomes' => array_map($one, range(1, $step['parallel']))];
    }
    if (isset($step['verify'])) {
        $it = $step['verify'];
        $event = Webhook::verify($it['body'], $it['headers'], $it['secret'], now: $it['now']);
        return ['event' => get_object_vars($event)];
    }
    $name = $step['call'] ?? $step['iterate'] ?? $step['wait'];
    $operation = $operations[$name];
    $group = $client->{$operation['group']};
    if (isset($step['iterate'])) {
        $items = [];
        foreach ($group->{$operation['iterator']}(...arguments($operation, $step)) as $item) {
            $items[] = $item->toWire();
            if (count($items) === ($step['take'] ?? null)) {
                break;
            }
        }
        return ['items' => $items];
    }
    $answer = get_object_vars($group->$name(...arguments($operation, $step)));
    unset($answer['headers']);
    if ($answer['data'] instanceof Model) {
        $answer['data'] = $answer['data']->toWire();
    } else {
        $answer['bytes'] = strlen($answer['data']);
        $answer['head'] = substr($answer['data'], 0, 4);
        unset($answer['data']);
    }
    return $answer;
}

function outcome(Kofa $client, array $operations, array $step): array
{
    $start = microtime(true);
    try {
        $made = run($client, $operations, $step);
    } catch (KofaException $error) {
        $fields = ['status', 'faults', 'requestId', 'retryAfter', 'isTimeout'];
        $code = $error->errorCode ?? null;
        $made = ['error' => ['message' => $error->getMessage(), 'code' => $code]];
        $made['error']['kind'] = KINDS[(new ReflectionClass($error))->getShortName()];
        foreach ($fields as $field) {
            $made['error'][$field] = $error->$field ?? null;
        }
    }
    return $made + ['elapsedMs' => (int) round((microtime(true) - $start) * 1000)];
}

foreach ($cases as $case) {
    $settings = $case['client'];
    $client = new Kofa(
        $settings['apiKey'],
        $settings['baseUrl'],
        serviceUrls: $settings['serviceUrls'] ?? [],
        timeout: ($settings['timeoutMs'] ?? 60000) / 1000,
        maxRetries: $settings['maxRetries'] ?? 2,
    );
    $saved = [];
    foreach ($case['steps'] as $position => $step) {
        $made = outcome($client, $operations, filled($step, $saved));
        if (isset($step['as'])) {
            $saved[$step['as']] = json_decode(json_encode($made), true);
        }
        echo json_encode(['case' => $case['name'], 'step' => $position] + $made), "\n";
    }
}
