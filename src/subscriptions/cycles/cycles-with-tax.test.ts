import { expect, test } from "vitest";
import { linesInWords } from "#orders/lines/lines-in-words.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { selectOrderTax } from "#tax/order-tax.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { setTax } from "../../../tests/support/invoices/taxing.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { billingProvider } from "../../../tests/support/subscriptions/billing-provider.ts";
import {
  monthlyForm,
  openSubscriptionShop,
} from "../../../tests/support/subscriptions/subscription-shop.ts";
import { movePrice, plansToChangeTo } from "../changes/plan-and-price.ts";
import { termsToSubscribe } from "../providers/start-at-provider.server.ts";
import { subscriptionIdOf } from "./cycle-store.server.ts";

describeStore("A plan that is charged again, with VAT on top", (openDatabase) => {
  async function open() {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    await setTax(shop, { place: "on top" });
    const order = await placeOrder(shop, ada, { ...monthlyForm, customerCountry: "UK" });
    const terms = await shop.database.write((tx) =>
      termsToSubscribe(
        tx,
        order,
        billingProvider(() => []),
      ),
    );
    await shop.pay(order.id, "598.80");
    const id = (await subscriptionIdOf(shop.database.read, order.id)) ?? "";
    const cycle = async (index: number) => {
      const held = await shop.held(id);
      const later = await selectOrder(shop.database.read, held.cycles[index]?.orderId ?? "");
      if (later === undefined) throw new Error(`There is no cycle ${index}.`);
      const lines = await linesOfOrder(shop.database.read, later);
      return { later, words: linesInWords(later, lines).map(({ amount }) => amount) };
    };
    return { shop, id, order, terms, cycle };
  }

  test("costs the same with VAT in each cycle, also at the provider", async () => {
    const { shop, order, terms, cycle } = await open();
    expect([order.priceCents, terms?.priceCents]).toEqual([59_880, 59_880]);
    // The owner’s settings count for new orders.
    await setTax(shop, { place: "on top", ratePercent: 25 });
    await shop.turnTo("2027-02-25T00:00:00Z");
    const { later, words } = await cycle(1);
    expect([later.priceCents, words]).toEqual([59_880, ["$499.00", "$99.80"]]);
    expect(await selectOrderTax(shop.database.read, later.id)).toEqual(
      await selectOrderTax(shop.database.read, order.id),
    );
  });

  test("is offered other plans with VAT, and moved to a price with VAT", async () => {
    const { shop, id } = await open();
    const plans = await plansToChangeTo(shop.database.read, await shop.held(id));
    for (const { priceCents } of plans) expect(priceCents % 120).toBe(0);
    const input = { price: "600", from: "2027-04-01" };
    const { failed } = await movePrice(shop, owner, [id], input);
    expect(failed).toEqual([]);
    const { standing } = await shop.held(id);
    expect(standing.change?.plan.priceCents).toBe(72_000);
  });
});
