import {
  type Database,
  engineOf,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";

/** Objects of one kind at a simulated provider; `owner` groups them. */
interface Resources<Resource> {
  /** Does nothing when an object with this id exists. Returns the stored object. */
  insert(database: Database, id: string, owner: string, resource: Resource): Promise<Resource>;
  find(queries: Queries, id: string): Promise<Resource | undefined>;
  /** Newest first. */
  newest(queries: Queries, owner: string, most: number): Promise<readonly Resource[]>;
  /**
   * Locks and changes an object. Returns undefined, and changes nothing, when the object does not
   * exist or `change` returns undefined.
   */
  change(
    database: Database,
    id: string,
    change: (resource: Resource) => Resource | undefined,
  ): Promise<Resource | undefined>;
}

export function sandboxResources<Resource>(kind: string): Resources<Resource> {
  const select = (queries: Queries) =>
    queries.selectFrom("sandbox_resources").select("document").where("kind", "=", kind);
  const find = async (queries: Queries, id: string, isLocked = false) => {
    const row = await select(queries)
      .where("id", "=", id)
      .$if(isLocked && engineOf(queries) === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    return row && (JSON.parse(row.document) as Resource);
  };
  return {
    find: (queries, id) => find(queries, id),
    insert: (database, id, owner, resource) =>
      database.write(async (tx) => {
        await tx
          .insertInto("sandbox_resources")
          .values({
            id,
            kind,
            owner,
            position: await nextPosition(tx),
            document: JSON.stringify(resource),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return (await find(tx, id)) ?? resource;
      }),
    newest: async (queries, owner, most) => {
      const rows = await select(queries)
        .where("owner", "=", owner)
        .orderBy("position", "desc")
        .limit(most)
        .execute();
      return rows.map(({ document }) => JSON.parse(document));
    },
    change: (database, id, change) =>
      database.write(async (tx) => {
        const found = await find(tx, id, true);
        const changed = found && change(found);
        if (changed === undefined) return undefined;
        await tx
          .updateTable("sandbox_resources")
          .set({ document: JSON.stringify(changed) })
          .where("id", "=", id)
          .execute();
        return changed;
      }),
  };
}

/** Time of the insertion, later than every earlier one, so that events keep their sequence. */
async function nextPosition(tx: WriteTransaction): Promise<number> {
  const { last } = await tx
    .selectFrom("sandbox_resources")
    .select((select) => select.fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  return Math.max(Date.now(), Number(last ?? 0) + 1);
}
