import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import { deliveryJobs } from "#work/deliveries/delivery-by-time.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { postFor } from "../mail/post.ts";
import { distributeNews } from "./order-news.ts";
import { ada, openShop, orderForm, owner } from "./shop.ts";

/** A link for each of the seven points of the Basic plan. */
export const proofs = Array.from({ length: 7 }, (_, index) => ({
  position: index + 1,
  kind: "link",
  value: `https://example.com/proof-${index + 1}`,
}));

export const changes = { text: "Please shorten the titles.", points: [4] };

/** A shop in a time zone, with one Paid order of the Basic plan. */
export async function paidOrder(database: Database, timeZone = "UTC", details = {}) {
  const opened = await openShop(database);
  const { clock } = opened;
  const post = postFor({
    ownerEmail: "own@example.com",
    clock,
    readTimeZone: async () => timeZone,
  });
  const shop = { ...opened, post };
  const { id } = await placeOrder(shop, ada, { ...orderForm, ...details });
  await pay(id);

  async function pay(orderId: string): Promise<void> {
    const date = dayOf(clock(), timeZone);
    const payment = { amount: "149.00", date, reference: "Transfer", key: `paid-${orderId}` };
    await recordManualPayment(shop, owner, orderId, payment);
  }

  return {
    shop,
    id,
    pay,
    deliver: (input: Readonly<Record<string, unknown>> = {}) =>
      deliverOrder(shop, owner, id, {
        text: "All is sown.",
        points: proofs,
        key: newId(),
        ...input,
      }),
    room: () => orderDeliveries(shop, ada, id),
    stage: async () => (await orderDeliveries(shop, owner, id)).stage,
    /**
     * Template names of all queued emails about deliveries, sorted. First queues the emails about
     * news that still waits.
     */
    async letters(): Promise<readonly string[]> {
      await distributeNews(shop);
      const rows = await database.read.selectFrom("mail_outbox").select("letter").execute();
      return rows
        .map(({ letter }) => letter ?? "")
        .filter((letter) => /deliver|changes/i.test(letter))
        .sort();
    },
    async runJobs(): Promise<void> {
      const handlers = deliveryJobs(post);
      while (await runDueJob({ ...shop, handlers }));
    },
  };
}
