import { expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import type { Actor } from "#policy/actor.ts";
import { storeSetting } from "#settings/store-setting.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  documentsOf,
  enterMoney,
  seller,
  setInvoicing,
} from "../../../tests/support/invoices/invoicing.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { invoicesOfOrder } from "../invoice-tables.server.ts";
import { backlogJobs } from "./backlog.server.ts";
import { issueByHand, reissueByHand } from "./issue-by-hand.ts";
import { restoredSentence } from "./issue-due.server.ts";
import { readIssuing } from "./read-issuing.ts";
import { confirmLastNumber, stopIssuing } from "./restored-backup.server.ts";

async function openInvoicing(database: Database) {
  const shop = await openShop(database);
  await setInvoicing(shop);
  const order = await placeOrder(shop, ada, orderForm);
  return {
    shop,
    order,
    pay: (cents = 14_900, transactionId = "T1") =>
      enterMoney(shop, order.id, { kind: "payment", cents, transactionId }),
    enter: (kind: "refund" | "reversal" | "reversal-cancelled" | "payment", cents: number) =>
      enterMoney(shop, order.id, { kind, cents, parent: "T1" }),
    documents: () => documentsOf(shop, order.id),
    newest: async () => (await invoicesOfOrder(database.read, order.id)).at(-1)?.document,
    runJobs: async () => {
      while (await runDueJob({ ...shop, handlers: backlogJobs(shop) }));
    },
  };
}

describeOnEachDatabase("The documents of an order", (openDatabase) => {
  test("are an invoice for its payment", async () => {
    const { pay, documents, newest, order } = await openInvoicing(await openDatabase());
    expect(await documents()).toEqual([]);
    await pay();
    expect(await documents()).toEqual(["F-2026-0001 invoice 14900"]);
    expect(await newest()).toMatchObject({
      issuedOn: "2026-11-20",
      orderNumber: order.number,
      reason: "",
      lines: [{ label: "SEO plan Basic", quantity: 1, netCents: 14_900 }],
      allowances: [],
      netCents: 14_900,
      taxCents: 0,
      seller: { name: "Meridian Ltd", country: "GB" },
      buyer: { name: "Ada Field", street: "1 Long Acre", country: "NO" },
      payment: { means: "card", on: "2026-11-20", reference: "T1" },
    });
  });

  test("are a credit note for each refund, and one for the rest", async () => {
    const { pay, enter, documents, newest } = await openInvoicing(await openDatabase());
    await pay();
    await enter("refund", -4900);
    await enter("refund", -10_000);
    expect(await documents()).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 4900",
      "F-2026-0003 credit-note 10000",
    ]);
    expect(await newest()).toMatchObject({
      corrects: { number: "F-2026-0001", issuedOn: "2026-11-20" },
      lines: [{ label: "Refund", quantity: 1, netCents: 10_000 }],
    });
  });

  test("take no notice of money beyond the price, and of its refund", async () => {
    const { pay, enter, documents } = await openInvoicing(await openDatabase());
    await pay(15_900);
    await pay(14_900, "T2");
    await enter("refund", -14_900);
    await enter("refund", -1000);
    expect(await documents()).toEqual(["F-2026-0001 invoice 14900"]);
  });

  test("are an invoice with a difference for a payment that was accepted, and one for the rest", async () => {
    const { pay, documents, shop, order } = await openInvoicing(await openDatabase());
    await pay(14_000);
    await pay(900, "T2");
    expect(await documents()).toEqual(["F-2026-0001 invoice 14000", "F-2026-0002 invoice 900"]);
    const [first, second] = await invoicesOfOrder(shop.database.read, order.id);
    expect(first?.document).toMatchObject({
      lines: [{ netCents: 14_900 }],
      allowances: [{ label: "Difference that was accepted", netCents: 900 }],
      netCents: 14_000,
    });
    expect(second?.document.lines).toEqual([
      { label: "Further payment", quantity: 1, netCents: 900 },
    ]);
  });

  test("are a credit note for a dispute, and an invoice when it is won", async () => {
    const { pay, enter, documents, newest } = await openInvoicing(await openDatabase());
    await pay();
    await enter("reversal", -14_900);
    expect((await newest())?.lines).toMatchObject([{ label: "SEO plan Basic" }]);
    await enter("reversal-cancelled", 14_900);
    expect(await documents()).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 14900",
      "F-2026-0003 invoice 14900",
    ]);
    expect((await newest())?.lines).toMatchObject([{ label: "Dispute won" }]);
  });

  test("are none of an order that was paid before invoicing was switched on, or after it was switched off", async () => {
    const { shop, pay, enter, documents, order } = await openInvoicing(await openDatabase());
    const earlier = await placeOrder(shop, ada, orderForm);
    await setInvoicing(shop, { isOn: false });
    await enterMoney(shop, earlier.id, { kind: "payment", cents: 14_900, transactionId: "E" });
    shop.time.now += 1;
    await setInvoicing(shop);
    await enterMoney(shop, earlier.id, { kind: "payment", cents: 14_900 });
    await pay();
    await setInvoicing(shop, { isOn: false });
    await enter("refund", -4900);
    expect(await documentsOf(shop, earlier.id)).toEqual([]);
    expect(await documents(), order.id).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 4900",
    ]);
  });

  test("wait after a backup was restored, until an owner confirms the last number", async () => {
    const { shop, pay, enter, documents, runJobs } = await openInvoicing(await openDatabase());
    await pay();
    await shop.database.write((tx) => stopIssuing(tx, 1));
    await enter("refund", -4900);
    expect((await readIssuing(shop, owner)).waiting).toMatchObject([{ fault: restoredSentence }]);
    await setInvoicing(shop);
    await runJobs();
    expect(await documents()).toEqual(["F-2026-0001 invoice 14900"]);
    const confirm = (lastNumber: string) => confirmLastNumber(shop, owner, { lastNumber });
    await expect(confirm("0")).rejects.toThrow("F-2026-0001");
    await expect(confirm("twelve")).rejects.toThrow("Enter the last number as digits");
    const manager = { ...owner, kind: "staff", role: "Manager" } as Actor;
    const byManager = confirmLastNumber(shop, manager, { lastNumber: "7" });
    await expect(byManager).rejects.toMatchObject({ code: "forbidden" });
    await confirm("7");
    await expect(confirm("7")).rejects.toMatchObject({ code: "conflict" });
    await runJobs();
    expect(await documents()).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0008 credit-note 4900",
    ]);
    expect(await readIssuing(shop, owner)).toMatchObject({ restoredAt: null, waitingCount: 0 });
    const { differences } = await inSnapshot(shop.database, checkLedger);
    expect(differences.filter((difference) => /invoice|document/.test(difference))).toEqual([]);
  });

  test("wait while the seller’s details are incomplete", async () => {
    const { shop, pay, documents, runJobs } = await openInvoicing(await openDatabase());
    await setInvoicing(shop, { city: "" });
    await pay();
    expect(await documents()).toEqual([]);
    const [waiting] = await shop.database.read.selectFrom("invoice_backlog").selectAll().execute();
    expect(waiting?.fault).toContain("Enter the city of your business.");
    await setInvoicing(shop);
    await runJobs();
    expect(await documents()).toEqual(["F-2026-0001 invoice 14900"]);
  });

  test("begin again at 1 with a new year, whatever the owner chose before", async () => {
    const { shop, pay, documents, enter } = await openInvoicing(await openDatabase());
    await setInvoicing(shop, { firstNumber: 57 });
    await pay();
    shop.time.now = Date.UTC(2027, 0, 1, 0, 0, 1);
    await enter("refund", -4900);
    expect(await documents()).toEqual([
      "F-2026-0057 invoice 14900",
      "F-2027-0001 credit-note 4900",
    ]);
  });

  test("never have an earlier day than the document before", async () => {
    const { shop, pay, newest, enter } = await openInvoicing(await openDatabase());
    await pay();
    shop.time.now -= 3 * 24 * 60 * 60 * 1000;
    await enter("refund", -4900);
    expect((await newest())?.issuedOn).toBe("2026-11-20");
  });

  test("are never changed or deleted", async () => {
    const { shop, pay } = await openInvoicing(await openDatabase());
    await pay();
    const { database } = shop;
    const changed = database.write((tx) =>
      tx.updateTable("invoices").set({ total_cents: 1, net_cents: 1 }).execute(),
    );
    await expect(changed).rejects.toThrow("only ever added");
    const deleted = database.write((tx) => tx.deleteFrom("invoices").execute());
    await expect(deleted).rejects.toThrow("only ever added");
  });

  test("follow an order from before invoicing once somebody asks for them", async () => {
    const { shop } = await openInvoicing(await openDatabase());
    await setInvoicing(shop, { isOn: false });
    const order = await placeOrder(shop, ada, orderForm);
    const money = { cents: 14_900, transactionId: "OLD" };
    const nothing = issueByHand(shop, owner, order.id);
    await expect(nothing).rejects.toMatchObject({ code: "conflict" });
    await enterMoney(shop, order.id, { kind: "payment", ...money });
    await issueByHand(shop, owner, order.id);
    await expect(issueByHand(shop, owner, order.id)).rejects.toMatchObject({ code: "conflict" });
    await enterMoney(shop, order.id, { kind: "refund", cents: -14_900, parent: "OLD" });
    expect(await documentsOf(shop, order.id)).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 14900",
    ]);
  });

  test("are replaced by a credit note over the rest and a new invoice", async () => {
    const { shop, order, pay, enter, documents } = await openInvoicing(await openDatabase());
    const replace = () =>
      reissueByHand(shop, owner, order.id, { reason: "The address has changed." });
    await expect(replace()).rejects.toMatchObject({ code: "conflict" });
    await pay();
    await enter("refund", -4900);
    await replace();
    expect(await documents()).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 4900",
      "F-2026-0003 credit-note 10000",
      "F-2026-0004 invoice 10000",
    ]);
    const [, , back, anew] = await invoicesOfOrder(shop.database.read, order.id);
    expect(back?.document.reason).toBe("The address has changed.");
    expect(anew?.document).toMatchObject({
      reason: "The address has changed.",
      lines: [{ label: "SEO plan Basic", netCents: 14_900 }],
      allowances: [{ netCents: 4900 }],
    });
  });

  test("never run into the numbers of another series", async () => {
    const { shop, pay, documents, enter, runJobs } = await openInvoicing(await openDatabase());
    await pay();
    const through = { isPerYear: false, pattern: "F-2026-{number}" };
    await expect(setInvoicing(shop, through)).rejects.toThrow("Enter 2 or more.");
    // A change that nobody checks, such as by hand in the database, keeps the money as it is.
    await shop.database.write((tx) =>
      storeSetting(tx, {
        actor: owner,
        at: 1,
        name: "invoicing",
        value: { ...seller, ...through },
      }),
    );
    await enter("refund", -4900);
    expect(await documents()).toEqual(["F-2026-0001 invoice 14900"]);
    await setInvoicing(shop, { ...through, firstNumber: 2 });
    await runJobs();
    expect(await documents()).toEqual([
      "F-2026-0001 invoice 14900",
      "F-2026-0002 credit-note 4900",
    ]);
  });
});
