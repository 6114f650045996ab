import { listReviews } from "#money/review/read-review.server.ts";
import { resolveReview } from "#money/review/resolve-review.ts";
import type { Review } from "#money/review/review.ts";
import { findOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import {
  ada,
  formHeaders,
  notificationFor,
  openShop,
  orderInCheckout,
  owner,
  type Shop,
} from "../orders/shop.ts";

/** A shop with an order in checkout, a provider that sends notifications, and their reviews. */
export async function openCheckout(
  database: Database,
  options: NonNullable<Parameters<typeof openShop>[1]> = {},
) {
  const shop = await openShop(database, options);
  const { order, fields } = await orderInCheckout(shop);
  const message = (otherwise?: Record<string, string>) => notificationFor(fields, otherwise);
  const receive = (raw: Buffer) => shop.payments.receive(raw, formHeaders);
  return {
    ...reviewsOf(shop),
    shop,
    order,
    fields,
    message,
    receive,
    status: async () => (await findOrder(shop, ada, order.id)).paymentStatus,
    async arrive(...messages: readonly Buffer[]) {
      for (const raw of messages) {
        await receive(raw);
        await shop.verifyAll();
        shop.time.now += 1;
      }
    },
  };
}

/** The open reviews of a shop, and an owner who decides them. */
export function reviewsOf(
  shop: Pick<Shop, "database" | "payments" | "clock" | "post" | "log" | "lifecycle">,
) {
  const reviews = async (): Promise<readonly Review[]> =>
    (await Array.fromAsync(listReviews(shop, owner))).flat();
  return {
    reviews,
    async onlyReview(): Promise<Review> {
      const [first, ...others] = await reviews();
      if (first === undefined || others.length > 0) throw new Error("There is not one review.");
      return first;
    },
    decide: (id: string, input: object, actor: Actor = owner) =>
      resolveReview(shop, actor, id, input),
  };
}

interface Stored {
  readonly database: Database;
}

/** Outcomes of notifications, oldest first. */
export async function outcomesOf({ database }: Stored) {
  const notifications = database.read.selectFrom("payment_notifications");
  const rows = await notifications.select("outcome").orderBy("id").execute();
  return rows.map(({ outcome }) => outcome);
}

/** Ledger entries, oldest first. */
export function ledgerOf({ database }: Stored) {
  const ledger = database.read.selectFrom("payment_ledger");
  return ledger.select(["kind", "amount_cents"]).orderBy("id").execute();
}
