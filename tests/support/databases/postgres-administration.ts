import pg from "pg";

/** Placeholder for the name of the database in the address that Vitest provides. */
export const databasePlaceholder = "DATABASE";

/** Name of the migrated database that tests clone, in the PostgreSQL of this test run. */
export const postgresTemplate = "furrow_template";

/** A connection for statements that belong to the whole cluster, such as `create database`. */
export interface Administration {
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

export async function openAdministration(url: string): Promise<Administration> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async run(statement) {
      await client.query(statement);
    },
    close: () => client.end(),
  };
}

/** Runs one statement for the whole cluster on a new connection. */
export async function administrate(url: string, statement: string): Promise<void> {
  const administration = await openAdministration(url);
  try {
    await administration.run(statement);
  } finally {
    await administration.close();
  }
}
