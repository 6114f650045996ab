import type { Database, Queries } from "#platform/database/database.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { redirects } from "../blocks/redirects.ts";
import { type ContentDependencies, changeSite } from "../records/change-site.server.ts";
import { listRecords } from "../records/content-store.server.ts";
import {
  type Authorship,
  authorship,
  changeState,
  insertState,
  lastPosition,
} from "../records/record-writes.server.ts";
import { lockAnyRecord } from "../records/stored-record.server.ts";
import { spellingOf } from "./address-spelling.ts";
import { readPageAddresses } from "./move-pages.server.ts";
import { presentLink } from "./page-addresses.ts";
import { type PlannedRedirect, planRedirects, type RedirectPlan } from "./plan-redirects.ts";
import { isPathOfSite, type WaysDependencies } from "./redirect-checks.server.ts";
import { redirectParsers } from "./redirect-parsers.ts";
import { redirectsAt } from "./redirect-paths.server.ts";

interface ImportDependencies extends ContentDependencies {
  readonly parse: Parse;
}

/** Redirects written in one transaction, because all other writes wait for it. */
const chunkSize = 200;

/** What an import of the file would do. Throws "invalid" for a file that is no list of redirects. */
export async function previewRedirects(
  deps: WaysDependencies & { readonly database: Database; readonly parse: Parse },
  actor: Actor,
  file: Uint8Array,
): Promise<RedirectPlan> {
  requireRight(actor, "publish content");
  const lines = await deps.parse(redirectParsers.lines, file);
  const { read } = deps.database;
  const known = await listRecords(read, redirects);
  const addresses = await readPageAddresses(read);
  const pages = await readOwnPages(read);
  return planRedirects(lines, {
    redirects: known.map(({ _id: id, oldAddress, becameOf, newAddress }) => ({
      id,
      oldAddress,
      newAddress: becameOf === "Gone" ? "" : newAddress,
    })),
    publicUrl: deps.publicUrl,
    isTaken: (path) =>
      pages.taken.has(spellingOf(path)) || isPathOfSite(addresses, deps.ownPaths, path),
    present: (link) => presentLink(addresses, link, pages.addresses),
  });
}

/** Addresses of all published own pages and articles. */
async function readOwnPages(queries: Queries) {
  const pages = await queries
    .selectFrom("site_pages")
    .select(["record_id", "address", "path"])
    .where("address", "is not", null)
    .execute();
  return {
    taken: new Set(pages.map(({ address }) => address)),
    addresses: new Map(pages.map(({ record_id, path }) => [record_id, path])),
  };
}

/**
 * Makes the redirects of a file that can be made, and tells what it refused. Writes them in parts,
 * so that the site goes on; if the program ends meanwhile, the same file brings the rest.
 */
export async function importRedirects(
  deps: ImportDependencies,
  actor: Actor,
  file: Uint8Array,
): Promise<RedirectPlan> {
  const plan = await previewRedirects(deps, actor, file);
  const by = authorship(actor, deps.clock);
  for (let start = 0; start < plan.made.length; start += chunkSize) {
    await makeRedirects(deps, plan.made.slice(start, start + chunkSize), by);
  }
  for (let start = 0; start < plan.rewritten.length; start += chunkSize) {
    const part = plan.rewritten.slice(start, start + chunkSize);
    await changeSite(deps, by, async (tx) => {
      for (const { id, to, newAddress } of part) {
        const record = await lockAnyRecord(tx, id);
        if (record?.published == null || record.deletedAt !== null) continue;
        // Somebody may have changed it since the plan was made.
        if (record.published.newAddress !== newAddress) continue;
        const published = { ...record.published, ...targetOf(to) };
        await changeState(tx, record, { published, draft: record.draft }, "updated", by);
      }
    });
  }
  return plan;
}

async function makeRedirects(
  deps: ImportDependencies,
  planned: readonly PlannedRedirect[],
  by: Authorship,
): Promise<void> {
  await changeSite(deps, by, async (tx) => {
    let position = await lastPosition(tx, redirects);
    for (const { from, to } of planned) {
      // Somebody may have added it since the plan was made.
      if ((await redirectsAt(tx, { path: spellingOf(from) })).length > 0) continue;
      position += 1;
      const published = { oldAddress: from, ...targetOf(to) };
      await insertState(tx, redirects, { published, draft: null }, "imported", by, { position });
    }
  });
}

function targetOf(to: string) {
  return { becameOf: to === "" ? "Gone" : "Moved", newAddress: to };
}
