import { expect, test } from "vitest";
import { killPayments } from "./kill-payments.ts";

test("a notification that was acknowledged is applied exactly once, however often its process is killed", async () => {
  const { acknowledged, interrupted, faults } = await killPayments(6);
  expect(faults).toEqual([]);
  // Or it was never killed between the answer and the effect, and proves nothing.
  expect(acknowledged).toBeGreaterThan(0);
  expect(interrupted).toBeGreaterThan(0);
}, 60_000);
