import { beforeEach, expect, test } from "vitest";
import {
  banner,
  olga,
  openContent,
  plans,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { listForEditing, readForEditing } from "../drafts/editable-record.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { createRecord, updateRecord } from "./save-block.ts";

describeStore("The mark of demonstration content", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  test("is on every record of a new installation except those with texts fit for real use", async () => {
    for (const block of Object.values(blocks) as Block[]) {
      const records = await listForEditing(content, olga, block);
      expect(records.length).toBe(block.seed.length);
      const isInvented = block.seedMayStay !== true;
      for (const record of records) expect(record.isDemonstration).toBe(isInvented);
    }
  });

  test("disappears when the owner changes a record, and is not on records that the owner adds", async () => {
    const { _id, published } = await content.first(banner);
    await updateRecord(content, olga, banner, _id, { ...published, buttonText: "Sow" });
    expect((await readForEditing(content, olga, banner, _id)).isDemonstration).toBe(false);
    const own = await createRecord(content, olga, plans, {
      ...plans.seed[0],
      packageName: "Gold",
    });
    expect((await readForEditing(content, olga, plans, own._id)).isDemonstration).toBe(false);
  });
});
