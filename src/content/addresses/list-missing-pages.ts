import { sql } from "kysely";
import type { Database, Queries } from "#platform/database/database.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { spellingOf } from "./address-spelling.ts";
import { defaultAddresses } from "./listings.ts";
import { type Referrer, referrersIn } from "./missing-pages.ts";
import { readPageAddresses } from "./move-pages.server.ts";
import type { PageAddresses } from "./page-addresses.ts";

/** An address without a page that visitors have asked for. */
export interface MissingPage {
  readonly path: string;
  readonly hits: number;
  readonly lastSeenAt: number;
  /** Pages that link to it, most visits first. */
  readonly referrers: readonly Referrer[];
}

interface MissingPageSearch {
  /** Part of the address. */
  readonly q: string;
  /** "yes": only addresses that a page links to. */
  readonly linked: "" | "yes";
  readonly sort: "hits-high" | "newest";
  readonly page: number;
  readonly pageSize: number;
}

export async function pageOfMissingPages(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  { q, linked, sort, page, pageSize }: MissingPageSearch,
): Promise<Page<MissingPage>> {
  requireRight(actor, "edit content");
  const found = missingPages(read, await readPageAddresses(read))
    .$if(q !== "", (query) => query.where(textContaining("path", spellingOf(q).slice(1))))
    .$if(linked === "yes", (query) => query.where("referrers", "!=", "[]"));
  const { total } = await found
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const rows = await found
      .select(["path", "hits", "last_seen_at", "referrers"])
      .$if(sort === "hits-high", (query) => query.orderBy("hits", "desc"))
      .orderBy("last_seen_at", "desc")
      .orderBy("path")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map((row) => ({
      path: row.path,
      hits: Number(row.hits),
      lastSeenAt: Number(row.last_seen_at),
      referrers: referrersIn(row.referrers),
    }));
  });
}

/** Without addresses that have got a page or a redirect since somebody asked for them. */
function missingPages(read: Queries, addresses: PageAddresses) {
  const ofTheSite = [...addresses.values(), ...Object.values(defaultAddresses)].map(spellingOf);
  return read
    .selectFrom("missing_pages")
    .where("is_listed", "=", 1)
    .where("path", "not in", ofTheSite)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("redirect_paths")
            .select("record_id")
            .whereRef("old_path", "=", "missing_pages.path"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("site_pages")
            .select("record_id")
            .whereRef("address", "=", "missing_pages.path"),
        ),
      ),
    );
}

/** Whether a column contains a text, in small or capital letters. */
export function textContaining(column: string, part: string) {
  const wanted = `%${part.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${wanted} escape '\\'`;
}

/** Takes addresses off the list; one that is asked for again is listed again. */
export async function forgetMissingPages(
  { database }: { readonly database: Database },
  actor: Actor,
  paths: readonly string[],
): Promise<void> {
  requireRight(actor, "edit content");
  await setListed(database, paths, false);
}

/** Lists addresses again that somebody has taken off the list. */
export async function listAgain(
  { database }: { readonly database: Database },
  actor: Actor,
  paths: readonly string[],
): Promise<void> {
  requireRight(actor, "edit content");
  await setListed(database, paths, true);
}

async function setListed(database: Database, paths: readonly string[], isListed: boolean) {
  await database.write((tx) =>
    tx
      .updateTable("missing_pages")
      .set({ is_listed: isListed ? 1 : 0 })
      .where("path", "in", paths)
      .execute(),
  );
}
