import { copyFileSync } from "node:fs";

const variable = "TEST_MIGRATED_FILE";

/** Gives every process that starts afterwards in this test run a migrated, empty database. */
export function provideMigratedFile(file: string): void {
  process.env[variable] = file;
}

/**
 * Copies the migrated, empty database of the test run, which is faster than migrating. Copies
 * nothing in a program that no test run has started.
 */
export function copyMigratedFile(to: string): void {
  const file = process.env[variable];
  if (file !== undefined) copyFileSync(file, to);
}
