import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Database } from "#platform/database/database.ts";
import { isOfTheShop } from "../checkout-form.ts";
import { isPasted } from "../sandbox-caller.ts";
import { newTransactionId } from "../sandbox-message.ts";
import {
  addSandboxWebhook,
  changeSandboxWebhook,
  removeSandboxWebhook,
  type SandboxWebhook,
  sandboxWebhooks,
} from "../sandbox-webhooks.server.ts";
import { refuse } from "./paypal-calls.ts";

/** As many as PayPal allows. */
const mostWebhooks = 10;

const eventTypes = z.array(z.object({ name: z.string() })).min(1);
const requested = z.object({ url: z.url(), event_types: eventTypes });
const requestedChange = z.tuple([
  z.object({ op: z.literal("replace"), path: z.literal("/event_types"), value: eventTypes }),
]);

/** Simulates the webhooks of an app at PayPal. */
export function paypalWebhookRoutes(
  sandbox: Hono,
  { database, publicUrl }: { readonly database: Database; readonly publicUrl: string },
): void {
  const path = "/v1/notifications/webhooks";
  const webhooksOf = async (c: Context) =>
    isPasted(c) ? sandboxWebhooks(database.read, "paypal") : [];

  sandbox.get(path, async (c) => c.json({ webhooks: (await webhooksOf(c)).map(webhookResource) }));

  sandbox.post(path, async (c) => {
    const { success, data } = requested.safeParse(await c.req.json());
    // Without this check, an app could make this server send a POST to any URL.
    if (!success || !isPasted(c) || !isOfTheShop(data.url, publicUrl)) {
      return refuse(c, 400, "Not a valid webhook URL");
    }
    const { url, event_types } = data;
    if ((await webhooksOf(c)).some((each) => each.url === url)) {
      return named(c, "WEBHOOK_URL_ALREADY_EXISTS");
    }
    const events = event_types.map(({ name }) => name);
    const webhook = { id: newTransactionId(), url, events, createdAt: Date.now() };
    return (await addSandboxWebhook(database, "paypal", webhook, mostWebhooks))
      ? c.json(webhookResource(webhook), 201)
      : named(c, "WEBHOOK_NUMBER_LIMIT_EXCEEDED");
  });

  sandbox.get(`${path}/:id`, async (c) => {
    const found = (await webhooksOf(c)).find(({ id }) => id === c.req.param("id"));
    return found === undefined
      ? refuse(c, 404, "INVALID_RESOURCE_ID")
      : c.json(webhookResource(found));
  });

  sandbox.patch(`${path}/:id`, async (c) => {
    const { success, data } = requestedChange.safeParse(await c.req.json());
    if (!success) return refuse(c, 400, "Not a valid patch");
    const events = data[0].value.map(({ name }) => name);
    const id = c.req.param("id");
    return isPasted(c) && (await changeSandboxWebhook(database, "paypal", id, events))
      ? c.json({ id })
      : refuse(c, 404, "INVALID_RESOURCE_ID");
  });

  sandbox.delete(`${path}/:id`, async (c) =>
    isPasted(c) && (await removeSandboxWebhook(database, "paypal", c.req.param("id")))
      ? c.body(null, 204)
      : refuse(c, 404, "INVALID_RESOURCE_ID"),
  );
}

function named(c: Context, name: string) {
  return c.json({ name, debug_id: newTransactionId() }, 400);
}

function webhookResource({ id, url, events }: SandboxWebhook) {
  return { id, url, event_types: events.map((name) => ({ name })) };
}
