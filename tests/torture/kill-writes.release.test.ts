import { afterAll, expect, test } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { sqliteDatabases } from "../support/databases/sqlite-databases.ts";
import { scaled } from "../support/time-limits.ts";
import { killWrites } from "./kill-writes.ts";

// Runs on SQLite only, because with PostgreSQL the killed process would not be the process that
// stores the data. `npm run torture` crashes PostgreSQL, too.
const databases = sqliteDatabases();
afterAll(() => databases.remove());

test(
  "a killed process loses no acknowledged write, and stores no write in part",
  async () => {
    const address = await addressOf(await databases.open());
    const { faults, acknowledged, interrupted } = await killWrites(address, 2);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    // Without a kill during a write, the test would prove nothing.
    expect(interrupted).toBeGreaterThan(0);
  },
  scaled(60_000),
);
