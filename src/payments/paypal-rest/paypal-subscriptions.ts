import { createHash } from "node:crypto";
import { z } from "zod";
import { firstPrices, lowestCents } from "#platform/cycle-prices.ts";
import { AppError } from "#platform/errors.ts";
import { amountFromCents, centsFromAmount } from "#platform/money.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { Captured, Checkout, StartedCheckout } from "../payment-provider.ts";
import type { ProviderSubscriptions, SubscriptionTerms } from "../provider-subscriptions.ts";
import { reportedBy } from "../reported-by.ts";
import { type PaypalClient, PaypalRefusal } from "./paypal-client.ts";
import { askedOf } from "./read-subscription.ts";

export interface PaypalSubscriptionsOptions {
  readonly client: PaypalClient;
  /** Null for the account of the environment. */
  readonly paymentAccount: string | null;
  readonly canStart: boolean;
  readonly approvalOrigin: string;
  /** Address of PayPal's pages for people who have an account. */
  readonly pagesUrl: string;
  readonly clock: Clock;
}

const longestName = 127;
/** PayPal lets a plan have so many prices before its last one. */
const mostTrials = 2;
/** After so many failed cycles in a row, PayPal suspends the subscription. */
const mostFailures = 3;

/** PayPal Subscriptions v1. PayPal charges each cycle with a sale of its own. */
export function paypalSubscriptions(options: PaypalSubscriptionsOptions): ProviderSubscriptions {
  const { client, approvalOrigin, pagesUrl } = options;
  const planFor = createPlans(client);
  const act = (reference: string, action: "suspend" | "activate" | "cancel", key: string) =>
    refusing(() => changeState(client, reference, action, key));
  return {
    canStart: options.canStart,
    canCharge: (prices) => lowestCents(prices) > 0 && firstPrices(prices).length <= mostTrials,
    start: async (attempt, checkout, terms) =>
      startSubscription(client, approvalOrigin, { attempt, checkout, planId: planFor(terms) }),
    pause: (reference, key) => act(reference, "suspend", key),
    resume: (reference, key) => act(reference, "activate", key),
    cancel: (reference, _when, key) => act(reference, "cancel", key),
    keepsCancelled: false,
    keep: async () => {
      const sentence = "PayPal cannot take back a cancellation. The customer can subscribe again.";
      throw new AppError("conflict", sentence);
    },
    changeTerms: (reference, terms, pages, key) =>
      refusing(async () => {
        const planId = await planFor(terms);
        const raw = await describe(client, reference);
        if (subscription.parse(JSON.parse(raw.toString())).plan_id === planId) {
          return { kind: "changed", raw };
        }
        const url = await revise(client, reference, { planId, pages, key });
        if (new URL(url).origin !== approvalOrigin) {
          throw new AppError("unavailable", "PayPal did not start the change. Try again later.");
        }
        return { kind: "awaits-consent", url };
      }),
    paymentMethodPage: async (reference) =>
      `${pagesUrl}/myaccount/autopay/connect/${encodeURIComponent(reference)}`,
    settleElsewhere: (reference, _until, key) =>
      refusing(() => settleBalance(client, reference, key)),
    ownerPage: (reference) => `${pagesUrl}/billing/subscriptions/${encodeURIComponent(reference)}`,
    sweep: async (references, since, signal) =>
      reportedBy(
        options.paymentAccount,
        await sweepSubscriptions(options, references, since, signal),
      ),
  };
}

const links = z.array(z.object({ rel: z.string(), href: z.url() }));
const created = z.object({ id: z.string().regex(/^I-[\w-]{1,60}$/), links });
const withLinks = z.object({ links });
const subscription = z.object({
  id: z.string(),
  status: z.string(),
  plan_id: z.string().optional(),
  custom_id: z.string().optional(),
  billing_info: z
    .object({
      outstanding_balance: z.object({ value: z.string(), currency_code: z.string() }).optional(),
      failed_payments_count: z.number().optional(),
    })
    .optional(),
});

function pathOf(reference: string): string {
  return `/v1/billing/subscriptions/${encodeURIComponent(reference)}`;
}

function describe(client: PaypalClient, reference: string, signal?: AbortSignal): Promise<Buffer> {
  return client.request({ method: "GET", path: `${pathOf(reference)}?fields=plan` }, signal);
}

function bodyOf(content: object): Buffer {
  return Buffer.from(JSON.stringify(content));
}

const frequencyOf = {
  monthly: { interval_unit: "MONTH", interval_count: 1 },
  quarterly: { interval_unit: "MONTH", interval_count: 3 },
  yearly: { interval_unit: "YEAR", interval_count: 1 },
} as const satisfies Record<SubscriptionTerms["interval"], object>;

const plans = z.object({
  plans: z.array(z.object({ id: z.string(), status: z.string().optional() })).default([]),
});
const plan = z.object({ id: z.string() });

/**
 * Returns a function that finds or makes PayPal's plan for terms. The id of a plan's product is
 * derived from the terms, so PayPal itself remembers the plan, for every process and after a restore
 * of a backup.
 */
function createPlans(client: PaypalClient) {
  const known = new Map<string, Promise<string>>();
  return (terms: SubscriptionTerms): Promise<string> => {
    const productId = productFor(terms);
    const found = known.get(productId) ?? findOrMake(client, productId, terms);
    known.set(productId, found);
    found.catch(() => known.delete(productId));
    return found;
  };
}

function productFor(given: SubscriptionTerms): string {
  const { planName, interval, priceCents, currency } = given;
  const first = firstPrices(given).map((run) => [run.cycles, run.priceCents]);
  // Plans of one price keep the ids that they have at PayPal.
  const terms = JSON.stringify([planName, interval, priceCents, currency, ...first]);
  return `FURROW-${createHash("sha256").update(terms).digest("hex").slice(0, 32).toUpperCase()}`;
}

async function findOrMake(
  client: PaypalClient,
  productId: string,
  terms: SubscriptionTerms,
): Promise<string> {
  const path = `/v1/billing/plans?product_id=${productId}&page_size=20`;
  const answer = await client.request({ method: "GET", path }).catch((error) => {
    // PayPal does not know the product yet.
    if (error instanceof PaypalRefusal && [400, 404].includes(error.status)) return undefined;
    throw error;
  });
  const made = answer === undefined ? [] : plans.parse(JSON.parse(answer.toString())).plans;
  const active = made.find(({ status = "ACTIVE" }) => status === "ACTIVE");
  if (active !== undefined) return active.id;
  const name = terms.planName.slice(0, longestName).toWellFormed();
  await client
    .request({
      method: "POST",
      path: "/v1/catalogs/products",
      body: bodyOf({ id: productId, name, type: "SERVICE" }),
      idempotencyKey: `product-${productId}`,
    })
    .catch((error) => {
      const isThere =
        error instanceof PaypalRefusal && error.issue === "DUPLICATE_RESOURCE_IDENTIFIER";
      if (!isThere) throw error;
    });
  const body = bodyOf({
    product_id: productId,
    name,
    billing_cycles: billingCycles(terms),
    payment_preferences: {
      // A charge for two cycles at once would belong to no one order.
      auto_bill_outstanding: false,
      payment_failure_threshold: mostFailures,
    },
  });
  const idempotencyKey = `plan-${productId}`;
  const call = { method: "POST", path: "/v1/billing/plans", body, idempotencyKey } as const;
  return plan.parse(JSON.parse((await client.request(call)).toString())).id;
}

/** PayPal calls the first cycles at another price a trial, also if nothing of them is free. */
function billingCycles(terms: SubscriptionTerms) {
  const first = firstPrices(terms).map((run) => ({ ...run, tenure_type: "TRIAL" }));
  // Without an end.
  const regular = { priceCents: terms.priceCents, cycles: 0, tenure_type: "REGULAR" };
  return [...first, regular].map(({ priceCents, cycles, tenure_type }, index) => ({
    frequency: frequencyOf[terms.interval],
    tenure_type,
    sequence: index + 1,
    total_cycles: cycles,
    pricing_scheme: {
      fixed_price: { value: amountFromCents(priceCents), currency_code: terms.currency },
    },
  }));
}

interface Starting {
  readonly attempt: PaymentAttempt;
  readonly checkout: Checkout;
  readonly planId: Promise<string>;
}

async function startSubscription(
  client: PaypalClient,
  approvalOrigin: string,
  { attempt, checkout, planId }: Starting,
): Promise<StartedCheckout> {
  const started = await planId
    .then((plan_id) =>
      client.request({
        method: "POST",
        path: "/v1/billing/subscriptions",
        body: bodyOf({
          plan_id,
          custom_id: attempt.id,
          application_context: { ...contextOf(checkout), user_action: "SUBSCRIBE_NOW" },
        }),
        idempotencyKey: `create-${attempt.id}`,
      }),
    )
    .then((body) => created.parse(JSON.parse(body.toString())))
    .catch((cause) => {
      const sentence = "PayPal does not answer as it should. Nothing was paid; try again later.";
      throw new AppError("unavailable", sentence, { cause });
    });
  const approve = started.links.find(({ rel }) => rel === "approve");
  if (approve === undefined || new URL(approve.href).origin !== approvalOrigin) {
    throw new AppError("unavailable", "PayPal did not start the payment. Try again later.");
  }
  return {
    handOff: { kind: "redirect", url: approve.href },
    known: { reference: started.id, receiver: attempt.receiver },
  };
}

function contextOf({ returnUrl, cancelUrl }: Pick<Checkout, "returnUrl" | "cancelUrl">) {
  return {
    shipping_preference: "NO_SHIPPING",
    payment_method: { payee_preferred: "IMMEDIATE_PAYMENT_REQUIRED" },
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
}

/** Statuses that an action leads to. */
const statusAfter = {
  suspend: ["SUSPENDED"],
  activate: ["ACTIVE"],
  cancel: ["CANCELLED", "EXPIRED"],
} as const;

const reasonOf = {
  suspend: "The customer pauses the plan.",
  activate: "The customer resumes the plan.",
  cancel: "The plan was cancelled.",
} as const;

/** PayPal refuses an action for a status that it leads to, which is as good as done. */
async function changeState(
  client: PaypalClient,
  reference: string,
  action: keyof typeof statusAfter,
  key: string,
): Promise<Buffer> {
  try {
    await client.request({
      method: "POST",
      path: `${pathOf(reference)}/${action}`,
      body: bodyOf({ reason: reasonOf[action] }),
      idempotencyKey: `${action}-${key}`,
    });
  } catch (error) {
    if (!(error instanceof PaypalRefusal) || error.status !== 422) throw error;
    const raw = await describe(client, reference);
    const { status } = subscription.parse(JSON.parse(raw.toString()));
    const done: readonly string[] = statusAfter[action];
    if (!done.includes(status)) throw error;
    return raw;
  }
  return describe(client, reference);
}

interface Revision {
  readonly planId: string;
  readonly pages: Pick<Checkout, "returnUrl" | "cancelUrl">;
  readonly key: string;
}

async function revise(
  client: PaypalClient,
  reference: string,
  { planId, pages, key }: Revision,
): Promise<string> {
  const answer = await client.request({
    method: "POST",
    path: `${pathOf(reference)}/revise`,
    body: bodyOf({ plan_id: planId, application_context: contextOf(pages) }),
    idempotencyKey: `revise-${key}`,
  });
  const approve = withLinks
    .parse(JSON.parse(answer.toString()))
    .links.find(({ rel }) => rel === "approve");
  if (approve === undefined) throw new Error("PayPal named no page for the consent.");
  return approve.href;
}

/** A subscription that PayPal suspended after failed payments is charged again afterwards. */
async function settleBalance(
  client: PaypalClient,
  reference: string,
  key: string,
): Promise<boolean> {
  const given = subscription.parse(JSON.parse((await describe(client, reference)).toString()));
  const balance = given.billing_info?.outstanding_balance;
  if (balance === undefined || (centsFromAmount(balance.value) ?? 0) <= 0) return false;
  const value = { currency_code: balance.currency_code, value: "0.00" };
  await client.request({
    method: "PATCH",
    path: pathOf(reference),
    body: bodyOf([{ op: "replace", path: "/billing_info/outstanding_balance", value }]),
  });
  const hasFailed = (given.billing_info?.failed_payments_count ?? 0) >= mostFailures;
  if (given.status === "SUSPENDED" && hasFailed) {
    await changeState(client, reference, "activate", key);
  }
  return true;
}

const transactions = z.object({
  transactions: z
    .array(z.looseObject({ id: z.string(), status: z.string().optional(), time: z.string() }))
    .default([]),
});

async function paymentsOf(
  client: PaypalClient,
  given: { readonly id: string; readonly custom_id?: string | undefined },
  { from, until }: { readonly from: number; readonly until: number },
  signal: AbortSignal,
): Promise<readonly Buffer[]> {
  const query = new URLSearchParams({
    start_time: new Date(from).toISOString(),
    end_time: new Date(until).toISOString(),
  });
  const path = `${pathOf(given.id)}/transactions?${query}`;
  const answer = await client.request({ method: "GET", path }, signal);
  const { id, custom_id } = given;
  return transactions
    .parse(JSON.parse(answer.toString()))
    .transactions.filter(({ status }) => /^(COMPLETED|(PARTIALLY_)?REFUNDED)$/.test(status ?? ""))
    .sort((one, other) => Date.parse(other.time) - Date.parse(one.time))
    .map((transaction) => bodyOf({ transaction_of: { id, custom_id }, transaction }));
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Asks for the first payment of an approved subscription, or for its terms after a change. PayPal
 * charges by itself, so nothing is collected.
 */
export async function askForSubscription(
  { client, clock }: Pick<PaypalSubscriptionsOptions, "client" | "clock">,
  { reference, createdAt }: PaymentAttempt,
  signal: AbortSignal,
): Promise<Captured> {
  const { id, isAboutTerms } = askedOf(reference ?? "");
  const raw = await describe(client, id, signal);
  if (isAboutTerms) return { kind: "captured", raw };
  const given = subscription.parse(JSON.parse(raw.toString()));
  const span = { from: createdAt - dayMs, until: clock() + dayMs };
  const first = (await paymentsOf(client, given, span, signal)).at(-1);
  if (first !== undefined) return { kind: "captured", raw: first };
  const reason =
    given.status === "APPROVAL_PENDING"
      ? "The customer has not approved it at PayPal yet."
      : "PayPal has not charged the first cycle yet.";
  return { kind: "refused", reason };
}

/** Newest first. PayPal lists no refunds of a subscription; its events report them. */
async function sweepSubscriptions(
  { client, clock }: PaypalSubscriptionsOptions,
  references: readonly string[],
  since: number,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const reports: Buffer[] = [];
  for (const reference of references) {
    const raw = await describe(client, reference, signal).catch((error) => {
      if (error instanceof PaypalRefusal && error.status === 404) return undefined;
      throw error;
    });
    if (raw === undefined) continue;
    const given = subscription.parse(JSON.parse(raw.toString()));
    reports.push(raw);
    if ((given.billing_info?.failed_payments_count ?? 0) > 0) {
      reports.push(bodyOf({ failed_charge_of: JSON.parse(raw.toString()) }));
    }
    const span = { from: since, until: clock() + dayMs };
    reports.push(...(await paymentsOf(client, given, span, signal)));
  }
  return reports;
}

const events = z.object({
  events: z.array(z.looseObject({ event_type: z.string() })).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

/** A limit for the memory of one question. */
const mostPages = 50;

/** Events since a time, newest first, as PayPal has sent them. */
export async function eventsSince(
  { client, clock }: Pick<PaypalSubscriptionsOptions, "client" | "clock">,
  since: number,
  isHeard: (type: string) => boolean,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const reports: Buffer[] = [];
  let query = `?${new URLSearchParams({
    page_size: "100",
    start_time: new Date(since).toISOString(),
    end_time: new Date(clock() + dayMs).toISOString(),
  })}`;
  for (let page = 0; page < mostPages && query !== ""; page++) {
    const path = `/v1/notifications/webhooks-events${query}`;
    const answer = await client.request({ method: "GET", path }, signal);
    const found = events.parse(JSON.parse(answer.toString()));
    const heard = found.events.filter(({ event_type }) => isHeard(event_type));
    reports.push(...heard.map((event) => bodyOf(event)));
    const next = found.links.find(({ rel }) => rel === "next")?.href;
    query = next !== undefined && URL.canParse(next) ? new URL(next).search : "";
  }
  return reports;
}

async function refusing<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof PaypalRefusal && [400, 403, 404, 422].includes(error.status)) {
      throw new AppError("conflict", sentenceOf(error), { cause: error });
    }
    const sentence =
      "PayPal did not answer properly, so the result is not known yet. Try again in some minutes.";
    throw new AppError("unavailable", sentence, { cause: error });
  }
}

function sentenceOf({ status, issue }: PaypalRefusal): string {
  if (status === 404) return "PayPal does not know this subscription.";
  if (status === 403) {
    return "The app at PayPal may not change subscriptions. Allow it under Apps & Credentials, then try again.";
  }
  if (issue === "SUBSCRIPTION_STATUS_INVALID") {
    return "PayPal refused the change, because the subscription has ended or is paused.";
  }
  return `PayPal refused the change: ${issue}.`;
}
