import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { saveOwnBilling } from "#tax/save-billing.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { enterMoney, setInvoicing } from "../../../tests/support/invoices/invoicing.ts";
import { ada, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { linedOrderView } from "./order-view.server.ts";

const spree = {
  company: "Spree GmbH",
  street: "Uferweg 1",
  postcode: "10115",
  city: "Berlin",
  country: "Germany",
};

describeStore("The page of an order", (openDatabase) => {
  test("names the company that buys before the person, as the invoice does", async () => {
    const shop = await openShop(await openDatabase());
    await setInvoicing(shop);
    const order = await placeOrder(shop, ada, { ...orderForm, customerCountry: "Germany" });
    const billedTo = async (seesPrice = true) =>
      (await linedOrderView(shop, order, { timeZone: "UTC" }, seesPrice)).billedTo;
    expect(await billedTo()).toEqual([]);
    await saveOwnBilling(shop, ada, spree);
    const lines = ["Spree GmbH", "Ada Field", "Uferweg 1", "10115 Berlin", "Germany"];
    expect(await billedTo()).toEqual(lines);
    expect(await billedTo(false)).toEqual([]);
    await enterMoney(shop, order.id, { kind: "payment", cents: order.priceCents });
    await saveOwnBilling(shop, ada, { ...spree, company: "Havel GmbH" });
    expect(await billedTo()).toEqual(lines);
  });
});
