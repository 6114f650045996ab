import { afterEach, expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, orderForm } from "../../../tests/support/orders/shop.ts";
import {
  approve,
  openSandboxShop,
  type SandboxShop,
} from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { attemptsOf, noteCheckout } from "../attempts/payment-attempt-store.server.ts";
import type { HandOff } from "../payment-provider.ts";

let shop: SandboxShop;
afterEach(() => shop.close());

const patience = { timeout: scaled(20_000) };

describeStore("A purchase over PayPal's REST API", (openDatabase) => {
  async function open() {
    shop = await openSandboxShop(await openDatabase(), "rest");
    const order = await placeOrder(shop, ada, orderForm);
    return {
      order,
      handOff: await startPayment(shop, ada, order.id),
      status: async () => (await findOrder(shop, ada, order.id)).paymentStatus,
      attempt: async () => {
        const [attempt] = await attemptsOf(shop.database.read, [order.id]);
        if (attempt === undefined) throw new Error("No attempt was recorded.");
        return attempt;
      },
    };
  }

  const tokenOf = (handOff: HandOff) =>
    handOff.kind === "redirect" ? (new URL(handOff.url).searchParams.get("token") ?? "") : "";
  const pay = (handOff: HandOff, outcome = "completed") =>
    approve(handOff, { action: "pay", outcome });
  const ledger = () =>
    shop.database.read
      .selectFrom("payment_ledger")
      .select(["kind", "amount_cents", "transaction_id"])
      .orderBy("id")
      .execute();
  const reasons = async () => {
    const notifications = shop.database.read.selectFrom("payment_notifications");
    const rows = await notifications.select("outcome_reason").orderBy("id").execute();
    return rows.map((row) => row.outcome_reason);
  };
  /** Waits until every notification is processed. */
  const settled = () => expect.poll(reasons, patience).not.toContain(null);

  test("is captured only after PayPal confirms the approval, whatever a return URL says", async () => {
    const { order, handOff, status } = await open();
    const token = tokenOf(handOff);
    for (const query of ["", "token=forged&st=Completed", `tx=${token}&st=Completed&amt=149.00`]) {
      await shop.payments.customerReturned(order.id, new URLSearchParams(query));
    }
    expect(await reasons()).toEqual([]);
    await shop.payments.customerReturned("another", new URLSearchParams({ token }));
    expect(await reasons()).toEqual([]);

    await shop.payments.customerReturned(order.id, new URLSearchParams({ token }));
    await expect
      .poll(reasons, patience)
      .toEqual(["The customer has not approved it at PayPal yet."]);
    expect(await status()).toBe("UnPaid");
    await pay(handOff, "no-notification");
    await shop.payments.customerReturned(order.id, new URLSearchParams({ token }));
    await expect.poll(status, patience).toBe("Paid");
  });

  test("is captured once when the customer loads the return page five times", async () => {
    const { order, handOff } = await open();
    await pay(handOff, "no-notification");
    const query = new URLSearchParams({ token: tokenOf(handOff) });
    for (let load = 0; load < 5; load++) await shop.payments.customerReturned(order.id, query);
    await settled();
    expect(await reasons()).toEqual([
      "The approved payment was collected.",
      expect.stringContaining("Paid"),
    ]);
  });

  test("is not captured when the order was cancelled before the approval", async () => {
    const { order, handOff, status } = await open();
    await cancelOrder(shop, ada, order.id);
    await pay(handOff);
    await settled();
    expect(await reasons()).toEqual([expect.stringContaining("nothing was collected")]);
    expect([await status(), (await ledger()).map(({ kind }) => kind)]).toEqual([
      "Cancelled",
      ["cancellation"],
    ]);
  });

  test("is paid once when the customer approves two checkouts of the order", async () => {
    const { order, handOff, status } = await open();
    const second = await startPayment(shop, ada, order.id);
    await pay(handOff);
    await expect.poll(status, patience).toBe("Paid");
    await pay(second);
    await settled();
    expect((await ledger()).map(({ kind }) => kind)).toEqual(["payment"]);
  });

  test("is applied once when the process dies between the capture and the ledger entry", async () => {
    const { handOff, status, attempt } = await open();
    await pay(handOff, "no-notification");
    const signal = AbortSignal.timeout(5000);
    await shop.provider.capturing?.capture(await attempt(), "of the dead", signal);
    expect(await ledger()).toEqual([]);
    const query = new URLSearchParams({ token: tokenOf(handOff) });
    await shop.payments.customerReturned((await attempt()).orderReference, query);
    await expect.poll(status, patience).toBe("Paid");
    await settled();
    expect(await ledger()).toHaveLength(1);
  });

  test("that another site started is not captured", async () => {
    const { attempt } = await open();
    const elsewhere = { ...(await attempt()), id: "attempt-of-another-shop" };
    const pages = {
      description: "",
      returnUrl: `${shop.publicUrl}/x`,
      cancelUrl: `${shop.publicUrl}/y`,
      customerEmail: "ada@example.com",
    };
    const { handOff } = await shop.provider.startCheckout(elsewhere, pages);
    await pay(handOff);
    await expect.poll(reasons, patience).toEqual(["It is about a checkout of another site."]);
  });

  test("that names an attempt of this site, but another checkout, is not captured", async () => {
    const { attempt, handOff } = await open();
    const { id } = await attempt();
    await shop.database.write((tx) =>
      noteCheckout(tx, id, { reference: "ANOTHER", receiver: "till@example.org" }),
    );
    await pay(handOff);
    await expect.poll(reasons, patience).toEqual(["It is about a checkout of another site."]);
  });

  test("is not paid by a webhook that PayPal did not sign", async () => {
    const { order, status, attempt } = await open();
    const resource = {
      id: "FORGED",
      status: "COMPLETED",
      amount: { value: "149.00", currency_code: "USD" },
      custom_id: (await attempt()).id,
      invoice_id: order.id,
    };
    const body = JSON.stringify({ event_type: "PAYMENT.CAPTURE.COMPLETED", resource });
    const signed = Object.fromEntries(
      shop.provider.notifications.headers.map((name) => [name, "made up"]),
    );
    for (const headers of [{}, signed]) {
      const answer = await fetch(`${shop.publicUrl}${shop.provider.notifications.path}`, {
        method: "POST",
        body,
        headers: { ...headers, "content-type": "application/json" },
      });
      expect(answer.status).toBe(200);
    }
    await settled();
    expect(await reasons()).toEqual(Array(2).fill("The provider says it did not send this."));
    expect([await status(), await ledger()]).toEqual(["UnPaid", []]);
  });

  test("is refunded in parts, and each idempotency key refunds once", async () => {
    const { handOff, status, attempt } = await open();
    await pay(handOff);
    await expect.poll(status, patience).toBe("Paid");
    const [paid] = await ledger();
    const payment = {
      transactionId: paid?.transaction_id ?? "",
      currency: "USD",
      attemptId: (await attempt()).id,
    };
    for (const key of ["first", "first"]) await shop.payments.refund(payment, 4900, key);
    const cents = async () => (await ledger()).map(({ amount_cents }) => amount_cents);
    await expect.poll(cents, patience).toEqual([14900, -4900]);
    expect(await status()).toBe("Paid");

    const tooMuch = shop.payments.refund(payment, 10_001, "second");
    const refusal = {
      code: "conflict",
      message: "The amount is more than what is left of this payment.",
    };
    await expect(tooMuch).rejects.toMatchObject(refusal);
    await shop.payments.refund(payment, 10_000, "third");
    await expect.poll(status, patience).toBe("Refunded");
    await settled();
    expect(await cents()).toEqual([14900, -4900, -10_000]);
  });
});
