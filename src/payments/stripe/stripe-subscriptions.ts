import type { Stripe } from "stripe";
import { lowestCents } from "#platform/cycle-prices.ts";
import { AppError } from "#platform/errors.ts";
import type { Captured } from "../payment-provider.ts";
import type { ProviderSubscriptions, SubscriptionTerms } from "../provider-subscriptions.ts";
import { reportedBy } from "../reported-by.ts";
import {
  allOf,
  createSession,
  dateOf,
  leastCents,
  recurringOf,
  type StripeRefusal,
  withoutRequest,
} from "./stripe-checkout.ts";

export interface StripeSubscriptionsOptions {
  readonly client: () => Promise<Stripe>;
  /** Null for the account of the environment. */
  readonly paymentAccount: string | null;
  readonly canStart: boolean;
  readonly checkoutOrigin: string;
  /** Address of Stripe's dashboard for the mode of the account. */
  readonly dashboardUrl: string;
}

/** Stripe Billing. Stripe charges each cycle with an invoice of its own. */
export function stripeSubscriptions({
  client,
  paymentAccount,
  canStart,
  checkoutOrigin,
  dashboardUrl,
}: StripeSubscriptionsOptions): ProviderSubscriptions {
  const update = async (
    reference: string,
    params: Stripe.SubscriptionUpdateParams,
    idempotencyKey: string,
  ) =>
    refusing(async () => {
      const stripe = await client();
      return answerOf(await stripe.subscriptions.update(reference, params, { idempotencyKey }));
    });
  return {
    canStart,
    // A subscription takes one coupon at its checkout.
    canCharge: (prices) =>
      lowestCents(prices) >= leastCents &&
      new Set(prices.reductions?.map(({ cycles }) => cycles)).size <= 1,
    start: async (attempt, checkout, terms) => {
      const stripe = await client();
      const coupon = await couponToStart(stripe, attempt.id, terms);
      return coupon === "not-allowed"
        ? createSession(stripe, checkoutOrigin, attempt, checkout)
        : createSession(stripe, checkoutOrigin, attempt, checkout, terms, coupon);
    },
    pause: (reference, key) =>
      update(reference, { pause_collection: { behavior: "void" } }, `pause-${key}`),
    resume: (reference, key, terms) =>
      refusing(async () => {
        const stripe = await client();
        const discounts = await discountsFromNext(stripe, reference, terms, key);
        const params = { pause_collection: "" as const, ...discounts };
        const idempotencyKey = `resume-${key}`;
        return answerOf(await stripe.subscriptions.update(reference, params, { idempotencyKey }));
      }),
    cancel: (reference, when, key) =>
      when === "period-end"
        ? update(reference, { cancel_at_period_end: true }, `cancel-${key}`)
        : refusing(async () => cancelNow(await client(), reference, `cancel-${key}`)),
    keepsCancelled: true,
    keep: (reference, key) => update(reference, { cancel_at_period_end: false }, `keep-${key}`),
    changeTerms: (reference, terms, _pages, key) =>
      refusing(async () => {
        const raw = await changeTerms(await client(), reference, terms, key);
        return { kind: "changed", raw };
      }),
    paymentMethodPage: (reference, returnUrl) =>
      refusing(async () => portalPage(await client(), reference, returnUrl)),
    settleElsewhere: (reference, until, key) =>
      refusing(async () => settleElsewhere(await client(), reference, until, key)),
    ownerPage: (reference) => `${dashboardUrl}/subscriptions/${encodeURIComponent(reference)}`,
    sweep: async (references, since, signal) => {
      const found = await sweepSubscriptions(await client(), references, since, signal);
      return reportedBy(paymentAccount, found);
    },
  };
}

/**
 * The answer's date tells reports of a subscription apart, and which is the latest, because a
 * subscription itself has no time of its last change.
 */
function answerOf({ lastResponse, ...subscription }: Stripe.Response<Stripe.Subscription>) {
  const at = dateOf(lastResponse) ?? Date.now();
  return Buffer.from(JSON.stringify({ answered_at: Math.floor(at / 1000), subscription }));
}

/** A subscription that has ended cannot be cancelled again. */
async function cancelNow(
  stripe: Stripe,
  reference: string,
  idempotencyKey: string,
): Promise<Buffer> {
  try {
    return answerOf(await stripe.subscriptions.cancel(reference, {}, { idempotencyKey }));
  } catch (error) {
    const found = await stripe.subscriptions.retrieve(reference);
    if (found.status === "canceled") return answerOf(found);
    throw error;
  }
}

/**
 * The coupon of a checkout; null for terms without reductions. "not-allowed" for a key that was
 * connected before it needed the right to make coupons: the customer then pays once, and the later
 * cycles by a link.
 */
async function couponToStart(
  stripe: Stripe,
  key: string,
  { reductions = [], interval, ...terms }: SubscriptionTerms,
): Promise<string | null | "not-allowed"> {
  const [first] = reductions;
  if (first === undefined) return null;
  const months = first.cycles * monthsOf(interval);
  try {
    return await makeCoupon(stripe, { ...terms, interval, reductions }, months, key);
  } catch (error) {
    const cause = withoutRequest(error);
    if (cause.status === 403) return "not-allowed";
    const sentence = "Stripe does not answer as it should. Nothing was paid; try again later.";
    throw new AppError("unavailable", sentence, { cause });
  }
}

function monthsOf(interval: SubscriptionTerms["interval"]): number {
  const recurring = recurringOf[interval];
  return recurring.interval_count * (recurring.interval === "year" ? 12 : 1);
}

/** Reductions are amounts, so that Stripe rounds nothing. A coupon is for one subscription. */
async function makeCoupon(
  stripe: Stripe,
  { reductions = [], currency }: SubscriptionTerms,
  months: number,
  key: string,
): Promise<string> {
  const amount_off = reductions.reduce((sum, { cents }) => sum + cents, 0);
  const isOnce = reductions.every(({ cycles }) => cycles === 1);
  const coupon = await stripe.coupons.create(
    {
      amount_off,
      currency: currency.toLowerCase(),
      name: "Discount",
      ...(isOnce ? { duration: "once" } : { duration: "repeating", duration_in_months: months }),
    },
    { idempotencyKey: `coupon-${key}` },
  );
  return coupon.id;
}

/**
 * What an update does to the discounts of a subscription, so that the reductions of `terms` count for
 * the next invoices. Stripe counts the months of a coupon from now on.
 */
async function discountsFromNext(
  stripe: Stripe,
  reference: string,
  terms: SubscriptionTerms | undefined,
  key: string,
): Promise<Pick<Stripe.SubscriptionUpdateParams, "discounts">> {
  if (terms?.reductions === undefined) return {};
  const [first] = terms.reductions;
  if (first === undefined) return { discounts: "" };
  const { lastResponse, ...subscription } = await stripe.subscriptions.retrieve(reference);
  const months = monthsToCover({
    now: dateOf(lastResponse) ?? Date.now(),
    next: (subscription.items.data[0]?.current_period_end ?? 0) * 1000,
    anchor: subscription.billing_cycle_anchor * 1000,
    every: monthsOf(terms.interval),
    invoices: first.cycles,
  });
  return { discounts: [{ coupon: await makeCoupon(stripe, terms, months, key) }] };
}

interface Covered {
  readonly now: number;
  /** Time of the next invoice. */
  readonly next: number;
  /** Time whose day of the month the invoices keep. */
  readonly anchor: number;
  /** Months between two invoices. */
  readonly every: number;
  /** The number of next invoices to cover. */
  readonly invoices: number;
}

/** The fewest months from now that reach to the last of the next invoices. */
export function monthsToCover({ now, next, anchor, every, invoices }: Covered): number {
  let nth = 0;
  // Of a moment that is no invoice's, such as after a change of the anchor, the next one is taken.
  while (inMonths(anchor, nth * every) < next) nth += 1;
  const last = inMonths(anchor, (nth + invoices - 1) * every);
  let months = 1;
  // The time of an answer is that of a whole second before, so an equal time is a later one.
  while (inMonths(now, months) < last) months += 1;
  return months;
}

/** The same day in a later month, or its last day. */
function inMonths(time: number, months: number): number {
  const date = new Date(time);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  const later = new Date(time);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  later.setUTCDate(Math.min(date.getUTCDate(), lastDay.getUTCDate()));
  return later.getTime();
}

/**
 * The customer has paid for the current cycle, so nothing of it is charged or given back. A price
 * of an update needs a product that exists.
 */
async function changeTerms(
  stripe: Stripe,
  reference: string,
  terms: SubscriptionTerms,
  key: string,
): Promise<Buffer> {
  const { planName, interval, priceCents, currency } = terms;
  if (priceCents < leastCents) {
    throw new AppError("conflict", "Cards can pay $0.50 or more. Choose a higher price.");
  }
  const recurring = recurringOf[interval];
  const [item] = (await stripe.subscriptions.retrieve(reference)).items.data;
  const charged = item?.price.recurring;
  if (
    item === undefined ||
    charged?.interval !== recurring.interval ||
    charged.interval_count !== recurring.interval_count
  ) {
    const sentence = "Stripe charges this subscription at another interval. Start a new one.";
    throw new AppError("conflict", sentence);
  }
  const product = await stripe.products.create(
    { name: planName },
    { idempotencyKey: `product-${key}` },
  );
  const price_data = {
    currency: currency.toLowerCase(),
    product: product.id,
    unit_amount: priceCents,
    recurring,
  };
  const changed = await stripe.subscriptions.update(
    reference,
    {
      items: [{ id: item.id, price_data }],
      proration_behavior: "none",
      ...(await discountsFromNext(stripe, reference, terms, key)),
    },
    { idempotencyKey: `change-${key}` },
  );
  return answerOf(changed);
}

/** Mark of the settings with which Furrow opens the customer portal. */
const portalMark = { made_by: "furrow" };

/**
 * Page on which the customer enters another card. The page changes the card of the customer, but
 * the card of a subscription comes first, so the subscription gives up its own.
 */
async function portalPage(stripe: Stripe, reference: string, returnUrl: string): Promise<string> {
  const subscription = await stripe.subscriptions.retrieve(reference);
  const { customer, default_payment_method: card } = subscription;
  const customerId = typeof customer === "string" ? customer : customer.id;
  if (card !== null) {
    const cardId = typeof card === "string" ? card : card.id;
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: cardId },
    });
    await stripe.subscriptions.update(reference, { default_payment_method: "" });
  }
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    configuration: await portalConfiguration(stripe),
    return_url: returnUrl,
    flow_data: {
      type: "payment_method_update",
      after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
    },
  });
  return url;
}

/** Settings that allow only a change of the card; all else is done on the pages of this site. */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const own = data.find(({ metadata }) => metadata?.made_by === portalMark.made_by);
  if (own !== undefined) return own.id;
  const made = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
    metadata: portalMark,
  });
  return made.id;
}

async function settleElsewhere(
  stripe: Stripe,
  reference: string,
  until: number,
  key: string,
): Promise<boolean> {
  const open = await stripe.invoices.list({ subscription: reference, status: "open", limit: 100 });
  const due = open.data.filter(({ lines }) =>
    lines.data.every(({ period }) => period.start * 1000 <= until),
  );
  for (const { id } of due) {
    const idempotencyKey = `settle-${key}-${id}`;
    await stripe.invoices.pay(id, { paid_out_of_band: true }, { idempotencyKey });
  }
  return due.length > 0;
}

/**
 * Asks for the payment of an invoice. Stripe takes the money by itself, so nothing is collected.
 */
export async function askForInvoice(
  stripe: Stripe,
  invoiceId: string,
  signal: AbortSignal,
): Promise<Captured> {
  signal.throwIfAborted();
  const invoice = await stripe.invoices
    .retrieve(invoiceId, { expand: ["payments"] })
    .catch((error) => {
      throw withoutRequest(error);
    });
  if (invoice.status !== "paid") {
    return { kind: "refused", reason: "The invoice is not paid at Stripe." };
  }
  return { kind: "captured", raw: Buffer.from(JSON.stringify(invoice)) };
}

/**
 * Invoices, refunds and states of these subscriptions, newest first. Stripe keeps events for 30 days
 * only, so objects are listed.
 */
async function sweepSubscriptions(
  stripe: Stripe,
  references: readonly string[],
  since: number,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const asked = new Set(references);
  const created = { gte: Math.floor(since / 1000) };
  const invoices = await allOf(signal, (page) =>
    stripe.invoices.list({ created, expand: ["data.payments"], ...page }),
  );
  const reported = invoices.filter(({ status, attempted, parent }) => {
    const reference = parent?.subscription_details?.subscription;
    const isOurs = reference && asked.has(typeof reference === "string" ? reference : reference.id);
    return isOurs && (status === "paid" || (status === "open" && attempted));
  });
  const paid = new Set(reported.flatMap(({ payments }) => payments?.data ?? []).map(paymentIn));
  const refunds = await allOf(signal, (page) => stripe.refunds.list({ created, ...page }));
  const states: Buffer[] = [];
  for (const reference of references) {
    signal.throwIfAborted();
    const found = await stripe.subscriptions.retrieve(reference).catch((error) => {
      const refusal = withoutRequest(error);
      if (refusal.status !== 404) throw refusal;
    });
    if (found !== undefined) states.push(answerOf(found));
  }
  return [
    ...states,
    ...refunds
      .filter(({ payment_intent }) => paid.has(idOf(payment_intent)))
      .map((refund) => Buffer.from(JSON.stringify(refund))),
    ...reported.map((invoice) => Buffer.from(JSON.stringify(invoice))),
  ];
}

function paymentIn({ payment }: Stripe.InvoicePayment): string | undefined {
  return idOf(payment.payment_intent ?? null);
}

function idOf(value: string | { readonly id: string } | null): string | undefined {
  return typeof value === "string" ? value : value?.id;
}

const refusals = new Map<string, string>([
  ["resource_missing", "Stripe does not know this subscription, or it has ended."],
]);

async function refusing<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const cause = withoutRequest(error);
    throw new AppError(...refusalOf(cause), { cause });
  }
}

function refusalOf({ status, code }: StripeRefusal): [kind: "conflict" | "unavailable", string] {
  if (status === 403) {
    return [
      "conflict",
      "The key may not change subscriptions at Stripe. Give it the rights “Subscriptions: Write”, “Invoices: Write”, “Customers: Write”, “Products: Write”, “Coupons: Write” and “Customer portal: Write” in Stripe’s dashboard, then try again.",
    ];
  }
  if ([400, 402, 404].includes(status)) {
    return ["conflict", refusals.get(code) ?? `Stripe refused the change: ${code}.`];
  }
  return [
    "unavailable",
    "Stripe did not answer properly, so the result is not known yet. Try again in some minutes.",
  ];
}
