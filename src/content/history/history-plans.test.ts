import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  services,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { recordStatements } from "../../../tests/support/databases/statements.ts";
import type { Block } from "../model/define.ts";
import { type HistoryRequest, listHistory } from "./history.ts";

const entriesOfEach = 3000;

describeStore("A page of a long history", (openDatabase) => {
  let content: TestContent;
  let recorder: ReturnType<typeof recordStatements>;

  beforeAll(async () => {
    const database = await openDatabase();
    content = await openContent(database);
    for (const block of [banner, plans, services]) await fill(block);
    if (database.engine === "postgres") await sql`analyze`.execute(database.libraryHandle);
    recorder = recordStatements();
  });
  afterAll(() => recorder.stop());

  /** Inserts 3,000 history entries for the first record of a block. */
  async function fill(block: Block): Promise<void> {
    const { _id, values } = await content.first(block);
    for (let from = 2; from < entriesOfEach; from += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        id: newId(),
        record_id: _id,
        block: block.name,
        revision: from + index,
        action: "updated" as const,
        field_values: JSON.stringify(values),
        draft_values: null,
        author: "olga@example.com",
        at: content.time.now + from + index,
      }));
      await content.database.write((tx) => tx.insertInto("content_history").values(rows).execute());
    }
  }

  async function planOf(request: HistoryRequest): Promise<string> {
    recorder.take();
    expect(await listHistory(content, olga, { ...request, limit: 20 })).toHaveLength(20);
    const page = recorder.take().at(-1);
    if (page === undefined) throw new Error("Nothing was asked for.");
    const { engine, read } = content.database;
    const explain = engine === "sqlite" ? "explain query plan" : "explain";
    const asked = CompiledQuery.raw(`${explain} ${page.sql}`, [...page.parameters]);
    const { rows } = await read.executeQuery<{ "QUERY PLAN"?: string; detail?: string }>(asked);
    return rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
  }

  test("is read through an index and without sorting, at the start and in the middle of the history", async () => {
    const { _id } = await content.first(plans);
    const [middle] = await content.database.read
      .selectFrom("content_history")
      .select("id")
      .where("record_id", "=", _id)
      .where("revision", "=", entriesOfEach / 2)
      .execute();
    // The index by record and revision also finds the previous entry of each record.
    const ofRecord =
      content.database.engine === "sqlite"
        ? "sqlite_autoindex_content_history_2"
        : "content_history_once";
    for (const before of [undefined, middle?.id]) {
      for (const [request, index] of [
        [{ recordId: _id }, ofRecord],
        [{ block: plans.name }, "content_history_of_block"],
        [{}, "content_history_by_time"],
      ] as const) {
        const plan = await planOf({ ...request, before });
        expect(plan).toContain(index);
        expect(plan).toContain(ofRecord);
        expect(plan).not.toMatch(/TEMP B-TREE|\bSort\b|SCAN entry$/m);
      }
    }
  });
});
