import type { Database } from "#platform/database/database.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type EditableRecord, readForEditing } from "../drafts/editable-record.ts";
import { blockNamed } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";

interface ReadDependencies {
  readonly database: Database;
}

/**
 * "Changed": published, with a draft that visitors do not see yet. "Planned": in a release that has
 * not happened yet.
 */
export type SitePageState = "Published" | "Changed" | "Draft" | "Planned";

export interface ListedSitePage {
  readonly id: string;
  /** "" for a draft without a title. */
  readonly title: string;
  /** "" for a draft without an address. */
  readonly address: string;
  readonly state: SitePageState;
  readonly author: string;
  /** Time of the last change, of the draft too, in Unix milliseconds. */
  readonly changedAt: number;
}

/** The pages or the articles that the owner has added; the one that was changed last comes first. */
export async function listSitePages(
  { database }: ReadDependencies,
  actor: Actor,
  { block }: { readonly block: Block },
): Promise<readonly ListedSitePage[]> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("site_pages")
    .innerJoin("content_records", "content_records.id", "site_pages.record_id")
    .leftJoin("release_entries", "release_entries.open_record", "site_pages.record_id")
    .select([
      "release_entries.open_record",
      "site_pages.record_id",
      "site_pages.title",
      "site_pages.path",
      "site_pages.draft_address",
      "site_pages.published_at",
      "content_records.updated_at",
      "content_records.author",
      "content_records.draft_at",
      "content_records.draft_author",
    ])
    .where("site_pages.block", "=", block.name)
    .execute();
  return rows
    .map((row) => ({
      id: row.record_id,
      title: row.title,
      address: row.path || (row.draft_address ?? ""),
      state:
        row.open_record === null
          ? stateOf(row.published_at !== null, row.draft_at !== null)
          : "Planned",
      author: row.draft_author ?? row.author,
      changedAt: Math.max(Number(row.updated_at), Number(row.draft_at ?? 0)),
    }))
    .sort((one, other) => other.changedAt - one.changedAt);
}

function stateOf(isPublished: boolean, hasDraft: boolean): SitePageState {
  if (!isPublished) return "Draft";
  return hasDraft ? "Changed" : "Published";
}

interface SitePageSearch {
  readonly block: Block;
  readonly search?: string;
  readonly state?: SitePageState | "";
  readonly sort?: "newest" | "name-a-z";
  readonly page: number;
  readonly pageSize: number;
}

/** One page of the list, whose titles or addresses contain the words of `search`. */
export async function pageOfSitePages(
  deps: ReadDependencies,
  actor: Actor,
  { block, search = "", state = "", sort = "newest", page, pageSize }: SitePageSearch,
): Promise<Page<ListedSitePage>> {
  const words = foldedText(search).split(/\s+/).filter(Boolean);
  const all = await listSitePages(deps, actor, { block });
  const found = all.filter((each) => {
    const said = foldedText(`${each.title} ${each.address}`);
    return (state === "" || each.state === state) && words.every((word) => said.includes(word));
  });
  const sorted =
    sort === "newest"
      ? found
      : found.toSorted((one, other) => compareNames(one.title, other.title));
  return pageOf({ page, pageSize, total: sorted.length }, async (offset) =>
    sorted.slice(offset, offset + pageSize),
  );
}

const { compare: compareNames } = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** A page or an article with its draft; undefined for an unknown id and for one in the trash. */
export async function findSitePage(
  deps: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<EditableRecord | undefined> {
  requireRight(actor, "edit content");
  const row = await deps.database.read
    .selectFrom("site_pages")
    .select("block")
    .where("record_id", "=", id)
    .executeTakeFirst();
  return row && readForEditing(deps, actor, blockNamed(row.block), id);
}
