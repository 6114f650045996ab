import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { enterMoney, setInvoicing } from "../../tests/support/invoices/invoicing.ts";
import { ada, ben, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import type { StoredInvoice } from "./invoice-tables.server.ts";
import {
  allInvoices,
  type InvoiceSearch,
  pageOfInvoices,
  readInvoice,
  readOrderDocuments,
} from "./read-invoices.ts";
import { readTaxAndInvoicing } from "./read-tax-and-invoicing.ts";

const accountant = { ...owner, kind: "staff", role: "Accountant" } as Actor;
const dayMs = 24 * 60 * 60 * 1000;
const numbers = (documents: readonly StoredInvoice[]) =>
  documents.map(({ document }) => document.number.slice(-1)).join("");

describeOnEachDatabase("The list of invoices", (openDatabase) => {
  /** Invoices 1 to Ada and 2 to Ben, a credit note 3 to Ada the next day, and 4 to Ben later. */
  async function openList() {
    const shop = await openShop(await openDatabase());
    await setInvoicing(shop);
    const order = async (customer: Actor, customerName: string) => {
      const placed = await placeOrder(shop, customer, { ...orderForm, customerName });
      const payment = { kind: "payment", cents: 14_900, transactionId: placed.id } as const;
      await enterMoney(shop, placed.id, payment);
      return placed;
    };
    const first = await order(ada, "Ada Field");
    await order(ben, "Émile Straße");
    shop.time.now += dayMs;
    await enterMoney(shop, first.id, { kind: "refund", cents: -4900, parent: first.id });
    shop.time.now += dayMs;
    await order(ben, "Émile Straße");
    return { shop, first };
  }

  test("is searched by number, order, beginning of the buyer, kind and days", async () => {
    const { shop, first } = await openList();
    const found = async (search: InvoiceSearch) => {
      const paged = await pageOfInvoices(shop, accountant, { ...search, page: 1, pageSize: 10 });
      const all: StoredInvoice[] = [];
      for await (const chunk of allInvoices(shop, accountant, search)) all.push(...chunk);
      expect(all).toEqual(paged.items);
      return numbers(paged.items);
    };
    expect(await found({})).toBe("4321");
    expect(await found({ sort: "oldest" })).toBe("1234");
    expect(await found({ q: "F-2026-000" })).toBe("4321");
    expect(await found({ q: "F-2026-0003" })).toBe("3");
    expect(await found({ q: "emile STRA" })).toBe("42");
    expect(await found({ q: String(first.number) })).toBe("31");
    expect(await found({ q: "nobody" })).toBe("");
    expect(await found({ kind: "credit-note" })).toBe("3");
    expect(await found({ kind: "invoice", q: "ada" })).toBe("1");
    expect(await found({ from: "2026-11-21", to: "2026-11-21" })).toBe("3");
    expect(await found({ from: "2026-11-21", sort: "oldest" })).toBe("34");
  });

  test("goes on after a document, in both ways of reading", async () => {
    const { shop } = await openList();
    const { items } = await pageOfInvoices(shop, accountant, { page: 1, pageSize: 10 });
    const after = items[1]?.id ?? "";
    const rest = await pageOfInvoices(shop, accountant, { after, page: 1, pageSize: 1 });
    expect([numbers(rest.items), rest.pageCount]).toEqual(["2", 2]);
    const chunks: StoredInvoice[] = [];
    for await (const chunk of allInvoices(shop, accountant, { after, limit: 1 })) {
      chunks.push(...chunk);
    }
    expect(numbers(chunks)).toBe("2");
    await expect(allInvoices(shop, accountant, { after: "unknown" }).next()).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("is shown to managers and accountants, and to nobody else", async () => {
    const { shop, first } = await openList();
    const { documents } = await readOrderDocuments(shop, accountant, first.id);
    expect(numbers(documents)).toBe("13");
    const [invoice, note] = documents;
    const whole = await readInvoice(shop, accountant, invoice?.id ?? "");
    expect([whole.corrected, numbers(whole.creditNotes)]).toEqual([null, "3"]);
    expect((await readInvoice(shop, owner, note?.id ?? "")).corrected?.id).toBe(invoice?.id);
    await expect(readInvoice(shop, owner, "unknown")).rejects.toMatchObject({ code: "not-found" });
    const { invoicing } = await readTaxAndInvoicing(shop, accountant);
    expect(invoicing.isOn).toBe(true);
    for (const role of ["Worker", "Writer", "Editor"]) {
      const actor = { ...owner, kind: "staff", role } as Actor;
      const seen = pageOfInvoices(shop, actor, { page: 1, pageSize: 10 });
      await expect(seen).rejects.toMatchObject({ code: "forbidden" });
      const set = readTaxAndInvoicing(shop, actor);
      await expect(set).rejects.toMatchObject({ code: "forbidden" });
    }
    const own = readInvoice(shop, ada, invoice?.id ?? "");
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
  });
});
