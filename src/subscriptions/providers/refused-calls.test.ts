import { expect, test } from "vitest";
import { AppError } from "#platform/errors.ts";
import { deleteExpired } from "#platform/retention.ts";
import { retentions } from "#server/retentions.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { billingProvider } from "../../../tests/support/subscriptions/billing-provider.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { pauseSubscription, resumeSubscription } from "../changes/stop-and-go.ts";
import { askProviderAgain, listRefusedCalls, noteDoneAtProvider } from "./refused-calls.ts";
import { sendNextCall } from "./subscription-calls.server.ts";

const dayMs = 24 * 60 * 60 * 1000;

describeStore("A call that a provider refuses", (openDatabase) => {
  async function open() {
    const billing = billingProvider(() => []);
    const answers = { isRefusing: true };
    const answer = async () => {
      if (answers.isRefusing) throw new AppError("conflict", "It is cancelled there.");
      return Buffer.from("{}");
    };
    const { subscriptions } = billing;
    const provider = {
      ...billing,
      subscriptions: subscriptions && { ...subscriptions, pause: answer, resume: answer },
    };
    const shop = await openSubscriptionShop(await openDatabase(), "UTC", { provider });
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    await shop.database.write((tx) =>
      tx
        .updateTable("subscriptions")
        .set({ provider: provider.name, provider_reference: "sub" })
        .execute(),
    );
    await pauseSubscription(shop, ada, id, {});
    const listed = () => listRefusedCalls(shop, owner, id);
    const first = async () => (await listed())[0]?.id ?? "";
    return {
      ...shop,
      id,
      answers,
      listed,
      first,
      send: async () => {
        while (await sendNextCall(shop));
      },
    };
  }

  test("is listed with what happened and what to do, until it is done or overtaken", async () => {
    const shop = await open();
    expect(await shop.listed()).toEqual([]);
    await shop.send();
    expect(await shop.letters()).toEqual([]);
    expect(await shop.listed()).toMatchObject([
      {
        what: "test-stripe has not paused the charges",
        remedy:
          "Pause them there, or the customer is charged in the pause. The reason: It is cancelled there.",
        orderNumber: 1,
        customerName: "Ada Field",
      },
    ]);
    await askProviderAgain(shop, owner, shop.id, await shop.first());
    expect(await shop.listed()).toEqual([]);
    await shop.send();
    expect(await shop.listed()).toHaveLength(1);
    await noteDoneAtProvider(shop, owner, shop.id, await shop.first());
    expect(await shop.listed()).toEqual([]);
    await expect(noteDoneAtProvider(shop, owner, shop.id, "no-call")).rejects.toThrow(
      /answered meanwhile/,
    );
    await expect(listRefusedCalls(shop, ada)).rejects.toMatchObject({ code: "forbidden" });

    await shop.database.write((tx) =>
      tx.updateTable("subscription_calls").set({ state: "refused" }).execute(),
    );
    shop.answers.isRefusing = false;
    await resumeSubscription(shop, ada, shop.id);
    await shop.send();
    expect(await shop.listed()).toEqual([]);
  });

  test("is listed after a day, too, when no account can be asked any more", async () => {
    const shop = await open();
    shop.time.now += dayMs;
    expect(await shop.listed()).toMatchObject([
      { remedy: expect.stringContaining("No account that is connected here can ask it.") },
    ]);
  });

  test("is deleted half a year after it was done, and not before it is done", async () => {
    const shop = await open();
    await shop.send();
    const ofCalls = retentions.filter(({ table }) => table === "subscription_calls");
    const countAfter = async (days: number) => {
      const later = { ...shop, clock: () => shop.time.now + days * dayMs };
      await deleteExpired(later, ofCalls);
      return (await shop.database.read.selectFrom("subscription_calls").select("id").execute())
        .length;
    };
    expect(await countAfter(400)).toBe(1);
    await noteDoneAtProvider(shop, owner, shop.id, await shop.first());
    expect(await countAfter(179)).toBe(1);
    expect(await countAfter(181)).toBe(0);
  });
});
