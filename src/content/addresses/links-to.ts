import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { redirects } from "../blocks/redirects.ts";
import { labelOf } from "../drafts/editable-record.ts";
import { editPathOf } from "../model/record-paths.ts";
import { editedValues, storedRecord } from "../records/stored-record.server.ts";
import { textContaining } from "./list-missing-pages.ts";

/** A record whose texts, sections or links name another record. */
export interface LinkingRecord {
  readonly id: string;
  /** What the record is, such as "Header menu". */
  readonly title: string;
  readonly label: string;
  /** A redirect leads elsewhere or says that the page is gone, once the record is deleted. */
  readonly isRedirect: boolean;
  /** Screen on which the link is changed. */
  readonly path: string;
}

/** More than anybody reads before deciding. */
const mostListed = 50;

/**
 * The menu entries, redirects, pages and texts that link to a page, an article or a plan, as they
 * are and as their drafts say. What they link to leads nowhere once the record is deleted.
 */
export async function linksTo(
  { database }: { readonly database: Database },
  actor: Actor,
  recordId: string,
): Promise<readonly LinkingRecord[]> {
  requireRight(actor, "edit content");
  if (!/^[\w-]{8,64}$/.test(recordId)) return [];
  const rows = await database.read
    .selectFrom("content_records")
    .selectAll()
    .where("id", "!=", recordId)
    .where("deleted_at", "is", null)
    .where((where) =>
      where.or([
        textContaining("field_values", recordId),
        textContaining("draft_values", recordId),
      ]),
    )
    .orderBy("block")
    .orderBy("position")
    .orderBy("id")
    .limit(mostListed)
    .execute();
  return rows
    .flatMap((row) => storedRecord(row) ?? [])
    .map(({ id, block, published, draft }) => ({
      id,
      title: block.title,
      isRedirect: block === redirects,
      label: labelOf(block, editedValues(block, { published, draft })),
      path: editPathOf(block, id),
    }));
}

/**
 * Whether a published text or menu entry links to a published page, by its id or by its address.
 * Redirects do not count, because nobody finds a page by them.
 */
export async function isLinked(
  queries: Queries,
  { recordId, path }: { readonly recordId: string; readonly path: string },
): Promise<boolean> {
  const spelled = path.replace(/\/$/, "");
  const row = await queries
    .selectFrom("content_records")
    .select("id")
    .where("id", "!=", recordId)
    .where("block", "!=", redirects.name)
    .where("deleted_at", "is", null)
    .where("published_at", "is not", null)
    .where((where) =>
      where.or([
        textContaining("field_values", `page:${recordId}`),
        // In a list of sections, the quotation mark after the address is escaped.
        ...['"', "\\", "/", "#", "?"].map((end) =>
          textContaining("field_values", `"${spelled}${end}`),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
