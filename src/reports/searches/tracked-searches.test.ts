import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { readReport } from "../read-reports.ts";
import { reviewReport, saveReport, sendReport } from "../write-report.ts";
import { readRoomSearches, readSearches, saveSearches } from "./tracked-searches.ts";

const month = "2026-11";
const plum = { search: "plum trees", position: "7.5" };
const pear = { search: "Perry pears", position: "> 100" };

describeOnEachDatabase("The tracked searches of an order", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const { shop, id, place } = await orderIn("paid", database);
    const save = (revision: number, searches: readonly object[], orderId = id) =>
      saveSearches(shop, owner, orderId, month, { revision, searches });
    return { database, shop, id, place, save };
  }

  test("are promised by the plan, and are in the room as soon as they are saved", async () => {
    const { shop, id, save } = await open();
    expect(await readRoomSearches(shop, ada, id)).toMatchObject({
      promised: 10,
      table: { lines: [] },
    });
    await save(0, [plum, { search: "", position: "" }, pear]);
    // Submits the same form again, as after a lost response.
    await save(0, [plum, { search: "Perry pears", position: ">100" }]);
    const { table } = await readRoomSearches(shop, ada, id);
    expect(table).toEqual({
      months: [month],
      lines: [
        { search: "plum trees", positions: ["7.5"] },
        { search: "Perry pears", positions: [">100"] },
      ],
    });
    expect((await readSearches(shop, owner, id, month)).revision).toBe(1);
    await expect(readRoomSearches(shop, ben, id)).rejects.toMatchObject({ code: "not-found" });
    await expectRefused(
      "forbidden",
      saveSearches(shop, ada, id, month, { revision: 1, searches: [] }),
    );
  });

  test("that somebody else has changed meanwhile are not overwritten", async () => {
    const { save } = await open();
    await save(0, [plum]);
    await expect(save(0, [pear])).rejects.toMatchObject({ code: "conflict" });
    await save(1, [pear]);
  });

  test.each([
    ["twice", [plum, { search: "PLUM  trees", position: "" }], "searches.1.search"],
    ["without their name", [{ search: "", position: "3" }], "searches.0.search"],
    ["with a word as position", [{ search: "a", position: "first" }], "searches.0.position"],
  ])("are refused %s, at the field", async (_, searches, path) => {
    const { save } = await open();
    await expect(save(0, searches)).rejects.toMatchObject({
      code: "invalid",
      issues: [expect.objectContaining({ path })],
    });
  });

  test("go on in the order of the next month, which takes over list and positions", async () => {
    const { database, shop, id, place, save } = await open();
    await save(0, [plum, pear]);
    const next = await place();
    await database.write(async (tx) => {
      await tx
        .insertInto("order_next_months")
        .values({ order_id: next, previous_id: id })
        .execute();
      await tx
        .insertInto("order_search_lists")
        .values({ order_id: next, revision: 1, updated_at: 0 })
        .execute();
      await tx
        .insertInto("order_search_positions")
        .values({ order_id: next, month: "2027-01", search: "Plum trees", position: "4" })
        .execute();
    });
    expect((await readRoomSearches(shop, ada, next)).table).toEqual({
      months: [month, "2026-12", "2027-01"],
      lines: [
        { search: "plum trees", positions: ["7.5", "", "4"] },
        { search: "Perry pears", positions: [">100", "", ""] },
      ],
    });
  });

  test("stay in a sent report as they were", async () => {
    const { shop, id, save } = await open();
    await save(0, [plum]);
    const texts = { done: "Titles.", changed: "", next: "Links." };
    const deps = { ...shop };
    await saveReport(deps, owner, id, month, { revision: 0, ...texts });
    await reviewReport(deps, owner, id, month, { revision: 1 });
    await sendReport(deps, owner, id, month, { revision: 1 });
    await save(1, [{ ...plum, position: "3" }]);
    const lines = async () => (await readReport(deps, ada, id, month)).searches.lines;
    expect(await lines()).toEqual([{ search: "plum trees", positions: ["7.5"] }]);
  });
});
