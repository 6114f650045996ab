import { vi } from "vitest";
import { scaled } from "./time-limits.ts";

/** Calls `check` until it no longer throws, with a time limit for busy machines. */
export function waitFor<T>(
  check: () => T | Promise<T>,
  { timeout = scaled(10_000), interval = 20 } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout, interval });
}
