import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { startPayment } from "./start-payment.ts";

describeStore("A second payment of an order", (openDatabase) => {
  async function after(told: Readonly<Record<string, string>>) {
    const scene = await openCheckout(await openDatabase());
    await scene.arrive(scene.message(told));
    const { shop, order } = scene;
    const { read } = shop.database;
    const attempts = () => read.selectFrom("payment_attempts").select("id").execute();
    const start = (again?: boolean) =>
      startPayment(shop, ada, order.id, again === undefined ? {} : { again });
    return { ...scene, attempts, start };
  }

  test.each([
    ["is still pending", { payment_status: "Pending" }, "pending", /still processing a payment/],
    ["does not match the order", { mc_gross: "1.00" }, "in-question", /and we are checking it/],
  ])(
    "does not start while the first payment %s, unless the customer confirms the second",
    async (_what, told, paymentProgress, message) => {
      const { attempts, start } = await after(told);
      const refusal = { code: "conflict", extra: { paymentProgress } };
      await expect(start()).rejects.toMatchObject(refusal);
      await expect(start(false)).rejects.toThrow(message);
      expect(await attempts()).toHaveLength(1);
      expect(await start(true)).toMatchObject({ kind: "form" });
      expect(await attempts()).toHaveLength(2);
    },
  );

  test("starts after a payment that the provider declined or the owner dismissed", async () => {
    const declined = await after({ payment_status: "Denied" });
    expect(await declined.start()).toMatchObject({ kind: "form" });
    const dismissed = await after({ mc_gross: "1.00" });
    const { id } = await dismissed.onlyReview();
    await dismissed.decide(id, { decision: "dismiss", note: "A test of hers" });
    expect(await dismissed.start()).toMatchObject({ kind: "form" });
  });
});
