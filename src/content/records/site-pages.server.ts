import type { WriteTransaction } from "#platform/database/database.ts";
import { dayOf } from "#platform/time/dates.ts";
import { spellingOf } from "../addresses/address-spelling.ts";
import { type Topic, topicsIn } from "../articles/topics.ts";
import type { Block } from "../model/define.ts";
import { firstTextOf, readingMinutesOf } from "../sections/section-texts.ts";
import { editedValues, publishedValues, recordState, type Values } from "./stored-record.server.ts";

/**
 * Brings the row of a page or an article in `site_pages` up to date with its record, which the
 * transaction has just written. Does nothing for other blocks.
 */
export async function keepSitePage(tx: WriteTransaction, block: Block, id: string): Promise<void> {
  if (block.isRead !== "alone") return;
  const row = await tx
    .selectFrom("content_records")
    .select(["field_values", "draft_values", "deleted_at", "published_at", "updated_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (row.deleted_at !== null) {
    await tx.deleteFrom("site_page_topics").where("record_id", "=", id).execute();
    await tx.deleteFrom("site_pages").where("record_id", "=", id).execute();
    return;
  }
  const state = recordState(row);
  const isPublished = state.published !== null;
  const edited = editedValues(block, state);
  const shown = isPublished ? publishedValues(block, state) : edited;
  const publishedAt = isPublished ? Number(row.published_at) : null;
  const values = {
    block: block.name,
    wanted_address: isPublished ? addressIn(shown) : null,
    draft_address: addressIn(edited),
    path: isPublished ? (shown.pageAddress ?? "") : "",
    title: shown[block.labelField] ?? "",
    summary: shown.summary || shown.listingDescription || firstTextOf(shown),
    picture: shown.picture || shown.sharePicture || "",
    author: shown.author ?? "",
    day: shown.articleDate || (publishedAt === null ? "" : dayOf(publishedAt, "UTC")),
    no_index: shown.noIndex ? 1 : 0,
    minutes: readingMinutesOf(shown),
    published_at: publishedAt,
    updated_at: row.updated_at,
  };
  await tx
    .insertInto("site_pages")
    .values({ ...values, record_id: id, address: null })
    .onConflict((conflict) => conflict.column("record_id").doUpdateSet(values))
    .execute();
  await keepTopics(tx, id, isPublished ? topicsIn(shown.topics ?? "") : []);
}

/** Writes only changes, because each change raises the site version. */
async function keepTopics(
  tx: WriteTransaction,
  id: string,
  topics: readonly Topic[],
): Promise<void> {
  const kept = await tx
    .selectFrom("site_page_topics")
    .select(["slug", "topic"])
    .where("record_id", "=", id)
    .execute();
  if (inOneText(kept) === inOneText(topics)) return;
  await tx.deleteFrom("site_page_topics").where("record_id", "=", id).execute();
  if (topics.length === 0) return;
  await tx
    .insertInto("site_page_topics")
    .values(topics.map((topic) => ({ ...topic, record_id: id })))
    .execute();
}

function inOneText(topics: readonly Topic[]): string {
  return topics
    .map(({ slug, topic }) => `${slug} ${topic}`)
    .toSorted()
    .join("\n");
}

function addressIn({ pageAddress = "" }: Values): string | null {
  return pageAddress === "" ? null : spellingOf(pageAddress);
}
