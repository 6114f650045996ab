import { afterAll, expect, inject, test } from "vitest";
import { addressOf } from "../support/address-of.ts";
import { sqliteDatabases } from "../support/sqlite-databases.ts";
import { scaled } from "../support/time-limits.ts";
import { killWrites } from "./kill-writes.ts";

// On PostgreSQL, the database is not in the killed process; `npm run torture` kills that process
// too.
const databases = sqliteDatabases(inject("sqliteTemplate"));
afterAll(() => databases.remove());

test(
  "a killed process loses no acknowledged write, and stores no write in part",
  async () => {
    const address = await addressOf(await databases.open());
    const { faults, acknowledged, interrupted } = await killWrites(address, 2);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    // At least one kill hit during a write, else the test proves nothing.
    expect(interrupted).toBeGreaterThan(0);
  },
  scaled(60_000),
);
