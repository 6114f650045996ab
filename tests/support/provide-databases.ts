import type { TestProject } from "vitest/node";
import { startPostgresCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the run's own PostgreSQL with `DATABASE` for a name; null without one. */
    postgresUrl: string | null;
  }
}

export const databasePlaceholder = "DATABASE";

/** Vitest runs this once, before and after all test files. */
export default async function providePostgres(project: TestProject) {
  const cluster = await startPostgresCluster();
  project.provide("postgresUrl", cluster?.urlOf(databasePlaceholder) ?? null);
  if (cluster === null) {
    console.log("PostgreSQL is not on this machine: its store tests are skipped.");
    return;
  }
  return () => cluster.stop();
}
