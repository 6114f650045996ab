import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { addBriefQuestions } from "../../tests/support/orders/brief-questions.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { sendOrderMessage } from "../conversation/messages/send-order-message.ts";
import { orderNewsJobs } from "../conversation/news/order-news.server.ts";
import { deleteRemovedFiles } from "../files/delete-removed-files.ts";
import { checkLedger } from "../maintenance/ledger-checks/check-ledger.ts";
import { exportPayments } from "../money/ledger/list-payments.ts";
import {
  countDemonstrationOrders,
  largestRealNumber,
} from "../orders/demonstration-numbers.server.ts";
import { pageOfOrders } from "../orders/list-orders.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { runDueJob } from "../platform/schedule/scheduled-jobs.server.ts";
import { type Actor, visitor } from "../policy/actor.ts";
import { moneyTotals, salesTotalCents } from "../sales/order-totals.ts";
import { readSales } from "../sales/read-sales.ts";
import { sumNextDay } from "../sales/sales-days.server.ts";
import { exportOrders } from "../search/export-orders.ts";
import { neighbouringOrders } from "../search/neighbouring-orders.ts";
import { everyOrder } from "../search/order-search.ts";
import { searchOrders } from "../search/search-orders.ts";
import { briefJobs } from "../work/brief/brief-reminders.ts";
import { orderStandings } from "../work/clock/order-standings.server.ts";
import { deliveryJobs } from "../work/deliveries/delivery-by-time.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import { addDemonstrationOrders } from "./add-demonstration-orders.ts";
import { demonstrationSamples } from "./demonstration-samples.ts";
import { removeDemonstrationOrders } from "./remove-demonstration-orders.ts";

const all = demonstrationSamples.length;
const colleague: Actor = { kind: "admin", accountId: "account-col", email: "col@example.com" };

describeOnEachDatabase("Demonstration orders", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const shop = await openShop(database);
    await addBriefQuestions(database);
    return { ...shop, payments: { usesSandbox: true, through: shop.payments.through } };
  }

  test("are one in each stage, and pass the check of the ledger", async () => {
    const site = await open();
    expect(await addDemonstrationOrders(site, owner)).toBe(all);
    const { items } = await page(site.database);
    const standings = await orderStandings(site.database.read, items, {
      calendar: workCalendar(),
      now: site.clock(),
    });
    const stages = items.map((order) =>
      order.paymentStatus === "Refunded" ? "refunded" : standings.get(order.id)?.stage,
    );
    expect(stages.reverse()).toEqual(demonstrationSamples.map(({ stage }) => stage));
    expect((await checkLedger(site.database.read)).differences).toEqual([]);
  });

  test("leave no row when they are removed, apart from the audit log", async () => {
    const site = await open();
    await placeOrder(site, ada, orderForm);
    const before = await rowCounts(site.database);
    await addDemonstrationOrders(site, owner);
    const added = await rowCounts(site.database);
    for (const table of ["order_briefs", "order_delivery_points", "private_file_parts"]) {
      expect([table, (added[table] ?? 0) > (before[table] ?? 0)]).toEqual([table, true]);
    }
    // The team works on a demonstration order as on any other order.
    const { items } = await page(site.database);
    const inWork = items.find(({ customerName }) => customerName === "Demonstration Dentist");
    const key = newId();
    await sendOrderMessage(site, owner, inWork?.id ?? "", { text: "Hello", key }, "team");
    await setOrderStatus(site, owner, inWork?.id ?? "", { orderStatus: "Delivered" });
    expect(await removeDemonstrationOrders(site, owner)).toBe(all);
    while (await deleteRemovedFiles(site));
    while (await sumNextDay(site));
    const { audit_log, audit_words, ...after } = await rowCounts(site.database);
    const { audit_log: _log, audit_words: _words, ...expected } = before;
    expect(after).toEqual(expected);
    expect((await checkLedger(site.database.read)).differences).toEqual([]);
    const actions = (await auditEntries(site.database)).map(({ action }) => action);
    expect(actions.filter((action) => action.endsWith("demonstration orders"))).toEqual([
      "Add demonstration orders",
      "Remove demonstration orders",
    ]);
  });

  test("are added and removed once when two admins press at once", async () => {
    const site = await open();
    const adding = [owner, colleague].map((actor) => addDemonstrationOrders(site, actor));
    expect(await Promise.all(adding)).toEqual([all, all]);
    expect(await countDemonstrationOrders(site.database.read)).toBe(all);
    const removing = [owner, colleague].map((actor) => removeDemonstrationOrders(site, actor));
    expect((await Promise.all(removing)).sort()).toEqual([0, all]);
    expect(await auditEntries(site.database)).toHaveLength(2);
    expect(await addDemonstrationOrders(site, owner)).toBe(all);
  });

  test("cause no email, neither at once nor through scheduled jobs or the team's work", async () => {
    const site = await open();
    await addDemonstrationOrders(site, owner);
    const jobs = await site.database.read.selectFrom("scheduled_jobs").selectAll().execute();
    expect(jobs).toEqual([]);
    const { items } = await page(site.database);
    const ready = items.find(({ customerName }) => customerName === "Demonstration Law Office");
    const message = { text: "We begin tomorrow.", key: newId() };
    await sendOrderMessage(site, owner, ready?.id ?? "", message, "team");
    await setOrderStatus(site, owner, ready?.id ?? "", { orderStatus: "Delivered" });
    site.time.now += 30 * 24 * 60 * 60_000;
    const { post } = site;
    const handlers = { ...deliveryJobs(post), ...orderNewsJobs(post), ...briefJobs };
    while (await runDueJob({ ...site, handlers }));
    expect(await site.database.read.selectFrom("mail_outbox").selectAll().execute()).toEqual([]);
  });

  test("are in no sum and no export, and use up no numbers of real orders", async () => {
    const site = await open();
    await addDemonstrationOrders(site, owner);
    const real = await placeOrder(site, ada, orderForm);
    expect(real.number).toBe(1);
    expect(await salesTotalCents(site, owner)).toBe(0);
    expect(await moneyTotals(site, owner)).toEqual({ refundedCents: 0, netCents: 0 });
    const range = { range: "30", from: null, to: null };
    expect((await readSales(site, owner, range, "plan")).sums.orders).toBe(1);
    const deps = { ...site, calendar: workCalendar() };
    for (const search of [everyOrder, { ...everyOrder, q: "demonstration" }]) {
      const exported = [];
      for await (const orders of exportOrders(deps, owner, search)) exported.push(...orders);
      expect(exported.filter(({ isDemonstration }) => isDemonstration)).toEqual([]);
    }
    const payments = [];
    for await (const part of exportPayments(site, owner, {})) payments.push(...part);
    expect(payments).toEqual([]);
  });

  test("are listed among the other orders by the time of placing, and are found by filters", async () => {
    const site = await open();
    const { now } = site.time;
    site.time.now = now - 10 * 24 * 60 * 60_000;
    const older = await placeOrder(site, ada, orderForm);
    site.time.now = now;
    await addDemonstrationOrders(site, owner);
    const newer = await placeOrder(site, ada, orderForm);
    const deps = { ...site, calendar: workCalendar() };
    const listed = async (sort: "newest" | "oldest") => {
      const pages = [];
      for (let at = 1; at <= 3; at++) {
        const request = { page: at, pageSize: 5 };
        pages.push(...(await searchOrders(deps, owner, { ...everyOrder, sort }, request)).items);
      }
      return pages;
    };
    const newestFirst = await listed("newest");
    const theirs = demonstrationSamples.map(({ placed }, index) => ({
      number: largestRealNumber + 1 + index,
      daysAgo: placed,
    }));
    const expected = [
      { number: newer.number, daysAgo: 0 },
      { number: older.number, daysAgo: 10 },
      ...theirs,
    ].toSorted((one, other) => one.daysAgo - other.daysAgo || other.number - one.number);
    const numbers = expected.map(({ number }) => number);
    expect(newestFirst.map(({ number }) => number)).toEqual(numbers);
    const oldestFirst = (await listed("oldest")).map(({ number }) => number);
    expect(oldestFirst).toEqual(numbers.toReversed());
    const unpaid = { ...everyOrder, payment: "UnPaid" } as const;
    const request = { page: 1, pageSize: 10 };
    expect((await searchOrders(deps, owner, unpaid, request)).total).toBe(3);
    const beside = await neighbouringOrders(deps, owner, older, { search: everyOrder });
    const at = numbers.indexOf(older.number);
    const [previous, next] = [newestFirst[at - 1]?.id, newestFirst[at + 1]?.id];
    expect(beside).toEqual({ previous, next });
  });

  test("are for admins only, and cannot be added where payments are live", async () => {
    const site = await open();
    const live = { ...site, payments: { ...site.payments, usesSandbox: false } };
    await expect(addDemonstrationOrders(live, owner)).rejects.toMatchObject({ code: "conflict" });
    for (const [actor, code] of [
      [ada, "forbidden"],
      [visitor, "unauthenticated"],
    ] as const) {
      await expect(addDemonstrationOrders(site, actor)).rejects.toMatchObject({ code });
      await expect(removeDemonstrationOrders(site, actor)).rejects.toMatchObject({ code });
    }
    await addDemonstrationOrders(site, owner);
    expect(await removeDemonstrationOrders(live, owner)).toBe(all);
  });

  test("alone can be deleted from append-only tables, and a real order cannot become one", async () => {
    const site = await open();
    const { id } = await placeOrder(site, ada, orderForm);
    await addDemonstrationOrders(site, owner);
    const remarked = site.database.write((tx) =>
      tx.updateTable("orders").set({ is_demonstration: 1 }).where("id", "=", id).execute(),
    );
    await expect(remarked).rejects.toThrow("never changes");
    const deleted = site.database.write((tx) =>
      tx.deleteFrom("order_points").where("order_id", "=", id).execute(),
    );
    await expect(deleted).rejects.toThrow("only ever added");
    const changed = site.database.write((tx) =>
      tx.updateTable("payment_ledger").set({ amount_cents: 1 }).execute(),
    );
    await expect(changed).rejects.toThrow("only ever added");
  });
});

function page(database: Database) {
  return pageOfOrders({ database }, owner, { whose: "every", page: 1, pageSize: 50 });
}

async function rowCounts({ engine, read }: Database): Promise<Record<string, number>> {
  const tables = await (engine === "sqlite"
    ? sql<{
        name: string;
      }>`select name from pragma_table_list where schema = 'main' and type = 'table'`
    : sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`
  ).execute(read);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(name)}`.execute(read);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
