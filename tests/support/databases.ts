import { afterAll, describe, inject } from "vitest";
import type { Database } from "../../src/platform/database/database.ts";
import { postgresDatabases } from "./postgres-databases.ts";
import { sqliteDatabases } from "./sqlite-databases.ts";

/** Creates migrated, empty databases. */
export interface TestDatabases {
  open(): Promise<Database>;
  /** Closes and removes all of them. */
  remove(): Promise<void>;
}

/**
 * Runs a suite on SQLite and on PostgreSQL. Whatever `openDatabase` opened is closed and removed
 * after the suite. Without PostgreSQL on the machine its half is skipped, and says so.
 */
export function describeOnEachDatabase(
  title: string,
  suite: (openDatabase: () => Promise<Database>) => void,
): void {
  describe(`${title}, on SQLite`, () => runSuite(sqliteDatabases(inject("sqliteTemplate")), suite));
  const url = inject("postgresUrl");
  if (url === null) {
    describe.skip(`${title}, on PostgreSQL (skipped: it is not on this machine)`, () => {
      suite(() => Promise.reject(new Error("PostgreSQL is not on this machine.")));
    });
    return;
  }
  describe(`${title}, on PostgreSQL`, () => runSuite(postgresDatabases(url), suite));
}

function runSuite(
  databases: TestDatabases,
  suite: (openDatabase: () => Promise<Database>) => void,
): void {
  // Registered before the suite's own, so that it runs after them.
  afterAll(() => databases.remove());
  suite(() => databases.open());
}
