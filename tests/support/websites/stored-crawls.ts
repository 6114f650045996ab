import type { PageOutcomes } from "#check/crawl/crawls.ts";
import { engineVersion } from "#check/engine/engine-version.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { openSiteDatabase } from "../databases/site-database.ts";

type Pages = Readonly<Record<string, readonly string[]>>;

const paths = Array.from({ length: 12 }, (_, nth) => (nth === 0 ? "/" : `/page-${nth}/`));

/** Twelve pages before the work, each with its findings. */
const before: Pages = Object.fromEntries(
  paths.map((path, nth) => [
    path,
    [
      "title-missing",
      ...(nth % 3 === 0 ? ["picture-text"] : []),
      ...(nth < 2 ? ["broken-links"] : []),
    ],
  ]),
);
const after: Pages = Object.fromEntries(
  paths.map((path, nth) => [path, nth % 6 === 0 ? ["picture-text"] : []]),
);

/** Puts finished checks of an order's website into the SQLite file of a running site. */
export function insertCrawlsIn(file: string, orderId: string, wanted?: readonly Purpose[]): void {
  const database = openSiteDatabase(file);
  for (const [table, values] of finishedChecks(orderId, wanted)) {
    const columns = Object.keys(values);
    const places = columns.map(() => "?").join(", ");
    const statement = `insert into ${table} (${columns.join(", ")}) values (${places})`;
    database.prepare(statement).run(...Object.values(values));
  }
  database.close();
}

/** Stores finished checks of an order's website before and after the work. */
export async function insertCrawls(database: Database, orderId: string): Promise<void> {
  await database.write(async (tx) => {
    for (const [table, values] of finishedChecks(orderId)) {
      await tx
        .insertInto(table)
        .values(values as never)
        .execute();
    }
  });
}

type Purpose = "before" | "after";
type Row = readonly [
  table: "site_crawls" | "site_crawl_parts" | "order_site_checks",
  values: Readonly<Record<string, string | number>>,
];

function finishedChecks(orderId: string, wanted: readonly Purpose[] = ["before", "after"]): Row[] {
  const website = "https://shop.example/";
  return wanted.flatMap((purpose): Row[] => {
    const pages = purpose === "before" ? before : after;
    const crawlId = newId();
    const all = Object.values(pages).flat();
    const counts = Object.fromEntries(
      [...new Set(all)].map((check) => [check, all.filter((one) => one === check).length]),
    );
    const at = Date.now() - (purpose === "before" ? 40 : 0) * 24 * 60 * 60 * 1000;
    const crawl = {
      id: crawlId,
      website,
      page_limit: 200,
      state: "done",
      origin: "https://shop.example",
      engine_version: engineVersion,
      known_count: 12,
      page_count: 12,
      asked_count: 12,
      read_count: 12,
      counts: JSON.stringify(counts),
      requested_at: at,
      finished_at: at,
    };
    const parts = Object.entries(pages).map(([path, found], position): Row => {
      const outcomes: PageOutcomes = {
        found: Object.fromEntries(found.map((check) => [check, "There is a fault."])),
        unseen: [],
      };
      return [
        "site_crawl_parts",
        {
          crawl_id: crawlId,
          position,
          kind: "page",
          address: `https://shop.example${path}`,
          depth: 0,
          state: "stored",
          status: 200,
          is_page: 1,
          engine_version: engineVersion,
          outcomes: JSON.stringify(outcomes),
        },
      ];
    });
    const check = {
      id: newId(),
      order_id: orderId,
      purpose,
      crawl_id: crawlId,
      website,
      reason: "",
      author: "system",
      at,
    };
    return [["site_crawls", crawl], ...parts, ["order_site_checks", check]];
  });
}
