import { expect, test } from "vitest";
import { addressOf } from "../support/address-of.ts";
import { describeOnEachDatabase } from "../support/databases.ts";
import { scaled } from "../support/time-limits.ts";
import { killPayments } from "./kill-payments.ts";

describeOnEachDatabase("A notification that was acknowledged", (openDatabase) => {
  test(
    "is applied exactly once, however often its process is killed",
    async () => {
      let interrupted = 0;
      // A busy machine may apply everything before each kill; then another round is needed.
      for (let round = 0; interrupted === 0 && round < 5; round++) {
        for (const protocol of ["standard", "rest"] as const) {
          const killed = await killPayments(await addressOf(await openDatabase()), protocol, 2);
          expect(killed.faults).toEqual([]);
          expect(killed.acknowledged).toBeGreaterThan(0);
          interrupted += killed.interrupted;
        }
      }
      // At least one kill hit between the response and the effect, else the test proves nothing.
      expect(interrupted).toBeGreaterThan(0);
    },
    scaled(60_000),
  );
});
