import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { pathOfControl } from "#platform/texts/plain-text.ts";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { previewCsv } from "./map-csv.ts";
import { importFigures, listFigures, removeFigures } from "./order-figures.ts";

/** An export with two searches and one line for each day. */
function exported(days: readonly string[], clicks = 10): Uint8Array {
  const head = "Date,Clicks,Impressions,CTR,Position";
  return zipSync({
    "Queries.csv": strToU8(`${head}\r\nplum trees,4,90,4.44%,8.5\r\ncider,1,9,11.1%,20.25`),
    "Chart.csv": strToU8([head, ...days.map((day) => `${day},${clicks},200,5%,11.5`)].join("\r\n")),
  });
}

const october = ["2026-10-01", "2026-10-02"];
const november = ["2026-11-01", "2026-11-02", "2026-11-03"];

describeOnEachDatabase("Imported numbers", (openDatabase) => {
  test("name their period, time zone and anonymised searches, and show the values of the previous period", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase());
    const read = (days: readonly string[]) =>
      importFigures(shop, owner, id, { name: "C:\\export.zip", bytes: exported(days) });
    await read(october);
    const { figures: imported, overlaps } = await read(november);
    const [figures] = imported;
    const source = "Search Console, Nov 1 – 3, 2026, Pacific time";
    expect(figures).toMatchObject({
      fileName: "export.zip",
      numbers: [
        {
          label: "Clicks from Google Search",
          value: "30",
          earlier: "20",
          source: `${source}; listed searches: 5 of 30 clicks, rare ones are anonymised`,
        },
        { label: "Shown in Google Search", value: "600", earlier: "400", source },
        { label: "Average position", value: "11.5", earlier: "11.5", source },
      ],
    });
    expect(overlaps).toEqual([]);
    expect((await listFigures(shop, owner, id)).map(({ period }) => period)).toEqual([
      "Nov 1 – 3, 2026",
      "Oct 1 – 2, 2026",
    ]);
    expect(figures?.note).toMatch(/^All listed searches together have 5 of the 30 clicks: /);
    expect(figures?.lists).toEqual([
      {
        kind: "searches",
        lines: [
          { name: "plum trees", clicks: 4, impressions: 90, position: "8.5" },
          { name: "cider", clicks: 1, impressions: 9, position: "20.25" },
        ],
      },
    ]);
  });

  test("of a file about two months are counted in each, and the month before is the earlier value", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase());
    const days = ["2026-10-01,36,400,4.5%", "2026-11-01,13,200,6.5%", "2026-11-27,100,3000,3.33%"];
    const read = (rows: readonly string[]) =>
      importFigures(
        ...([shop, owner, id] as const),
        { name: "bing.csv", bytes: strToU8(["Day,Clicks,Shown,CTR", ...rows].join("\n")) },
        {
          source: "Bing",
          uses: ["day", "clicks", "impressions", "mean"],
          decimals: "point",
          days: "year first",
        },
      );
    const { figures, known } = await read(days);
    expect(figures).toMatchObject([
      {
        name: "Bing, Nov 1 – 27, 2026",
        numbers: [
          { label: "Clicks", value: "113", earlier: "36" },
          { label: "Shown", value: "3200", earlier: "400" },
          { label: "CTR", value: "3.5", earlier: "4.5" },
        ],
      },
      { name: "Bing, Oct 1, 2026", numbers: [{ value: "36", earlier: "" }, {}, {}] },
    ]);
    expect(known).toEqual([]);

    // The file of the next month has a month that the order has already.
    const next = await read([...days, "2026-12-01,7,100,7%"]);
    expect(next.known).toEqual(["Oct 1, 2026", "Nov 1 – 27, 2026"]);
    expect(next.overlaps).toEqual([]);
    expect(next.figures).toMatchObject([
      { name: "Bing, Dec 1, 2026", numbers: [{ value: "7", earlier: "113" }, {}, {}] },
    ]);
    await expect(read(days)).rejects.toMatchObject({
      code: "conflict",
      message:
        "The order already has the numbers of Bing, Oct 1, 2026 and Nov 1 – 27, 2026. Remove them first to read them again.",
    });
  });

  test("have no control characters, whatever the file has in its headings, names and cells", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase());
    const zip = exported(october, 10);
    const files = unzipSync(zip);
    const queries = strFromU8(files["Queries.csv"] ?? new Uint8Array());
    files["Queries.csv"] = strToU8(queries.replace("plum trees", "plum\u0000\u0007 trees\u009b"));
    const name = "exp\u0000ort.zip";
    await importFigures(shop, owner, id, { name, bytes: zipSync(files) });
    const csv = "Day;Clicks;Ra\u0000te\u0007\u009b\n2026-11-01;9;5";
    await importFigures(
      ...([shop, owner, id] as const),
      { name: "bing.csv", bytes: strToU8(csv) },
      { source: "Bing", uses: ["day", "clicks", "mean"], decimals: "point", days: "year first" },
    );
    const figures = await listFigures(shop, owner, id);
    expect(figures[0]?.numbers[1]).toMatchObject({ label: "Rate", value: "5" });
    expect(figures[1]?.lists[0]?.lines[0]?.name).toBe("plum trees");
    expect(pathOfControl(figures)).toBeUndefined();
    expect(pathOfControl(previewCsv(name, strToU8(csv)))).toBeUndefined();
  });

  test("are stored once for a period, also by simultaneous imports, and overlapping periods are reported", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase());
    const read = (days: readonly string[]) =>
      importFigures(shop, owner, id, { name: "export.zip", bytes: exported(days) });
    const both = await Promise.allSettled([read(november), read(november)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(read(november)).rejects.toMatchObject({
      code: "conflict",
      message:
        "The order already has the numbers of Search Console, Nov 1 – 3, 2026. Remove them first to read them again.",
    });
    const { overlaps } = await read(["2026-11-03", "2026-11-04"]);
    expect(overlaps).toEqual(["Nov 1 – 3, 2026"]);
    const [newest] = await listFigures(shop, owner, id);
    await removeFigures(shop, owner, id, newest?.id ?? "");
    await removeFigures(shop, owner, id, newest?.id ?? "");
    expect(await listFigures(shop, owner, id)).toHaveLength(1);
  });

  test("can be read and changed only by people of the team with a right to the order", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase());
    const file = { name: "export.zip", bytes: exported(november) };
    const worker: Actor = {
      kind: "staff",
      role: "Worker",
      accountId: "account-wil",
      email: "wil@example.com",
    };
    const accountant: Actor = { ...worker, role: "Accountant" };
    for (const [actor, code] of [
      [worker, "not-found"],
      [accountant, "forbidden"],
      [ada, "forbidden"],
    ] as const) {
      await expect(importFigures(shop, actor, id, file)).rejects.toMatchObject({ code });
      await expect(listFigures(shop, actor, id)).rejects.toMatchObject({ code });
      await expect(removeFigures(shop, actor, id, "any")).rejects.toMatchObject({ code });
    }
  });
});
