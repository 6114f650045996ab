import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { startPayment } from "./start-payment.ts";

describeStore("A second payment of an order", (openDatabase) => {
  describeProtocols((protocol) => {
    async function after(told: Told) {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      await scene.arrive(scene.message(told));
      const { shop, order } = scene;
      const { read } = shop.database;
      const attempts = () => read.selectFrom("payment_attempts").select("id").execute();
      const start = (again?: boolean) =>
        startPayment(shop, ada, order.id, again === undefined ? {} : { again });
      return { ...scene, attempts, start };
    }

    test.each<[string, Told, string, RegExp]>([
      ["is still pending", { kind: "pending" }, "pending", /still processing a payment/],
      ["does not match the order", { cents: 100 }, "in-question", /and we are checking it/],
    ])(
      "does not start while the first payment %s, unless the customer confirms the second",
      async (_what, told, paymentProgress, message) => {
        const { attempts, start } = await after(told);
        const refusal = { code: "conflict", extra: { paymentProgress } };
        await expect(start()).rejects.toMatchObject(refusal);
        await expect(start(false)).rejects.toThrow(message);
        expect(await attempts()).toHaveLength(1);
        expect(await start(true)).toHaveProperty("kind");
        expect(await attempts()).toHaveLength(2);
      },
    );

    test("starts after a payment that the provider declined or the owner dismissed", async () => {
      const declined = await after({ kind: "failed" });
      expect(await declined.start()).toHaveProperty("kind");
      const dismissed = await after({ cents: 100 });
      const { id } = await dismissed.onlyReview();
      await dismissed.decide(id, { decision: "dismiss", note: "A test of hers" });
      expect(await dismissed.start()).toHaveProperty("kind");
    });
  });
});

describeStore("A payment that the order form starts", (openDatabase) => {
  describeProtocols((protocol) => {
    async function start(told?: Told) {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      if (told) await scene.arrive(scene.message(told));
      const resume = () => startPayment(scene.shop, ada, scene.order.id, { resumes: true });
      const attempts = async () =>
        (await scene.shop.database.read.selectFrom("payment_attempts").select("id").execute())
          .length;
      return { ...scene, resume, attempts };
    }

    test("continues the payment that the order has, however often the form is sent", async () => {
      const { resume, attempts } = await start();
      const [one, other] = await Promise.all([resume(), resume()]);
      expect(other).toEqual(one);
      expect(await attempts()).toBe(1);
    });

    test("is a new one after a refused payment and after an hour", async () => {
      const declined = await start({ kind: "failed" });
      await declined.resume();
      expect(await declined.attempts()).toBe(2);

      const { shop, attempts, order } = await start();
      const later = { ...shop, clock: () => shop.clock() + 61 * 60 * 1000 };
      await startPayment(later, ada, order.id, { resumes: true });
      expect(await attempts()).toBe(2);
    });
  });
});

// The other protocols replace the receiver by the account that their call names.
describeStore("A payment that the order form starts over Payments Standard", (openDatabase) => {
  test("is a new one for another receiver", async () => {
    const { shop, order } = await openCheckout(await openDatabase());
    const { read } = shop.database;
    await shop.database.write((tx) =>
      tx.updateTable("payment_attempts").set({ receiver: "another@example.com" }).execute(),
    );
    await startPayment(shop, ada, order.id, { resumes: true });
    expect(await read.selectFrom("payment_attempts").select("id").execute()).toHaveLength(2);
  });
});
