import { afterAll, expect, test } from "vitest";
import { paymentsOfOrder } from "#money/receipts/payments-of-order.ts";
import { refundPayment } from "#money/refunds/refund-payment.ts";
import { newId } from "#platform/ids.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { openSandboxShop, type SandboxShop } from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";

const patience = { timeout: scaled(20_000), interval: 100 };

describeOnEachDatabase("A refund of a test payment after a restart", (openDatabase) => {
  const shops: SandboxShop[] = [];
  afterAll(() => Promise.all(shops.map((shop) => shop.close())));

  /** A paid order in a shop that was restarted after the payment. */
  async function paidBeforeRestart(protocol: "standard" | "rest" | "stripe") {
    const database = await openDatabase();
    const former = await openSandboxShop(database, protocol);
    const { order, status, ledger } = await former.buy("completed");
    await expect.poll(status, patience).toBe("Paid");
    await former.close();
    const shop = await openSandboxShop(database, protocol, former.port);
    shops.push(shop);
    const [payment] = await paymentsOfOrder(shop, owner, order.id);
    if (payment === undefined) throw new Error("The order has no payment.");
    return { shop, order, status, ledger, payment };
  }

  test.each(["rest", "stripe"] as const)(
    "is made by a call over the %s protocol",
    {
      timeout: scaled(60_000),
    },
    async (protocol) => {
      const { shop, order, status, ledger, payment } = await paidBeforeRestart(protocol);
      const { transactionId } = payment;
      const ask = (amountCents: number) =>
        refundPayment(shop, owner, { orderId: order.id, transactionId, amountCents, key: newId() });
      expect(await ask(5000)).toMatchObject({ state: "done", reason: null });
      await expect.poll(ledger, patience).toEqual([-5000, 14900]);
      expect(await status()).toBe("Paid");
      expect(await ask(9900)).toMatchObject({ state: "done", reason: null });
      await expect.poll(status, patience).toBe("Refunded");
    },
  );

  test("is made on the provider's page over the standard protocol", {
    timeout: scaled(60_000),
  }, async () => {
    const { status, ledger, payment } = await paidBeforeRestart("standard");
    const page = payment.wayBack.kind === "page" ? payment.wayBack.page : "";
    const shown = async () => (await fetch(page)).text();
    const refund = (amount: string) =>
      fetch(page.split("?")[0] ?? "", {
        method: "POST",
        body: new URLSearchParams({
          cmd: "_sandbox-refund",
          id: payment.transactionId,
          amount,
        }),
      });
    expect(await shown()).toContain('value="149.00"');
    expect(await (await refund("50.00")).text()).toContain('value="99.00"');
    await expect.poll(ledger, patience).toEqual([-5000, 14900]);
    for (const wrong of ["99.01", "0", "-1.00", "x", ""]) {
      const refused = await refund(wrong);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("Enter an amount of up to 99.00 USD.");
    }
    expect(await (await refund("99.00")).text()).toContain("The whole payment was refunded.");
    await expect.poll(status, patience).toBe("Refunded");
    expect(await ledger()).toEqual([-9900, -5000, 14900]);
    expect((await refund("1.00")).status).toBe(400);
  });

  test("is refused if the sandbox does not know the payment", async () => {
    const shop = await openSandboxShop(await openDatabase(), "standard");
    shops.push(shop);
    const forged = new URLSearchParams({
      payment_status: "Completed",
      txn_id: "F0RGEDF0RGEDF0RGE",
      mc_gross: "149.00",
      mc_currency: "USD",
      verify_sign: "0".repeat(64),
    });
    const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
    await shop.payments.receive(Buffer.from(forged.toString()), headers);
    const page = shop.provider.refundPage("F0RGEDF0RGEDF0RGE") ?? "";
    expect((await fetch(page)).status).toBe(400);
  });
});
