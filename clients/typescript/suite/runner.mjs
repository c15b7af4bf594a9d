// Runs the cases of a file with the built client; prints a line of JSON for each step.

import { readFileSync } from "node:fs";

import { Kofa, verifyWebhook } from "../dist/index.js";
import { decode, encode } from "../dist/convert.js";

const [cases, operations] = [process.argv[2], process.argv[3]].map((path) =>
  JSON.parse(readFileSync(path, "utf8")),
);

const KINDS = {
  AuthenticationError: "authentication", InsufficientBalanceError: "insufficientBalance",
  PermissionError: "permission", NotFoundError: "notFound", ConflictError: "conflict",
  ValidationError: "validation", RateLimitError: "rateLimit", ServerError: "server",
  ConnectionError: "connection", WaitError: "wait", WebhookVerificationError: "webhook",
};

/** `$step.data.id` is what that step came to. */
function filled(value, saved) {
  if (typeof value === "string" && value.startsWith("$")) {
    const [name, ...path] = value.slice(1).split(".");
    return name in saved ? path.reduce((at, part) => at[part], saved[name]) : value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => filled(one, saved));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, filled(v, saved)]));
  }
  return value;
}

function argumentsOf(operation, step) {
  const made = [...(step.path ?? [])];
  if (operation.body) {
    const body = decode(step.body ?? {}, operation.body);
    if (step.file) {
      const { name, content, type } = step.file;
      const part = type ? { type } : {};
      body.file = { name, content: Buffer.from(content, "base64"), ...part };
    }
    made.push(body);
  }
  if (operation.params.length) {
    made.push(step.params ?? {});
  }
  return made;
}

function told(operation, answer) {
  const { headers, data, ...rest } = answer;
  if (data instanceof Uint8Array) {
    return { ...rest, bytes: data.length, head: Buffer.from(data.subarray(0, 4)).toString() };
  }
  return { ...rest, data: encode(data, operation.answer) };
}

async function run(client, step) {
  if (step.parallel) {
    const all = Array.from({ length: step.parallel }, () => outcome(client, step.step));
    return { outcomes: await Promise.all(all) };
  }
  if (step.verify) {
    const { body, headers, secret, now } = step.verify;
    return { event: await verifyWebhook(body, headers, secret, { now }) };
  }
  const name = step.call ?? step.iterate ?? step.wait;
  const operation = operations[name];
  const group = client[operation.group];
  const given = argumentsOf(operation, step);
  if (step.iterate) {
    const items = [];
    for await (const item of group[operation.iterator](...given, step.options)) {
      items.push(encode(item, operation.item));
      if (items.length === step.take) {
        break;
      }
    }
    return { items };
  }
  return told(operation, await group[name](...given, step.options));
}

async function outcome(client, step) {
  const start = performance.now();
  let made;
  try {
    made = await run(client, step);
  } catch (error) {
    const { status, code, message, faults, requestId, retryAfter, isTimeout } = error;
    const kind = KINDS[error.constructor.name];
    if (kind === undefined) {
      throw error;
    }
    made = { error: { kind, status, code, message, faults, requestId, retryAfter, isTimeout } };
  }
  return { ...made, elapsedMs: Math.round(performance.now() - start) };
}

for (const { name, client: settings, steps } of cases) {
  const client = new Kofa(settings);
  const saved = {};
  for (const [position, step] of steps.entries()) {
    const made = await outcome(client, filled(step, saved));
    if (step.as) {
      saved[step.as] = made;
    }
    console.log(JSON.stringify({ case: name, step: position, ...made }));
  }
}
