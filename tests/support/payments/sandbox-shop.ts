import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { HandOff } from "#payments/payment-provider.ts";
import { createProviders } from "#payments/providers.ts";
import { createSandbox } from "#payments/sandbox/sandbox.ts";
import type { Database } from "#platform/database/database.ts";
import { ada, fieldsOf, openShop, orderForm } from "../orders/shop.ts";
import type { Protocol } from "./protocols.ts";
import { providerSettings } from "./provider-settings.ts";

export type SandboxShop = Awaited<ReturnType<typeof openSandboxShop>>;

/**
 * A shop and the sandbox in one real server; each calls the other by HTTP only. With the port of a
 * closed shop, opens this shop again, as after a restart.
 */
export async function openSandboxShop(
  database: Database,
  sandboxProtocol: Protocol | readonly Protocol[],
  formerPort?: number,
) {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(formerPort ?? 0, resolve));
  const { port } = server.address() as AddressInfo;
  const publicUrl = `http://localhost:${port}`;
  const ownUrl = `http://127.0.0.1:${port}`;
  const settings = {
    ...providerSettings,
    publicUrl,
    sandboxUrl: ownUrl,
    ownUrl,
    sandboxProtocols: [sandboxProtocol].flat(),
  };
  const [provider, ...furtherProviders] = createProviders(["sandbox"], settings);
  if (provider === undefined) throw new Error("The shop has no provider.");
  const shop = await openShop(database, {
    provider,
    furtherProviders,
    publicUrl,
    isReopened: formerPort !== undefined,
  });
  // Uses the real clock, so that no test has to advance it.
  shop.time.run();
  const { secret } = settings;
  const configuration = { sandboxUrl: ownUrl };
  app.route("/", createSandbox({ secret, publicUrl, configuration, database, log: shop.log }));
  for (const { provider: each, receive } of shop.payments.all) {
    app.post(each.notifications.path, async (context) => {
      const raw = new Uint8Array(await context.req.arrayBuffer());
      await receive(raw, context.req.raw.headers);
      return context.body(null, 200);
    });
  }
  app.get("/received-payment/:id", async (context) => {
    const { searchParams } = new URL(context.req.url);
    await shop.payments.customerReturned(context.req.param("id"), searchParams);
    return context.text("One moment");
  });
  const worker = await shop.payments.startVerifying();
  return {
    ...shop,
    port,
    /**
     * Pays a new order of Ada's with this outcome. Follows the redirect if the sandbox answers with
     * a redirect.
     */
    async buy(outcome: string) {
      const order = await placeOrder(shop, ada, orderForm);
      const handOff = await startPayment(shop, ada, order.id);
      const answer = await approve(handOff, { action: "pay", outcome });
      const location = answer.headers.get("location");
      if (location !== null) await fetch(location);
      return { ...purchaseOf(database, order.id), order, answer };
    },
    async close() {
      await worker.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends the form of the sandbox's checkout page. */
export function approve(handOff: HandOff, choice: Readonly<Record<string, string>>) {
  const url = new URL(handOff.kind === "form" ? handOff.action : handOff.url);
  const carried: Readonly<Record<string, string>> =
    handOff.kind === "form"
      ? { ...fieldsOf(handOff), cmd: "_sandbox-pay" }
      : Object.fromEntries(url.searchParams);
  url.search = "";
  const body = new URLSearchParams({ ...carried, ...choice });
  return fetch(url, { method: "POST", body, redirect: "manual" });
}

export function purchaseOf(database: Database, orderId: string) {
  const { read } = database;
  return {
    status: async () => (await findOrder({ database }, ada, orderId)).paymentStatus,
    ledger: async () => {
      const entries = read.selectFrom("payment_ledger").where("order_id", "=", orderId);
      const rows = await entries.select("amount_cents").orderBy("amount_cents").execute();
      return rows.map((row) => row.amount_cents);
    },
    notifications: () =>
      read
        .selectFrom("payment_notifications")
        .select(["state", "source", "payment_status", "outcome", "outcome_reason"])
        .where("order_reference", "=", orderId)
        .orderBy("id")
        .execute(),
  };
}
