import { testimonials } from "#content/blocks/testimonials.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { findOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { withOrders } from "#orders/order-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { may, requireRight } from "#policy/rights.ts";
import { isTestimonialAsked } from "./testimonial-request.server.ts";
import { type GivenTestimonialRow, selectTestimonial } from "./testimonial-tables.server.ts";

interface OrderTestimonial {
  /** Undefined until the customer gives one. */
  readonly given: GivenTestimonialRow | undefined;
  /** True while the customer is asked for one. */
  readonly isAsked: boolean;
  /** Whether the published item is on the site now. */
  readonly isOnSite: boolean;
}

/** Throws "unauthenticated" and "not-found" like `findOrder`. */
export async function readTestimonial(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<OrderTestimonial> {
  const order = await findOrder({ database }, actor, orderId);
  const { read } = database;
  const given = await selectTestimonial(read, order.id);
  const recordId = given?.record_id ?? "";
  return {
    given,
    isAsked: given === undefined && (await isTestimonialAsked(read, order)),
    isOnSite: recordId !== "" && (await findRecord(read, testimonials, recordId)) !== undefined,
  };
}

interface WaitingTestimonial {
  readonly order: Order;
  readonly personName: string;
  readonly givenAt: number;
}

/** Whether the actor publishes or declines what customers write. */
export function mayAnswerTestimonials(actor: Actor): boolean {
  return may(actor, "publish content") && may(actor, "see every order");
}

/** Testimonials without an answer, oldest first. Throws "unauthenticated" and "forbidden". */
export async function listWaitingTestimonials(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly WaitingTestimonial[]> {
  requireRight(actor, "publish content");
  requireRight(actor, "see every order");
  const rows = await read
    .selectFrom("given_testimonials as testimonial")
    .innerJoin("orders", "orders.id", "testimonial.order_id")
    .select(["orders.number", "testimonial.person_name", "testimonial.given_at"])
    .where("testimonial.answer", "is", null)
    .where("testimonial.words", "<>", "")
    .orderBy("testimonial.given_at")
    .limit(most)
    .execute();
  const found = await withOrders(read, rows);
  return found.map(({ order, person_name, given_at }) => ({
    order,
    personName: person_name,
    givenAt: given_at,
  }));
}
