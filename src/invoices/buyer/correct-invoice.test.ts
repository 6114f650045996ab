import fc from "fast-check";
import { expect, test } from "vitest";
import { companyOrders } from "#orders/companies/company-orders.server.ts";
import { placeOfferedOrder, placeOrder } from "#orders/placing/place-order.ts";
import { AppError } from "#platform/errors.ts";
import { readVatNumber } from "#platform/texts/vat-number.ts";
import { noBilling } from "#tax/billing-details.ts";
import { billingOfCompany, storeBilling } from "#tax/company-billing.server.ts";
import { decideTax, selectOrderTax } from "#tax/order-tax.server.ts";
import { personalBilling } from "#tax/personal-billing.server.ts";
import { readBillingOf, readOwnBilling, saveBillingOf, saveOwnBilling } from "#tax/save-billing.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  documentsOf,
  enterMoney,
  setInvoicing,
} from "../../../tests/support/invoices/invoicing.ts";
import { setTax } from "../../../tests/support/invoices/taxing.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { offered } from "../../../tests/support/orders/offered-orders.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { openAccess } from "../../../tests/support/rights/access.ts";
import { documentWords } from "../document-words.ts";
import { invoicesOfOrder } from "../invoice-tables.server.ts";
import { reissueByHand } from "../issuing/issue-by-hand.ts";
import { correctableInvoice, correctInvoice } from "./correct-invoice.ts";

const spree = {
  company: "Spree GmbH",
  vatNumber: "136695976",
  street: "Uferweg 1",
  postcode: "10115",
  city: "Berlin",
  country: "Germany",
  purchaseOrder: "PO 7",
  email: "books@spree.example",
};

describeStore("A company that is added after paying", (openDatabase) => {
  async function open(place: "inside" | "on top" = "inside") {
    const shop = await openShop(await openDatabase());
    await setInvoicing(shop);
    await setTax(shop, { place });
    const order = await placeOrder(shop, ada, { ...orderForm, customerCountry: "Germany" });
    await enterMoney(shop, order.id, { kind: "payment", cents: order.priceCents });
    return { shop, order };
  }

  test("leads to a credit note and a new invoice with reverse charge, once", async () => {
    const { shop, order } = await open();
    expect(await correctInvoice(shop, ada, order.id, spree)).toEqual({ isNew: true });
    expect(await correctInvoice(shop, ada, order.id, spree)).toEqual({ isNew: false });
    expect(await documentsOf(shop, order.id)).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 14900",
      "F-2026-0003 invoice 14900",
    ]);
    const [first, note, corrected] = await invoicesOfOrder(shop.database.read, order.id);
    if (note === undefined) throw new Error("There is no credit note.");
    const words = documentWords(note.document, "en-GB");
    expect(words.sums.at(-1)).toMatchObject({ label: "Total, credited", amount: "$149.00" });
    expect(words.sentences).toContain(
      "It takes back invoice F-2026-0001; invoice F-2026-0003 takes its place. No money moves.",
    );
    expect(words.buyer.join()).not.toContain("LS1");
    expect(words.seller).toContain("Leeds LS1 5HN");
    expect(first?.document).toMatchObject({ tax: { category: "S" }, taxCents: 2483 });
    expect(corrected?.document).toMatchObject({
      buyer: {
        name: "Spree GmbH",
        contact: "Ada Field",
        vatNumber: "DE136695976",
        street: "Uferweg 1",
        city: "Berlin",
        country: "DE",
        purchaseOrder: "PO 7",
        email: "books@spree.example",
      },
      seller: { vatNumber: "GB980780684" },
      tax: { category: "AE", ratePercent: 0 },
      taxCents: 0,
      netCents: 14_900,
      reason: "The buyer’s details have changed.",
    });
  });

  test("is told to the team once, with the VAT before and after", async () => {
    const { shop, order } = await open();
    await correctInvoice(shop, ada, order.id, spree);
    await correctInvoice(shop, ada, order.id, spree);
    const { database } = shop;
    const [mail, ...others] = await queuedEmails(database, { letter: "invoiceCorrectedOwner" });
    expect([mail?.recipient, mail?.about, others]).toEqual(["own@example.com", order.id, []]);
    expect(mail?.subject).toBe(`Order ${order.number}: Ada Field corrected invoice F-2026-0001`);
    const invoice = (await invoicesOfOrder(database.read, order.id)).at(-1);
    for (const text of [
      "invoice F-2026-0003 takes its place",
      "Addressed to: Spree GmbH",
      "VAT before: VAT 20 %: $24.83 USD",
      "VAT now: Reverse charge: the customer accounts for the VAT.",
      `/invoices/${invoice?.id}`,
    ]) {
      expect(mail?.text.replace(/\s+/g, " ")).toContain(text);
    }
  });

  test("is refused a sixth time in a day, with nothing saved, but not to the team", async () => {
    const { shop, order } = await open();
    const post = { ...shop.post, configuration: { rateLimitFactor: 1 } };
    const limited = { ...shop, post };
    const correct = (nth: number) =>
      correctInvoice(limited, ada, order.id, { ...spree, purchaseOrder: `PO ${nth}` });
    for (const nth of [1, 2, 3, 4, 5]) expect(await correct(nth)).toEqual({ isNew: true });
    expect(await correct(5)).toEqual({ isNew: false });
    await expect(correct(6)).rejects.toMatchObject({
      code: "too-many",
      message: expect.stringMatching(/write to us/),
    });
    expect(await documentsOf(shop, order.id)).toHaveLength(11);
    expect(await queuedEmails(shop.database, { letter: "invoiceCorrectedOwner" })).toHaveLength(5);
    const kept = await billingOfCompany(shop.database.read, order.companyId);
    expect(kept?.purchaseOrder).toBe("PO 5");
    await reissueByHand(limited, owner, order.id, { reason: "The street was wrong." });
    shop.time.now += 24 * 60 * 60_000;
    expect(await correct(6)).toEqual({ isNew: true });
  });

  test("names the refund, and no payment on its credit note, after a part was refunded", async () => {
    const { shop, order } = await open();
    await enterMoney(shop, order.id, { kind: "refund", cents: -4900 });
    await correctInvoice(shop, ada, order.id, { ...spree, vatNumber: "" });
    const documents = await invoicesOfOrder(shop.database.read, order.id);
    const [, refunded, note, invoice] = documents.map(({ document }) => document);
    expect(refunded?.payment).not.toBeNull();
    expect(note).toMatchObject({ kind: "credit-note", totalCents: 10_000, payment: null });
    expect(invoice).toMatchObject({
      totalCents: 10_000,
      allowances: [{ label: "Refunded", on: "2026-11-20", netCents: 4084 }],
    });
    expect(invoice && documentWords(invoice).lines.at(-1)?.label).toBe("Refunded on Nov 20, 2026");
  });

  test("keeps the sum that was paid, also with tax on top", async () => {
    const { shop, order } = await open("on top");
    await correctInvoice(shop, ada, order.id, spree);
    expect(await documentsOf(shop, order.id)).toEqual([
      "F-2026-0001 invoice 17880",
      "F-2026-0002 credit-note 17880",
      "F-2026-0003 invoice 17880",
    ]);
    await correctInvoice(shop, ada, order.id, { ...spree, vatNumber: "", company: "" });
    const tax = await selectOrderTax(shop.database.read, order.id);
    expect(tax).toMatchObject({ category: "S", ratePercent: 20, place: "on top" });
  });

  test("needs its whole address, because the chosen country decides about the tax", async () => {
    const { shop, order } = await open();
    const refused = (changes: Partial<typeof spree>, ...paths: readonly string[]) =>
      expect(correctInvoice(shop, ada, order.id, { ...spree, ...changes })).rejects.toMatchObject({
        issues: paths.map((path) => ({ path })),
      });
    await refused({ street: "", postcode: "", city: "" }, "street", "postcode", "city");
    await refused({ city: "" }, "city");
    await refused({ vatNumber: "", country: "" }, "country");
    await refused({ vatNumber: "", country: "France", street: "" }, "street");
    expect(await documentsOf(shop, order.id)).toHaveLength(1);
  });

  test("is never billed to another country than the one that its tax was decided for", async () => {
    const shop = await openShop(await openDatabase());
    await setInvoicing(shop);
    const anyCountry = fc.constantFrom("", "GB", "DE", "US", "FR");
    const anyDetails = fc.record({
      company: fc.constantFrom("", "Spree GmbH"),
      vatNumber: fc.constantFrom("", "GB980780684", "DE136695976", "FR40303265045"),
      street: fc.constantFrom("", "Uferweg 1"),
      postcode: fc.constantFrom("", "10115"),
      city: fc.constantFrom("", "Berlin"),
      country: anyCountry,
    });
    const tried = async (change: () => Promise<unknown>) => {
      try {
        await change();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    };
    const property = fc.asyncProperty(
      anyCountry,
      fc.array(fc.tuple(fc.constantFrom("order", "company", "team", "off"), anyDetails), {
        minLength: 1,
        maxLength: 3,
      }),
      async (customerCountry, changes) => {
        await setTax(shop);
        const { read } = shop.database;
        const wanted = { companyId: null, customerCountry, billing: undefined };
        const tax = await decideTax(read, wanted);
        const details = { ...offered.details, customerCountry: customerCountry || "Atlantis" };
        const order = await shop.database.write((tx) =>
          placeOfferedOrder(tx, shop, { ...offered, details, tax }),
        );
        await enterMoney(shop, order.id, { kind: "payment", cents: order.priceCents });
        for (const [how, details] of changes) {
          await setTax(shop, { isOn: how !== "off" });
          await tried(() =>
            how === "order" || how === "off"
              ? correctInvoice(shop, ada, order.id, details)
              : saveOwnBilling(shop, ada, details),
          );
          if (how === "team") {
            await tried(() => reissueByHand(shop, owner, order.id, { reason: "Moved." }));
          }
          const newest = (await invoicesOfOrder(read, order.id)).at(-1)?.document;
          const decided = await selectOrderTax(read, order.id);
          expect(newest?.buyer.country).toBe(decided?.country);
          expect(newest?.tax.category).toBe(decided?.category);
          const { number } = await readVatNumber(
            newest?.buyer.vatNumber ?? "",
            decided?.country ?? "",
          );
          expect(number).toBe(newest?.buyer.vatNumber);
        }
        await saveOwnBilling(shop, ada, {});
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  test("is offered over what is left after refunds, and not after a whole one", async () => {
    const { shop, order } = await open();
    const refund = (cents: number) => enterMoney(shop, order.id, { kind: "refund", cents: -cents });
    const offeredNow = () => correctableInvoice(shop.database.read, order.id);
    await refund(4900);
    const invoice = { number: "F-2026-0001", cents: 10_000, country: "DE" };
    expect(await offeredNow()).toEqual(invoice);
    await correctInvoice(shop, ada, order.id, spree);
    expect(await offeredNow()).toEqual({ ...invoice, number: "F-2026-0004" });
    await refund(10_000);
    expect(await offeredNow()).toBeNull();
    await expectRefused(
      "conflict",
      correctInvoice(shop, ada, order.id, { ...spree, city: "Bonn" }),
    );
  });

  test("is refused to others, and for an order without an invoice", async () => {
    const { shop, order } = await open();
    await expectRefused("not-found", correctInvoice(shop, ben, order.id, spree));
    const wrong = { ...spree, vatNumber: "DE136695977" };
    await expectRefused("invalid", correctInvoice(shop, ada, order.id, wrong));
    const unpaid = await placeOrder(shop, ada, { ...orderForm, customerCountry: "Germany" });
    await expectRefused("conflict", correctInvoice(shop, ada, unpaid.id, spree));
    expect(await billingOfCompany(shop.database.read, order.companyId)).toBeUndefined();
  });
});

describeStore("The invoice details of a company", (openDatabase) => {
  test("take their country from the VAT number, which is checked without a chosen one", async () => {
    const shop = await openShop(await openDatabase());
    const save = (vatNumber: string) =>
      saveOwnBilling(shop, ada, { ...spree, vatNumber, country: "" });
    await save("DE 136695976");
    expect(await readOwnBilling(shop, ada)).toMatchObject({ country: "DE" });
    const sentence = (path: string, message: RegExp) => ({
      issues: [{ path, message: expect.stringMatching(message) }],
    });
    await expect(save("GB980780685")).rejects.toMatchObject(
      sentence("vatNumber", /cannot be a VAT number of the United Kingdom/),
    );
    await expect(save("DE136695979")).rejects.toMatchObject(
      sentence("vatNumber", /cannot be a VAT number of Germany/),
    );
    await expect(save("136695976")).rejects.toMatchObject(
      sentence("country", /Choose the country/),
    );
  });

  test("are kept by its people and by the team, and shown to both", async () => {
    const shop = await openShop(await openDatabase());
    await saveOwnBilling(shop, ada, spree);
    expect(await readOwnBilling(shop, ada)).toMatchObject({
      company: "Spree GmbH",
      vatNumber: "DE136695976",
      country: "DE",
    });
    await saveBillingOf(shop, owner, "account-ada", { ...spree, company: "Havel GmbH" });
    expect(await readBillingOf(shop, owner, "account-ada")).toMatchObject({
      company: "Havel GmbH",
    });
    // The audit log, which is never deleted, names what was changed only.
    expect(await auditEntries(shop.database)).toMatchObject([
      {
        action: "Change invoice details",
        before_json: "null",
        after_json: '{"changed":["company"]}',
      },
    ]);
    await expectRefused("forbidden", saveBillingOf(shop, ada, "account-ada", spree));
    await expectRefused("invalid", saveOwnBilling(shop, ada, { ...spree, country: "Atlantis" }));
    await saveOwnBilling(shop, ada, {});
    expect(await readOwnBilling(shop, ada)).toEqual(noBilling);
  });

  test("follow into a company that has none, and are in the file of a person until deleted", async () => {
    const { database } = await openAccess(await openDatabase());
    const kept = async (id: string) => (await billingOfCompany(database.read, id))?.company;
    const store = (id: string, company: string) =>
      database.write((tx) => storeBilling(tx, id, { ...noBilling, company }, 1));
    const move = (from: string, id: string) =>
      database.write((tx) => companyOrders.move(tx, from, { id, name: "" }));
    await store("account-ada", "Spree GmbH");
    await move("account-ada", "account-ben");
    expect([await kept("account-ada"), await kept("account-ben")]).toEqual([
      undefined,
      "Spree GmbH",
    ]);
    await store("account-ada", "Havel GmbH");
    await move("account-ada", "account-ben");
    expect([await kept("account-ada"), await kept("account-ben")]).toEqual([
      undefined,
      "Spree GmbH",
    ]);
    const person = { accountId: "account-ben", email: "ben@example.com", emailVerified: true };
    const records = await Array.fromAsync(personalBilling.records(database.read, person));
    expect(records).toMatchObject([[{ company: "Spree GmbH" }]]);
    await database.write((tx) => personalBilling.forget(tx, person));
    expect(await kept("account-ben")).toBeUndefined();
  });
});
