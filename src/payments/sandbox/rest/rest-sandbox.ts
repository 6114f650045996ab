import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { webhookPath } from "#payments/paypal-rest/paypal-rest.ts";
import { amountFromCents } from "#platform/money.ts";
import { showCheckout, showFarewell, showFault } from "../checkout-page.ts";
import { deliver, send } from "../deliver.ts";
import { approvalPath, sandboxPath } from "../endpoints.ts";
import { type Delivery, outcomeNamed } from "../outcomes.ts";
import type { SandboxOptions } from "../sandbox.ts";
import {
  changeSandboxOrder,
  findSandboxOrder,
  type SandboxOrder,
} from "../sandbox-orders.server.ts";
import { isHeardBy, webhooksOf } from "../sandbox-webhooks.server.ts";
import { sandboxBilling } from "../subscriptions/sandbox-billing.ts";
import { clockOf } from "../subscriptions/sandbox-subscription.ts";
import { restBilling } from "./rest-billing.ts";
import { namePaypalCycle, paypalBillingReports } from "./rest-billing-resources.ts";
import { builtInWebhookId, sandboxPayee } from "./sandbox-account.ts";
import { sandboxApi } from "./sandbox-api.ts";
import {
  eventBody,
  eventTypes,
  orderResource,
  signed,
  signedEvent,
  webhook,
} from "./sandbox-resources.ts";

/**
 * Simulates PayPal's Orders v2 and Subscriptions v1: the interface that the shop calls, the approval page and the
 * webhooks.
 */
export function restSandbox(sandbox: Hono, options: SandboxOptions): void {
  const { database, publicUrl, secret, log, configuration } = options;
  const apiUrl = `${publicUrl}${sandboxPath}`;
  const builtInWebhook = { id: builtInWebhookId, url: `${publicUrl}${webhookPath}` };

  const pagesUrl = `${configuration.sandboxUrl}${sandboxPath}`;

  const billing = sandboxBilling({
    database,
    provider: "paypal",
    reports: paypalBillingReports,
    nameCycle: namePaypalCycle,
    newEventId: () => `WH-${randomUUID()}`,
    async send(event) {
      for (const hook of await webhooksOf(database.read, "paypal", event, builtInWebhook)) {
        if (!isHeardBy(hook, event.type)) continue;
        await send(hook.url, signed({ secret, webhookId: hook.id }, eventBody(event)), log);
      }
    },
  });

  sandboxApi(sandbox, {
    database,
    secret,
    publicUrl,
    apiUrl,
    approvalUrl: `${pagesUrl}${approvalPath}`,
    tell,
    async tellRefund(order, refund) {
      const subscription =
        order.subscriptionId === undefined
          ? undefined
          : await billing.subscriptions.find(database.read, order.subscriptionId);
      await (subscription === undefined
        ? tell(order, [{ status: "Refunded", refund }])
        : billing.tell(order, clockOf(subscription), paypalBillingReports.refunded(order, refund)));
    },
  });
  // After the API, whose check of the token comes first.
  restBilling(sandbox, { database, billing, secret, publicUrl, pagesUrl });

  async function tell(order: SandboxOrder, deliveries: readonly Delivery[]) {
    for (const hook of await webhooksOf(database.read, "paypal", order, builtInWebhook)) {
      await deliver(
        hook.url,
        deliveries.filter(({ status }) => isHeardBy(hook, eventTypes[status])),
        (delivery) => webhook(order, delivery, { secret, webhookId: hook.id, apiUrl }),
        log,
      );
    }
  }

  sandbox.get(approvalPath, async (context) => {
    const order = await askedOrder(context.req.query("token"));
    if (order === undefined) return showFault(context, "There is no such order.");
    return showCheckout(context, viewOf(order), [order.returnUrl, order.cancelUrl]);
  });

  sandbox.post(approvalPath, async (context) => {
    const fields = new URLSearchParams(await context.req.text());
    const order = await askedOrder(fields.get("token"));
    if (order === undefined) return showFault(context, "There is no such order.");
    if (fields.get("action") === "cancel") {
      return context.redirect(backTo(order.cancelUrl, { token: order.id }), 303);
    }
    const outcome = outcomeNamed(fields.get("outcome"));
    if (outcome === undefined) return showFault(context, "This outcome is unknown.");
    const approved = await changeSandboxOrder(database, order, (found) =>
      found.capture === null ? { ...found, outcome: outcome.value } : undefined,
    );
    if (approved === undefined) return showFault(context, "This order has been paid.");
    if (outcome.deliveries.length > 0) {
      const resource = orderResource(approved, apiUrl);
      for (const hook of await webhooksOf(database.read, "paypal", approved, builtInWebhook)) {
        if (!isHeardBy(hook, approvedEvent)) continue;
        const signing = { secret, webhookId: hook.id };
        await send(hook.url, signedEvent(signing, approvedEvent, { resource }), log);
      }
    }
    if (outcome.staysAway) return showFarewell(context);
    const payer = { token: order.id, PayerID: "FURROWTESTER1" };
    return context.redirect(backTo(order.returnUrl, payer), 303);
  });

  const askedOrder = async (id: string | null | undefined) =>
    id ? findSandboxOrder(database.read, { id }) : undefined;
}

const approvedEvent = "CHECKOUT.ORDER.APPROVED";

function viewOf(order: SandboxOrder) {
  return {
    payTo: sandboxPayee.email_address,
    description: order.description,
    invoice: order.invoiceId,
    amount: amountFromCents(order.amountCents),
    currency: order.currency,
    action: approvalPath.slice(1),
    fields: [["token", order.id]] as const,
  };
}

/** Adds PayPal's parameters to the shop's return URL. */
function backTo(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
