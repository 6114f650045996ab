import {
  countOpenReviews,
  openReviewRows,
  type ReviewRow,
} from "../../payments/notifications/review-store.server.ts";
import type { Payments } from "../../payments/payments.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { noSuchReview, readReview } from "./read-review.server.ts";
import type { Review } from "./review.ts";

interface ListReviewsDependencies {
  readonly database: Database;
  readonly payments: Payments;
}

interface ReviewRange {
  readonly limit?: number | undefined;
  /** Id of a review; only later reviews are listed. */
  readonly after?: string | undefined;
}

const rowsPerChunk = 20;

/**
 * Reviews that wait for a decision, oldest first, in chunks. Throws "unauthenticated", "forbidden"
 * and, at the first step, "not-found" for an `after` that is no id.
 */
export async function* listReviews(
  { database: { read }, payments }: ListReviewsDependencies,
  actor: Actor,
  { limit, after = "" }: ReviewRange = {},
): AsyncGenerator<readonly Review[]> {
  requireRight(actor, "see every order");
  if (!canBeId(after)) throw noSuchReview();
  const chunks = rowChunks(
    { after, limit, size: rowsPerChunk },
    ({ id }: ReviewRow) => id,
    (last, size) => openReviewRows(read, { after: last, limit: size }),
  );
  for await (const rows of chunks) {
    const reviews: Review[] = [];
    for (const row of rows) reviews.push(await readReview(read, payments, row));
    yield reviews;
  }
}

/**
 * Number of open reviews, counted up to `most` because every screen of the panel shows it. Throws
 * as above.
 */
export async function countReviews(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<number> {
  requireRight(actor, "see every order");
  return countOpenReviews(database.read, most);
}
