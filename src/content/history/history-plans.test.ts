import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  services,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { recordStatements, type Statement } from "../../../tests/support/databases/statements.ts";
import type { Block } from "../model/define.ts";
import { type HistoryRequest, listHistory } from "./history.ts";

const blocks = [banner, plans, services];
const entriesOfEach = 3000;

/** Expected query plan of an engine for a page of the history. */
interface Way {
  /** Index by which the database reads the entries. */
  readonly index: string | undefined;
  /** True if an index by record and revision finds the previous entry of a record. */
  readonly findsEarlier: boolean;
  readonly sorts: boolean;
}

const waysIn = {
  sqlite: {
    index: /(?:SEARCH|SCAN) entry USING INDEX (\w+)/,
    earlier: /SEARCH earlier USING INDEX \w+ \(record_id=\? AND revision=\?\)/,
    sort: /TEMP B-TREE/,
  },
  postgres: {
    index: /Index Scan(?: Backward)? using (\w+) on content_history entry/,
    earlier: / earlier.*\n *Index Cond: .*record_id = .* AND \(revision = /,
    sort: /\bSort\b/,
  },
};

async function wayOf({ engine, read }: Database, page: Statement): Promise<Way> {
  const explain = engine === "sqlite" ? "explain query plan" : "explain";
  const asked = CompiledQuery.raw(`${explain} ${page.sql}`, [...page.parameters]);
  const { rows } = await read.executeQuery<{ "QUERY PLAN"?: string; detail?: string }>(asked);
  const plan = rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
  const { index, earlier, sort } = waysIn[engine];
  return {
    index: index.exec(plan)?.[1],
    findsEarlier: earlier.test(plan),
    sorts: sort.test(plan),
  };
}

const along = (index: string): Way => ({ index, findsEarlier: true, sorts: false });

describeOnEachDatabase("A page of a long history", (openDatabase) => {
  let content: TestContent;
  let recorder: ReturnType<typeof recordStatements>;

  beforeAll(async () => {
    const database = await openDatabase();
    content = await openContent(database);
    for (const block of blocks) await fill(block);
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

  async function wayTo(request: HistoryRequest): Promise<Way> {
    recorder.take();
    expect(await listHistory(content, olga, { ...request, limit: 20 })).toHaveLength(20);
    const page = recorder.take().at(-1);
    if (page === undefined) throw new Error("Nothing was asked for.");
    return wayOf(content.database, page);
  }

  test("is read through an index and without sorting, at the start and in the middle of the history", async () => {
    const { _id } = await content.first(plans);
    const [middle] = await content.database.read
      .selectFrom("content_history")
      .select("id")
      .where("record_id", "=", _id)
      .where("revision", "=", entriesOfEach / 2)
      .execute();
    const ofRecord =
      content.database.engine === "sqlite"
        ? "sqlite_autoindex_content_history_2"
        : "content_history_once";
    for (const before of [undefined, middle?.id]) {
      const ofBlock = await wayTo({ block: plans.name, before });
      expect(await wayTo({ recordId: _id, before })).toEqual(along(ofRecord));
      expect(ofBlock).toEqual(along("content_history_of_block"));
      expect(await wayTo({ before })).toEqual(along("content_history_by_time"));
    }
  });
});
