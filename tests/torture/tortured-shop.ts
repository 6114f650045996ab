import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { paymentEmail } from "#content/blocks/payment-email.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { HandOff } from "#payments/payment-provider.ts";
import { readCheckoutForm } from "#payments/sandbox/checkout-form.ts";
import type { SandboxMessage } from "#payments/sandbox/deliver.ts";
import { builtInWebhookId } from "#payments/sandbox/rest/sandbox-account.ts";
import { signedEvent } from "#payments/sandbox/rest/sandbox-resources.ts";
import { createSandbox } from "#payments/sandbox/sandbox.ts";
import { sandboxMessage } from "#payments/sandbox/sandbox-message.ts";
import { findSandboxOrder } from "#payments/sandbox/sandbox-orders.server.ts";
import { sandboxStripeKeys } from "#payments/sandbox/stripe/stripe-account.ts";
import { signedEvent as eventOfStripe } from "#payments/sandbox/stripe/stripe-resources.ts";
import { type DatabaseAddress, inSnapshot, openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { system } from "#policy/actor.ts";
import { statementFaults } from "../support/bookkeeping/books.ts";
import { setInvoicing } from "../support/invoices/invoicing.ts";
import { ada, fieldsOf, formType, orderForm, receiver } from "../support/orders/shop.ts";
import { providerSettings } from "../support/payments/provider-settings.ts";
import { approve } from "../support/payments/sandbox-shop.ts";
import { paymentsOver, publicUrl, type ShopSettings } from "./payments-over.ts";

const { secret } = providerSettings;
const { webhookSecret } = sandboxStripeKeys(secret);

export interface Message extends SandboxMessage {
  readonly orderId: string;
}

export type TorturedShop = Awaited<ReturnType<typeof openTorturedShop>>;

/**
 * A shop whose sandbox runs in this process. Other processes, which tests kill, receive the
 * notifications.
 */
export async function openTorturedShop(
  address: DatabaseAddress,
  protocol: ShopSettings["protocol"],
) {
  const database = openDatabase(address);
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sandboxUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration = { sandboxUrl };
  const log = createLog("silent");
  app.route("/", createSandbox({ secret, publicUrl, configuration, database, log }));
  const shop = paymentsOver(database, { protocol, sandboxUrl });
  const by = { actor: system, author: "test", at: 0 };
  await database.write(async (tx) => {
    for (const plan of pricingPackages.seed) await insertRecord(tx, pricingPackages, plan, by);
    await insertRecord(tx, paymentEmail, { paypalEmail: receiver }, by);
  });
  await setInvoicing(shop);

  const signing = { secret, webhookId: builtInWebhookId };
  async function messageAbout(orderId: string, handOff: HandOff, index: number) {
    if (handOff.kind === "form") return formAbout(orderId, handOff);
    const [attempt] = await attemptsOf(database.read, [orderId]);
    if (protocol === "stripe") return eventAbout(attempt?.reference ?? "", handOff, index);
    const names = { custom_id: attempt?.id, invoice_id: orderId };
    const amount = { value: "149.00", currency_code: "USD" };
    if (index % 2 === 0) {
      const resource = { id: `T-${orderId}`, status: "COMPLETED", amount, ...names };
      return signedEvent(signing, "PAYMENT.CAPTURE.COMPLETED", { resource });
    }
    // The shop process captures an approved order, and enters PayPal's response into the ledger.
    await approve(handOff, { action: "pay", outcome: "no-notification" });
    const resource = { id: attempt?.reference, status: "APPROVED", purchase_units: [names] };
    return signedEvent(signing, "CHECKOUT.ORDER.APPROVED", { resource });
  }

  /** Every second signature is so old that the shop process must ask for the event. */
  async function eventAbout(id: string, handOff: HandOff, index: number) {
    await approve(handOff, { action: "pay", outcome: "lost" });
    const order = await findSandboxOrder(database.read, { id });
    if (order === undefined) throw new Error(`There is no session ${id}.`);
    return eventOfStripe(
      order,
      { status: "Completed" },
      { webhookSecret, checkoutUrl: sandboxUrl, isStale: index % 2 === 1 },
    );
  }

  return {
    database,
    settings: { address, protocol, sandboxUrl } satisfies ShopSettings,
    /**
     * Notifications about the payments of `count` new orders. With the protocol "rest", every
     * second payment is only approved, and the shop process must capture it.
     */
    newMessages: (count: number): Promise<readonly Message[]> =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const { id } = await placeOrder(shop, ada, orderForm);
          const message = await messageAbout(id, await startPayment(shop, ada, id), index);
          return { orderId: id, ...message };
        }),
      ),
    async countWaiting(): Promise<number> {
      const { waiting } = await database.read
        .selectFrom("payment_notifications")
        .select((select) => select.fn.countAll<number>().as("waiting"))
        .where("due_at", "is not", null)
        .executeTakeFirstOrThrow();
      return waiting;
    },
    /**
     * Checks `paidOrders` and all orders with a payment. Returns a message for each order that does
     * not have exactly one payment in the ledger, the differences that `checkLedger` finds, and those
     * from the statements that the sandbox exports.
     */
    async faults(paidOrders: readonly string[]): Promise<readonly string[]> {
      const payments = await database.read
        .selectFrom("payment_ledger")
        .select(["order_id", (select) => select.fn.countAll<number>().as("entries")])
        .where("kind", "=", "payment")
        .groupBy("order_id")
        .execute();
      const entriesOf = new Map(payments.map((row) => [row.order_id, row.entries]));
      const wanted = new Set([...paidOrders, ...entriesOf.keys()]);
      const { differences } = await inSnapshot(database, checkLedger);
      return [
        ...differences,
        ...(await statementFaults(database, protocol, secret)),
        ...[...wanted]
          .filter((id) => entriesOf.get(id) !== 1)
          .map((id) => `Order ${id} has ${entriesOf.get(id) ?? 0} ledger entries for one payment.`),
      ];
    },
    async close() {
      await database.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function formAbout(orderId: string, handOff: HandOff): SandboxMessage {
  const form = readCheckoutForm(new URLSearchParams(fieldsOf(handOff)), publicUrl);
  if ("fault" in form) throw new Error(form.fault);
  const body = sandboxMessage(form, { status: "Completed" }, `T-${orderId}`, secret);
  return { body, headers: { "content-type": formType } };
}
