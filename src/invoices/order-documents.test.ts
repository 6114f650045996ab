import { expect, test } from "vitest";
import { chooseBankTransfer } from "#money/paying/choose-bank-transfer.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { type Actor, type LinkActor, visitor } from "#policy/actor.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { enterMoney, setInvoicing } from "../../tests/support/invoices/invoicing.ts";
import { ada, ben, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { offerTransfers } from "../../tests/support/payments/bank-account.ts";
import { archiveNextInvoice } from "./archive/archive-invoices.ts";
import { documentWords } from "./document-words.ts";
import { findDocument, findDocumentFile, readProForma } from "./order-documents.ts";

async function openDocuments(database: Database) {
  const shop = await openShop(database);
  await setInvoicing(shop, { pattern: "F/{year}/{number}" });
  const order = await placeOrder(shop, ada, orderForm);
  return {
    shop,
    order,
    pay: () => enterMoney(shop, order.id, { kind: "payment", cents: 14_900 }),
    find: (actor: Actor, number = "F~2026~0001") => findDocument(shop, actor, order.id, number),
  };
}

describeStore("A document of an order", (openDatabase) => {
  test("is found by its number for its customer and the team, and for nobody else", async () => {
    const { find, pay } = await openDocuments(await openDatabase());
    await pay();
    for (const actor of [ada, owner]) {
      expect((await find(actor)).document.number).toBe("F/2026/0001");
    }
    await expect(find(ben)).rejects.toThrow("There is no such order.");
    await expect(find(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(find(ada, "F~2026~0002")).rejects.toThrow("no such invoice");
  });

  test("gives its files by a link for invoices, and other links give none", async () => {
    const database = await openDatabase();
    const { shop, order, pay } = await openDocuments(database);
    await pay();
    const file = { orderId: order.id, number: "F~2026~0001", kind: "pdf" };
    await expect(findDocumentFile(shop, ada, file)).rejects.toThrow("no such file yet");
    await archiveNextInvoice(shop);
    expect((await findDocumentFile(shop, ada, file)).name).toBe("F-2026-0001.pdf");
    for (const kind of ["fault", "PDF", ""]) {
      await expect(findDocumentFile(shop, ada, { ...file, kind })).rejects.toThrow("no such file");
    }
    const link = (purpose: LinkActor["purpose"]): LinkActor => ({
      kind: "link",
      purpose,
      orderId: order.id,
      accountId: "account-ada",
      email: "ada@example.com",
      visitId: "visit",
      isProven: false,
    });
    expect((await findDocumentFile(shop, link("invoice"), file)).name).toBe("F-2026-0001.pdf");
    await expect(findDocumentFile(shop, link("room"), file)).rejects.toThrow("does not open that");
  });
});

describeStore("A pro forma", (openDatabase) => {
  test("says what to pay, has no number, and is there while a transfer is awaited", async () => {
    const database = await openDatabase();
    const { shop, order, pay } = await openDocuments(database);
    await offerTransfers(database);
    const read = (actor: Actor = ada) => readProForma(shop, actor, order.id);
    await expect(read()).rejects.toThrow("no such order");
    await chooseBankTransfer(shop, ada, order.id, {});
    const { document, transfer } = await read(owner);
    expect(transfer.map(([label]) => label)).toContain("Account holder");
    const { sentences } = documentWords(document, undefined, transfer);
    expect(sentences).toContain(`Payment reference: Order ${order.number}`);
    expect(sentences).toContain("IBAN: NO93 8601 1117 947");
    expect(documentWords(document).sentences.join()).not.toContain("NO93");
    expect(document).toMatchObject({
      number: "",
      issuedOn: "2026-11-20",
      totalCents: 14_900,
      paidCents: 0,
      payment: null,
      seller: { iban: expect.stringMatching(/^NO93/) },
    });
    await expect(read(ben)).rejects.toThrow("no such order");
    const given = await database.read.selectFrom("invoice_series").selectAll().execute();
    expect(given).toEqual([]);
    await pay();
    await expect(read()).rejects.toThrow("no such order");
  });
});
