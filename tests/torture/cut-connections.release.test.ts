import { afterAll, test as base, expect, inject } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { postgresDatabases } from "../support/databases/postgres-databases.ts";
import { scaled } from "../support/time-limits.ts";
import { cutConnections, endBackends, injectConflicts } from "./cut-connections.ts";

// Runs on PostgreSQL only, because SQLite has no connections to cut and no conflicting
// transactions.
const postgresUrl = inject("postgresUrl");
const test = base.skipIf(postgresUrl === null);
const databases = postgresDatabases(postgresUrl ?? "");
afterAll(() => databases.remove());

test(
  "every order is placed exactly once while connections are cut and transactions conflict",
  async () => {
    const address = await addressOf(await databases.open());
    const { faults, acknowledged } = await cutConnections(address, 5, endBackends, injectConflicts);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(5);
  },
  scaled(60_000),
);
