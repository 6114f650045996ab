import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { noOwnAddresses, olga as owner } from "../../../tests/support/content.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { startAtOnce } from "../../../tests/support/databases/starter.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { banner } from "../blocks/banner.ts";
import { counters } from "../blocks/counters.ts";
import { testimonials } from "../blocks/testimonials.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { listRecords, publicRecord, readSiteContent } from "./content-store.server.ts";
import { createRecord, deleteRecord, updateRecord } from "./save-block.ts";
import { seedContent } from "./seed-content.ts";

const [bannerValues] = banner.seed;
const [quote] = testimonials.seed;

const seeds = (Object.values(blocks) as Block[]).reduce((sum, { seed }) => sum + seed.length, 0);
const countRecords = async (database: Database) =>
  (await database.read.selectFrom("content_records").select("id").execute()).length;

describeOnEachDatabase("The demonstration content", (openDatabase) => {
  test("is stored only at the first start, in the order of its declaration", async () => {
    const database = await openDatabase();
    for (let starts = 0; starts < 3; starts++) await seedContent(database, () => 0);
    expect(await countRecords(database)).toBe(seeds);
    for (const block of Object.values(blocks) as Block[]) {
      const records = await listRecords(database.read, block);
      const seeded = block.seed.map((values, index) =>
        publicRecord(block, { _id: records[index]?._id ?? "", ...values }),
      );
      expect(records).toEqual(seeded);
    }
  });

  test("is stored once when several processes start at the same time", async () => {
    const database = await openDatabase();
    await startAtOnce(await addressOf(database), "seed");
    expect(await countRecords(database)).toBe(seeds);
  });

  test("is not stored again after the owner has deleted everything", async () => {
    const database = await openDatabase();
    await seedContent(database, () => 0);
    const store = { database, clock: () => 0, ...noOwnAddresses };
    for (const block of Object.values(blocks) as Block[]) {
      for (const { _id } of await listRecords(database.read, block)) {
        await deleteRecord(store, owner, block, _id);
      }
    }
    await seedContent(database, () => 0);
    const { pricingPackages, banner: none } = await readSiteContent(database.read);
    expect([pricingPackages, none]).toEqual([[], undefined]);
  });
});

describeOnEachDatabase("A block's records", (openDatabase) => {
  const openStore = async () => ({
    database: await openDatabase(),
    clock: () => 1000,
    ...noOwnAddresses,
  });

  test("are limited to one if the block is a singleton, also when twenty are added at the same time", async () => {
    const store = await openStore();
    const twenty = Array.from({ length: 20 }, () =>
      createRecord(store, owner, banner, bannerValues),
    );
    const results = await Promise.allSettled(twenty);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    }
    expect(await listRecords(store.database.read, banner)).toHaveLength(1);
  });

  test("contain exactly the typed text, including markup and SQL", async () => {
    const store = await openStore();
    const words = "</script><img src=x onerror=alert(1)> '); drop table x; -- {} $1 ? 🌾 “ה”";
    const values = { ...bannerValues, bannerDetails: words };
    await createRecord(store, owner, banner, values);
    expect((await readSiteContent(store.database.read)).banner?.bannerDetails).toBe(words);
  });

  test("get a revision for each of ten simultaneous saves", async () => {
    const store = await openStore();
    const { _id } = await createRecord(store, owner, banner, bannerValues);
    const saves = Array.from({ length: 10 }, (_, index) =>
      updateRecord(store, owner, banner, _id, { ...bannerValues, bannerText: `Save ${index}` }),
    );
    await Promise.all(saves);
    const rows = await store.database.read
      .selectFrom("content_history")
      .select("revision")
      .where("record_id", "=", _id)
      .orderBy("revision")
      .execute();
    expect(rows.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("are not changed by a rejected write", async () => {
    const store = await openStore();
    const { _id } = await createRecord(store, owner, banner, bannerValues);
    const wrong = { ...bannerValues, buttonURL: "javascript:alert(1)" };
    const refused = [
      [() => updateRecord(store, owner, banner, _id, wrong), "invalid"],
      [() => updateRecord(store, ada, banner, _id, bannerValues), "forbidden"],
      [() => deleteRecord(store, { kind: "visitor" }, banner, _id), "unauthenticated"],
      [() => updateRecord(store, owner, banner, "unknown", bannerValues), "not-found"],
      // The record belongs to another block.
      [() => deleteRecord(store, owner, testimonials, _id), "not-found"],
      [() => updateRecord(store, owner, testimonials, _id, quote), "not-found"],
    ] as const;
    for (const [write, code] of refused) await expect(write()).rejects.toMatchObject({ code });
    expect(await listRecords(store.database.read, banner)).toEqual([{ _id, ...bannerValues }]);
    const history = await store.database.read.selectFrom("content_history").selectAll().execute();
    expect(history).toHaveLength(1);
  });

  test("have an empty text for a field added to the block later, and omit a field removed from the block", async () => {
    const store = await openStore();
    const [counter] = counters.seed;
    const { _id } = await createRecord(store, owner, counters, counter);
    const [first = "", ...others] = Object.keys(counters.fields);
    const older = { [first]: "7", gone: "x" };
    await store.database.write((tx) =>
      tx
        .updateTable("content_records")
        .set({ field_values: JSON.stringify(older) })
        .execute(),
    );
    const [record] = await listRecords(store.database.read, counters);
    const added = Object.fromEntries(others.map((name) => [name, ""]));
    expect(record).toEqual({ _id, [first]: "7", ...added });
  });
});

describeOnEachDatabase("Content of the public pages", (openDatabase) => {
  test("contains every block that everyone may read, and no other block", async () => {
    const database = await openDatabase();
    await seedContent(database, () => 0);
    const site = await readSiteContent(database.read);
    const publicKeys = Object.entries(blocks)
      .filter(([, block]: [string, Block]) => block.readBy === "everyone" && !block.isRead)
      .map(([key]) => key);
    expect(Object.keys(site)).toEqual([...publicKeys, "hasArticles"]);
    expect(JSON.stringify(site)).not.toContain("payments@furrow.example");
  });
});
