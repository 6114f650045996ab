import { listReviews } from "#money/review/read-review.server.ts";
import { resolveReview } from "#money/review/resolve-review.ts";
import type { Review } from "#money/review/review.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { owner } from "../orders/shop.ts";
import { openCheckout } from "./checkout.ts";

/** A checkout with verified notifications, and an owner who decides the reviews. */
export async function openReviews(database: Database, verifyUrl: string) {
  const checkout = await openCheckout(database, verifyUrl);
  const { shop } = checkout;
  const deps = shop;
  async function reviews(): Promise<Review[]> {
    const all: Review[] = [];
    for await (const chunk of listReviews(deps, owner)) all.push(...chunk);
    return all;
  }
  async function onlyReview(): Promise<Review> {
    const [first, ...others] = await reviews();
    if (first === undefined || others.length > 0) throw new Error("There is not one review.");
    return first;
  }
  return {
    ...checkout,
    reviews,
    onlyReview,
    decide: (id: string, input: object, actor: Actor = owner) =>
      resolveReview(deps, actor, id, input),
    audited: () =>
      shop.database.read.selectFrom("audit_log").select("action").orderBy("id").execute(),
    letters: () =>
      shop.database.read
        .selectFrom("mail_outbox")
        .select("recipient")
        .where("letter", "=", "paymentReceived")
        .where("about", "=", checkout.order.id)
        .execute(),
  };
}
