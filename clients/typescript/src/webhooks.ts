/** Webhooks that Kofa signed, as standardwebhooks.com describes. */

import { WebhookVerificationError } from "./errors.js";
import { fromBase64 } from "./files.js";
import type { EventType } from "./generated/models.js";

export interface WebhookEvent {
  /** The same however often the event is sent: keep those that you have seen. */
  id: string;
  type: EventType;
  timestamp: string;
  data: Record<string, unknown>;
}

export interface VerifyOptions {
  /** How far the clocks may be apart, in seconds: 300 if not said. */
  toleranceSeconds?: number;
  /** The time to compare with, in seconds since 1970; now if not said. */
  now?: number;
}

type Headers = globalThis.Headers | Record<string, string | string[] | undefined>;

/**
 * The event in a webhook, if one of its signatures is right and it is recent.
 *
 * `body` is what came, byte for byte: parsed JSON that is written again has another signature.
 * `secret` is the endpoint's, `whsec_…`; give several while one is replaced by another.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string | string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    header(headers, `webhook-${name}`),
  ) as [string, string, string];
  const now = options.now ?? Date.now() / 1000;
  const tolerance = options.toleranceSeconds ?? 300;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > tolerance) {
    throw new WebhookVerificationError("The webhook is too old, or its clock is wrong.");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  for (const one of [secret].flat()) {
    if (await fits(one, signed, signatures)) {
      return { id, ...(JSON.parse(new TextDecoder().decode(bytes)) as object) } as WebhookEvent;
    }
  }
  throw new WebhookVerificationError("No signature of the webhook is right.");
}

function header(headers: Headers, name: string): string {
  const found =
    headers instanceof globalThis.Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  if (typeof found !== "string" || found === "") {
    throw new WebhookVerificationError(`The webhook has no ${name}.`);
  }
  return found;
}

async function fits(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const raw = fromBase64(secret.replace(/^whsec_/, ""));
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", raw, how, false, ["verify"]);
  for (const one of signatures.split(" ")) {
    const [version, text] = one.split(",", 2);
    if (version === "v1" && text !== undefined) {
      // Compares in constant time.
      const is = await crypto.subtle.verify("HMAC", key, bytesOf(text), signed);
      if (is) {
        return true;
      }
    }
  }
  return false;
}

/** Bytes of base64; none of what is not base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    return new Uint8Array();
  }
}
