import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readWholeFile } from "#files/whole-file.ts";
import { readMail } from "#mail/outbox/read-mails.ts";
import { checkInvoiceFiles } from "#maintenance/ledger-checks/check-invoice-files.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { noBilling } from "#tax/billing-details.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { enterMoney, setInvoicing } from "../../../tests/support/invoices/invoicing.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { correctInvoice } from "../buyer/correct-invoice.ts";
import { invoicesOfOrder } from "../invoice-tables.server.ts";
import { personalInvoices } from "../personal-invoices.server.ts";
import { ublOf } from "../xml/ubl.ts";
import { archiveNextInvoice } from "./archive-invoices.ts";
import { filesOfInvoices, noFiles } from "./invoice-files-tables.server.ts";

async function openArchive(database: Database, changes: Partial<typeof orderForm> = {}) {
  const shop = await openShop(database);
  await setInvoicing(shop);
  const order = await placeOrder(shop, ada, { ...orderForm, ...changes });
  const invoices = () => invoicesOfOrder(database.read, order.id);
  return {
    shop,
    order,
    pay: () => enterMoney(shop, order.id, { kind: "payment", cents: 14_900, transactionId: "T1" }),
    refund: () => enterMoney(shop, order.id, { kind: "refund", cents: -14_900, parent: "T1" }),
    archive: async () => {
      while (await archiveNextInvoice(shop));
    },
    documents: async () => {
      const all = await invoices();
      const files = await filesOfInvoices(
        database.read,
        all.map(({ id }) => id),
      );
      return all.map(({ id, document }) => ({ document, files: files.get(id) ?? noFiles }));
    },
    mails: () =>
      database.read
        .selectFrom("mail_outbox")
        .select(["id", "recipient", "subject", "attachments", "text_body"])
        .where("letter", "in", ["invoiceIssued", "creditNoteIssued", "invoiceReplaced"])
        .orderBy("id")
        .execute(),
  };
}

describeStore("The files of an invoice", (openDatabase) => {
  test("are made once, and sent to the customer as they are stored", async () => {
    const database = await openDatabase();
    const { shop, pay, archive, documents, mails } = await openArchive(database);
    await pay();
    expect((await documents())[0]?.files).toEqual(noFiles);
    await archive();
    const [made] = await documents();
    if (made === undefined) throw new Error("There is no invoice.");
    const { document, files } = made;
    expect([files.pdf?.name, files.ubl?.name, files.cii?.name]).toEqual([
      "F-2026-0001.pdf",
      "F-2026-0001.xml",
      "F-2026-0001.cii.xml",
    ]);
    expect(files.pdf?.type).toBe("application/pdf");
    const ubl = await readWholeFile(shop, files.ubl?.id ?? "");
    expect(ubl.bytes.toString()).toBe(ublOf(document));
    expect(files.ubl?.contentHash).toBe(createHash("sha256").update(ublOf(document)).digest("hex"));
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: "ada@example.com",
      subject: "Your invoice F-2026-0001",
      attachments: JSON.stringify([files.pdf?.id, files.ubl?.id]),
    });
    expect(mail?.text_body).toContain("/order-link?token=");
    expect((await readMail(shop, owner, mail?.id ?? "")).attachments).toEqual([
      "F-2026-0001.pdf",
      "F-2026-0001.xml",
    ]);
    expect(await archiveNextInvoice(shop)).toBe(false);
  });

  test("are sent with a credit note that names its invoice", async () => {
    const { pay, refund, archive, mails } = await openArchive(await openDatabase());
    await pay();
    await archive();
    await refund();
    await archive();
    const [, mail] = await mails();
    expect(mail?.subject).toBe("Your credit note F-2026-0002");
    expect(mail?.text_body).toMatch(/It\s+corrects invoice F-2026-0001/);
  });

  test("are sent with a sentence that no money moves, and without a link to who has no account", async () => {
    const { shop, order, pay, archive, mails } = await openArchive(await openDatabase());
    await pay();
    await archive();
    await correctInvoice(shop, ada, order.id, {
      ...noBilling,
      company: "Spree Ltd",
      email: "books@spree.example",
    });
    await archive();
    const sent = (await mails()).slice(1);
    expect(sent.map(({ subject }) => subject)).toContain(
      "Your credit note F-2026-0002: invoice F-2026-0003 replaces F-2026-0001",
    );
    const notes = sent.filter(({ subject }) => subject.includes("credit note"));
    for (const { text_body } of notes) expect(text_body).toMatch(/No\s+money\s+moves\./);
    const copy = sent.find(({ recipient }) => recipient === "books@spree.example");
    expect(copy?.text_body).not.toMatch(/order-link|my-order|See the/);
  });

  test("are the PDF alone for a document that breaks a rule, with the reason for the team", async () => {
    const opened = await openArchive(await openDatabase(), { customerCountry: "Atlantis" });
    const { pay, archive, documents, mails } = opened;
    await pay();
    await archive();
    const [made] = await documents();
    expect(made?.files).toMatchObject({ ubl: null, cii: null });
    expect(made?.files.fault).toBe("The buyer has no country.");
    expect((await mails())[0]?.attachments).toBe(JSON.stringify([made?.files.pdf?.id]));
  });

  test("are made once by two processes, one of which was believed to be dead", async () => {
    const database = await openDatabase();
    const { shop, pay, documents, mails } = await openArchive(database);
    await pay();
    const slow = archiveNextInvoice(shop);
    await waitFor(async () => {
      const rows = await database.read.selectFrom("invoice_files").select("attempts").execute();
      expect(rows).toEqual([{ attempts: 1 }]);
    });
    shop.time.now += 61_000;
    await Promise.all([slow, archiveNextInvoice(shop)]);
    const [made] = await documents();
    const kept = [made?.files.pdf?.id, made?.files.ubl?.id, made?.files.cii?.id];
    const stored = await database.read
      .selectFrom("private_files")
      .select("id")
      .where("state", "=", "stored")
      .execute();
    expect(stored.map(({ id }) => id).sort()).toEqual(kept.sort());
    expect(await mails()).toHaveLength(1);
  });

  test("are made later when they cannot be stored now", async () => {
    const database = await openDatabase();
    const { shop, pay, documents, mails } = await openArchive(database);
    await pay();
    const bucket = {
      put: async () => {
        throw new Error("The bucket does not answer.");
      },
    } as unknown as NonNullable<typeof shop.bucket>;
    expect(await archiveNextInvoice({ ...shop, bucket })).toBe(true);
    expect((await documents())[0]?.files).toEqual(noFiles);
    expect(await archiveNextInvoice(shop)).toBe(false);
    shop.time.now += 10_000;
    expect(await archiveNextInvoice(shop)).toBe(true);
    expect((await documents())[0]?.files.pdf?.name).toBe("F-2026-0001.pdf");
    expect(await mails()).toHaveLength(1);
  });

  test("are missed by the check of the ledger, and so is another byte in one", async () => {
    const database = await openDatabase();
    const { pay, archive } = await openArchive(database);
    await pay();
    const found = async () => {
      const differences: string[] = [];
      await checkInvoiceFiles(database.read, (difference) => differences.push(difference));
      return differences;
    };
    expect(await found()).toEqual([]);
    await archive();
    expect(await found()).toEqual([]);
    await database.write(async (tx) => {
      const { ubl_file_id: id } = await tx
        .selectFrom("invoice_files")
        .select("ubl_file_id")
        .executeTakeFirstOrThrow();
      await tx
        .updateTable("private_file_parts")
        .set({ bytes: Buffer.from("<Invoice/>") })
        .where("file_id", "=", id ?? "")
        .execute();
    });
    const changed = "The UBL file of the document F-2026-0001 is not as it was stored.";
    expect(await found()).toEqual([changed]);
    await database.write((tx) => tx.deleteFrom("invoice_files").execute());
    expect(await found()).toEqual([
      "The document F-2026-0001 has no files, and none are being made.",
    ]);
  });

  test("are in the data that the customer downloads, and stay when the account goes", async () => {
    const database = await openDatabase();
    const { pay, archive, documents } = await openArchive(database);
    await pay();
    await archive();
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const records = [];
    for await (const chunk of personalInvoices.records(database.read, person))
      records.push(...chunk);
    expect(records).toMatchObject([
      {
        number: "F-2026-0001",
        buyer: { name: "Ada Field" },
        files: ["F-2026-0001.pdf", "F-2026-0001.xml"],
      },
    ]);
    await database.write((tx) => personalInvoices.forget(tx, person));
    expect((await documents())[0]?.files.pdf).not.toBeNull();
  });
});
