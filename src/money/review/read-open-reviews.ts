import { findReviewRow } from "#payments/notifications/review-store.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { readReview } from "./read-review.server.ts";
import type { Review } from "./review.ts";

interface ReadOpenReviewsDependencies {
  readonly database: Database;
  readonly payments: Payments;
}

/**
 * Reads the reviews of the given notifications, and skips notifications that do not wait for a
 * decision. Throws "unauthenticated" and "forbidden".
 */
export async function readOpenReviews(
  { database: { read }, payments }: ReadOpenReviewsDependencies,
  actor: Actor,
  notificationIds: readonly string[],
): Promise<readonly Review[]> {
  requireRight(actor, "see every order");
  const reviews: Review[] = [];
  for (const id of notificationIds) {
    const row = await findReviewRow(read, id);
    if (row?.outcome !== "review" || row.resolution !== null) continue;
    reviews.push(await readReview(read, payments, row));
  }
  return reviews;
}
