/** From the names and forms of the wire to those of this client, and back. */

import { fromBase64, toBase64 } from "./files.js";
import { Money } from "./money.js";
import { SHAPES } from "./generated/shapes.js";

/** Of each model, by the name on the wire: the name here, and what the value is. */
export type Shapes = Record<string, Record<string, readonly [name: string, of?: string]>>;

type WireNames = Map<string, readonly [wire: string, of: string | undefined]>;

const backwards = new Map<string, WireNames>();

/** What came, with the names and values of `shape`. What is not known stays as it is. */
export function decode(value: unknown, shape: string | undefined): unknown {
  if (value === null || value === undefined || shape === undefined) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => decode(one, shape));
  }
  if (shape === "money") {
    return typeof value === "number" ? Money.ofDecimal(value) : value;
  }
  if (shape === "base64") {
    return typeof value === "string" ? fromBase64(value) : value;
  }
  const fields = SHAPES[shape];
  if (fields === undefined || typeof value !== "object") {
    return value;
  }
  const made: Record<string, unknown> = {};
  for (const [wire, one] of Object.entries(value)) {
    const [name, of] = Object.hasOwn(fields, wire) ? fields[wire]! : [wire];
    made[name] = decode(one, of);
  }
  return made;
}

/** What is to be sent, with the names and values of the wire. */
export function encode(value: unknown, shape: string | undefined): unknown {
  if (value === null || value === undefined || shape === undefined) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => encode(one, shape));
  }
  if (value instanceof Money) {
    return value.toJSON();
  }
  if (value instanceof Uint8Array) {
    return toBase64(value);
  }
  if (SHAPES[shape] === undefined || typeof value !== "object") {
    return value;
  }
  const fields = wireNames(shape);
  const made: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const [wire, of] = fields.get(name) ?? [name];
    made[wire] = encode(one, of);
  }
  return made;
}

function wireNames(shape: string): WireNames {
  const known = backwards.get(shape);
  if (known !== undefined) {
    return known;
  }
  const fields = Object.entries(SHAPES[shape] ?? {});
  const names: WireNames = new Map(fields.map(([wire, [name, of]]) => [name, [wire, of]]));
  backwards.set(shape, names);
  return names;
}
