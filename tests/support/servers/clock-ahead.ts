/**
 * Loaded into a server by `NODE_OPTIONS` before its program: `Date` is as many milliseconds ahead as
 * the file says. The program itself is unchanged.
 */
import { readFileSync } from "node:fs";

const file = process.env.CLOCK_AHEAD_FILE ?? "";
const SystemDate = Date;
const readEveryMs = 100;
let readAt = Number.NEGATIVE_INFINITY;
let aheadMs = 0;

function now(): number {
  const systemNow = SystemDate.now();
  if (systemNow - readAt >= readEveryMs) {
    readAt = systemNow;
    aheadMs = Number(readFileSync(file, "utf8"));
  }
  return systemNow + aheadMs;
}

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new SystemDate(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
