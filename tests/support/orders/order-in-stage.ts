import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { acceptDelivery } from "#work/deliveries/delivery-answers.ts";
import { deliveryJobs } from "#work/deliveries/delivery-by-time.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { postFor } from "../mail/post.ts";
import { queuedEmails } from "../mail/queued-emails.ts";
import { distributeNews } from "./order-news.ts";
import { ada, openShop, orderForm, owner } from "./shop.ts";

/** A link for each of the seven points of the Basic plan. */
export const proofs = Array.from({ length: 7 }, (_, index) => ({
  position: index + 1,
  kind: "link",
  value: `https://example.com/proof-${index + 1}`,
}));

export const changes = { text: "Please shorten the titles.", points: [4] };

const stages = ["placed", "paid", "delivered", "accepted"] as const;

interface OrderOptions {
  readonly timeZone?: string;
  /** Fields of the order form. */
  readonly details?: Readonly<Record<string, string>>;
  readonly post?: Omit<Partial<Parameters<typeof postFor>[0]>, "clock">;
}

/** A shop in a time zone, with an order of the Basic plan in a stage. */
export async function orderIn(
  stage: (typeof stages)[number],
  database: Database,
  { timeZone = "UTC", details = {}, post: given = {} }: OrderOptions = {},
) {
  const opened = await openShop(database);
  const { clock } = opened;
  const readTimeZone = async () => timeZone;
  const post = postFor({ ownerEmail: "own@example.com", clock, readTimeZone, ...given });
  const shop = { ...opened, post };
  const place = async (form: Readonly<Record<string, string>> = {}) =>
    (await placeOrder(shop, ada, { ...orderForm, ...form })).id;
  const entry = (amount: string, reference: string) => ({
    amount,
    date: dayOf(clock(), timeZone),
    reference,
  });
  const pay = (orderId: string) =>
    recordManualPayment(shop, owner, orderId, {
      ...entry("149.00", "Transfer"),
      key: `paid-${orderId}`,
    });
  const id = await place(details);
  const deliver = (input: Readonly<Record<string, unknown>> = {}) =>
    deliverOrder(shop, owner, id, { text: "All is sown.", points: proofs, key: newId(), ...input });
  const accept = (number = 1, actor: Actor = ada) => acceptDelivery(shop, actor, id, number);
  const steps = {
    placed: async () => {},
    paid: () => pay(id),
    delivered: deliver,
    accepted: accept,
  };
  for (const step of stages.slice(0, stages.indexOf(stage) + 1)) await steps[step]();

  return {
    shop,
    database,
    id,
    place,
    pay: async (orderId = id) => pay(orderId),
    refund: (amount = "149.00", orderId = id) =>
      recordManualRefund(shop, owner, orderId, {
        ...entry(amount, "Back"),
        key: newId(),
        transactionId: `paid-${orderId}`,
      }),
    deliver,
    accept,
    say: (actor: Actor, text: string, others: object = {}) =>
      sendOrderMessage(shop, actor, id, { text, key: newId(), ...others }),
    room: () => orderDeliveries(shop, ada, id),
    stage: async () => (await orderDeliveries(shop, owner, id)).stage,
    /**
     * Template names of all queued emails about deliveries, sorted. First queues the emails about
     * news that still waits.
     */
    async letters(): Promise<readonly string[]> {
      await distributeNews(shop);
      const emails = await queuedEmails(database);
      return emails
        .map(({ letter }) => letter)
        .filter((letter) => /deliver|changes/i.test(letter))
        .sort();
    },
    async runJobs(handlers = deliveryJobs(post)): Promise<void> {
      while (await runDueJob({ ...shop, handlers }));
    },
  };
}
