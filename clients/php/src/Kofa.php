<?php

declare(strict_types=1);

namespace Kofa;

/** The products of a Kofa server, called with one tenant key. */
final class Kofa
{
    public readonly IpoApi $ipo;
    public readonly ProofOfAddressApi $proofOfAddress;
    public readonly BusinessRegistryApi $businessRegistry;
    public readonly AccountApi $account;

    /**
     * @param string $baseUrl where the server is; may have a path
     * @param string|null $environment the environment to call: if null, the key's only one, else the
     *   sandbox
     * @param array<string, string> $serviceUrls base URLs of products with a host of their own, by
     *   group: `ipo`, `proofOfAddress`, `businessRegistry`, `account`
     * @param float $timeout for one attempt, in seconds
     * @param int $maxRetries repetitions after the first attempt, where they are safe
     * @param float $maxRetryWait a `Retry-After` of more seconds is thrown and not waited for
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        string $baseUrl,
        ?string $environment = null,
        array $serviceUrls = [],
        float $timeout = 60,
        int $maxRetries = 2,
        float $maxRetryWait = 20,
    ) {
        $settings = new Settings(
            $apiKey,
            $baseUrl,
            $environment,
            $serviceUrls,
            $timeout,
            $maxRetries,
            $maxRetryWait,
            curl_init(),
        );
        $this->ipo = new IpoApi($settings);
        $this->proofOfAddress = new ProofOfAddressApi($settings);
        $this->businessRegistry = new BusinessRegistryApi($settings);
        $this->account = new AccountApi($settings);
    }
}
