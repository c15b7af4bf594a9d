"""The client."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

import httpx

from .api import AccountApi, BusinessRegistryApi, IpoApi, ProofOfAddressApi
from .http import Settings
from .models import Environment


class Kofa:
    """The products of a Kofa server, called with one tenant key.

    `base_url` says where the server is, and may have a path. `service_urls` are those of products
    with a host of their own, by group: `ipo`, `proof_of_address`, `business_registry`, `account`.
    `environment` is the environment to call: if not given, the key's only one, else the sandbox.
    `timeout` is how long an attempt may go without progress, in seconds. `max_retries` counts
    repetitions where they are safe.
    A `Retry-After` of more than `max_retry_wait` seconds is raised and not waited for.
    `http` sends the requests, for proxies or tests. Threads may share a client.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        environment: Environment | None = None,
        service_urls: Mapping[str, str] | None = None,
        timeout: float = 60,
        max_retries: int = 2,
        max_retry_wait: float = 20,
        http: httpx.Client | None = None,
    ) -> None:
        if not base_url:
            raise ValueError("base_url is needed")
        self._http = http or httpx.Client()
        settings = Settings(
            api_key=api_key,
            base_url=base_url,
            environment=environment,
            service_urls=service_urls or {},
            timeout=timeout,
            max_retries=max_retries,
            max_retry_wait=max_retry_wait,
            http=self._http,
        )
        self.ipo = IpoApi(settings)
        self.proof_of_address = ProofOfAddressApi(settings)
        self.business_registry = BusinessRegistryApi(settings)
        self.account = AccountApi(settings)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Kofa:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
