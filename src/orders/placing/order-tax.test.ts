import fc from "fast-check";
import { expect, test } from "vitest";
import { invoicesOfOrder } from "#invoices/invoice-tables.server.ts";
import { billingOfCompany } from "#tax/company-billing.server.ts";
import { decideTax, keyOfTax, selectOrderTax } from "#tax/order-tax.server.ts";
import { taxInWords } from "#tax/tax-words.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { enterMoney, setInvoicing } from "../../../tests/support/invoices/invoicing.ts";
import { setTax } from "../../../tests/support/invoices/taxing.ts";
import { anyLines, offered } from "../../../tests/support/orders/offered-orders.ts";
import { ada, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { linesInWords } from "../lines/lines-in-words.ts";
import { linesOfOrder } from "../lines/order-lines.server.ts";
import { sumOf, withReductionsCut, withTax } from "../lines/order-lines.ts";
import { placeOfferedOrder, placeOrder } from "./place-order.ts";
import { taxAgain } from "./tax-again.ts";

const berlin = { ...orderForm, customerCountry: "Deutschland" };
const leeds = { ...orderForm, customerCountry: "England" };
const company = { company: "Spree GmbH", vatNumber: "DE 136 695 976", street: "Uferweg 1" };

describeStore("The tax of an order", (openDatabase) => {
  const open = async () => openShop(await openDatabase());

  test("is inside the price, or comes on top as a line", async () => {
    const shop = await open();
    await setTax(shop);
    const inside = await placeOrder(shop, ada, leeds);
    expect(inside.priceCents).toBe(14_900);
    expect(await selectOrderTax(shop.database.read, inside.id)).toMatchObject({
      category: "S",
      ratePercent: 20,
      country: "GB",
    });
    await setTax(shop, { place: "on top" });
    const onTop = await placeOrder(shop, ada, leeds);
    expect(onTop.priceCents).toBe(17_880);
    const lines = await linesOfOrder(shop.database.read, onTop);
    expect(linesInWords(onTop, lines)).toEqual([
      { label: "Basic", amount: "$149.00" },
      { label: "VAT 20 %", amount: "$29.80" },
    ]);
    const tax = await selectOrderTax(shop.database.read, onTop.id);
    expect(taxInWords(onTop.priceCents, tax)).toBe("Of which VAT 20 %: $29.80");
  });

  test("is reverse charge for a company abroad, whose details are kept", async () => {
    const shop = await open();
    await setTax(shop, { place: "on top" });
    const order = await placeOrder(shop, ada, { ...berlin, billing: company });
    expect(order.priceCents).toBe(14_900);
    const tax = await selectOrderTax(shop.database.read, order.id);
    expect(tax).toMatchObject({ category: "AE", country: "DE", vatNumber: "DE136695976" });
    expect(taxInWords(order.priceCents, tax)).toBe(
      "Reverse charge: no VAT is charged; you account for it.",
    );
    expect(await billingOfCompany(shop.database.read, order.companyId)).toMatchObject({
      company: "Spree GmbH",
      vatNumber: "DE136695976",
      country: "DE",
    });
    const next = await placeOrder(shop, ada, berlin);
    expect(await selectOrderTax(shop.database.read, next.id)).toMatchObject({ category: "AE" });
    const nobody = await placeOrder(shop, ada, { ...berlin, billing: {} });
    expect(await selectOrderTax(shop.database.read, nobody.id)).toMatchObject({ category: "S" });
    expect(await billingOfCompany(shop.database.read, order.companyId)).toBeUndefined();
  });

  test("is the one that the customer saw, or nothing is ordered", async () => {
    const shop = await open();
    await setTax(shop, { place: "on top" });
    const form = { ...berlin, billing: company, taxShown: "S 20 on top" };
    await expectRefused("conflict", placeOrder(shop, ada, form));
    const order = await placeOrder(shop, ada, { ...form, taxShown: "AE" });
    expect(order.priceCents).toBe(14_900);
    const stored = await shop.database.read.selectFrom("orders").selectAll().execute();
    expect(stored).toHaveLength(1);
  });

  test("needs a country and a VAT number that can be one", async () => {
    const shop = await open();
    const elsewhere = { ...orderForm, customerCountry: "Atlantis" };
    await placeOrder(shop, ada, elsewhere);
    await setTax(shop);
    const refused = (form: unknown, path: string) =>
      expect(placeOrder(shop, ada, form)).rejects.toMatchObject({ issues: [{ path }] });
    await refused(elsewhere, "customerCountry");
    const wrong = { ...company, vatNumber: "DE136695977" };
    await refused({ ...berlin, billing: wrong }, "billing.vatNumber");
    await refused({ ...berlin, billing: { ...company, company: "" } }, "billing.company");
  });

  test("is decided anew for an unpaid order only where the sum stays", async () => {
    const shop = await open();
    await setTax(shop);
    const inside = await placeOrder(shop, ada, berlin);
    const form = { customerCountry: "Germany", billing: { ...noTexts, ...company } };
    expect(await taxAgain(shop, inside, form)).toBe(true);
    expect(await selectOrderTax(shop.database.read, inside.id)).toMatchObject({ category: "AE" });
    await setTax(shop, { place: "on top" });
    const onTop = await placeOrder(shop, ada, { ...berlin, billing: {} });
    expect(await taxAgain(shop, onTop, form)).toBe(false);
    expect(await selectOrderTax(shop.database.read, onTop.id)).toMatchObject({ category: "S" });
  });

  test("leads to the sum that was shown, the price and the total of the invoice alike", async () => {
    const shop = await open();
    await setInvoicing(shop);
    const property = fc.asyncProperty(
      anyLines,
      fc.integer({ min: 1, max: 3000 }).map((hundredths) => hundredths / 100),
      fc.constantFrom("inside" as const, "on top" as const),
      fc.constantFrom("GB", "DE", "US", "NO"),
      fc.constantFrom("S" as const, "O" as const),
      fc.boolean(),
      async (lines, ratePercent, place, country, consumersAbroad, isBusiness) => {
        await setTax(shop, { ratePercent, place, consumersAbroad });
        const vatNumber = isBusiness ? "12345" : "";
        const billing = { ...noTexts, company: isBusiness ? "Acme" : "", vatNumber, country };
        const { read } = shop.database;
        const wanted = { companyId: null, customerCountry: country, billing };
        const tax = await decideTax(read, wanted);
        const shown = sumOf(withTax(withReductionsCut(lines), tax));
        const order = await shop.database.write((tx) =>
          placeOfferedOrder(tx, shop, { ...offered, lines, tax, billing }),
        );
        expect(order.priceCents).toBe(shown);
        const stored = await selectOrderTax(read, order.id);
        expect(stored && keyOfTax(stored)).toBe(tax && keyOfTax(tax));
        if (shown === 0) return;
        await enterMoney(shop, order.id, { kind: "payment", cents: shown });
        const [invoice] = await invoicesOfOrder(read, order.id);
        expect(invoice?.document.totalCents).toBe(shown);
        const taxLine = (await linesOfOrder(read, order)).find(({ kind }) => kind === "tax");
        if (taxLine) expect(invoice?.document.taxCents).toBe(taxLine.unitCents);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

const noTexts = {
  company: "",
  vatNumber: "",
  street: "",
  postcode: "",
  city: "",
  purchaseOrder: "",
  email: "",
};
