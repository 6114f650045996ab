import { expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { paidOrder, proofs } from "../../tests/support/orders/delivered-order.ts";
import { distributeNews } from "../../tests/support/orders/order-news.ts";
import { ada, ben, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { insertCrawls } from "../../tests/support/websites/stored-crawls.ts";
import { addDemonstrationOrders } from "../demonstration/add-demonstration-orders.ts";
import { removeDemonstrationOrders } from "../demonstration/remove-demonstration-orders.ts";
import type { Database } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { acceptDelivery } from "../work/deliveries/delivery-answers.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import { importFigures, removeFigures } from "./figures/order-figures.ts";
import { listReportsOfMonth, mostListed } from "./list-due-reports.ts";
import { personalReports } from "./personal-reports.server.ts";
import { prepareReport } from "./prepare-report.ts";
import { listReports, readReport } from "./read-reports.ts";
import { endReportLink, listReportLinks, readSharedReport, shareReport } from "./report-links.ts";
import { reviewReport, saveReport, sendReport } from "./write-report.ts";

const month = "2026-11";
const clicks = {
  label: "Clicks from Google Search",
  value: "1200",
  earlier: "900",
  unit: "",
  source: "Search Console, Nov 1–30",
};
const draft = {
  revision: 0,
  done: "We wrote twelve titles.",
  changed: "12 pages without a title, now none.",
  next: "The local listing.",
  numbers: [clicks],
};
const worker: Actor = {
  kind: "staff",
  role: "Worker",
  accountId: "account-wil",
  email: "wil@example.com",
};

async function openReport(database: Database) {
  const paid = await paidOrder(database);
  const { shop, id } = paid;
  const calendar = workCalendar();
  const deps = {
    ...shop,
    calendar,
    secret: "a secret of thirty-two characters",
    publicUrl: "http://x.test",
  };
  const emails = async () => {
    await distributeNews(shop);
    const rows = await database.read
      .selectFrom("mail_outbox")
      .select(["recipient", "text_body"])
      .where("letter", "=", "monthReport")
      .execute();
    return rows;
  };
  return {
    ...paid,
    deps,
    emails,
    save: (change: object = {}, actor = owner) =>
      saveReport(deps, actor, id, month, { ...draft, ...change }),
    review: (revision: number) => reviewReport(deps, owner, id, month, { revision }),
    send: (revision: number) => sendReport(deps, owner, id, month, { revision }),
    async sent() {
      const { revision } = await saveReport(deps, owner, id, month, draft);
      await reviewReport(deps, owner, id, month, { revision });
      return sendReport(deps, owner, id, month, { revision });
    },
  };
}

describeOnEachDatabase("The report of a month", (openDatabase) => {
  test("is a draft, then reviewed, then sent, and only then visible to the customer", async () => {
    const { deps, id, save, review, send, shop } = await openReport(await openDatabase());
    const asAda = () => readReport(deps, ada, id, month);
    const saved = await save();
    expect(saved).toMatchObject({ state: "draft", revision: 1, author: "own@example.com" });
    await expect(asAda()).rejects.toMatchObject({ code: "not-found" });
    await expect(send(1)).rejects.toMatchObject({ code: "conflict" });
    expect((await review(1)).state).toBe("reviewed");
    await expect(asAda()).rejects.toMatchObject({ code: "not-found" });
    expect((await save({ revision: 1, next: "Two more pages." })).state).toBe("draft");
    await review(2);
    expect((await send(2)).state).toBe("sent");
    expect((await asAda()).report).toMatchObject({
      next: "Two more pages.",
      numbers: [clicks],
      author: "",
      reviewer: "",
    });
    await expect(save({ revision: 2, next: "Something else" })).rejects.toMatchObject({
      message: "The report of November 2026 was already sent.",
    });
    await expect(readReport(deps, ben, id, month)).rejects.toMatchObject({ code: "not-found" });
    const actions = (await auditEntries(shop.database)).map(({ action }) => action);
    expect(actions.filter((action) => action.includes("month report"))).toEqual([
      "Write month report",
      "Review month report",
      "Write month report",
      "Review month report",
      "Send month report",
    ]);
  });

  test("is sent once with one email, also when two people send it at the same time", async () => {
    const { save, review, send, emails, id } = await openReport(await openDatabase());
    await save();
    await review(1);
    const [one, other] = await Promise.all([send(1), send(1)]);
    expect([one.state, other.state, one.sentAt]).toEqual(["sent", "sent", other.sentAt]);
    await send(1);
    const sent = await emails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(["ada@example.com"]);
    expect(sent[0]?.text_body).toContain(`/my-order/${id}/months`);
    expect(sent[0]?.text_body).toContain("November 2026");
  });

  test("is neither sent nor emailed when the process dies before the commit", async () => {
    const database = await openDatabase();
    const { save, review, send, deps, id, emails } = await openReport(database);
    await save();
    await review(1);
    const dying: Database = {
      ...database,
      read: database.read,
      write: (work, ...rest) =>
        database.write(
          async (tx) => {
            await work(tx);
            throw new Error("The process died.");
          },
          ...rest,
        ),
    };
    const died = sendReport({ ...deps, database: dying }, owner, id, month, { revision: 1 });
    await expect(died).rejects.toThrow("The process died.");
    expect((await readReport(deps, owner, id, month)).report.state).toBe("reviewed");
    expect(await emails()).toEqual([]);
    await send(1);
    expect(await emails()).toHaveLength(1);
  });

  test("that has a number without a source can be stored, but not reviewed or sent", async () => {
    const database = await openDatabase();
    const { save, review, send, id } = await openReport(database);
    await save({
      numbers: [
        { ...clicks, source: "  " },
        { ...clicks, value: "" },
      ],
    });
    const missing = {
      code: "invalid",
      message:
        "“Clicks from Google Search” has no source. Write where it comes from, such as “Search Console”. “Clicks from Google Search” needs a value.",
    };
    await expect(review(1)).rejects.toMatchObject(missing);
    // `sendReport` checks for sources again, because an older version of Furrow may have let people
    // review this report.
    await database.write((tx) =>
      tx
        .updateTable("month_reports")
        .set({ state: "reviewed" })
        .where("order_id", "=", id)
        .execute(),
    );
    await expect(send(1)).rejects.toMatchObject(missing);
  });

  test("copies the chosen lists of searches and pages, which stay when their file is removed", async () => {
    const { deps, id, save, review, send, shop } = await openReport(await openDatabase());
    const text = "Query,Clicks\nplum trees,4\ncider,1";
    const imported = await importFigures(
      ...([shop, owner, id, { name: "a.csv", bytes: new TextEncoder().encode(text) }] as const),
      {
        source: "Bing",
        uses: ["search", "clicks"],
        decimals: "point",
        days: "year first",
        firstDay: "2026-11-01",
        lastDay: "2026-11-30",
      },
    );
    const figures = { id: imported.figures[0]?.id ?? "" };
    await expect(save({ pages: figures.id })).rejects.toMatchObject({
      issues: [{ path: "pages" }],
    });
    const lines = [
      { name: "plum trees", clicks: 4, impressions: null, position: "" },
      { name: "cider", clicks: 1, impressions: null, position: "" },
    ];
    const source = "Bing, Nov 1 – 30, 2026";
    const list = { kind: "searches", figures: figures.id, source, note: "", lines };
    expect((await save({ searches: figures.id })).lists).toEqual([list]);
    await removeFigures(shop, owner, id, figures.id);
    const changed = { revision: 1, searches: figures.id, next: "Two more pages." };
    expect((await save(changed)).lists).toEqual([list]);
    await review(2);
    await send(2);
    expect((await readReport(deps, ada, id, month)).report.lists).toEqual([list]);
  });

  test("refuses texts over 600 characters, a seventh number, and months before the payment or in the future", async () => {
    const { save, deps, id } = await openReport(await openDatabase());
    await expect(save({ done: "x".repeat(601) })).rejects.toMatchObject({
      message: "“What we did” has at most 600 characters.",
    });
    await expect(save({ numbers: Array(7).fill(clicks) })).rejects.toMatchObject({
      message: "A report has at most 6 numbers.",
    });
    await expect(save({ numbers: [{ ...clicks, value: "1,200" }] })).rejects.toMatchObject({
      message: "“1,200” can be 1200 or 1.2. Write 1200, or fewer or more decimals.",
    });
    const of = (other: string) => saveReport(deps, owner, id, other, draft);
    await expect(of("2026-12")).rejects.toThrow("December 2026 has not begun yet.");
    await expect(of("2026-10")).rejects.toThrow("The order was not paid yet in October 2026.");
    await expect(of("2026-13")).rejects.toMatchObject({ code: "not-found" });
  });

  test("that somebody else has changed meanwhile is not overwritten", async () => {
    const { save } = await openReport(await openDatabase());
    await save();
    // Submits the same form again, as after a lost response.
    expect((await save()).revision).toBe(1);
    await expect(save({ done: "Other words" })).rejects.toMatchObject({
      code: "conflict",
      message:
        "own@example.com has since changed this report. Copy your text, then reload the page to see the change.",
    });
    expect((await save({ revision: 1, done: "Other words" })).revision).toBe(2);
  });

  test("can be written by a Worker only for assigned orders, and never by an Accountant", async () => {
    const database = await openDatabase();
    const { save, deps, id } = await openReport(database);
    await expect(save({}, worker)).rejects.toMatchObject({ code: "not-found" });
    expect(await listReportsOfMonth(deps, worker, month)).toEqual([]);
    await database.write((tx) =>
      tx.updateTable("orders").set({ assignee_id: "account-wil" }).where("id", "=", id).execute(),
    );
    expect(await listReportsOfMonth(deps, worker, month)).toMatchObject([{ state: "due" }]);
    expect((await save({}, worker)).author).toBe("wil@example.com");
    for (const role of ["Accountant", "Writer", "Editor"] as const) {
      const other: Actor = { ...worker, role, accountId: "account-oth" };
      await expect(save({}, other)).rejects.toMatchObject({ code: "forbidden" });
      await expect(readReport(deps, other, id, month)).rejects.toMatchObject({ code: "not-found" });
      await expect(listReportsOfMonth(deps, other, month)).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    await expect(save({}, ada)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("starts with the deliveries, the results of checks, and the numbers of the month before", async () => {
    const { deps, id, deliver, sent, shop } = await openReport(await openDatabase());
    await deliver({
      text: "The first harvest.",
      points: [
        ...proofs.slice(0, 5),
        { position: 6, kind: "number", value: "25", unit: "listings" },
        { position: 7, kind: "follows", value: "Follows on Monday." },
      ],
    });
    expect((await prepareReport(deps, owner, id, month)).report.changed).toBe("");
    await insertCrawls(deps.database, id);
    const { report } = await prepareReport(deps, owner, id, month);
    expect(report.done).toMatch(/^The first harvest\.\nSoil survey of up to 25 pages\.\n/);
    expect(report.done).toContain("Harvest report once a month: 25 listings.");
    expect(report.done).not.toContain("Answers by email");
    expect(report.changed).toContain("Pages without a title: 12 → 0.");
    await sent();
    shop.time.now = Date.UTC(2026, 11, 20);
    const next = await prepareReport(deps, owner, id, "2026-12");
    expect(next.report).toMatchObject({
      revision: 0,
      done: "",
      numbers: [{ ...clicks, value: "", earlier: "1200" }],
    });
  });

  test("starts with a delivery that was taken back after its acceptance, but not before it", async () => {
    const { deps, id, deliver, shop } = await openReport(await openDatabase());
    const done = async () => (await prepareReport(deps, owner, id, month)).report.done;
    const takeBack = () => setOrderStatus(shop, owner, id, { orderStatus: "Pending" });
    await deliver({ text: "Sown too early." });
    await takeBack();
    expect(await done()).toBe("");
    await deliver({ text: "The first harvest." });
    await acceptDelivery(shop, ada, id, 2);
    await takeBack();
    expect(await done()).toMatch(/^The first harvest\.\n/);
    expect(await done()).not.toContain("Sown too early.");
  });

  test("replaces the entry “due” of its order in the list of the month", async () => {
    const { deps, id, save, sent, shop } = await openReport(await openDatabase());
    const listed = async (of = month) =>
      (await listReportsOfMonth(deps, owner, of)).map(({ order, state }) => [order.id, state]);
    expect(await listed()).toEqual([[id, "due"]]);
    expect(await listed("2026-10")).toEqual([]);
    expect(await listed("2026-12")).toEqual([]);
    await save();
    expect(await listed()).toEqual([[id, "draft"]]);
    await save({ revision: 1, done: "Other words" });
    await shop.database.write((tx) => tx.deleteFrom("month_reports").execute());
    await sent();
    expect(await listed()).toEqual([[id, "sent"]]);
    expect((await listReports(deps, ada, id)).map(({ month: of }) => of)).toEqual([month]);
  });

  test("is not listed as due when the list of the month is too short to contain it", async () => {
    const database = await openDatabase();
    const { deps, id } = await openReport(database);
    const whole = await database.read
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // PostgreSQL generates this column.
    const { search_vector: _, ...stored } = whole as typeof whole & { search_vector?: unknown };
    // The ids of these orders are smaller, so the list is full before it reaches the first order.
    const others = Array.from({ length: mostListed }, (_, index) => ({
      ...stored,
      id: `0-${index}`,
      number: stored.number + 1 + index,
      order_status: "Delivered" as const,
    }));
    await database.write(async (tx) => {
      for (const order of others) await tx.insertInto("orders").values(order).execute();
      const reports = [...others.map((order) => order.id), id].map((orderId) => ({
        id: `report-${orderId}`,
        order_id: orderId,
        month,
        state: "draft" as const,
        done: "",
        changed: "",
        next: "",
        revision: 1,
        author: "",
        reviewer: "",
        updated_at: 0,
        sent_at: null,
      }));
      await tx.insertInto("month_reports").values(reports).execute();
    });
    const listed = await listReportsOfMonth(deps, owner, month);
    expect(listed.filter(({ state }) => state === "due")).toEqual([]);
  });

  test("is in the customer's download of personal data, and is deleted with the account", async () => {
    const { deps, sent, shop, id } = await openReport(await openDatabase());
    await sent();
    await shareReport(deps, ada, id, month, "one");
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const all = [];
    for await (const rows of personalReports.records(shop.database.read, person)) all.push(...rows);
    expect(all).toMatchObject([{ month, done: draft.done, numbers: [clicks] }]);
    await shop.database.write((tx) => personalReports.forget(tx, person));
    for (const table of ["month_reports", "month_report_numbers", "month_report_links"] as const) {
      expect(await shop.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("of a demonstration order sends no email, and is deleted with the order", async () => {
    const database = await openDatabase();
    const { emails, deps, shop } = await openReport(database);
    await addDemonstrationOrders(
      { ...shop, configuration: { ...shop.configuration, payments: "sandbox" } },
      owner,
    );
    const { id } = await database.read
      .selectFrom("orders")
      .select("id")
      .where("is_demonstration", "=", 1)
      .where("payment_status", "=", "Paid")
      .where("order_status", "=", "Pending")
      .executeTakeFirstOrThrow();
    await saveReport(deps, owner, id, month, draft);
    await reviewReport(deps, owner, id, month, { revision: 1 });
    await sendReport(deps, owner, id, month, { revision: 1 });
    expect(await emails()).toEqual([]);
    await removeDemonstrationOrders(shop, owner);
    expect(await database.read.selectFrom("month_reports").selectAll().execute()).toEqual([]);
  });
});

describeOnEachDatabase("A link to a report", (openDatabase) => {
  const tokenIn = (address: string) => address.split("/report/")[1] ?? "";

  test("shows a sent report to everybody until the link expires, and a visit writes nothing", async () => {
    const database = await openDatabase();
    const { deps, sent, id, shop, save } = await openReport(database);
    await save();
    await expect(shareReport(deps, ada, id, month, "one")).rejects.toMatchObject({
      code: "not-found",
    });
    await database.write((tx) => tx.deleteFrom("month_reports").execute());
    await sent();
    const link = await shareReport(deps, ada, id, month, "one");
    const token = tokenIn(link.address);
    expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
    const readOnly = { read: database.read } as Database;
    const shared = await readSharedReport({ ...deps, database: readOnly }, token);
    expect(shared.report).toMatchObject({ done: draft.done, author: "" });
    const [row] = await database.read.selectFrom("month_report_links").selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(token);
    shop.time.now += 30 * 24 * 60 * 60_000 - 1;
    await readSharedReport(deps, token);
    shop.time.now += 1;
    await expect(readSharedReport(deps, token)).rejects.toMatchObject({ code: "not-found" });
    const [listed] = await listReportLinks(deps, ada, id, month);
    expect(listed).toMatchObject({ id: link.id, state: "expired", address: link.address });
  });

  test("is made once when its form is sent twice, and ends at once when it is revoked", async () => {
    const { deps, sent, id } = await openReport(await openDatabase());
    await sent();
    const [one, other] = await Promise.all([
      shareReport(deps, ada, id, month, "one"),
      shareReport(deps, ada, id, month, "one"),
    ]);
    expect(one.address).toBe(other.address);
    const second = await shareReport(deps, ada, id, month, "two");
    expect(await listReportLinks(deps, ada, id, month)).toHaveLength(2);
    await endReportLink(deps, ada, id, month, one.id);
    await endReportLink(deps, ada, id, month, one.id);
    await expect(readSharedReport(deps, tokenIn(one.address))).rejects.toMatchObject({
      code: "not-found",
    });
    expect((await readSharedReport(deps, tokenIn(second.address))).order.id).toBe(id);
  });

  test("can be listed, made and ended by the company only, and ends when another company gets the order", async () => {
    const database = await openDatabase();
    const { deps, sent, id } = await openReport(database);
    await sent();
    const link = await shareReport(deps, ada, id, month, "one");
    for (const stranger of [ben, owner]) {
      await expect(listReportLinks(deps, stranger, id, month)).rejects.toMatchObject({
        code: "not-found",
      });
      await expect(shareReport(deps, stranger, id, month, "x")).rejects.toMatchObject({
        code: "not-found",
      });
      await expect(endReportLink(deps, stranger, id, month, link.id)).rejects.toMatchObject({
        code: "not-found",
      });
    }
    await database.write((tx) =>
      tx.updateTable("orders").set({ company_id: "account-ben" }).where("id", "=", id).execute(),
    );
    await expect(readSharedReport(deps, tokenIn(link.address))).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await listReportLinks(deps, ben, id, month)).toEqual([]);
  });

  test("is not made when the report already has ten valid links", async () => {
    const { deps, sent, id } = await openReport(await openDatabase());
    await sent();
    for (let nth = 0; nth < 10; nth += 1) await shareReport(deps, ada, id, month, `key ${nth}`);
    await expect(shareReport(deps, ada, id, month, "more")).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
