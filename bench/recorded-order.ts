import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const tablesOfAnOrder = ["mail_outbox", "order_counter", "orders", "rate_limits", "unsummed_days"];

/**
 * Records the schema and the rows that one order writes, for the bare server to repeat. Throws when
 * an order changes other tables than the bare server writes, because the bare server would then do
 * less work than Furrow.
 */
export async function recordOrder(
  dataDirectory: string,
  file: string,
  placeOne: () => Promise<void>,
): Promise<void> {
  const before = contentOf(dataDirectory);
  await placeOne();
  const after = contentOf(dataDirectory);
  const changed = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
  if (changed.sort().join() !== tablesOfAnOrder.join()) {
    throw new Error(
      `An order changes ${changed.join(", ")}; the bare server writes ${tablesOfAnOrder.join(", ")}.`,
    );
  }
  const recorded = read(dataDirectory, (database) => ({
    // The whole schema, because triggers refer to tables that an order does not change. A full-text
    // index creates its shadow tables itself.
    schema: database
      .prepare(
        `select sql from sqlite_master where sql is not null and name not like 'sqlite_%'
        and name not in (select name from pragma_table_list where type = 'shadow')`,
      )
      .all()
      .map(({ sql }) => sql),
    order: database.prepare("select * from orders").get(),
    mails: database.prepare("select * from mail_outbox").all(),
    limits: database.prepare("select * from rate_limits").all(),
  }));
  await writeFile(file, JSON.stringify(recorded));
}

export function countOrders(dataDirectory: string): number {
  return read(dataDirectory, (database) =>
    Number(database.prepare("select count(*) as count from orders").get()?.count),
  );
}

/** The rows of every table as text, to find the tables that an order changes. */
function contentOf(dataDirectory: string): Map<string, string> {
  return read(dataDirectory, (database) => {
    const tables = database
      .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
      .all();
    return new Map(
      tables.map(({ name }) => [
        String(name),
        JSON.stringify(database.prepare(`select * from "${name}"`).all()),
      ]),
    );
  });
}

function read<T>(dataDirectory: string, query: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { readOnly: true });
  try {
    return query(database);
  } finally {
    database.close();
  }
}
