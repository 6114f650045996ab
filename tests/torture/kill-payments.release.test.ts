import { expect, test } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { describeOnEachDatabase } from "../support/databases/databases.ts";
import { scaled } from "../support/time-limits.ts";
import { killPayments } from "./kill-payments.ts";

describeOnEachDatabase("A notification that was acknowledged", (openDatabase) => {
  test(
    "is applied exactly once, although the receiving process is killed repeatedly",
    async () => {
      let interrupted = 0;
      // Repeats the round until a kill has interrupted a notification, because on a busy machine a
      // process can have applied all notifications before the kill.
      for (let round = 0; interrupted === 0 && round < 5; round++) {
        for (const protocol of ["standard", "rest"] as const) {
          const killed = await killPayments(await addressOf(await openDatabase()), protocol, 2);
          expect(killed.faults).toEqual([]);
          expect(killed.acknowledged).toBeGreaterThan(0);
          interrupted += killed.interrupted;
        }
      }
      // Without a kill between the response and the effect, the test would prove nothing.
      expect(interrupted).toBeGreaterThan(0);
    },
    scaled(60_000),
  );
});
