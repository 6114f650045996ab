import { strFromU8, unzipSync } from "fflate";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { listExports } from "#app/admin/frame/list/list-exports.server.ts";
import type { Services } from "#compose.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type Database, inSnapshot } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { csvRow } from "#platform/texts/csv.ts";
import { accountant, booksOf } from "../../../tests/support/bookkeeping/books.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { setInvoicing } from "../../../tests/support/invoices/invoicing.ts";
import { setTax } from "../../../tests/support/invoices/taxing.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { monthArchive } from "../journal/month-archive.ts";
import { closeMonth, hashOf } from "./close-month.ts";

const dress = {
  colours: { ink: "#000", soft: "#444", brand: "#060", accent: "#060", line: "#ccc" },
  headingFonts: [],
};

/** Three invoices of a shop: at one rate, at another, and in dollars only; and a credit note. */
async function sellAtTwoRates(database: Database) {
  const shop = await openShop(database);
  shop.time.now = Date.parse("2026-11-20T10:00:00Z");
  await setTax(shop);
  const entry = (amount: string) => ({
    amount,
    date: "2026-11-20",
    reference: "Cash",
    key: newId(),
    confirmed: "yes",
  });
  const sell = async (taxCurrency: string, taxRate: string) => {
    await setInvoicing(shop, { taxCurrency, taxRate });
    const order = await placeOrder(shop, ada, orderForm);
    await recordManualPayment(shop, owner, order.id, entry("149"));
    return order.id;
  };
  await sell("", "");
  await sell("EUR", "0.9184");
  const last = await sell("EUR", "0.9");
  const payment = await database.read
    .selectFrom("payment_ledger")
    .select("transaction_id")
    .where("order_id", "=", last)
    .executeTakeFirstOrThrow();
  const { confirmed: _, ...refund } = entry("49");
  await recordManualRefund(shop, owner, last, {
    ...refund,
    transactionId: payment.transaction_id ?? "",
  });
  shop.time.now = Date.parse("2026-12-02T10:00:00Z");
  return { shop, books: booksOf(database, shop.clock) };
}

/** Net and tax of $149.00 are $124.17 and $24.83, those of $49.00 are $40.83 and $8.17. */
const inEuros = {
  category: "S",
  ratePercent: "20",
  currency: "EUR",
  documents: 3,
  taxCents: 2280 + 2235 - 735,
  totalCents: 13_684 + 13_410 - 4410,
};

describeOnEachDatabase("Tax in the currency of the tax authority", (openDatabase) => {
  test("is the sum of what the documents state, in the month, its files and the list", async () => {
    const { shop, books } = await sellAtTwoRates(await openDatabase());
    expect((await books.month("2026-11")).sums.inTaxCurrency).toEqual([inEuros]);
    await closeMonth(books, accountant, "2026-11");
    const deps = { ...books, bucket: undefined, seller: { name: "Shop" }, dress };
    const { content } = await monthArchive(deps, accountant, "2026-11");
    const files = unzipSync(new Uint8Array(Buffer.concat(await Array.fromAsync(content))));
    const journal = strFromU8(files["journal-2026-11.csv"] ?? new Uint8Array());
    const stated = journal.split("\r\n").flatMap((line) => line.match(/"EUR",.*$/) ?? []);
    expect(stated).toEqual(['"EUR",22.80', '"EUR",22.35', '"EUR",-7.35']);
    const pdf = await getDocumentProxy(new Uint8Array(files["month-2026-11.pdf"] ?? []));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain("tax in EUR");
    expect(text).toContain("EUR 37.80");
    const request = new Request("http://furrow.example/invoices?sort=oldest");
    const services = shop as unknown as Services;
    const rows = [];
    for await (const chunk of listExports.get("invoices")?.rows({
      services,
      actor: owner,
      request,
    }) ?? []) {
      rows.push(...chunk.map((cells) => csvRow(cells.slice(-3)).trimEnd()));
    }
    expect(rows).toEqual([
      '"","",""',
      '"EUR",22.80,136.84',
      '"EUR",22.35,134.10',
      '"EUR",-7.35,-44.10',
    ]);
  });

  test("is not missed in a month that was closed before it was counted", async () => {
    const database = await openDatabase();
    const { books } = await sellAtTwoRates(database);
    const { inTaxCurrency: _, ...sums } = (await books.month("2026-11")).sums;
    await closeMonth(books, accountant, "2026-11");
    const closing = await database.read
      .selectFrom("month_closings")
      .selectAll()
      .executeTakeFirstOrThrow();
    const snapshot = JSON.stringify({ ...JSON.parse(closing.snapshot), sums });
    const differencesWith = async (stored: string) => {
      // A stored closing cannot be changed, so each is a closing of its own.
      await database.write(async (tx) => {
        const reopened = { reopened_at: 1, reopened_by: "owner", reopening_reason: "A test." };
        await tx.updateTable("month_closings").set(reopened).execute();
        const id = newId();
        await tx
          .insertInto("month_closings")
          .values({ ...closing, id, snapshot: stored, hash: hashOf(stored) })
          .execute();
        const entries = tx.selectFrom("month_entries").where("closing_id", "=", closing.id);
        const copies = (await entries.select("entry_id").execute()).map(({ entry_id }) => ({
          closing_id: id,
          entry_id,
        }));
        await tx.insertInto("month_entries").values(copies).execute();
      });
      return (await inSnapshot(database, checkLedger)).differences;
    };
    expect(await differencesWith(snapshot)).toEqual([]);
    expect(await differencesWith(closing.snapshot.replace("3780", "3781"))).toEqual([
      "The sums of November 2026, which is closed, are not those of its ledger entries and rows.",
    ]);
  });
});
