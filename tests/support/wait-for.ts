import { vi } from "vitest";
import { scaled } from "./time-limits.ts";
import { timed } from "./times.ts";

/** Calls `check` until it stops throwing, with a time limit scaled to the machine. */
export function waitFor<T>(
  check: () => T | Promise<T>,
  { timeout = scaled(10_000), interval = 20 } = {},
): Promise<T> {
  return timed("waits", () => vi.waitFor(check, { timeout, interval }));
}
