import type { Database } from "#platform/database/database.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { redirects } from "../blocks/redirects.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import { storedRecord } from "../records/stored-record.server.ts";
import { textContaining } from "./list-missing-pages.ts";

interface RedirectSearch {
  /** Part of an old or a new address. */
  readonly q: string;
  readonly sort: "newest" | "oldest";
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the redirects with their drafts; there may be ten thousand, so no more is read. */
export async function pageOfRedirects(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  { q, sort, page, pageSize }: RedirectSearch,
): Promise<Page<EditableRecord>> {
  requireRight(actor, "edit content");
  const found = read
    .selectFrom("content_records")
    .where("block", "=", redirects.name)
    .where("deleted_at", "is", null)
    .$if(q !== "", (query) =>
      query.where((where) =>
        where.or([textContaining("field_values", q), textContaining("draft_values", q)]),
      ),
    );
  const { total } = await found
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const direction = sort === "newest" ? "desc" : "asc";
    const rows = await found
      .selectAll()
      .orderBy("position", direction)
      .orderBy("id", direction)
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.flatMap((row) => storedRecord(row) ?? []).map(editableRecord);
  });
}
