import type { ErrorCode } from "./generated/codes.js";

/** One fault of a request. */
export interface Fault {
  code: ErrorCode;
  message: string;
  /** The field at fault. */
  field?: string;
  /** The code's page in the reference. */
  docUrl?: string;
  /** What else the server told, such as `shortfall` in kobo or `requiredScope`. */
  details: Record<string, unknown>;
}

/** Everything that this client throws on purpose. */
export class KofaError extends Error {
  override name = "KofaError";
}

/** No answer came: the network failed, or the time for an attempt was over. */
export class ConnectionError extends KofaError {
  override name = "ConnectionError";

  constructor(
    message: string,
    readonly isTimeout: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** What was waited for has not ended within the limit. It goes on on the server. */
export class WaitError extends KofaError {
  override name = "WaitError";
}

/** A webhook is not what it says, or too old. Answer it with 400. */
export class WebhookVerificationError extends KofaError {
  override name = "WebhookVerificationError";
}

/** The server refused or failed. Its classes follow the HTTP status; `code` says more. */
export class ApiError extends KofaError {
  override name = "ApiError";

  constructor(
    readonly status: number,
    /** The first fault's code; `unknown` where something between answered. */
    readonly code: ErrorCode,
    message: string,
    /** All faults, in the order of the answer. */
    readonly faults: readonly Fault[],
    /** Names the call; tell it to whoever runs the server. */
    readonly requestId: string | undefined,
    /** Seconds after which another try may help; absent where none does. */
    readonly retryAfter: number | undefined,
    readonly headers: Headers,
  ) {
    super(message);
  }

  /** The faults of one field. */
  of(field: string): Fault[] {
    return this.faults.filter((one) => one.field === field);
  }
}

/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError";
}

/** 402: the wallet cannot pay. */
export class InsufficientBalanceError extends ApiError {
  override name = "InsufficientBalanceError";
}

/** 403: the key or the tenant may not do this. */
export class PermissionError extends ApiError {
  override name = "PermissionError";
}

/** 404 and 410: there is no such thing, or no longer. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 409: it stands against something that is there. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** 400, 413, 415 and 422: the request is wrong; `faults` has every field. */
export class ValidationError extends ApiError {
  override name = "ValidationError";
}

/** 429: too many calls. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError";
}

/** 5xx: the server or a source behind it failed. Nothing was charged. */
export class ServerError extends ApiError {
  override name = "ServerError";
}

const CLASSES: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientBalanceError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error that an answer means. */
export function errorOf(status: number, headers: Headers, text: string): ApiError {
  const body = asObject(parsed(text));
  const faults = (Array.isArray(body["errors"]) ? body["errors"] : []).map(fault);
  const first = faults[0];
  const said = body["code"] ?? first?.code;
  const message = body["detail"] ?? body["message"] ?? first?.message;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(
    status,
    typeof said === "string" ? said : "unknown",
    typeof message === "string" ? message : `The server answered with ${status}.`,
    faults,
    headers.get("x-request-id") ?? undefined,
    seconds(headers.get("retry-after")),
    headers,
  );
}

function fault(value: unknown): Fault {
  const { code, message, field, docUrl, doc_url, ...details } = asObject(value);
  const text = (one: unknown) => (typeof one === "string" ? one : undefined);
  const made: Fault = { code: text(code) ?? "unknown", message: text(message) ?? "", details };
  const page = text(docUrl) ?? text(doc_url);
  return {
    ...made,
    ...(text(field) === undefined ? {} : { field: text(field)! }),
    ...(page === undefined ? {} : { docUrl: page }),
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds; the server never sends a date. */
export function seconds(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
}
