import { sql } from "kysely";
import { expect, test } from "vitest";
import { lockOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { moneyTotals, ownMoneyTotals, salesTotalCents } from "#sales/order-totals.ts";
import { salesCells, sumOf } from "#sales/sales-days.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { enterInLedger } from "../ledger/order-ledger.server.ts";
import { orderReceipt } from "../receipts/payments-of-order.ts";
import { recordManualPayment, recordManualRefund } from "./record-manual-payment.ts";

const form = { amount: "149.00", date: "2026-11-19", reference: "Transfer 4711" };

describeOnEachDatabase("A manual payment", (openDatabase) => {
  const open = async () => {
    const shop = await openShop(await openDatabase());
    const deps = shop;
    const order = await placeOrder(shop, ada, orderForm);
    const record = (otherwise: object = {}) =>
      recordManualPayment(deps, owner, order.id, { ...form, key: newId(), ...otherwise });
    return { ...deps, order, record };
  };

  test("makes the order Paid on the payment's date, and repeated clicks send customer and owner one email each", async () => {
    const shop = await open();
    await Promise.all([1, 2, 3].map(() => shop.record({ key: "one" })));
    const paidAt = Date.UTC(2026, 10, 19, 12);
    expect(await shop.record({ key: "one" })).toMatchObject({ paymentStatus: "Paid", paidAt });
    expect(await moneyTotals(shop, owner)).toEqual({ refundedCents: 0, netCents: 14_900 });
    const mails = await shop.database.read.selectFrom("mail_outbox").select("subject").execute();
    expect(mails.filter(({ subject }) => /arrived|is paid/.test(subject))).toHaveLength(2);
    expect(await orderReceipt(shop, ada, shop.order.id)).toMatchObject({
      reference: "Transfer 4711",
      paidAt,
    });
    await expect(shop.record()).rejects.toThrow("This order is already paid.");
    for (const other of [{ amount: "1" }, { date: "2026-11-18" }, { reference: "Cash" }]) {
      const repeated = shop.record({ key: "one", ...other });
      await expect(repeated).rejects.toMatchObject({ code: "key-reused" });
    }
  });

  test("needs a confirmation if its amount differs from the price, and is rejected for an invalid amount, date or reference", async () => {
    const shop = await open();
    await expect(shop.record({ amount: "100" })).rejects.toThrow(
      "Confirm that it pays for the order",
    );
    await expect(shop.record({ amount: "$1,490.00" })).rejects.toThrow(
      "Confirm that it pays for the order",
    );
    await expect(shop.record({ amount: "12,99" })).rejects.toThrow("this payment is $12.99");
    await expect(shop.record({ amount: "1.299" })).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "amount", message: "Enter an amount such as 49.00." }],
    });
    await expect(shop.record({ date: "2026-11-21" })).rejects.toThrow("in the future");
    for (const date of ["1900-01-01", "2025-11-18"]) {
      await expect(shop.record({ date })).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path: "date", message: expect.stringContaining("Check the year") }],
      });
    }
    await expect(shop.record({ date: "2026-02-30" })).rejects.toMatchObject({ code: "invalid" });
    await expect(shop.record({ reference: " " })).rejects.toMatchObject({ code: "invalid" });
    await expectRefused(
      "forbidden",
      recordManualPayment(shop, ada, shop.order.id, { ...form, key: "k" }),
    );
    const paid = await shop.record({ amount: "100", confirmed: "yes", date: "2026-11-20" });
    expect(paid).toMatchObject({ paymentStatus: "Paid", paidAt: shop.time.now });
    expect(await orderReceipt(shop, ada, shop.order.id)).toMatchObject({ receivedCents: 10_000 });
  });

  test("can be refunded in parts, but never by more than its amount", async () => {
    const shop = await open();
    await shop.record({ key: "paid" });
    const giveBack = (amount: string, key: string) =>
      recordManualRefund(shop, owner, shop.order.id, {
        ...form,
        amount,
        key,
        transactionId: "paid",
      });
    const two = await Promise.allSettled([giveBack("100", "a"), giveBack("100", "b")]);
    expect(two.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const again = await giveBack("49", "c");
    expect(again.paymentStatus).toBe("Refunded");
    expect(await giveBack("49", "c")).toMatchObject({ paymentStatus: "Refunded" });
    const otherDay = { ...form, amount: "49", key: "c", transactionId: "paid", date: "2026-11-20" };
    const repeated = recordManualRefund(shop, owner, shop.order.id, otherDay);
    await expect(repeated).rejects.toMatchObject({ code: "key-reused" });
    expect(await moneyTotals(shop, owner)).toEqual({ refundedCents: 14_900, netCents: 0 });
  });

  test("cannot have a refund with an earlier date", async () => {
    const shop = await open();
    await shop.record({ key: "paid" });
    const giveBack = (date: string) =>
      recordManualRefund(shop, owner, shop.order.id, {
        ...form,
        date,
        key: "back",
        transactionId: "paid",
      });
    await expect(giveBack("2026-11-18")).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "date" }],
    });
    expect(await moneyTotals(shop, owner)).toEqual({ refundedCents: 0, netCents: 14_900 });
    expect(await giveBack("2026-11-19")).toMatchObject({ paymentStatus: "Refunded" });
  });
});

/** Inserts Paid orders of $0.10 with these numbers. Each odd number has a refund of $0.03. */
async function payTenCents(database: Database, numbers: readonly number[]): Promise<void> {
  const values = (rows: readonly ReturnType<typeof sql>[]) => sql.join(rows);
  await database.write(async (tx) => {
    await sql`insert into orders (id, number, account_id, company_id, customer_email, customer_name,
        customer_address, customer_country, customer_website, package_id, package_name,
        price_cents, currency, payment_status, order_status, placed_at, paid_at)
      values ${values(
        numbers.map(
          (
            number,
          ) => sql`(${`many-${number}`}, ${number}, 'account-ben', 'account-ben', '', '', '', '',
            '', '', 'Basic', 10, 'USD', 'Paid', 'Pending', 0, 0)`,
        ),
      )}`.execute(tx);
    const entry = (number: number, kind: string, cents: number) => {
      const parent = kind === "refund" ? `many-${number}` : null;
      return sql`(${`${kind}-${number}`}, ${`many-${number}`}, ${kind}, ${cents}, 'USD', 'test',
        ${`many-${number}`}, ${parent}, 'test', 0)`;
    };
    await sql`insert into payment_ledger (id, order_id, kind, amount_cents, currency, provider,
        transaction_id, parent_transaction_id, author, at)
      values ${values([
        ...numbers.map((number) => entry(number, "payment", 10)),
        ...numbers.filter((number) => number % 2).map((number) => entry(number, "refund", -3)),
      ])}`.execute(tx);
  });
}

describeOnEachDatabase("Refunded and net totals", (openDatabase) => {
  test("are exact to the cent for a thousand orders of $0.10", async () => {
    const shop = await openShop(await openDatabase());
    for (let from = 1; from < 1000; from += 250) {
      await payTenCents(
        shop.database,
        Array.from({ length: 250 }, (_, index) => from + index),
      );
    }
    expect(await salesTotalCents(shop, owner)).toBe(10_000);
    const money = { refundedCents: 1500, netCents: 8500 };
    expect(await moneyTotals(shop, owner)).toEqual(money);
    expect(await ownMoneyTotals(shop, ben)).toEqual(money);
  });

  test("equal the sums of the ledger after simultaneous payments, refunds and a change of an order's day", async () => {
    const shop = await openShop(await openDatabase());
    const orders = await Promise.all([1, 2, 3, 4].map(() => placeOrder(shop, ada, orderForm)));
    const move = (
      index: number,
      kind: "payment" | "refund" | "reversal-cancelled",
      cents: number,
    ) =>
      shop.database.write(async (tx) => {
        const order = await lockOrder(tx, orders[index % orders.length]?.id ?? "");
        if (order === undefined) throw new Error("There is no such order.");
        const transactionId = newId();
        const parentTransactionId = kind === "payment" ? null : "any";
        await enterInLedger(tx, shop, order, {
          kind,
          amountCents: cents,
          provider: "test",
          transactionId,
          parentTransactionId,
          notificationId: null,
          author: "test",
          at: shop.clock(),
        });
      });
    await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => move(index, "payment", 101 + index)),
      ...Array.from({ length: 12 }, (_, index) => move(index, "refund", -7 - index)),
      ...Array.from({ length: 4 }, (_, index) => move(index, "reversal-cancelled", 3)),
      shop.database.write((tx) =>
        tx
          .updateTable("orders")
          .set({ placed_day: "2025-01-31" })
          .where("number", "=", 2)
          .execute(),
      ),
    ]);
    const { rows } = await sql<{ kind: string; cents: number; day: string }>`
      select kind, amount_cents as cents, placed_day as day
      from payment_ledger join orders on orders.id = order_id`.execute(shop.database.read);
    const sum = (of: typeof rows) => ({
      refunded_cents: -of.reduce(
        (all, { kind, cents }) => all + (kind === "payment" ? 0 : cents),
        0,
      ),
      net_cents: of.reduce((all, { cents }) => all + cents, 0),
    });
    const { read } = shop.database;
    const kept = (from: string, to: string) =>
      read
        .selectFrom(salesCells(read, { from, to }))
        .select([sumOf("refunded_cents").as("refunded_cents"), sumOf("net_cents").as("net_cents")])
        .executeTakeFirstOrThrow();
    expect(await kept("", "9999")).toEqual(sum(rows));
    for (const day of ["2025-01-31", "2026-11-20"]) {
      expect(await kept(day, day)).toEqual(sum(rows.filter((row) => row.day === day)));
    }
  });
});
