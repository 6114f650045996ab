import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Facts } from "../engine/facts.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Bodies become base64, because JSON has no bytes. */
export async function packFacts<Stored = Facts>(facts: Stored): Promise<Uint8Array> {
  const text = JSON.stringify(facts, (_key, value) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value,
  );
  return new Uint8Array(await pack(text));
}

export async function unpackFacts<Stored = Facts>(packed: Uint8Array): Promise<Stored> {
  const text = (await unpack(packed)).toString("utf-8");
  return JSON.parse(text, (_key, value) =>
    typeof value?.bytes === "string" ? new Uint8Array(Buffer.from(value.bytes, "base64")) : value,
  );
}
