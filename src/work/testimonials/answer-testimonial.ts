import { testimonials } from "#content/blocks/testimonials.ts";
import { schemaOf } from "#content/model/schema-of.ts";
import {
  type ContentDependencies,
  changeSite,
  requireFitting,
} from "#content/records/change-site.server.ts";
import { authorship, insertRecord } from "#content/records/record-writes.server.ts";
import { findOrder } from "#orders/find-order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { type GivenTestimonialRow, selectTestimonial } from "./testimonial-tables.server.ts";

/**
 * Publishes a customer's testimonial as the last item of its block. A testimonial that is published
 * already stays as it is. Throws "unauthenticated", "forbidden", "not-found", also for a person who
 * may publish content but sees no orders, and "conflict" when it was declined or deleted.
 */
export async function publishTestimonial(
  deps: ContentDependencies,
  actor: Actor,
  orderId: string,
): Promise<void> {
  requireRight(actor, "publish content");
  await findOrder(deps, actor, orderId);
  const by = authorship(actor, deps.clock);
  await changeSite(deps, by, async (tx) => {
    const given = await lockTestimonial(tx, orderId);
    if (given.answer === "published") return;
    if (given.answer === "declined") throw new AppError("conflict", wasDeclined);
    if (given.words === "") throw new AppError("conflict", wasDeleted);
    const values = parseOrThrow(schemaOf(testimonials), {
      image: "",
      personName: given.person_name,
      personTitle: "",
      desc: given.words,
      company: given.company,
      companyLink: given.company_link,
      resultNumber: given.result_number,
      resultText: given.result_text,
      resultPeriod: given.result_period,
      photo: "",
    });
    const { _id: id } = await insertRecord(tx, testimonials, values, by);
    await requireFitting(tx, deps, testimonials, id);
    await tx
      .updateTable("given_testimonials")
      .set({ answer: "published", answered_by: by.author, answered_at: by.at, record_id: id })
      .where("order_id", "=", orderId)
      .execute();
  });
}

/**
 * Declines a customer's testimonial. The customer is not told. A testimonial that is declined
 * already stays as it is. Throws like `publishTestimonial`, and "conflict" when it was published.
 */
export async function declineTestimonial(
  deps: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  orderId: string,
): Promise<void> {
  requireRight(actor, "publish content");
  const order = await findOrder(deps, actor, orderId);
  await deps.database.write(async (tx) => {
    const given = await lockTestimonial(tx, orderId);
    if (given.answer === "declined") return;
    if (given.answer === "published") throw new AppError("conflict", wasPublished);
    const at = deps.clock();
    await tx
      .updateTable("given_testimonials")
      .set({ answer: "declined", answered_by: authorOf(actor), answered_at: at })
      .where("order_id", "=", orderId)
      .execute();
    await audit(tx, actor, {
      action: "Decline testimonial",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { answer: "declined" },
      at,
    });
  });
}

/** Locks the order, so that of two answers at once one comes second. */
async function lockTestimonial(
  tx: WriteTransaction,
  orderId: string,
): Promise<GivenTestimonialRow> {
  await lockOrder(tx, orderId);
  const given = await selectTestimonial(tx, orderId);
  if (given !== undefined) return given;
  throw new AppError("not-found", "The customer of this order has given no testimonial.");
}

const wasDeclined =
  "Somebody else has declined this testimonial meanwhile, so it is not published.";
const wasPublished =
  "Somebody else has published this testimonial meanwhile, so it was not declined. You can delete it from the testimonials.";
const wasDeleted =
  "The customer has deleted the account and these words with it, so nothing was published.";
