import { articles } from "#content/blocks/articles.ts";
import type { Blocks } from "#content/model/blocks.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import type { ContentDependencies } from "#content/records/change-site.server.ts";
import { readSiteContent } from "#content/records/content-store.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import {
  absolute,
  addressOf,
  hasContent,
  type PublicPage,
  publicPageNames,
} from "../public-pages.ts";
import { canBeFound } from "./index-now-key.ts";
import { queueName } from "./index-now-tables.server.ts";

/** The content that each page shows, besides menus and footer. */
export type ContentOfPages = Readonly<
  Record<PublicPage, readonly (keyof Blocks & keyof SiteContent)[]>
>;

interface NoteDependencies {
  readonly publicUrl: string;
  readonly isIndexNowOn: (queries: Queries) => Promise<boolean>;
  readonly contentOfPages: ContentOfPages;
}

/** Publications within this time go out in one request. */
export const gatheredMs = 60_000;

/** Rows of one statement, which may have a limited number of values. */
const rowsAtOnce = 1000;

/**
 * Queues the addresses of the pages that a write changes, in the transaction of the write. Does
 * nothing while IndexNow is off, and on a site that search engines cannot reach.
 */
export function noteChangedPages({
  publicUrl,
  isIndexNowOn,
  contentOfPages,
}: NoteDependencies): NonNullable<ContentDependencies["watchPages"]> {
  return async (tx) => {
    if (!canBeFound(publicUrl) || !(await isIndexNowOn(tx))) return undefined;
    const before = await pagesOnSite(tx, contentOfPages);
    return async (at) => {
      const after = await pagesOnSite(tx, contentOfPages);
      const whole = (paths: readonly string[]) => paths.map((path) => absolute(publicUrl, path));
      // A page can be hidden from search engines after a change of it was queued.
      await forget(tx, whole([...after.hidden]));
      await queue(tx, whole(changedPaths(before, after)), at);
    };
  };
}

interface PagesOnSite {
  /** What tells whether a page has changed, by the path of each page that search engines may list. */
  readonly listed: ReadonlyMap<string, string>;
  /** Paths of the pages that search engines leave out. */
  readonly hidden: ReadonlySet<string>;
}

async function pagesOnSite(tx: WriteTransaction, contents: ContentOfPages): Promise<PagesOnSite> {
  const site = await readSiteContent(tx);
  const rows = await tx
    .selectFrom("site_pages")
    .select(["record_id", "block", "path", "no_index", "updated_at"])
    .where("address", "is not", null)
    .orderBy("record_id")
    .execute();
  const markOf = (row: (typeof rows)[number]) => `${row.record_id} ${row.updated_at}`;
  const listed = rows.filter(({ no_index }) => Number(no_index) === 0);
  const ofArticles = rows
    .filter(({ block }) => block === articles.name)
    .map(markOf)
    .join();
  const texts = new Map<keyof SiteContent, string>();
  const textOf = (key: keyof SiteContent) => {
    const text = texts.get(key) ?? JSON.stringify(site[key] ?? null);
    texts.set(key, text);
    return text;
  };
  const specified = publicPageNames
    .filter((page) => hasContent(site, page))
    .map((page) => {
      const shown = contents[page].map(textOf).join("\n");
      return [
        addressOf(site, page),
        page === "articles" ? `${shown}\n${ofArticles}` : shown,
      ] as const;
    });
  return {
    listed: new Map([...specified, ...listed.map((row) => [row.path, markOf(row)] as const)]),
    hidden: new Set(rows.filter(({ no_index }) => Number(no_index) !== 0).map(({ path }) => path)),
  };
}

/** Also the former paths of pages that were moved or taken off the site. */
function changedPaths(before: PagesOnSite, after: PagesOnSite): readonly string[] {
  const paths = new Set([...before.listed.keys(), ...after.listed.keys()]);
  return [...paths].filter(
    (path) => before.listed.get(path) !== after.listed.get(path) && !after.hidden.has(path),
  );
}

async function queue(tx: WriteTransaction, addresses: readonly string[], at: number) {
  if (addresses.length === 0) return;
  for (const some of inParts(addresses)) {
    await tx
      .insertInto("index_now_addresses")
      .values(some.map((address) => ({ address, noted_at: at, batch: null })))
      .onConflict((conflict) =>
        conflict.column("address").doUpdateSet({ noted_at: at, batch: null }),
      )
      .execute();
  }
  const due_at = at + gatheredMs;
  await tx
    .insertInto("index_now")
    .values({ name: queueName, due_at, leased_until: 0, attempts: 0, failures: 0 })
    // A queue that waits after a refusal keeps its time.
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet(({ fn, ref, val }) => ({
        due_at: fn.coalesce(ref("index_now.due_at"), val(due_at)),
      })),
    )
    .execute();
}

async function forget(tx: WriteTransaction, addresses: readonly string[]): Promise<void> {
  for (const some of inParts(addresses)) {
    await tx.deleteFrom("index_now_addresses").where("address", "in", some).execute();
  }
}

function inParts(all: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(all.length / rowsAtOnce);
  return Array.from({ length: count }, (_, part) =>
    all.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}
