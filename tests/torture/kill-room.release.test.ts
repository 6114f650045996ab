import { expect, test } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { describeOnEachDatabase } from "../support/databases/databases.ts";
import { scaled } from "../support/time-limits.ts";
import { killRoom } from "./kill-room.ts";

describeOnEachDatabase("Files, deliveries, emails and reminders of an order", (openDatabase) => {
  test(
    "each exist exactly once, although the process is killed repeatedly",
    async () => {
      let cut = 0;
      // Repeats the round until a kill has interrupted something, because on a busy machine a
      // process can have done everything before the kill.
      for (let round = 0; cut === 0 && round < 5; round++) {
        const killed = await killRoom(await addressOf(await openDatabase()), 3);
        expect(killed.faults).toEqual([]);
        expect(killed.acknowledged).toBeGreaterThan(0);
        cut += Object.values(killed.interrupted).reduce((sum, count) => sum + count, 0);
      }
      // Without an interruption, the test would prove nothing.
      expect(cut).toBeGreaterThan(0);
    },
    scaled(90_000),
  );
});
