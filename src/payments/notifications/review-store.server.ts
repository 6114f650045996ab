import { type Selectable, sql } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import { canBeId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import type { PaymentNotificationsTable } from "../payment-tables.server.ts";
import type { Resolution } from "./verified-notification.ts";

/** A notification in review, open or decided. */
export type ReviewRow = Pick<Selectable<PaymentNotificationsTable>, (typeof reviewColumns)[number]>;

const reviewColumns = [
  "id",
  "provider",
  "received_at",
  "raw",
  "state",
  "transaction_id",
  "payment_status",
  "order_reference",
  "attempt_id",
  "outcome",
  "outcome_reason",
  "resolution",
  "resolved_by",
] as const;

/** Must equal the condition of the partial index; otherwise the database does not use the index. */
export const isOpenReview = sql<boolean>`outcome = 'review' and resolution is null`;

/** Open reviews after the id `after`, oldest first. */
export async function openReviewRows(
  queries: Queries,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly ReviewRow[]> {
  return queries
    .selectFrom("payment_notifications")
    .select(reviewColumns)
    .where(isOpenReview)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Number of open reviews. Stops counting at `most`. */
export async function countOpenReviews(queries: Queries, most: number): Promise<number> {
  const open = queries
    .selectFrom("payment_notifications")
    .select("id")
    .where(isOpenReview)
    .limit(most);
  const { count } = await queries
    .selectFrom(open.as("open"))
    .select((select) => select.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `id` is the id of the notification. The review is open or decided. */
export async function findReviewRow(
  queries: Queries,
  id: string,
  isLocked = false,
): Promise<ReviewRow | undefined> {
  if (!canBeId(id)) return undefined;
  return queries
    .selectFrom("payment_notifications")
    .select(reviewColumns)
    .where("id", "=", id)
    .where((where) =>
      where.or([where("outcome", "=", "review"), where("resolution", "is not", null)]),
    )
    .$if(isLocked && engineOf(queries) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
}

export function lockReviewRow(tx: WriteTransaction, id: string): Promise<ReviewRow | undefined> {
  return findReviewRow(tx, id, true);
}

interface Decided {
  readonly resolution: Resolution;
  readonly note: string | null;
  readonly by: string;
  readonly at: number;
}

/** Returns false, and writes nothing, when the review has been decided before. */
export async function closeReview(
  tx: WriteTransaction,
  id: string,
  { resolution, note, by, at }: Decided,
): Promise<boolean> {
  const closed = await tx
    .updateTable("payment_notifications")
    .set({ resolution, resolution_note: note, resolved_by: by, resolved_at: at })
    .where("id", "=", id)
    .where(isOpenReview)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}

interface EndedByProvider extends Pick<Decided, "note" | "by" | "at"> {
  readonly provider: string;
  readonly transactionId: string;
  /** Status of the notification in review. */
  readonly asked: string;
}

/**
 * Dismisses an open review, because the provider has decided what it asks. Returns false when the
 * review has never been opened.
 */
export async function endReviewOf(
  tx: WriteTransaction,
  { provider, transactionId, asked, note, by, at }: EndedByProvider,
): Promise<boolean> {
  const row = await tx
    .selectFrom("payment_notifications")
    .select("id")
    .where("provider", "=", provider)
    .where("transaction_id", "=", transactionId)
    .where("payment_status", "=", asked)
    .where("state", "=", sql.lit("verified"))
    .where("outcome", "=", "review")
    .executeTakeFirst();
  if (row === undefined) return false;
  await closeReview(tx, row.id, { resolution: "dismissed", note, by, at });
  return true;
}

/**
 * Schedules another verification of a notification that the provider neither confirmed nor denied.
 */
export async function reopenVerification(
  tx: WriteTransaction,
  id: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable("payment_notifications")
    .set({ state: "received", outcome: null, outcome_reason: null })
    .set(dueFrom(at))
    .where("id", "=", id)
    .where("state", "=", "unanswered")
    .execute();
}
