import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import type { PaymentAttempt } from "#payments/attempts/payment-attempt-store.server.ts";
import type { ReceivedNotification } from "#payments/payment-provider.ts";
import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import { createProviders } from "#payments/providers.ts";
import { createSandbox } from "#payments/sandbox/sandbox.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { providerSettings } from "./provider-settings.ts";

export const monthlyTerms: SubscriptionTerms = {
  planName: "Premium",
  interval: "monthly",
  priceCents: 29900,
  currency: "USD",
};

/**
 * A simulated provider in a real server, and the provider that calls it by HTTP. In place of a shop,
 * the server keeps the webhooks that the provider sends.
 */
export async function openBillingSandbox(database: Database, protocol: "rest" | "stripe") {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    ...providerSettings,
    publicUrl: origin,
    sandboxUrl: origin,
    ownUrl: origin,
    sandboxProtocols: [protocol],
  };
  const [provider] = createProviders(["sandbox"], settings);
  const subscriptions = provider?.subscriptions;
  if (provider === undefined || !subscriptions) throw new Error("Nothing can be subscribed.");
  const log = pino({ level: "silent" });
  const { secret } = settings;
  const configuration = { sandboxUrl: origin };
  app.route("/", createSandbox({ secret, publicUrl: origin, configuration, database, log }));
  const received: ReceivedNotification[] = [];
  app.post(provider.notifications.path, async (c) => {
    const names = provider.notifications.headers;
    const headers = Object.fromEntries(names.map((name) => [name, c.req.header(name) ?? ""]));
    const raw = new Uint8Array(await c.req.arrayBuffer());
    received.push({ raw, headers, receivedAt: Date.now() });
    return c.body(null, 200);
  });
  const signal = new AbortController().signal;

  return {
    database,
    origin,
    provider,
    subscriptions,
    signal,
    received,
    /** What the provider reported since the last call, in the sequence of its arrival. */
    news() {
      return received.splice(0).map(({ raw }) => provider.readNotification(raw));
    },
    attempt(given: Partial<PaymentAttempt> = {}): PaymentAttempt {
      return {
        id: newId(),
        orderReference: newId(),
        provider: provider.name,
        amountCents: monthlyTerms.priceCents,
        currency: "USD",
        receiver: "till@example.org",
        reference: null,
        paymentAccount: null,
        createdAt: Date.now(),
        returnedAt: null,
        leftAt: null,
        ...given,
      };
    },
    checkout: {
      description: "SEO plan Premium",
      returnUrl: `${origin}/received-payment/order-1`,
      cancelUrl: `${origin}/order-cancelled/order-1`,
      customerEmail: "ada@example.com",
    },
    /** Sends the form of the page of a subscription, such as "Next month now". */
    async act(reference: string, fields: Readonly<Record<string, string>>) {
      const url = subscriptions.ownerPage(reference);
      const body = new URLSearchParams(fields);
      const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
      if (answer.status !== 303) throw new Error(`The page answered ${answer.status}.`);
      return fetch(new URL(answer.headers.get("location") ?? "", url));
    },
    turn(reference: string, outcome = "paid") {
      return this.act(reference, { action: "turn", outcome });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type BillingSandbox = Awaited<ReturnType<typeof openBillingSandbox>>;
