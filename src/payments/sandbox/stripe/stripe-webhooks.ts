import type { Hono } from "hono";
import type { Stripe } from "stripe";
import { z } from "zod";
import { isOfTheShop } from "../checkout-form.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { isPasted } from "../sandbox-caller.ts";
import { newTransactionId } from "../sandbox-message.ts";
import {
  addSandboxWebhook,
  changeSandboxWebhook,
  removeSandboxWebhook,
  type SandboxWebhook,
  sandboxWebhooks,
} from "../sandbox-webhooks.server.ts";
import { secretOfWebhook } from "./stripe-account.ts";
import { formOf, refuse } from "./stripe-calls.ts";

/** As many as Stripe allows. */
const mostWebhooks = 16;

const requested = z.object({ url: z.url(), "enabled_events[0]": z.string().min(1) });

/** Simulates the webhooks of Stripe, and the account itself. */
export function stripeWebhookRoutes(
  sandbox: Hono,
  { database, publicUrl, secret }: SandboxOptions,
): void {
  sandbox.get("/v1/account", (c) => c.json(accountResource));

  sandbox.get("/v1/webhook_endpoints", async (c) => {
    const all = isPasted(c) ? await sandboxWebhooks(database.read, "stripe") : [];
    const data = all.toReversed().map(webhookResource);
    return c.json({ object: "list", data, has_more: false, url: "/v1/webhook_endpoints" });
  });

  sandbox.post("/v1/webhook_endpoints", async (c) => {
    const form = await formOf(c);
    const { success, data } = requested.safeParse(form);
    if (!success) return refuse(c, 400, "parameter_invalid", "enabled_events");
    // Without this check, a key could make this server send a POST to any URL.
    if (!isOfTheShop(data.url, publicUrl)) return refuse(c, 400, "url_invalid", "url");
    const webhook = {
      id: `we_${newTransactionId()}`,
      url: data.url,
      events: eventsIn(form),
      createdAt: Date.now(),
    };
    if (!isPasted(c)) return refuse(c, 400, "parameter_invalid", "account");
    if (!(await addSandboxWebhook(database, "stripe", webhook, mostWebhooks))) {
      const type = "invalid_request_error";
      const message = `You have reached the maximum of ${mostWebhooks} test webhook endpoints.`;
      return c.json({ error: { type, message } }, 400);
    }
    return c.json({ ...webhookResource(webhook), secret: secretOfWebhook(secret, webhook.id) });
  });

  sandbox.get("/v1/webhook_endpoints/:id", async (c) => {
    const all = isPasted(c) ? await sandboxWebhooks(database.read, "stripe") : [];
    const found = all.find(({ id }) => id === c.req.param("id"));
    return found === undefined
      ? refuse(c, 404, "resource_missing", "id")
      : c.json(webhookResource(found));
  });

  sandbox.post("/v1/webhook_endpoints/:id", async (c) => {
    const id = c.req.param("id");
    const events = eventsIn(await formOf(c));
    if (events.length === 0) return refuse(c, 400, "parameter_invalid", "enabled_events");
    const isKnown = isPasted(c) && (await changeSandboxWebhook(database, "stripe", id, events));
    const changed = (await sandboxWebhooks(database.read, "stripe")).find((each) => each.id === id);
    return !isKnown || changed === undefined
      ? refuse(c, 404, "resource_missing", "id")
      : c.json(webhookResource(changed));
  });

  sandbox.delete("/v1/webhook_endpoints/:id", async (c) => {
    const id = c.req.param("id");
    const isGone = isPasted(c) && (await removeSandboxWebhook(database, "stripe", id));
    if (!isGone) return refuse(c, 404, "resource_missing", "id");
    return c.json({ id, object: "webhook_endpoint", deleted: true });
  });
}

function eventsIn(form: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(form).flatMap(([name, value]) =>
    name.startsWith("enabled_events[") ? [value] : [],
  );
}

const accountResource = {
  id: "acct_furrowsandbox",
  object: "account",
  charges_enabled: true,
  email: "test@sandbox.example",
} satisfies Partial<Stripe.Account>;

function webhookResource({ id, url, events, createdAt }: SandboxWebhook) {
  return {
    id,
    object: "webhook_endpoint",
    url,
    enabled_events: [...events],
    status: "enabled",
    livemode: false,
    created: Math.floor(createdAt / 1000),
  } satisfies Partial<Stripe.WebhookEndpoint>;
}
