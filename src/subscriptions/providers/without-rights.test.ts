import { expect, test } from "vitest";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, openShop } from "../../../tests/support/orders/shop.ts";
import { billingProvider } from "../../../tests/support/subscriptions/billing-provider.ts";
import { monthlyForm } from "../../../tests/support/subscriptions/subscription-shop.ts";

describeStore("A plan at an account", (openDatabase) => {
  test.each([
    ["that may charge it again and again starts a subscription", true, "subscription"],
    ["that lacks a right is paid once, and later by link", false, "payment"],
  ])("%s", async (_what, canStart, started) => {
    const calls: string[] = [];
    const provider = billingProvider(() => []);
    const { subscriptions } = provider;
    if (subscriptions === null) throw new Error("The provider charges again and again.");
    const answer = (call: string) => async () => {
      calls.push(call);
      return { handOff: { kind: "redirect" as const, url: "https://pay.example/" }, known: null };
    };
    const shop = await openShop(await openDatabase(), {
      provider: {
        ...provider,
        startCheckout: answer("payment"),
        subscriptions: { ...subscriptions, canStart, start: answer("subscription") },
      },
    });
    const order = await placeOrder(shop, ada, monthlyForm);
    await startPayment(shop, ada, order.id);
    expect(calls).toEqual([started]);
  });
});
