import { recordAttempt } from "#payments/attempts/payment-attempt-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import { openShop } from "../orders/shop.ts";
import { openPaypalApi, refusalOf } from "./paypal-api.ts";
import { protocols, type RefundingProtocol, refundAnswer, type Told } from "./protocols.ts";
import { paidOrder, refundsOf } from "./refund-shop.ts";
import { openStripeApi, stripeRefusal } from "./stripe-api.ts";

/** What a provider's interface answers to refunds, and which refunds it was asked for. */
interface RefundApi {
  readonly apiUrl: string;
  answers(...refunds: readonly Buffer[]): void;
  /** Fails so often that the result of the next refund stays unknown. */
  failsOnce(): void;
  refusesOnce(): void;
  asked(): readonly { readonly key: unknown; readonly cents: number }[];
  close(): Promise<void>;
}

const apis: Readonly<Record<RefundingProtocol, () => Promise<RefundApi>>> = {
  rest: async () => {
    const api = await openPaypalApi();
    return {
      ...api,
      answers: (...refunds) => void api.will(...answersOf(refunds)),
      failsOnce: () => void api.will("hang up", "hang up", "hang up"),
      refusesOnce: () => void api.will(refusalOf("REFUND_FAILED_INSUFFICIENT_FUNDS")),
      asked: () =>
        api
          .calls()
          .filter(({ path }) => path.endsWith("/refund"))
          .map(({ headers, body }) => ({
            key: headers["paypal-request-id"],
            cents: Math.round(JSON.parse(String(body)).amount.value * 100),
          })),
    };
  },
  stripe: async () => {
    const api = await openStripeApi();
    return {
      ...api,
      answers: (...refunds) => void api.will(...answersOf(refunds)),
      failsOnce: () => void api.will(stripeRefusal(500)),
      refusesOnce: () => void api.will(stripeRefusal(400, { code: "balance_insufficient" })),
      asked: () =>
        api.asked
          .filter(({ call }) => call === "POST /v1/refunds")
          .map(({ headers, form }) => ({
            key: headers["idempotency-key"],
            cents: Number(form.amount),
          })),
    };
  },
};

function answersOf(refunds: readonly Buffer[]) {
  return refunds.map((refund) => [201, String(refund)] as const);
}

/** A shop with a paid order, whose refunds go to a real HTTP server in place of the provider. */
export async function openProtocolRefunds(database: Database, protocol: RefundingProtocol) {
  const api = await apis[protocol]();
  const { create, notice } = protocols[protocol];
  const publicUrl = "http://localhost:3000";
  const { apiUrl } = api;
  const provider = create({ isLive: true, publicUrl, clock: () => Date.now(), apiUrl });
  const shop = await openShop(database, { provider });
  const paid = await paidOrder(shop);
  const { order, transactionId } = paid;
  /** The order has no attempt: its payment is in the ledger without a notification. */
  const about = {
    id: order.id,
    orderReference: order.id,
    amountCents: order.priceCents,
    currency: "USD",
    receiver: provider.receiver ?? "owner@example.com",
    reference: null,
  };
  const refundNotice = (id: string, cents: number, told: Told = {}) =>
    notice(about, { kind: "refunded", id, of: transactionId, cents, order: null, ...told });
  const tell = async ({ body, headers }: ReturnType<typeof notice>) => {
    await shop.payments.receive(body, headers(shop.clock()));
    await shop.verifyAll();
  };
  return {
    ...shop,
    ...refundsOf(shop, paid),
    api,
    /** The provider's representation of a refund, in its answers. */
    refundOf: (id: string, cents: number, told?: Told) =>
      refundAnswer(refundNotice(id, cents, told)),
    /** Delivers a notification about a refund. */
    tellRefund: (id: string, cents: number, told?: Told) => tell(refundNotice(id, cents, told)),
    /** Starts a checkout of an order and delivers a notification about it. */
    async tellPayment(orderReference: string, told: Told) {
      const { currency, amountCents, receiver } = about;
      const attempt = await database.write((tx) =>
        recordAttempt(tx, {
          orderReference,
          provider: provider.name,
          amountCents,
          currency,
          receiver,
          createdAt: shop.clock(),
        }),
      );
      await tell(notice(attempt, told));
      return attempt;
    },
    keysAsked: () => api.asked().map(({ key }) => key),
  };
}

export type ProtocolRefunds = Awaited<ReturnType<typeof openProtocolRefunds>>;
