import { afterAll, describe, inject } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { timed } from "../times.ts";
import { postgresDatabases } from "./postgres-databases.ts";
import { sqliteDatabases } from "./sqlite-databases.ts";

/** Creates migrated, empty databases. */
export interface TestDatabases {
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/**
 * Runs a suite on SQLite and on PostgreSQL, and removes the databases of `openDatabase` afterwards.
 * Without PostgreSQL on the machine, the suite on PostgreSQL is reported as skipped.
 */
export function describeOnEachDatabase(
  title: string,
  suite: (openDatabase: () => Promise<Database>) => void,
): void {
  describe(`${title}, on SQLite`, () => runSuite(sqliteDatabases(), suite));
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
  // `afterAll` hooks run in reverse order, so this hook runs after the hooks of the suite.
  afterAll(() => timed("database", () => databases.remove()));
  suite(() => timed("database", () => databases.open()));
}
