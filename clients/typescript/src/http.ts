/** How a call is sent: time limits, repetition, and what the answer means. */

import { decode, encode } from "./convert.js";
import { ApiError, ConnectionError, WaitError, errorOf, seconds } from "./errors.js";
import type { FileUpload } from "./files.js";
import type { Environment } from "./generated/models.js";
import { VERSION } from "./generated/version.js";

export type GroupName = "ipo" | "proofOfAddress" | "businessRegistry" | "account";

export interface KofaOptions {
  /** The tenant's key: `kofa_test_…` or `kofa_live_…`. Keep it on the server. */
  apiKey: string;
  /** Where the server is: `https://api.example.ng`. May have a path. */
  baseUrl: string;
  /** The environment to call. Left out: the key's only environment, else the sandbox. */
  environment?: Environment;
  /** Where a product has a host of its own: its group, such as `ipo`, to its base URL. */
  serviceUrls?: Partial<Record<GroupName, string>>;
  /** For one attempt, in milliseconds: 60,000 if not said. */
  timeoutMs?: number;
  /** Repetitions after the first attempt, where that is safe: 2 if not said. */
  maxRetries?: number;
  /** A `Retry-After` beyond this is thrown and not waited for: 20,000 ms if not said. */
  maxRetryWaitMs?: number;
  /** Another `fetch`, for a proxy or for tests. */
  fetch?: typeof fetch;
}

/** What may be different for one call. */
export interface RequestOptions {
  /** Names an effect: the same key and body are carried out once. Made anew if not said. */
  idempotencyKey?: string;
  environment?: Environment;
  timeoutMs?: number;
  maxRetries?: number;
  /** Ends the call, its waiting included. */
  signal?: AbortSignal;
}

export interface WaitOptions extends RequestOptions {
  /** How long to wait in all, in milliseconds: 300,000 if not said. */
  limitMs?: number;
  /** Between two looks, in milliseconds; what the server proposes if not said. */
  intervalMs?: number;
}

export interface KofaResponse<T> {
  data: T;
  /** The HTTP status: 202 where the outcome is not known yet. */
  status: number;
  /** Names the call, and what it made or read. */
  requestId: string;
  /** The server's word for people, where there is one. */
  message: string | undefined;
  /** What the call cost, in kobo. */
  chargedKobo: number | undefined;
  /** What the wallet has available after it, in kobo. */
  balanceKobo: number | undefined;
  /** Whether this is the first answer to an earlier call with the same idempotency key. */
  isReplay: boolean;
  headers: Headers;
}

/** A call as the methods describe it. */
export interface Call {
  method: string;
  path: string;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  json?: unknown;
  form?: unknown;
  /** Model of the body. */
  sends?: string;
  /** Model of the answer; a file has none. */
  answers?: string;
  accept?: string;
  /** The answer is in `data` of an envelope. */
  enveloped?: boolean;
  /** Takes an idempotency key. */
  idempotent?: boolean;
  /** May be sent again when nobody knows what became of it. */
  repeatable?: boolean;
}

const BACKOFF_MS = 500;
const BACKOFF_MAX_MS = 8_000;

export abstract class Group {
  protected abstract readonly group: GroupName;

  constructor(private readonly client: KofaOptions) {}

  protected async send<T>(call: Call, options: RequestOptions = {}): Promise<KofaResponse<T>> {
    const client = this.client;
    const base = client.serviceUrls?.[this.group] ?? client.baseUrl;
    const url = base.replace(/\/+$/, "") + call.path + queryOf(call.query ?? {});
    const headers = headersOf(client, call, options);
    const retries = options.maxRetries ?? client.maxRetries ?? 2;
    for (let attempt = 0; ; attempt++) {
      let failure: ApiError | ConnectionError;
      try {
        return await once<T>(client, url, call, headers, options);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof ConnectionError)) {
          throw error;
        }
        failure = error;
      }
      const wait = pause(failure, attempt, call.repeatable ?? false, client);
      if (attempt >= retries || wait === undefined || options.signal?.aborted) {
        throw failure;
      }
      await sleep(wait, options.signal);
    }
  }
}

/** How long to wait before another attempt, in milliseconds; nothing if there must be none. */
function pause(
  failure: ApiError | ConnectionError,
  attempt: number,
  repeatable: boolean,
  client: KofaOptions,
): number | undefined {
  const most = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt);
  const backoff = (most * (1 + Math.random())) / 2;
  if (failure instanceof ConnectionError) {
    return repeatable ? backoff : undefined;
  }
  const { status, code, retryAfter } = failure;
  if (retryAfter !== undefined && [409, 429, 503].includes(status)) {
    // The server asks for it only where nothing was done.
    const asked = retryAfter * 1000;
    const isShort = asked <= (client.maxRetryWaitMs ?? 20_000);
    return isShort ? asked + Math.random() * 250 : undefined;
  }
  // Without a code, something between the server and us answered.
  const isBetween = code === "unknown" && [502, 503, 504].includes(status);
  return repeatable && (status === 500 || isBetween) ? backoff : undefined;
}

async function once<T>(
  client: KofaOptions,
  url: string,
  call: Call,
  headers: Headers,
  options: RequestOptions,
): Promise<KofaResponse<T>> {
  const limit = options.timeoutMs ?? client.timeoutMs ?? 60_000;
  const timeout = AbortSignal.timeout(limit);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const send = client.fetch ?? fetch;
  const body = bodyOf(call);
  const request: RequestInit = { method: call.method, headers, signal, redirect: "error" };
  if (body !== undefined) {
    request.body = body;
  }
  let answer: Response;
  let bytes: ArrayBuffer;
  try {
    answer = await send(url, request);
    bytes = await answer.arrayBuffer();
  } catch (error) {
    if (options.signal?.aborted) {
      throw error;
    }
    const why = timeout.aborted ? `No answer within ${limit} ms.` : "The connection failed.";
    throw new ConnectionError(why, timeout.aborted, error);
  }
  if (!answer.ok) {
    throw errorOf(answer.status, answer.headers, new TextDecoder().decode(bytes));
  }
  return responseOf<T>(call, answer, bytes);
}

function responseOf<T>(call: Call, answer: Response, bytes: ArrayBuffer): KofaResponse<T> {
  const number = (name: string) => {
    const text = answer.headers.get(name);
    return text === null ? undefined : Number(text);
  };
  let data: unknown = new Uint8Array(bytes);
  let message: string | undefined;
  if (call.answers !== undefined) {
    const body = jsonOf(bytes);
    data = decode(call.enveloped ? body["data"] : body, call.answers);
    message = typeof body["message"] === "string" ? body["message"] : undefined;
  }
  return {
    data: data as T,
    status: answer.status,
    requestId: answer.headers.get("x-request-id") ?? "",
    message,
    chargedKobo: number("x-charge-amount"),
    balanceKobo: number("x-wallet-balance"),
    isReplay: answer.headers.get("idempotency-replayed") === "true",
    headers: answer.headers,
  };
}

function jsonOf(bytes: ArrayBuffer): Record<string, unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch (error) {
    throw new ConnectionError("The answer is no JSON.", false, error);
  }
}

function headersOf(client: KofaOptions, call: Call, options: RequestOptions): Headers {
  const headers = new Headers({
    ...call.headers,
    "X-API-Key": client.apiKey,
    Accept: call.accept ?? "application/json",
  });
  if (typeof window === "undefined") {
    headers.set("User-Agent", `kofa-typescript/${VERSION}`);
  }
  const environment = options.environment ?? client.environment;
  if (environment !== undefined) {
    headers.set("X-Environment", environment);
  }
  if (call.idempotent) {
    headers.set("Idempotency-Key", options.idempotencyKey ?? crypto.randomUUID());
  }
  if (call.json !== undefined) {
    headers.set("Content-Type", "application/json");
  }
  return headers;
}

function queryOf(query: Record<string, unknown>): string {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) {
      made.set(name, String(value));
    }
  }
  const text = made.toString();
  return text === "" ? "" : `?${text}`;
}

function bodyOf(call: Call): string | FormData | undefined {
  if (call.json !== undefined) {
    return JSON.stringify(encode(call.json, call.sends));
  }
  if (call.form === undefined) {
    return undefined;
  }
  const form = new FormData();
  const { file, ...rest } = call.form as { file?: FileUpload };
  if (file !== undefined) {
    const part = file.type === undefined ? {} : { type: file.type };
    form.set("file", new Blob([file.content as BlobPart], part), file.name);
  }
  for (const [name, value] of Object.entries(encode(rest, call.sends) as object)) {
    if (value !== undefined && value !== null) {
      form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  }
  return form;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** Every item of a list, page by page as they are asked for. */
export async function* iterate<P extends object, T, Page>(
  kind: "page" | "cursor" | "feed",
  items: string,
  first: P,
  page: (next: P) => Promise<KofaResponse<Page>>,
): AsyncGenerator<T, void, undefined> {
  let next = { ...first } as Record<string, unknown>;
  while (true) {
    const data = (await page(next as P)).data as Record<string, unknown>;
    const found = data[items] as T[];
    yield* found;
    const cursor = data["nextCursor"];
    if (kind === "page") {
      const number = Number(data["page"]);
      if (found.length === 0 || number >= Number(data["totalPages"])) {
        return;
      }
      next = { ...next, page: number + 1 };
    } else if (kind === "cursor") {
      if (cursor === null || cursor === undefined) {
        return;
      }
      next = { ...next, cursor };
    } else {
      if (cursor === next["after"]) {
        return;
      }
      next = { ...next, after: cursor };
    }
  }
}

/** Looks until the state is none of `pending`. */
export async function waitFor<T extends { status: string }>(
  pending: string[],
  options: WaitOptions,
  look: () => Promise<KofaResponse<T>>,
): Promise<KofaResponse<T>> {
  const limit = options.limitMs ?? 300_000;
  const end = Date.now() + limit;
  while (true) {
    const answer = await look();
    if (!pending.includes(answer.data.status)) {
      return answer;
    }
    const proposed = (seconds(answer.headers.get("retry-after")) ?? 1) * 1000;
    const wait = options.intervalMs ?? proposed;
    if (Date.now() + wait > end) {
      throw new WaitError(`Still ${answer.data.status} after ${limit} ms.`);
    }
    await sleep(wait, options.signal);
  }
}
