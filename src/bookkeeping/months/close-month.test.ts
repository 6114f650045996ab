import { expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { AccountMovement } from "#payments/sandbox/statements/account-movement.ts";
import { type Database, inSnapshot } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { listAuditEntries } from "#policy/list-audit-entries.ts";
import {
  accountant,
  booksOf,
  movementOf,
  writeStatement,
} from "../../../tests/support/bookkeeping/books.ts";
import {
  describeOnEachDatabase,
  describeStore,
} from "../../../tests/support/databases/databases.ts";
import { ada, orderForm, owner, type Shop } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import type { Told } from "../../../tests/support/payments/protocols.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { pageOfRows, readStatementFile } from "../statements/read-statements.ts";
import { closeMonth, hashOf, type MonthSnapshot, reopenMonth } from "./close-month.ts";
import { explain, explainAlike } from "./explain.ts";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

async function openBooks(database: Database) {
  const checkout = await openProtocolCheckout(database, "standard");
  const { shop } = checkout;
  const books = booksOf(database, shop.clock);
  let orders = 0;
  /** An order of a day, with what a provider reports about its money. */
  async function sell(day: string, ...told: readonly Told[]): Promise<AccountMovement[]> {
    shop.time.now = at(day);
    orders += 1;
    const named = (id: string) => `${id}-${orders}`;
    const { message, order } = await checkout.another();
    const movements: AccountMovement[] = [];
    for (const one of [{}, ...told]) {
      const complete = {
        ...one,
        id: named(one.id ?? "T"),
        ...(one.of && { of: named(one.of) }),
        ...(one.reversal && { reversal: named(one.reversal) }),
      };
      await checkout.arrive(message(complete));
      shop.time.now += 60_000;
      movements.push(
        movementOf("standard", complete, { at: shop.time.now, orderReference: order.id }),
      );
    }
    return movements;
  }
  const close = (month: string) => closeMonth(books, accountant, month);
  const snapshotOf = async (month: string): Promise<MonthSnapshot> =>
    JSON.parse((await close(month)).snapshot);
  return { ...books, shop, sell, close, snapshotOf };
}

function pay(shop: Shop, orderId: string, date: string) {
  const form = { amount: "149", date, reference: "Cash", key: newId(), confirmed: "yes" };
  return recordManualPayment(shop, owner, orderId, form);
}

const refund: Told = { kind: "refunded", id: "R", of: "T", cents: 4900 };
const dispute: Told = { kind: "reversed", id: "V", of: "T" };

describeStore("A month", (openDatabase) => {
  test("with a refund, a dispute, fees, a payout and an unknown row closes once all is explained", async () => {
    const books = await openBooks(await openDatabase());
    const movements = [
      ...(await books.sell("2026-11-03", refund)),
      ...(await books.sell("2026-11-10", dispute)),
    ];
    const payout: AccountMovement = {
      ...movementOf(
        "standard",
        { kind: "refunded", id: "P", cents: 9000 },
        { at: at("2026-11-20") },
      ),
      kind: "payout",
    };
    const strange = movementOf("standard", { id: "X", cents: 2500 }, { at: at("2026-11-21") });
    books.shop.time.now = at("2026-11-30");
    await expect(books.close("2026-11")).rejects.toMatchObject({
      code: "conflict",
      message: "November 2026 has not ended yet. Close it on the first day of the next month.",
    });
    books.shop.time.now = at("2026-12-02");
    await expect(books.close("2026-11")).rejects.toMatchObject({
      message: "November 2026 cannot be closed: 4 entries are in no statement.",
    });
    await books.upload(writeStatement("paypal-activity", [...movements, payout, strange]));
    await expect(books.close("2026-11")).rejects.toMatchObject({
      message: "November 2026 cannot be closed: 1 row has no explanation.",
    });
    const [row] = await books.database.read
      .selectFrom("statement_rows")
      .select("id")
      .where("state", "=", "unknown")
      .execute();
    const rows = [row?.id ?? ""];
    await expectRefused(
      "invalid",
      explain(books, accountant, { rows }, { kind: "other", reason: " " }),
      explain(books, accountant, { rows: [] }, { kind: "other", reason: "A gift." }),
    );
    await expectRefused("forbidden", explain(books, ada, { rows }, {}));
    const why = { kind: "not-of-this-shop", reason: "Sold at the market." };
    await explain(books, accountant, { rows }, why);
    const snapshot = await books.snapshotOf("2026-11");
    expect(snapshot).toMatchObject({
      month: "2026-11",
      closedBy: accountant.kind === "staff" ? accountant.email : "",
      entries: 4,
      lateEntries: 0,
      rows: 6,
    });
    expect(snapshot.sums.providers).toEqual([
      {
        provider: "paypal",
        entries: 4,
        paymentsCents: 29_800,
        refundsCents: 4_900,
        disputesCents: 14_900,
        wonDisputesCents: 0,
        ledgerCents: 10_000,
        // Twice 4.62 for a payment; 1.03 of another shop is none of this one.
        feesCents: 924,
        netCents: 9_076,
        payoutsCents: 9_000,
        // The row of another shop with what the provider kept of it.
        otherCents: 2_397,
        differencesCents: 0,
      },
    ]);
    const stored = await books.database.read
      .selectFrom("month_closings")
      .select(["snapshot", "hash"])
      .executeTakeFirstOrThrow();
    expect(hashOf(stored.snapshot)).toBe(stored.hash);
    expect((await inSnapshot(books.database, checkLedger)).differences).toEqual([]);
    await expectRefused(
      "conflict",
      books.close("2026-11"),
      explain(books, accountant, { rows }, why),
    );
    const write = books.database.write((tx) =>
      tx.updateTable("month_closings").set({ hash: "" }).execute(),
    );
    await expect(write).rejects.toThrow("A closed month stays as it was closed.");
  });

  test("has many rows of one kind explained with one sentence, and no others", async () => {
    const books = await openBooks(await openDatabase());
    const [known] = await books.sell("2026-11-03");
    if (known === undefined) throw new Error("There is no movement.");
    const strange = Array.from({ length: 620 }, (_, nth) =>
      movementOf("standard", { id: `X${nth}`, cents: 2500 + nth }, { at: at("2026-11-21") + nth }),
    );
    const refunded = movementOf(
      "standard",
      { kind: "refunded", id: "Y", of: "X0", cents: 900 },
      { at: at("2026-11-22") },
    );
    books.shop.time.now = at("2026-12-02");
    const { id } = await books.upload(
      writeStatement("paypal-activity", [known, ...strange, refunded]),
    );
    const file = await readStatementFile(books, accountant, id);
    const search = { state: "unknown", page: 1, pageSize: 50 } as const;
    const shown = async () => (await pageOfRows(books, accountant, file, search)).items;
    const rowId = (await shown()).find(({ grossCents }) => grossCents > 0)?.id ?? "";
    expect((await shown()).find((row) => row.id === rowId)?.alike).toBe(620);
    const why = { kind: "not-of-this-shop", reason: "Sold at the market." };
    await expectRefused("forbidden", explainAlike(books, ada, rowId, why));
    await expectRefused("invalid", explainAlike(books, accountant, rowId, { ...why, reason: "" }));
    await expectRefused("not-found", explainAlike(books, accountant, "unknown", why));
    expect(await explainAlike(books, accountant, rowId, why)).toBe(620);
    expect(await explainAlike(books, accountant, rowId, why)).toBe(0);
    const open = (await books.states()).filter(({ is_open }) => is_open === 1);
    expect(open.map(({ transaction_id }) => transaction_id)).toEqual(["Y"]);
    expect((await shown()).find((row) => row.id === rowId)).toMatchObject({
      alike: 0,
      explanation: { reason: "Sold at the market." },
    });
  });

  test("that is closed gives what comes late to the next, and none before the first is flooded", async () => {
    const books = await openBooks(await openDatabase());
    const { shop } = books;
    const all = [
      ...(await books.sell("2026-09-15")),
      ...(await books.sell("2026-10-15")),
      ...(await books.sell("2026-11-25")),
    ];
    shop.time.now = at("2026-12-03");
    await books.upload(writeStatement("paypal-activity", all));
    expect(await books.snapshotOf("2026-10")).toMatchObject({ entries: 1, rows: 1 });
    // A payment of October and one of September are recorded in December.
    for (const day of ["2026-10-20", "2026-09-20"]) {
      const order = await placeOrder(shop, ada, orderForm);
      await pay(shop, order.id, day);
    }
    const late = movementOf("standard", { id: "LATE" }, { at: at("2026-10-21") });
    await books.upload(writeStatement("paypal-activity", [late]), { isOwnAccount: true });
    const entriesOf = async (month: string) => {
      const { sums } = await books.month(month);
      return sums.providers.map(({ provider, entries }) => `${provider} ${entries}`);
    };
    expect(await entriesOf("2026-09")).toEqual(["outside 1", "paypal 1"]);
    expect(await entriesOf("2026-10")).toEqual(["paypal 1"]);
    expect(await entriesOf("2026-11")).toEqual(["outside 1", "paypal 1"]);
    expect(await entriesOf("2026-12")).toEqual([]);
    expect((await books.month("2026-11")).points.openRows).toBe(1);
    await expect(books.close("2026-09")).rejects.toMatchObject({
      message: expect.stringMatching(/^September 2026 lies before October 2026, the first month/),
    });
    await explainAll(books);
    expect(await books.snapshotOf("2026-11")).toMatchObject({
      entries: 2,
      lateEntries: 1,
      rows: 2,
    });
    await expect(books.close("2027-01")).rejects.toMatchObject({ code: "conflict" });

    await expect(
      reopenMonth(books, accountant, "2026-10", { reason: "A mistake." }),
    ).rejects.toMatchObject({
      message: "Reopen November 2026 first: months are reopened from the newest on.",
    });
    await expectRefused("invalid", reopenMonth(books, accountant, "2026-11", { reason: "" }));
    await reopenMonth(books, accountant, "2026-11", { reason: "The bank corrected a fee." });
    await reopenMonth(books, accountant, "2026-10", { reason: "A mistake." });
    expect(await entriesOf("2026-10")).toEqual(["outside 1", "paypal 1"]);
    expect(await entriesOf("2026-11")).toEqual(["paypal 1"]);
    const { items } = await listAuditEntries(books, owner, { page: 1, pageSize: 50 });
    expect(items.map(({ action, after }) => [action, after]).slice(0, 2)).toEqual([
      ["Reopen month", "A mistake."],
      ["Reopen month", "The bank corrected a fee."],
    ]);
    expect(await books.snapshotOf("2026-10")).toMatchObject({
      entries: 2,
      lateEntries: 0,
      rows: 2,
    });
  });

  async function explainAll(books: Awaited<ReturnType<typeof openBooks>>) {
    const open = await books.database.read
      .selectFrom("statement_rows")
      .select("id")
      .where("is_open", "=", 1)
      .execute();
    const rows = open.map(({ id }) => id);
    await explain(books, accountant, { rows }, { kind: "other", reason: "Known." });
  }
});

describeOnEachDatabase("Closing a month", (openDatabase) => {
  test("twice at once closes it once, while rows and entries come in", async () => {
    const books = await openBooks(await openDatabase());
    const all = await books.sell("2026-11-25");
    books.shop.time.now = at("2026-12-03");
    await books.upload(writeStatement("paypal-activity", all));
    const order = await placeOrder(books.shop, ada, orderForm);
    const settled = await Promise.allSettled([
      books.close("2026-11"),
      pay(books.shop, order.id, "2026-11-20"),
      books.close("2026-11"),
      books.close("2026-11"),
    ]);
    const closed = [settled[0], settled[2], settled[3]].filter(
      (one) => one?.status === "fulfilled",
    );
    expect(closed).toHaveLength(1);
    expect(settled[1]?.status).toBe("fulfilled");
    // The payment counts in one of the two months, whichever came first.
    const counts = await Promise.all(
      ["2026-11", "2026-12"].map(async (month) => {
        const { sums } = await books.month(month);
        return sums.providers.reduce((entries, each) => entries + each.entries, 0);
      }),
    );
    expect(counts.reduce((one, other) => one + other, 0)).toBe(2);
  });
});
