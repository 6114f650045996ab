import type { Context, Hono } from "hono";
import { z } from "zod";
import { stripeWebhookPath } from "#payments/stripe/stripe.ts";
import { leastCents } from "#payments/stripe/stripe-checkout.ts";
import { amountFromCents } from "#platform/money.ts";
import { isOfTheShop } from "../checkout-form.ts";
import { showCheckout, showExpired, showFarewell, showFault } from "../checkout-page.ts";
import { deliver } from "../deliver.ts";
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
} from "../sandbox-orders.server.ts";
import { isHeardBy, webhooksOf } from "../sandbox-webhooks.server.ts";
import { faultyAnswer } from "../verification-fault.ts";
import { idFor, sandboxStripeKeys, secretOfWebhook } from "./stripe-account.ts";
import { authorised, formOf, keyOf, refuse } from "./stripe-calls.ts";
import { type StripeDelivery, stripeOutcomeNamed, stripeOutcomes } from "./stripe-outcomes.ts";
import {
  eventsAbout,
  eventTypeOf,
  refundResource,
  sessionResource,
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
  mode: z.literal("payment"),
  success_url: z.url(),
  cancel_url: z.url(),
});

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
  const tell = async (order: SandboxOrder, deliveries: readonly StripeDelivery[]) => {
    for (const webhook of await webhooksOf(database.read, "stripe", order, builtInWebhook)) {
      const webhookSecret =
        order.account === "pasted"
          ? secretOfWebhook(secret, webhook.id)
          : sandboxStripeKeys(secret).webhookSecret;
      await deliver(
        webhook.url,
        deliveries.filter((delivery) => isHeardBy(webhook, eventTypeOf(order, delivery))),
        (delivery) => signedEvent(order, delivery, { webhookSecret, checkoutUrl }),
        log,
      );
    }
  };

  sandbox.use("/v1/*", authorised(secret));
  stripeWebhookRoutes(sandbox, options);

  sandbox.post("/v1/checkout/sessions", async (c) => {
    const { success, data, error } = requestedSession.safeParse(await formOf(c));
    if (!success) return refuse(c, 400, "parameter_invalid", error.issues[0]?.path.join("."));
    if (![data.success_url, data.cancel_url].every((url) => isOfTheShop(url, publicUrl))) {
      return refuse(c, 400, "url_invalid");
    }
    const id = idFor(secret, sessionPrefix, keyOf(c));
    await insertSandboxOrder(database, {
      id,
      account: accountOf(c),
      customId: data.client_reference_id,
      invoiceId: data["metadata[order]"],
      description: data["line_items[0][price_data][product_data][name]"],
      amountCents: data["line_items[0][price_data][unit_amount]"],
      currency: data["line_items[0][price_data][currency]"].toUpperCase(),
      returnUrl: data.success_url,
      cancelUrl: data.cancel_url,
      outcome: null,
      capture: null,
      refunds: [],
    });
    return showSession(c, id);
  });

  sandbox.get("/v1/checkout/sessions/:id", (c) => showSession(c, c.req.param("id")));

  sandbox.post("/v1/checkout/sessions/:id/expire", async (c) => {
    const id = c.req.param("id");
    const expired = await changeSandboxOrder(database, { id }, (order) =>
      isOf(c, order) && order.capture === null
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
    if (changed !== undefined) await tell(order, [{ status: "Refunded", refund }]);
    return c.json(refundResource(order, refund));
  });

  sandbox.get("/v1/refunds", async (c) => {
    const captureId = c.req.query("payment_intent") ?? "";
    const order = await findSandboxOrder(database.read, { captureId });
    const data = isOf(c, order) ? order.refunds.map((refund) => refundResource(order, refund)) : [];
    return c.json({ object: "list", data, has_more: false, url: "/v1/refunds" });
  });

  sandbox.get("/v1/events", async (c) => {
    const since = Number(c.req.query("created[gte]") ?? 0);
    const orders = await newestSandboxOrders(database.read, sessionPrefix, mostOrdersAsked);
    const events = orders
      .filter((order) => isOf(c, order))
      .flatMap((order) => eventsAbout(order, checkoutUrl, Date.now()))
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
    if (order.capture !== null) return showFault(c, await whyEnded(order.id));
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

  async function whyEnded(id: string): Promise<string> {
    const order = await findSandboxOrder(database.read, { id });
    return order?.outcome === "expired"
      ? "This checkout has expired."
      : "This checkout has been paid.";
  }

  async function showSession(c: Context, id: string) {
    const order = await findSandboxOrder(database.read, { id });
    return isOf(c, order)
      ? c.json(sessionResource(order, checkoutUrl))
      : refuse(c, 404, "resource_missing", "session");
  }
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
    outcomes: stripeOutcomes,
  };
}

function leftCents({ amountCents, refunds }: SandboxOrder): number {
  return amountCents - refunds.reduce((sum, { cents }) => sum + cents, 0);
}
