import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import { centsOfCycle, firstPrices } from "#platform/cycle-prices.ts";
import type { Database } from "#platform/database/database.ts";
import { amountFromCents, centsFromAmount } from "#platform/money.ts";
import { isOfTheShop } from "../checkout-form.ts";
import { showCheckout, showFarewell, showFault, showPage } from "../checkout-page.ts";
import { outcomeNamed, outcomes } from "../outcomes.ts";
import { accountOf } from "../sandbox-caller.ts";
import { newTransactionId } from "../sandbox-message.ts";
import { findSandboxOrder } from "../sandbox-orders.server.ts";
import type { SandboxBilling } from "../subscriptions/sandbox-billing.ts";
import { sandboxResources } from "../subscriptions/sandbox-resources.server.ts";
import {
  clockOf,
  end,
  perInterval,
  pricesText,
  type SandboxSubscription,
  setPaused,
  settle,
} from "../subscriptions/sandbox-subscription.ts";
import { subscriptionPage } from "../subscriptions/subscription-page.ts";
import { keyOf, refuse } from "./paypal-calls.ts";
import { subscriptionResource, transactionResource } from "./rest-billing-resources.ts";
import { orderIdFor, sandboxPayee } from "./sandbox-account.ts";
import { eventBody } from "./sandbox-resources.ts";

interface RestBillingOptions {
  readonly database: Database;
  readonly billing: SandboxBilling;
  readonly secret: string;
  readonly publicUrl: string;
  /** Address of the sandbox's PayPal for browsers. */
  readonly pagesUrl: string;
}

const approvalPath = "/webapps/billing/subscriptions";
const consentPath = `${approvalPath}/update`;
const ownerPath = "/billing/subscriptions";
const autopayPath = "/myaccount/autopay/connect";

const amount = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string() });
const requestedProduct = z.object({ id: z.string().min(6).max(50), name: z.string().min(1) });
const requestedPlan = z.object({
  product_id: z.string(),
  name: z.string().min(1).max(127),
  billing_cycles: z
    .array(
      z.object({
        frequency: z.object({
          interval_unit: z.enum(["MONTH", "YEAR"]),
          interval_count: z.union([z.literal(1), z.literal(3)]),
        }),
        tenure_type: z.enum(["TRIAL", "REGULAR"]),
        sequence: z.int(),
        total_cycles: z.int().min(0).max(999),
        pricing_scheme: z.object({ fixed_price: amount }),
      }),
    )
    .min(1)
    // PayPal takes two trials at most.
    .max(3)
    .refine((cycles) =>
      cycles.every(({ tenure_type, sequence, total_cycles }, index) => {
        const isLast = index === cycles.length - 1;
        const tenure = isLast ? "REGULAR" : "TRIAL";
        return tenure_type === tenure && sequence === index + 1 && (total_cycles === 0) === isLast;
      }),
    ),
  payment_preferences: z.object({ auto_bill_outstanding: z.literal(false) }),
});
const context = z.object({ return_url: z.url(), cancel_url: z.url() });
const requestedSubscription = z.object({
  plan_id: z.string(),
  custom_id: z.string().min(1).max(127),
  application_context: context,
});
const requestedRevision = z.object({ plan_id: z.string(), application_context: context });
const requestedBalance = z.tuple([
  z.object({
    op: z.literal("replace"),
    path: z.literal("/billing_info/outstanding_balance"),
    value: amount,
  }),
]);

interface Plan {
  readonly id: string;
  readonly productId: string;
  readonly terms: SubscriptionTerms;
}

/** What can happen when a customer subscribes. */
const subscribing = [
  "completed",
  "completed-twenty-times",
  "completed-window-closed",
  "no-notification",
];
const subscribingOutcomes = outcomes.filter(({ value }) => subscribing.includes(value));

/** Answers the calls of PayPal Subscriptions that the shop makes. */
export function restBilling(sandbox: Hono, options: RestBillingOptions): void {
  const { database, billing, secret, publicUrl, pagesUrl } = options;
  const { subscriptions } = billing;
  const products = sandboxResources<{ readonly name: string }>("product at paypal");
  const plans = sandboxResources<Plan>("plan at paypal");
  const isOwn = (address: string) => isOfTheShop(address, publicUrl);

  sandbox.post("/v1/catalogs/products", async (c) => {
    const { success, data } = requestedProduct.safeParse(await c.req.json());
    if (!success) return refuse(c, 400, "INVALID_PARAMETER_VALUE");
    if ((await products.find(database.read, data.id)) !== undefined) {
      return refuse(c, 422, "DUPLICATE_RESOURCE_IDENTIFIER");
    }
    await products.insert(database, data.id, "paypal", { name: data.name });
    return c.json(data, 201);
  });

  sandbox.get("/v1/billing/plans", async (c) => {
    const productId = c.req.query("product_id") ?? "";
    const made = await plans.newest(database.read, productId, 20);
    return c.json({ plans: made.map(({ id }) => ({ id, status: "ACTIVE" })) });
  });

  sandbox.post("/v1/billing/plans", async (c) => {
    const { success, data } = requestedPlan.safeParse(await c.req.json());
    if (!success) return refuse(c, 400, "INVALID_PARAMETER_VALUE");
    if ((await products.find(database.read, data.product_id)) === undefined) {
      return refuse(c, 422, "RESOURCE_NOT_FOUND");
    }
    const regular = data.billing_cycles.at(-1);
    if (regular === undefined) return refuse(c, 400, "INVALID_PARAMETER_VALUE");
    const { frequency, pricing_scheme } = regular;
    const { value, currency_code } = pricing_scheme.fixed_price;
    const trials = data.billing_cycles.slice(0, -1).map((cycle) => ({
      cycles: cycle.total_cycles,
      priceCents: centsFromAmount(cycle.pricing_scheme.fixed_price.value) ?? 0,
    }));
    const id = `P-${orderIdFor(secret, keyOf(c))}`;
    const isYearly = frequency.interval_unit === "YEAR";
    const terms: SubscriptionTerms = {
      planName: data.name,
      interval: isYearly ? "yearly" : frequency.interval_count === 3 ? "quarterly" : "monthly",
      priceCents: centsFromAmount(value) ?? 0,
      currency: currency_code,
      ...(trials.length > 0 && { reductions: asReductions(trials, centsFromAmount(value) ?? 0) }),
    };
    const productId = data.product_id;
    const plan = await plans.insert(database, id, productId, { id, productId, terms });
    return c.json({ id: plan.id, product_id: productId, status: "ACTIVE" }, 201);
  });

  sandbox.post("/v1/billing/subscriptions", async (c) => {
    const { success, data } = requestedSubscription.safeParse(await c.req.json());
    if (!success) return refuse(c, 400, "INVALID_PARAMETER_VALUE");
    const { return_url: returnUrl, cancel_url: cancelUrl } = data.application_context;
    if (!isOwn(returnUrl) || !isOwn(cancelUrl)) return refuse(c, 400, "INVALID_PARAMETER_VALUE");
    const plan = await plans.find(database.read, data.plan_id);
    if (plan === undefined) return refuse(c, 422, "RESOURCE_NOT_FOUND");
    const id = `I-${orderIdFor(secret, keyOf(c)).slice(0, 12)}`;
    const made = await subscriptions.insert(database, id, "paypal", {
      ...plan.terms,
      id,
      account: accountOf(c),
      customId: data.custom_id,
      termsId: plan.id,
      returnUrl,
      cancelUrl,
      status: "approval-pending",
      endsWithPeriod: false,
      aheadMs: 0,
      startedAt: Date.now(),
      changedAt: Date.now(),
      cycles: [],
      hasOwnCard: true,
    });
    const href = `${pagesUrl}${approvalPath}?ba_token=${id}`;
    const links = [{ rel: "approve", href, method: "GET" }];
    return c.json({ ...subscriptionResource(made, { withPlan: false }), links }, 201);
  });

  /** A subscription of the account that calls. */
  async function found(c: Context) {
    const given = await subscriptions.find(database.read, c.req.param("id") ?? "");
    return given?.account === accountOf(c) ? given : undefined;
  }

  sandbox.get("/v1/billing/subscriptions/:id", async (c) => {
    const given = await found(c);
    if (given === undefined) return refuse(c, 404, "RESOURCE_NOT_FOUND");
    const withPlan = c.req.query("fields") === "plan";
    return c.json(subscriptionResource(given, { withPlan }));
  });

  sandbox.get("/v1/billing/subscriptions/:id/transactions", async (c) => {
    const given = await found(c);
    const since = Date.parse(c.req.query("start_time") ?? "");
    if (given === undefined) return refuse(c, 404, "RESOURCE_NOT_FOUND");
    if (Number.isNaN(since)) return refuse(c, 400, "MISSING_REQUIRED_PARAMETER");
    const paid = given.cycles.filter(({ state }) => state === "paid");
    const orders = await Promise.all(paid.map(({ id }) => findSandboxOrder(database.read, { id })));
    const transactions = orders
      .filter((order) => order !== undefined && (order.paidAt ?? 0) >= since)
      .map((order) => order && transactionResource(order));
    return c.json({ transactions });
  });

  const actions: Readonly<
    Record<string, (given: SandboxSubscription) => SandboxSubscription | undefined>
  > = {
    suspend: (given) => (isCharged(given) ? setPaused(given, true) : undefined),
    activate: (given) => (given.status === "paused" ? setPaused(given, false) : undefined),
    cancel: (given) => (isCharged(given) || given.status === "paused" ? end(given) : undefined),
  };

  sandbox.post("/v1/billing/subscriptions/:id/:action{suspend|activate|cancel}", async (c) => {
    const given = await found(c);
    if (given === undefined) return refuse(c, 404, "RESOURCE_NOT_FOUND");
    const act = actions[c.req.param("action")];
    if (act?.(given) === undefined) return refuse(c, 422, "SUBSCRIPTION_STATUS_INVALID");
    await billing.change(given.id, (before) => act(before) ?? before);
    return c.body(null, 204);
  });

  sandbox.post("/v1/billing/subscriptions/:id/revise", async (c) => {
    const { success, data } = requestedRevision.safeParse(await c.req.json());
    const given = await found(c);
    if (given === undefined) return refuse(c, 404, "RESOURCE_NOT_FOUND");
    const plan = success ? await plans.find(database.read, data.plan_id) : undefined;
    if (!success || plan === undefined) return refuse(c, 422, "INVALID_PLAN_ID");
    const { return_url: returnUrl, cancel_url: cancelUrl } = data.application_context;
    if (!isOwn(returnUrl) || !isOwn(cancelUrl)) return refuse(c, 400, "INVALID_PARAMETER_VALUE");
    if (!isCharged(given)) return refuse(c, 422, "SUBSCRIPTION_STATUS_INVALID");
    const offer = { reductions: [], ...plan.terms, termsId: plan.id };
    await subscriptions.change(database, given.id, (before) => ({
      ...before,
      returnUrl,
      cancelUrl,
      offer,
    }));
    const href = `${pagesUrl}${consentPath}?ba_token=${given.id}`;
    const links = [{ rel: "approve", href, method: "GET" }];
    return c.json({ plan_id: plan.id, plan_overridden: false, links });
  });

  sandbox.patch("/v1/billing/subscriptions/:id", async (c) => {
    const { success } = requestedBalance.safeParse(await c.req.json());
    const given = await found(c);
    if (given === undefined) return refuse(c, 404, "RESOURCE_NOT_FOUND");
    if (!success) return refuse(c, 422, "UNSUPPORTED_PATCH_OPERATION");
    await billing.change(given.id, (before) => settle(before, Number.POSITIVE_INFINITY));
    return c.body(null, 204);
  });

  sandbox.get("/v1/notifications/webhooks-events", async (c) => {
    const since = Date.parse(c.req.query("start_time") ?? "");
    const events = await billing.eventsSince(since, accountOf(c));
    return c.json({ events: events.map(eventBody), count: events.length, links: [] });
  });

  const askedOn = async (id: string | null | undefined) =>
    id ? subscriptions.find(database.read, id) : undefined;

  sandbox.get(approvalPath, async (c) => {
    const given = await askedOn(c.req.query("ba_token"));
    if (given?.status !== "approval-pending") return showFault(c, "There is no such subscription.");
    return showCheckout(c, viewOf(given), [given.returnUrl, given.cancelUrl]);
  });

  sandbox.post(approvalPath, async (c) => {
    const fields = new URLSearchParams(await c.req.text());
    const given = await askedOn(fields.get("ba_token"));
    if (given === undefined) return showFault(c, "There is no such subscription.");
    if (fields.get("action") === "cancel") return c.redirect(backTo(given, given.cancelUrl), 303);
    const outcome = outcomeNamed(fields.get("outcome"));
    if (outcome === undefined) return showFault(c, "This outcome is unknown.");
    const [delivery] = outcome.deliveries;
    const begun = await billing.begin(given, {
      ...(delivery?.copies !== undefined && { copies: delivery.copies }),
      ...(delivery === undefined && { isLost: true }),
    });
    if (begun === undefined) return showFault(c, "This subscription has been approved.");
    return outcome.staysAway ? showFarewell(c) : c.redirect(backTo(given, given.returnUrl), 303);
  });

  sandbox.get(consentPath, async (c) => {
    const given = await askedOn(c.req.query("ba_token"));
    if (given?.offer === undefined) return showFault(c, "There is no such change.");
    return showConsent(c, given, given.offer);
  });

  sandbox.post(consentPath, async (c) => {
    const fields = new URLSearchParams(await c.req.text());
    const given = await askedOn(fields.get("ba_token"));
    if (given?.offer === undefined) return showFault(c, "There is no such change.");
    const { offer, returnUrl, cancelUrl } = given;
    if (fields.get("action") === "cancel") return c.redirect(backTo(given, cancelUrl), 303);
    await billing.change(given.id, (before) => ({
      ...before,
      ...offer,
      offer: undefined,
      changedAt: clockOf(before),
    }));
    return c.redirect(backTo(given, returnUrl), 303);
  });

  sandbox.get(`${autopayPath}/:id`, async (c) => {
    const given = await askedOn(c.req.param("id"));
    if (given === undefined) return showFault(c, "There is no such subscription.");
    const text = `PayPal charges ${pricesText(given)} for ${given.planName} to your test account.`;
    return showPage(c, "Automatic payment", html`<p>${text}</p>`);
  });

  subscriptionPage(sandbox, { database, billing, path: ownerPath });
}

function isCharged({ status }: SandboxSubscription): boolean {
  return status === "active" || status === "past-due";
}

/** Trials as what they take off the regular price, each until its last cycle. */
function asReductions(
  trials: readonly { readonly cycles: number; readonly priceCents: number }[],
  regularCents: number,
) {
  let cycles = 0;
  const until = trials.map((trial) => {
    cycles += trial.cycles;
    return { cents: regularCents - trial.priceCents, cycles };
  });
  return until.map(({ cents, cycles: last }, nth) => {
    return { cents: cents - (until[nth + 1]?.cents ?? 0), cycles: last };
  });
}

function viewOf(given: SandboxSubscription) {
  return {
    payTo: sandboxPayee.email_address,
    description: given.planName,
    invoice: given.customId,
    amount: amountFromCents(centsOfCycle(given, 1)),
    currency: given.currency,
    per:
      firstPrices(given).length === 0
        ? perInterval[given.interval]
        : `now. In all: ${pricesText(given)}`,
    action: approvalPath.replace(/.*\//, ""),
    fields: [["ba_token", given.id]] as const,
    outcomes: subscribingOutcomes,
  };
}

function showConsent(c: Context, given: SandboxSubscription, offer: SubscriptionTerms) {
  return showPage(
    c,
    "Change of an automatic payment",
    html`<dl>
        <dt>Now</dt><dd>${given.planName}, ${pricesText(given)}</dd>
        <dt>From the next charge</dt><dd>${offer.planName}, ${pricesText(offer)}</dd>
      </dl>
      <form method="post" action="update">
        <input type="hidden" name="ba_token" value="${given.id}">
        <button class="main" type="submit" name="action" value="agree">Agree and continue</button>
        <button type="submit" name="action" value="cancel">Cancel and return</button>
      </form>`,
    [given.returnUrl, given.cancelUrl],
  );
}

/** Adds PayPal's parameters to the shop's address. */
function backTo({ id }: SandboxSubscription, address: string): string {
  const url = new URL(address);
  const given = { subscription_id: id, ba_token: `BA-${id.slice(2)}`, token: newTransactionId() };
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
  return url.href;
}
