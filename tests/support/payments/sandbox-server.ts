import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import type { PaymentProvider, ReceivedNotification } from "#payments/payment-provider.ts";
import { createSandbox } from "#payments/sandbox/sandbox.ts";
import type { Database } from "#platform/database/database.ts";
import { providerSettings } from "./provider-settings.ts";
import { approve } from "./sandbox-shop.ts";

interface HeardNotification extends ReceivedNotification {
  readonly path: string;
}

/** The sandbox in a real server, which also records the notifications that the sandbox sends. */
export async function openSandboxServer(database: Database) {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const heard: HeardNotification[] = [];
  const { secret } = providerSettings;
  app.post("/api/payments/*", async (c) => {
    const raw = new Uint8Array(await c.req.arrayBuffer());
    heard.push({ path: c.req.path, raw, receivedAt: Date.now(), headers: c.req.header() });
    return c.body(null, 200);
  });
  const log = pino({ level: "silent" });
  const configuration = { sandboxUrl: url };
  app.route("/", createSandbox({ secret, publicUrl: url, configuration, database, log }));
  return {
    url,
    secret,
    /** Pays through a provider, and returns what the sandbox then tells first. */
    async payThrough(provider: PaymentProvider): Promise<HeardNotification | undefined> {
      const { handOff } = await provider.startCheckout(
        {
          id: "attempt-1",
          orderReference: "order-1",
          provider: provider.name,
          amountCents: 14_900,
          currency: "USD",
          receiver: "",
          reference: null,
          createdAt: 0,
          returnedAt: null,
          paymentAccount: null,
          leftAt: null,
        },
        {
          description: "SEO plan Basic",
          returnUrl: `${url}/received-payment/order-1`,
          cancelUrl: `${url}/order-cancelled/order-1`,
          customerEmail: "ada@example.com",
        },
      );
      await approve(handOff, { action: "pay", outcome: "completed" });
      return heard.splice(0)[0];
    },
    close: () => closed(server),
  };
}

type Answer = readonly [status: number, body: unknown];

/** A server in place of a provider's interface, which answers by method and path. */
export async function openScriptedApi(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.split("?")[0]}`;
    asked.push(call);
    const [status, body] = answers[call] ?? answers.otherwise ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { apiUrl, asked, close: () => closed(server) };
}

async function closed(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
