import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases.ts";
import { ada, openShop, orderInCheckout } from "../../../tests/support/shop.ts";
import { findOrder } from "../../orders/find-order.ts";
import type { Database } from "../../platform/database.ts";
import type { Worker } from "../../platform/worker.ts";
import { notifyPath } from "../paypal-standard/endpoints.ts";
import { createProvider } from "../providers.ts";
import { sandboxPath } from "./endpoints.ts";
import { createSandbox } from "./sandbox.ts";

let server: Server;
let worker: Worker;
afterEach(async () => {
  await worker.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A shop and the stand-in behind one real server, which each reaches by HTTP only. */
async function openForBusiness(database: Database) {
  const app = new Hono();
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const publicUrl = `http://localhost:${port}`;
  const ownUrl = `http://127.0.0.1:${port}`;
  const settings = { publicUrl, sandboxUrl: ownUrl, ownUrl, paypalEnvironment: "live" } as const;
  const shop = await openShop(database, {
    provider: createProvider("sandbox", settings),
    publicUrl,
  });
  app.route(sandboxPath, createSandbox({ secret: "secret", publicUrl, log: shop.log }));
  app.post(notifyPath, async (context) => {
    const raw = new Uint8Array(await context.req.arrayBuffer());
    await shop.payments.receive(raw, context.req.header("content-type"));
    return context.body(null, 200);
  });
  worker = await shop.payments.startVerifying();
  return shop;
}

describeOnEachDatabase("A purchase in the sandbox", (openDatabase) => {
  async function buy(outcome: string) {
    const shop = await openForBusiness(await openDatabase());
    const { order, handOff, fields } = await orderInCheckout(shop);
    const body = new URLSearchParams({ ...fields, cmd: "_sandbox-pay", action: "pay", outcome });
    const response = await fetch(handOff.action, { method: "POST", body, redirect: "manual" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(fields.return);
    const { read } = shop.database;
    return {
      status: async () => (await findOrder(shop, ada, order.id)).paymentStatus,
      waiting: async () =>
        (
          await read
            .selectFrom("payment_notifications")
            .select("id")
            .where("next_attempt_at", "is not", null)
            .execute()
        ).length,
      ledger: () => read.selectFrom("payment_ledger").select("kind").execute(),
    };
  }

  test.each(["completed", "completed-twenty-times"])(
    "that goes %s is paid once",
    async (outcome) => {
      const { status, waiting, ledger } = await buy(outcome);
      await expect.poll(status, { timeout: 5000 }).toBe("Paid");
      await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
      expect(await ledger()).toHaveLength(1);
    },
  );

  test.each(["pending", "denied", "wrong-amount", "wrong-currency", "wrong-receiver"])(
    "that goes %s is not paid",
    async (outcome) => {
      const { status, waiting, ledger } = await buy(outcome);
      await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
      expect(await status()).toBe("UnPaid");
      expect(await ledger()).toEqual([]);
    },
  );
});
