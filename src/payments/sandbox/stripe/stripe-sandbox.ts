import type { Context, Hono } from "hono";
import type { Stripe } from "stripe";
import { z } from "zod";
import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import { stripeWebhookPath } from "#payments/stripe/stripe.ts";
import { leastCents, recurringOf } from "#payments/stripe/stripe-checkout.ts";
import { amountFromCents } from "#platform/money.ts";
import { isOfTheShop } from "../checkout-form.ts";
import { showCheckout, showExpired, showFarewell, showFault } from "../checkout-page.ts";
import { deliver, send } from "../deliver.ts";
import { sandboxStripePath, stripePagePath } from "../endpoints.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { accountOf, isOf } from "../sandbox-caller.ts";
import { newTransactionId } from "../sandbox-message.ts";
import {
  changeSandboxOrder,
  findSandboxOrder,
  insertSandboxOrder,
  lastCaptureId,
  newestSandboxOrders,
  type SandboxOrder,
  type SandboxRefund,
} from "../sandbox-orders.server.ts";
import { isHeardBy, webhooksOf } from "../sandbox-webhooks.server.ts";
import { type SandboxEvent, sandboxBilling } from "../subscriptions/sandbox-billing.ts";
import { clockOf, perInterval, priceText } from "../subscriptions/sandbox-subscription.ts";
import { faultyAnswer } from "../verification-fault.ts";
import { idFor, sandboxStripeKeys, secretOfWebhook } from "./stripe-account.ts";
import {
  discountOf,
  expands,
  nameStripeCycle,
  sandboxCoupons,
  stripeBilling,
} from "./stripe-billing.ts";
import { stripeBillingReports, subscribedSession } from "./stripe-billing-resources.ts";
import { authorised, formOf, keyOf, refuse } from "./stripe-calls.ts";
import {
  type StripeDelivery,
  type StripeOutcome,
  stripeOutcomeNamed,
  stripeOutcomes,
  subscribingOutcomes,
} from "./stripe-outcomes.ts";
import {
  apiVersion,
  eventsAbout,
  eventTypeOf,
  refundResource,
  secondsOf,
  sessionResource,
  signed,
  signedEvent,
} from "./stripe-resources.ts";
import { stripeWebhookRoutes } from "./stripe-webhooks.ts";

const requestedSession = z.object({
  client_reference_id: z.string().max(200),
  "metadata[order]": z.string().max(500),
  "line_items[0][quantity]": z.literal("1"),
  "line_items[0][price_data][currency]": z.string().regex(/^[a-z]{3}$/),
  "line_items[0][price_data][unit_amount]": z.coerce.number().int().min(leastCents),
  "line_items[0][price_data][product_data][name]": z.string().min(1),
  "line_items[0][price_data][recurring][interval]": z.enum(["month", "year"]).optional(),
  "line_items[0][price_data][recurring][interval_count]": z.enum(["1", "3"]).optional(),
  "line_items[1][quantity]": z.literal("1").optional(),
  "line_items[1][price_data][unit_amount]": z.coerce.number().int().min(1).optional(),
  "discounts[0][coupon]": z.string().optional(),
  mode: z.enum(["payment", "subscription"]),
  success_url: z.url(),
  cancel_url: z.url(),
});

type RequestedSession = z.infer<typeof requestedSession>;

/** Undefined for a single payment, and null for terms that Stripe would refuse. */
function termsOf(asked: RequestedSession): SubscriptionTerms | null | undefined {
  const interval = asked["line_items[0][price_data][recurring][interval]"];
  const count = Number(asked["line_items[0][price_data][recurring][interval_count]"]);
  if (asked.mode === "payment") return interval === undefined ? undefined : null;
  const named = Object.entries(recurringOf).find(
    ([, each]) => each.interval === interval && each.interval_count === count,
  );
  if (named === undefined) return null;
  const once = asked["line_items[1][price_data][unit_amount]"];
  return {
    planName: asked["line_items[0][price_data][product_data][name]"],
    interval: named[0] as SubscriptionTerms["interval"],
    priceCents: asked["line_items[0][price_data][unit_amount]"],
    currency: asked["line_items[0][price_data][currency]"].toUpperCase(),
    ...(once !== undefined && { onceCents: once }),
  };
}

const requestedRefund = z.object({
  payment_intent: z.string(),
  amount: z.coerce.number().int().min(1),
});

/** Prefix of the ids of Checkout sessions in test mode. */
const sessionPrefix = "cs_test_";
/** The sandbox reports events of at most this many orders. */
const mostOrdersAsked = 500;

/** Prefix of the sandbox's payments, as Stripe's payment intents have it. */
const paymentPrefix = "pi_";

/**
 * Simulates Stripe: the calls of its interface that the shop makes, the payment page, and signed
 * events.
 */
export function stripeSandbox(sandbox: Hono, options: SandboxOptions): void {
  const { database, publicUrl, secret, log, configuration } = options;
  const checkoutUrl = `${configuration.sandboxUrl}${sandboxStripePath}${stripePagePath}`;
  const builtInWebhook = { id: "we_built_in", url: `${publicUrl}${stripeWebhookPath}` };
  const secretFor = ({ account }: Pick<SandboxOrder, "account">, { id }: { id: string }) =>
    account === "pasted" ? secretOfWebhook(secret, id) : sandboxStripeKeys(secret).webhookSecret;
  const tell = async (order: SandboxOrder, deliveries: readonly StripeDelivery[]) => {
    for (const webhook of await webhooksOf(database.read, "stripe", order, builtInWebhook)) {
      const webhookSecret = secretFor(order, webhook);
      await deliver(
        webhook.url,
        deliveries.filter((delivery) => isHeardBy(webhook, eventTypeOf(order, delivery))),
        (delivery) => signedEvent(order, delivery, { webhookSecret, checkoutUrl }),
        log,
      );
    }
  };

  const billing = sandboxBilling({
    database,
    provider: "stripe",
    reports: stripeBillingReports,
    nameCycle: nameStripeCycle,
    newEventId: () => `evt_${newTransactionId()}`,
    async send(event) {
      for (const webhook of await webhooksOf(database.read, "stripe", event, builtInWebhook)) {
        if (!isHeardBy(webhook, event.type)) continue;
        await send(webhook.url, signed(eventOf(event), secretFor(event, webhook)), log);
      }
    },
  });
  const subscriptionOf = async ({ subscriptionId }: SandboxOrder) =>
    subscriptionId === undefined
      ? undefined
      : billing.subscriptions.find(database.read, subscriptionId);

  sandbox.use("/v1/*", authorised(secret));
  stripeWebhookRoutes(sandbox, options);
  const pagesUrl = `${configuration.sandboxUrl}${sandboxStripePath}`;
  stripeBilling(sandbox, { database, billing, secret, publicUrl, pagesUrl });

  sandbox.post("/v1/checkout/sessions", async (c) => {
    const { success, data, error } = requestedSession.safeParse(await formOf(c));
    if (!success) return refuse(c, 400, "parameter_invalid", error.issues[0]?.path.join("."));
    if (![data.success_url, data.cancel_url].every((url) => isOfTheShop(url, publicUrl))) {
      return refuse(c, 400, "url_invalid");
    }
    const terms = termsOf(data);
    if (terms === null) return refuse(c, 400, "parameter_invalid", "line_items");
    const couponId = data["discounts[0][coupon]"];
    const coupon = couponId && (await sandboxCoupons.find(database.read, couponId));
    if (couponId && !(coupon && terms)) return refuse(c, 400, "resource_missing", "coupon");
    const off = coupon ? coupon.amount_off : 0;
    const id = idFor(secret, sessionPrefix, keyOf(c));
    await insertSandboxOrder(database, {
      id,
      account: accountOf(c),
      customId: data.client_reference_id,
      invoiceId: data["metadata[order]"],
      description: data["line_items[0][price_data][product_data][name]"],
      amountCents: data["line_items[0][price_data][unit_amount]"] + (terms?.onceCents ?? 0) - off,
      currency: data["line_items[0][price_data][currency]"].toUpperCase(),
      returnUrl: data.success_url,
      cancelUrl: data.cancel_url,
      outcome: null,
      capture: null,
      refunds: [],
      ...(terms !== undefined && { terms }),
      ...(coupon && { coupon }),
    });
    return showSession(c, id);
  });

  sandbox.get("/v1/checkout/sessions/:id", (c) => showSession(c, c.req.param("id")));

  sandbox.post("/v1/checkout/sessions/:id/expire", async (c) => {
    const id = c.req.param("id");
    const expired = await changeSandboxOrder(database, { id }, (order) =>
      isOf(c, order) && order.outcome === null
        ? endedOrder(order, "expired", `${paymentPrefix}${newTransactionId()}`)
        : undefined,
    );
    if (expired === undefined) return refuse(c, 400, "resource_missing", "id");
    await tell(expired, stripeOutcomeNamed("expired")?.deliveries ?? []);
    return showSession(c, id);
  });

  sandbox.post("/v1/refunds", async (c) => {
    const { success, data } = requestedRefund.safeParse(await formOf(c));
    if (!success) return refuse(c, 400, "parameter_invalid", "amount");
    const idempotencyKey = keyOf(c);
    const by = { captureId: data.payment_intent };
    const made = { id: idFor(secret, "re_", idempotencyKey), idempotencyKey, cents: data.amount };
    const changed = await changeSandboxOrder(database, by, (order) =>
      !isOf(c, order) ||
      order.refunds.some((each) => each.id === made.id) ||
      leftCents(order) < made.cents
        ? undefined
        : { ...order, refunds: [...order.refunds, made] },
    );
    const order = changed ?? (await findSandboxOrder(database.read, by));
    if (!isOf(c, order)) return refuse(c, 404, "resource_missing", "payment_intent");
    const refund = order.refunds.find((each) => each.id === made.id);
    if (refund === undefined) {
      return leftCents(order) === 0
        ? refuse(c, 400, "charge_already_refunded")
        : refuse(c, 400, undefined, "amount");
    }
    if (changed !== undefined) await tellRefund(order, refund);
    return c.json(refundResource(order, refund));
  });

  /** Keeps the event, so that the shop finds it if it is lost. */
  async function tellRefund(order: SandboxOrder, refund: SandboxRefund) {
    const subscription = await subscriptionOf(order);
    return subscription === undefined
      ? tell(order, [{ status: "Refunded", refund }])
      : billing.tell(order, clockOf(subscription), stripeBillingReports.refunded(order, refund));
  }

  sandbox.get("/v1/refunds", async (c) => {
    const captureId = c.req.query("payment_intent");
    if (captureId === undefined) return c.json(await refundsOfSubscriptions(c));
    const order = await findSandboxOrder(database.read, { captureId });
    const data = isOf(c, order) ? order.refunds.map((refund) => refundResource(order, refund)) : [];
    return c.json({ object: "list", data, has_more: false, url: "/v1/refunds" });
  });

  sandbox.get("/v1/events", async (c) => {
    const since = Number(c.req.query("created[gte]") ?? 0);
    const orders = await newestSandboxOrders(database.read, sessionPrefix, mostOrdersAsked);
    const events = [
      ...orders
        .filter((order) => isOf(c, order))
        .flatMap((order) => eventsAbout(order, checkoutUrl, Date.now())),
      ...(await billing.eventsSince(since * 1000, accountOf(c))).map(eventOf),
    ]
      .filter(({ created }) => created >= since)
      .sort((one, other) => other.created - one.created);
    return c.json({ object: "list", data: events, has_more: false, url: "/v1/events" });
  });

  sandbox.get("/v1/events/:id", async (c) => {
    const id = c.req.param("id");
    const mark = /^evt_(\w+\.\d+)\./.exec(id)?.[1];
    const wrong = await faultyAnswer(mark, c.req.raw.signal);
    if (wrong instanceof Response) return wrong;
    if (wrong === "invalid") return refuse(c, 404, "resource_missing", "id");
    return c.json({ id, object: "event" });
  });

  // A key is tried with ids that do not exist.
  sandbox.all("/v1/*", (c) => refuse(c, 404, "resource_missing", "id"));

  sandbox.get(`${stripePagePath}/:id`, async (c) => {
    const order = await findSandboxOrder(database.read, { id: c.req.param("id") });
    if (order === undefined) return showFault(c, "There is no such checkout.");
    if (order.outcome !== null) return showFault(c, await whyEnded(order.id));
    return showCheckout(c, viewOf(order), [order.returnUrl, order.cancelUrl]);
  });

  sandbox.post(`${stripePagePath}/:id`, async (c) => {
    const id = c.req.param("id");
    const fields = new URLSearchParams(await c.req.text());
    const order = await findSandboxOrder(database.read, { id });
    if (order === undefined) return showFault(c, "There is no such checkout.");
    if (fields.get("action") === "cancel") return c.redirect(order.cancelUrl, 303);
    const outcome = stripeOutcomeNamed(fields.get("outcome"));
    if (outcome === undefined) return showFault(c, "This outcome is unknown.");
    if (order.terms !== undefined) return subscribe(c, order, order.terms, outcome);
    const { deliveries } = outcome;
    const reuses = deliveries.some(({ wrong }) => wrong === "transaction");
    const before = reuses ? await lastCaptureId(database.read) : undefined;
    const captureId = before ?? `${paymentPrefix}${newTransactionId()}`;
    const paid = await changeSandboxOrder(database, { id }, (found) =>
      found.capture === null ? endedOrder(found, outcome.value, captureId) : undefined,
    );
    if (paid === undefined) return showFault(c, await whyEnded(id));
    await tell(paid, deliveries);
    if (outcome.value === "expired") return showExpired(c);
    return outcome.staysAway ? showFarewell(c) : c.redirect(order.returnUrl, 303);
  });

  /** The customer agrees to the terms, and the first cycle is paid or the checkout expires. */
  async function subscribe(
    c: Context,
    order: SandboxOrder,
    terms: SubscriptionTerms,
    outcome: StripeOutcome,
  ) {
    const isPaid = outcome.value !== "expired";
    const subscriptionId = `sub_${order.id.slice(sessionPrefix.length)}`;
    const chosen = await changeSandboxOrder(database, { id: order.id }, (found) =>
      found.outcome === null
        ? { ...found, outcome: outcome.value, ...(isPaid && { subscriptionId }) }
        : undefined,
    );
    if (chosen === undefined) return showFault(c, await whyEnded(order.id));
    const [delivery] = outcome.deliveries;
    const isLost = outcome.deliveries.length === 0 || delivery?.isLost;
    const sending = {
      ...(delivery?.copies !== undefined && { copies: delivery.copies }),
      ...(isLost && { isLost }),
    };
    const begun = isPaid
      ? await billing.begin(
          {
            ...terms,
            id: subscriptionId,
            account: order.account ?? "built-in",
            customId: order.customId,
            termsId: `prod_${order.id.slice(sessionPrefix.length)}`,
            returnUrl: order.returnUrl,
            cancelUrl: order.cancelUrl,
            status: "approval-pending",
            endsWithPeriod: false,
            aheadMs: 0,
            startedAt: Date.now(),
            changedAt: Date.now(),
            cycles: [],
            hasOwnCard: true,
            ...(order.coupon && { discount: discountOf(order.coupon, Date.now()) }),
          },
          sending,
        )
      : undefined;
    const type = isPaid ? "checkout.session.completed" : "checkout.session.expired";
    const resource = subscribedSession(chosen, begun, { checkoutUrl, withInvoice: false });
    await billing.tell(chosen, Date.now(), [{ type, resource }], sending);
    return outcome.staysAway ? showFarewell(c) : c.redirect(order.returnUrl, 303);
  }

  async function refundsOfSubscriptions(c: Context) {
    const orders = await newestSandboxOrders(database.read, "in_", mostOrdersAsked);
    const data = orders
      .filter((order) => isOf(c, order))
      .flatMap((order) => order.refunds.map((refund) => refundResource(order, refund)));
    return { object: "list", data, has_more: false, url: "/v1/refunds" };
  }

  async function whyEnded(id: string): Promise<string> {
    const order = await findSandboxOrder(database.read, { id });
    return order?.outcome === "expired"
      ? "This checkout has expired."
      : "This checkout has been paid.";
  }

  async function showSession(c: Context, id: string) {
    const order = await findSandboxOrder(database.read, { id });
    if (!isOf(c, order)) return refuse(c, 404, "resource_missing", "session");
    if (order.terms === undefined) return c.json(sessionResource(order, checkoutUrl));
    const withInvoice = expands(c, "invoice.payments");
    const subscription = await subscriptionOf(order);
    return c.json(subscribedSession(order, subscription, { checkoutUrl, withInvoice }));
  }
}

/** An event of Stripe's about a subscription. */
function eventOf({ id, at, type, resource }: SandboxEvent) {
  return {
    id,
    object: "event",
    api_version: apiVersion,
    created: secondsOf(at),
    livemode: false,
    type: type as Stripe.Event["type"],
    data: { object: resource },
  };
}

/** An order whose checkout was paid, or has expired. */
function endedOrder(order: SandboxOrder, outcome: string, captureId: string): SandboxOrder {
  return { ...order, outcome, capture: { id: captureId, idempotencyKey: "" }, paidAt: Date.now() };
}

function viewOf(order: SandboxOrder) {
  return {
    payTo: "Test account at Stripe",
    description: order.description,
    invoice: order.invoiceId,
    amount: amountFromCents(order.amountCents),
    currency: order.currency,
    action: order.id,
    fields: [],
    ...(order.terms === undefined
      ? { outcomes: stripeOutcomes }
      : { outcomes: subscribingOutcomes, per: pricesAfterwards(order, order.terms) }),
  };
}

/** What follows the first payment of a subscription. */
function pricesAfterwards({ coupon }: SandboxOrder, terms: SubscriptionTerms): string {
  if (!coupon && terms.onceCents === undefined) return perInterval[terms.interval];
  const off = coupon
    ? `, less ${priceText(coupon.amount_off, terms.currency)} ${coupon.duration === "once" ? "once" : `for ${coupon.duration_in_months} months`}`
    : "";
  return `now, and ${priceText(terms.priceCents, terms.currency)} ${perInterval[terms.interval]}${off}`;
}

function leftCents({ amountCents, refunds }: SandboxOrder): number {
  return amountCents - refunds.reduce((sum, { cents }) => sum + cents, 0);
}
