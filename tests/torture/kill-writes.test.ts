import { afterAll, expect, inject, test } from "vitest";
import { addressOf } from "../support/address-of.ts";
import { sqliteDatabases } from "../support/sqlite-databases.ts";
import { scaled } from "../support/time-limits.ts";
import { killWrites } from "./kill-writes.ts";

// On PostgreSQL the database is not the process that is killed; `npm run torture` does it all the same.
const databases = sqliteDatabases(inject("sqliteTemplate"));
afterAll(() => databases.remove());

test(
  "a write that was acknowledged is there, and nothing in part, although its process is killed",
  async () => {
    const address = await addressOf(await databases.open());
    const { faults, acknowledged, interrupted } = await killWrites(address, 2);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    // Or it was never killed while it wrote, and proves nothing.
    expect(interrupted).toBeGreaterThan(0);
  },
  scaled(60_000),
);
