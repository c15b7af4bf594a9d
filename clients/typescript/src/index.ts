import { AccountApi, BusinessRegistryApi, IpoApi, ProofOfAddressApi } from "./generated/api.js";
import type { KofaOptions } from "./http.js";

/** The products of a Kofa server, called with one tenant key. */
export class Kofa {
  readonly ipo: IpoApi;
  readonly proofOfAddress: ProofOfAddressApi;
  readonly businessRegistry: BusinessRegistryApi;
  readonly account: AccountApi;

  constructor(options: KofaOptions) {
    if (!options.apiKey || !options.baseUrl) {
      throw new TypeError("apiKey and baseUrl are needed");
    }
    // Not enumerable, so that a client that is logged does not show its key.
    const hidden = Object.defineProperty({ ...options }, "apiKey", { enumerable: false });
    this.ipo = new IpoApi(hidden);
    this.proofOfAddress = new ProofOfAddressApi(hidden);
    this.businessRegistry = new BusinessRegistryApi(hidden);
    this.account = new AccountApi(hidden);
  }
}

export * from "./errors.js";
export type { FileUpload } from "./files.js";
export * from "./generated/api.js";
export { ErrorCode } from "./generated/codes.js";
export type * from "./generated/models.js";
export type { KofaOptions, KofaResponse, RequestOptions, WaitOptions } from "./http.js";
export { Money } from "./money.js";
export { verifyWebhook } from "./webhooks.js";
export type { VerifyOptions, WebhookEvent } from "./webhooks.js";
