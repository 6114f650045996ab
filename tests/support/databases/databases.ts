import { afterAll, describe, inject } from "vitest";
import type { Database, Engine } from "#platform/database/database.ts";
import { releaseTests } from "../release-tests.ts";
import { timed } from "../times.ts";
import { postgresDatabases } from "./postgres-databases.ts";
import { sqliteDatabases } from "./sqlite-databases.ts";

/** Creates migrated, empty databases. */
export interface TestDatabases {
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/**
 * Runs a suite of a store on SQLite, and in the release run as `describeOnEachDatabase` does: its
 * statements are those of Kysely, which knows the engines.
 */
export function describeStore(
  title: string,
  suite: (openDatabase: () => Promise<Database>) => void,
): void {
  if (releaseTests.run) describeOnEachDatabase(title, suite);
  else describe(title, () => runSuite(sqliteDatabases(), suite));
}

/**
 * Runs a suite on SQLite and on PostgreSQL, and removes the databases of `openDatabase` afterwards:
 * for code that asks for the engine, and for what happens at the same time. Without PostgreSQL on
 * the machine, the suite on PostgreSQL is reported as skipped.
 */
export function describeOnEachDatabase(
  title: string,
  suite: (openDatabase: () => Promise<Database>, engine: Engine) => void,
): void {
  describe(`${title}, on SQLite`, () =>
    runSuite(sqliteDatabases(), (open) => suite(open, "sqlite")));
  const url = inject("postgresUrl");
  if (url === null) {
    describe.skip(`${title}, on PostgreSQL (skipped: it is not on this machine)`, () => {
      suite(() => Promise.reject(new Error("PostgreSQL is not on this machine.")), "postgres");
    });
    return;
  }
  describe(`${title}, on PostgreSQL`, () =>
    runSuite(postgresDatabases(url), (open) => suite(open, "postgres")));
}

function runSuite(
  databases: TestDatabases,
  suite: (openDatabase: () => Promise<Database>) => void,
): void {
  // `afterAll` hooks run in reverse order, so this hook runs after the hooks of the suite.
  afterAll(() => timed("database", () => databases.remove()));
  suite(() => timed("database", () => databases.open()));
}
