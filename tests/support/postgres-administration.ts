import pg from "pg";

/** Stands for the name of a database in the address that Vitest provides. */
export const databasePlaceholder = "DATABASE";

/** The name of a migrated database in the run's own PostgreSQL, to be cloned. */
export const postgresTemplate = "furrow_template";

/** Runs one statement, such as `create database`, that belongs to the whole cluster. */
export async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
