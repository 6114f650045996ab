import { pino } from "pino";
import { paymentEmail } from "#content/blocks/payment-email.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { isPaymentDue, settlePayment } from "#money/settling/settle-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { verifyNextNotification } from "#payments/notifications/verify-notification.ts";
import type { HandOff, PaymentProvider } from "#payments/payment-provider.ts";
import { createPaypalStandard } from "#payments/paypal-standard/paypal-standard.ts";
import type { Database } from "#platform/database/database.ts";
import { type Actor, system } from "#policy/actor.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { postFor } from "../mail/post.ts";
import { parseHere } from "../parse-here.ts";
import { paymentsThrough } from "../payments/payments-through.ts";

export const ada: Actor = { kind: "customer", accountId: "account-ada", email: "ada@example.com" };
export const ben: Actor = { kind: "customer", accountId: "account-ben", email: "ben@example.com" };
export const owner: Actor = {
  kind: "admin",
  accountId: "account-own",
  email: "own@example.com",
  confirmedRecently: true,
};

/** Finds an account with a confirmed address for every actor. */
export const anyAccount: LockActorAccount = async (_tx, accountId) => ({
  accountId,
  email: "somebody@example.com",
  emailVerified: true,
});

export const receiver = "till@example.org";

export const orderForm = {
  packageName: "Basic",
  packagePrice: "149",
  customerName: "Ada Field",
  customerAddress: "1 Long Acre",
  customerCountry: "Norway",
};

interface ShopOptions {
  /** Address of a verifier. Without it, `verification` answers within the process. */
  readonly verifyUrl?: string;
  readonly isLive?: boolean;
  /** Replaces the provider that the other options describe. */
  readonly provider?: PaymentProvider;
  /** Providers that customers can choose beside `provider`. */
  readonly furtherProviders?: readonly PaymentProvider[];
  readonly publicUrl?: string;
  /** True if the database already has the plans and the payment email of an earlier shop. */
  readonly isReopened?: boolean;
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Dependencies of orders and payments, with plans, a payment email and an adjustable clock. */
export async function openShop(
  database: Database,
  { verifyUrl, isLive = true, ...given }: ShopOptions = {},
) {
  const time = {
    now: Date.UTC(2026, 10, 20, 12),
    isRunning: false,
    /** Time by which a clock that runs is ahead of the real time. */
    aheadMs: 0,
    run() {
      time.isRunning = true;
    },
  };
  const clock = () => (time.isRunning ? Date.now() + time.aheadMs : time.now);
  const log = pino({ level: "silent" });
  const publicUrl = given.publicUrl ?? "http://localhost:3000";
  const checkoutUrl = "https://pay.example/cgi-bin/webscr";
  const verification: { answer: "verified" | "invalid" | "none" } = { answer: "verified" };
  const standard = createPaypalStandard({
    name: "paypal-standard",
    endpoints: { checkoutUrl, verifyUrl: verifyUrl ?? "" },
    isLive,
    publicUrl,
  });
  const verify: PaymentProvider["verify"] = async () => {
    if (verification.answer === "none") throw new Error("The provider does not answer.");
    return verification.answer;
  };
  const provider = given.provider ?? (verifyUrl === undefined ? { ...standard, verify } : standard);
  const post = postFor({ publicUrl, ownerEmail: "own@example.com", clock });
  const onVerified = settlePayment({ clock, post, lifecycle: orderLifecycle });
  const onReview = async () => {};
  const secret = "a secret of thirty-two characters";
  const configuration = { rateLimitFactor: 1000 };
  const takesNewPayments = () => true;
  const settling = { onVerified, onReview, isDue: isPaymentDue, takesNewPayments };
  const deps = { database, provider, clock, log, ...settling };
  const payments = paymentsThrough({
    ...deps,
    secret,
    furtherProviders: given.furtherProviders ?? [],
  });
  const by = { actor: system, author: "test", at: clock() };
  await database.write(async (tx) => {
    if (given.isReopened) return;
    for (const plan of pricingPackages.seed) await insertRecord(tx, pricingPackages, plan, by);
    await insertRecord(tx, paymentEmail, { paypalEmail: receiver }, by);
  });
  return {
    ...deps,
    parse: parseHere,
    bucket: undefined,
    lockActorAccount: anyAccount,
    nameFromOrder: async () => {},
    clientAddress: "203.0.113.7",
    reservedWords: new Set<string>(),
    openWords: new Set<string>(),
    sectionKinds: new Map(),
    ownPaths: new Set<string>(),
    payments,
    lifecycle: orderLifecycle,
    secret,
    configuration,
    post,
    publicUrl,
    time,
    verification,
    async verifyAll() {
      const signal = new AbortController().signal;
      while (await verifyNextNotification(deps, signal));
    },
  };
}

/** An order for 149.00 in checkout, with the form that hands its customer off to the provider. */
export async function orderInCheckout(shop: Shop, customer: Actor = ada) {
  const order = await placeOrder(shop, customer, orderForm);
  const handOff = await startPayment(shop, customer, order.id);
  return { order, handOff, fields: fieldsOf(handOff) };
}

/** Fields of the form that hands a customer off to the provider. */
export function fieldsOf(handOff: HandOff): Readonly<Record<string, string>> {
  return handOff.kind === "form" ? Object.fromEntries(handOff.fields) : {};
}

/** A provider's notification about a checkout, with some fields replaced. */
export function notificationFor(
  fields: Readonly<Record<string, string>>,
  otherwise: Readonly<Record<string, string>> = {},
): Buffer {
  const message = {
    mc_gross: fields.amount ?? "",
    mc_currency: fields.currency_code ?? "",
    payment_status: "Completed",
    business: fields.business ?? "",
    receiver_email: fields.business ?? "",
    txn_id: "TXN1",
    invoice: fields.invoice ?? "",
    custom: fields.custom ?? "",
    charset: "windows-1252",
    ...otherwise,
  };
  return Buffer.from(new URLSearchParams(message).toString());
}

export const formType = "application/x-www-form-urlencoded";
export const formHeaders = new Headers({ "content-type": formType });
