import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import type { Queries } from "./database.ts";
import { preparedQuery, preparedRows } from "./prepared-query.ts";

interface NewSubscriber {
  readonly id: string;
  readonly at: number;
}

const build = vi.fn((queries: Queries, rows: readonly NewSubscriber[]) =>
  queries
    .insertInto("subscribers")
    .values(
      rows.map(({ id, at }) => ({
        id,
        email: id,
        email_key: sql`lower(${id})`,
        subscribed_at: at,
      })),
    )
    .returning("id")
    .compile(),
);
const insert = preparedRows(build);

const since = preparedQuery((queries, { at, but }: { at: number; but: string | null }) =>
  queries
    .selectFrom("subscribers")
    .select(["id", "email_key"])
    .where("subscribed_at", ">=", at)
    .where("id", "is distinct from", but)
    .orderBy("id")
    .compile(),
);

describeOnEachDatabase("A prepared query", (openDatabase) => {
  test("runs with new values each time, and is built once per number of rows", async () => {
    const database = await openDatabase();
    build.mockClear();
    const add = (...rows: NewSubscriber[]) => database.write((tx) => insert(tx, rows));
    expect(await add({ id: "Ada", at: 1 })).toEqual([{ id: "Ada" }]);
    expect(await add({ id: "Ben", at: 2 })).toEqual([{ id: "Ben" }]);
    expect(await add({ id: "Cy", at: 3 }, { id: "Di", at: 4 })).toHaveLength(2);
    expect(await add({ id: "Eve", at: 5 }, { id: "Flo", at: 6 })).toHaveLength(2);
    expect(build).toHaveBeenCalledTimes(2);
    const ids = async (at: number, but: string | null) =>
      (await since(database.read, { at, but })).map(({ id }) => id);
    expect(await ids(4, null)).toEqual(["Di", "Eve", "Flo"]);
    expect(await ids(2, "Di")).toEqual(["Ben", "Cy", "Eve", "Flo"]);
    const [first] = await since(database.read, { at: 1, but: null });
    expect(first).toEqual({ id: "Ada", email_key: "ada" });
  });
});
