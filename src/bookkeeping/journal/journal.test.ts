import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { AccountMovement } from "#payments/sandbox/statements/account-movement.ts";
import { newId } from "#platform/ids.ts";
import { centsFromAmount } from "#platform/money.ts";
import { readTable } from "#platform/tables/read-table.ts";
import {
  accountant,
  booksOf,
  movementOf,
  writeStatement,
} from "../../../tests/support/bookkeeping/books.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { setInvoicing } from "../../../tests/support/invoices/invoicing.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import type { Told } from "../../../tests/support/payments/protocols.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { closeMonth } from "../months/close-month.ts";
import { explain } from "../months/explain.ts";
import { explanationKinds } from "../statements/explanation.ts";
import { usualAccounts } from "./accounts.ts";
import { bookDocument, bookRow } from "./bookings.ts";
import { journalHeadings } from "./journal.server.ts";
import { monthArchive } from "./month-archive.ts";
import { readAccounts, saveAccounts } from "./save-accounts.ts";

const dress = {
  colours: { ink: "#000", soft: "#444", brand: "#060", accent: "#060", line: "#ccc" },
  headingFonts: [],
};
const limits = { rows: 10_000, columns: 20, cells: 200_000, rowBytes: 10_000 };

/** Balance of each account in the file, and the sums of both sides. */
function balancesOf(csv: string) {
  const [head, ...rows] = readTable(csv, limits).map(({ cells }) => cells);
  expect(head).toEqual(journalHeadings);
  const balances: Record<string, number> = {};
  const sides = { debit: 0, credit: 0 };
  const days = rows.map(([day = ""]) => day);
  expect(days).toEqual(days.toSorted());
  for (const [, , account = "", debit = "", credit = ""] of rows) {
    const [onDebit, onCredit] = [debit, credit].map((cell) => centsFromAmount(cell || "0") ?? NaN);
    sides.debit += onDebit ?? 0;
    sides.credit += onCredit ?? 0;
    balances[account] = (balances[account] ?? 0) + (onDebit ?? 0) - (onCredit ?? 0);
  }
  expect(sides.debit).toBe(sides.credit);
  return balances;
}

const history = fc.record({
  refunded: fc.integer({ min: 0, max: 14_900 }),
  isDisputed: fc.boolean(),
  isWon: fc.boolean(),
});
const strangeRow = fc.record({
  cents: fc.integer({ min: 1, max: 50_000 }),
  kind: fc.constantFrom(...explanationKinds),
});

describeStore("The journal of a month", (openDatabase) => {
  test("has the sums of the ledger and of the statements, whatever happened", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(history, { minLength: 1, maxLength: 4 }),
        fc.array(strangeRow, { maxLength: 3 }),
        async (histories, strange) => {
          const database = await openDatabase();
          const checkout = await openProtocolCheckout(database, "standard");
          const { shop } = checkout;
          const books = booksOf(database, shop.clock);
          shop.time.now = Date.parse("2026-11-20T10:00:00Z");
          await setInvoicing(shop);
          const movements: AccountMovement[] = [];
          for (const { refunded, isDisputed, isWon } of histories) {
            const run = newId().slice(-8);
            const { message, order } = await checkout.another();
            const left = 14_900 - refunded;
            const told: Told[] = [
              { id: `T${run}` },
              ...(refunded > 0
                ? [{ kind: "refunded", id: `R${run}`, of: `T${run}`, cents: refunded } as const]
                : []),
              ...(isDisputed && left > 0
                ? [{ kind: "reversed", id: `V${run}`, of: `T${run}`, cents: left } as const]
                : []),
              ...(isDisputed && isWon && left > 0
                ? [
                    {
                      kind: "reversal-cancelled",
                      id: `W${run}`,
                      of: `T${run}`,
                      cents: left,
                    } as const,
                  ]
                : []),
            ];
            for (const one of told) {
              await checkout.arrive(message(one));
              const about = { at: shop.time.now, orderReference: order.id };
              movements.push(movementOf("standard", one, about));
            }
          }
          const others = strange.map(({ cents }, nth) =>
            movementOf("standard", { id: `X${nth}`, cents }, { at: shop.time.now }),
          );
          await books.upload(writeStatement("paypal-activity", [...movements, ...others]));
          for (const [nth, { kind }] of strange.entries()) {
            const row = await database.read
              .selectFrom("statement_rows")
              .select("id")
              .where("transaction_id", "=", `X${nth}`)
              .executeTakeFirstOrThrow();
            await explain(books, accountant, { rows: [row.id] }, { kind, reason: "=A known row" });
          }
          shop.time.now = Date.parse("2026-12-02T10:00:00Z");
          await closeMonth(books, accountant, "2026-11");
          const { sums } = await books.month("2026-11");
          const deps = { ...books, bucket: undefined, seller: { name: "Ümlaut & Söhne" }, dress };
          const { name, content } = await monthArchive(deps, accountant, "2026-11");
          expect(name).toBe("books-2026-11.zip");
          const parts = await Array.fromAsync(content);
          const files = unzipSync(new Uint8Array(Buffer.concat(parts)));
          const csv = strFromU8(files["journal-2026-11.csv"] ?? new Uint8Array());
          const balances = balancesOf(csv);
          // What a spreadsheet would compute has an apostrophe.
          expect(csv).not.toMatch(/"=/);
          const [paypal] = sums.providers;
          const ledgerCents = movements.reduce((sum, { cents }) => sum + cents, 0);
          expect(paypal?.ledgerCents).toBe(ledgerCents);
          const stated = [...movements, ...others].reduce(
            (sum, { cents, feeCents }) => sum + cents - feeCents,
            0,
          );
          expect(balances[usualAccounts.paypal] ?? 0).toBe(stated);
          // Every payment has its invoice, and every refund its credit note.
          expect(sums.invoicedCents).toBe(ledgerCents);
          expect(balances[usualAccounts.receivables] ?? 0).toBe(0);
          expect(balances[usualAccounts.revenueO] ?? 0).toBe(0 - ledgerCents);
          const lacking = strFromU8(files["invoices/not-archived.txt"] ?? new Uint8Array());
          expect(lacking.trim().split("\r\n")).toHaveLength(sums.invoices + sums.creditNotes);
          expect(balances[usualAccounts.fees] ?? 0).toBe(paypal?.feesCents);
          expect(balances[usualAccounts.bank] ?? 0).toBe(paypal?.payoutsCents);
          expect(balances[usualAccounts.clearing] ?? 0).toBe(0 - (paypal?.otherCents ?? 0));
          expect(strFromU8((files["month-2026-11.pdf"] ?? new Uint8Array()).subarray(0, 5))).toBe(
            "%PDF-",
          );
          expect(
            JSON.parse(strFromU8(files["month-2026-11.json"] ?? new Uint8Array())),
          ).toMatchObject({
            month: "2026-11",
            sums,
          });
        },
      ),
      { numRuns: 6 },
    );
  });

  test("of an open month has no file, and its accounts are those of the owner", async () => {
    const database = await openDatabase();
    const { shop } = await openProtocolCheckout(database, "standard");
    const books = booksOf(database, shop.clock);
    const deps = { ...books, bucket: undefined, seller: { name: "Shop" }, dress };
    await expectRefused("conflict", monthArchive(deps, accountant, "2026-11"));
    await expectRefused("not-found", monthArchive(deps, accountant, "2026-13"));
    await expectRefused("forbidden", monthArchive(deps, ada, "2026-11"));
    expect(await readAccounts(books, owner)).toEqual(usualAccounts);
    await saveAccounts(books, accountant, { ...usualAccounts, fees: " 4970 " });
    expect((await readAccounts(books, accountant)).fees).toBe("4970");
    await expectRefused(
      "invalid",
      saveAccounts(books, accountant, { ...usualAccounts, fees: "" }),
      saveAccounts(books, accountant, { ...usualAccounts, fees: "4970\n1" }),
    );
  });
});

test("an invoice and its credit note cancel each other in every account", () => {
  const document = {
    day: "2026-11-20",
    number: "F-2026-0001",
    category: "S",
    netCents: 12_417,
    taxCents: 2_483,
    inTaxCurrency: { currency: "EUR", taxCents: 2_280 },
    orderNumber: 7,
  } as const;
  const [invoice, note] = (["invoice", "credit-note"] as const).map((kind) =>
    bookDocument(usualAccounts, { ...document, kind }),
  );
  expect(invoice?.lines).toEqual([
    { account: "1200", cents: 14_900 },
    { account: "4000", cents: -12_417 },
    { account: "2200", cents: -2_483, inTaxCurrency: { currency: "EUR", taxCents: 2_280 } },
  ]);
  expect(note?.lines).toEqual([
    { account: "1200", cents: -14_900 },
    { account: "4000", cents: 12_417 },
    { account: "2200", cents: 2_483, inTaxCurrency: { currency: "EUR", taxCents: -2_280 } },
  ]);
  expect([invoice?.taxCode, note?.text]).toEqual(["S", "Credit note F-2026-0001"]);
});

test("a row of another shop costs this one no fee, and leaves the account as it was stated", () => {
  const row = {
    day: "2026-11-20",
    family: "paypal",
    state: "unknown",
    type: "Payment",
    reason: "Of the other shop",
    grossCents: 5_000,
    feeCents: 200,
    entryCents: 0,
    transaction: "X1",
  } as const;
  const linesOf = (explained: "not-of-this-shop" | "other") =>
    bookRow(usualAccounts, { ...row, explained }).flatMap(({ lines }) => lines);
  const { paypal, clearing, fees } = usualAccounts;
  expect(linesOf("not-of-this-shop")).toEqual([
    { account: paypal, cents: 4_800 },
    { account: clearing, cents: -4_800 },
  ]);
  expect(linesOf("other")).toContainEqual({ account: fees, cents: 200 });
});
