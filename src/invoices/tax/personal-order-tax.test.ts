import { expect, test } from "vitest";
import { personalOrders } from "#orders/personal-orders.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { selectOrderTax } from "#tax/order-tax.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  documentsOf,
  enterMoney,
  setInvoicing,
} from "../../../tests/support/invoices/invoicing.ts";
import { setTax } from "../../../tests/support/invoices/taxing.ts";
import { ada, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { personalOrderTax } from "./personal-order-tax.server.ts";

const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
const billing = { company: "Spree GmbH", vatNumber: "DE136695976", purchaseOrder: "PO 7" };

describeStore("The tax of the orders of a deleted account", (openDatabase) => {
  test("keeps the VAT number behind a document that is issued or waits, and no other", async () => {
    const shop = await openShop(await openDatabase());
    const { read, write } = shop.database;
    await setTax(shop);
    await setInvoicing(shop);
    const place = () =>
      placeOrder(shop, ada, { ...orderForm, customerCountry: "Germany", billing });
    const [invoiced, waiting, unpaid] = [await place(), await place(), await place()];
    const pay = (id: string) => enterMoney(shop, id, { kind: "payment", cents: 14_900 });
    await pay(invoiced.id);
    await setInvoicing(shop, { city: "" });
    await pay(waiting.id);
    expect(await documentsOf(shop, waiting.id)).toEqual([]);
    const records = (await Array.fromAsync(personalOrderTax.records(read, person))).flat();
    expect(records).toMatchObject(
      [invoiced, waiting, unpaid].map(({ number }) => ({
        orderNumber: number,
        category: "AE",
        vatNumber: "DE136695976",
        purchaseOrder: "PO 7",
      })),
    );

    await write(async (tx) => {
      for (const data of [personalOrders, personalOrderTax]) await data.forget(tx, person);
    });
    const tax = (id: string) => selectOrderTax(read, id);
    const kept = { category: "AE", country: "DE", vatNumber: "DE136695976", purchaseOrder: "PO 7" };
    expect(await tax(invoiced.id)).toMatchObject(kept);
    expect(await tax(waiting.id)).toMatchObject(kept);
    expect(await tax(unpaid.id)).toMatchObject({ ...kept, vatNumber: "", purchaseOrder: "" });
    await setInvoicing(shop);
    await pay(unpaid.id);
    expect(await documentsOf(shop, unpaid.id)).toEqual([]);
    const [row] = await read
      .selectFrom("invoice_backlog")
      .select("fault")
      .where("order_id", "=", unpaid.id)
      .execute();
    expect(row?.fault).toContain("VAT number is gone");
  });
});
