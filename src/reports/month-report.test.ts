import { expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { personalRecords } from "../../tests/support/databases/personal-records.ts";
import { orderIn, proofs } from "../../tests/support/orders/order-in-stage.ts";
import { distributeNews } from "../../tests/support/orders/order-news.ts";
import { ada, ben, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { expectRefused } from "../../tests/support/refusals.ts";
import { insertCrawls } from "../../tests/support/websites/stored-crawls.ts";
import type { Database } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { listReportsOfMonth } from "./list-due-reports.ts";
import { personalReports } from "./personal-reports.server.ts";
import { prepareReport } from "./prepare-report.ts";
import { readReport } from "./read-reports.ts";
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
  const paid = await orderIn("paid", database);
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

  test("knows what the customer read before, also in the order that it continues, but not in another company", async () => {
    const database = await openDatabase();
    const { deps, id, sent, place } = await openReport(database);
    await sent();
    const next = await place();
    await database.write(async (tx) => {
      await tx
        .insertInto("order_next_months")
        .values({ order_id: next, previous_id: id })
        .execute();
      const order_id = next;
      const texts = { done: "", changed: "", next: "", author: "", reviewer: "", updated_at: 0 };
      await tx
        .insertInto("month_reports")
        .values({
          id: "next",
          order_id,
          month: "2026-12",
          ...texts,
          state: "draft",
          revision: 1,
          sent_at: null,
        })
        .execute();
    });
    const earlier = async () => (await readReport(deps, owner, next, "2026-12")).earlier;
    expect(await earlier()).toEqual([{ month, numbers: [clicks] }]);
    await database.write(async (tx) => {
      await tx
        .updateTable("month_reports")
        .set({ state: "sent", sent_at: 1 })
        .where("id", "=", "next")
        .execute();
    });
    expect(await earlier()).toEqual([]);
    await database.write(async (tx) => {
      await tx
        .updateTable("month_reports")
        .set({ sent_at: 9e15 })
        .where("id", "=", "next")
        .execute();
      await tx
        .updateTable("orders")
        .set({ company_id: "another" })
        .where("id", "=", next)
        .execute();
    });
    expect(await earlier()).toEqual([]);
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
      await expectRefused("forbidden", listReportsOfMonth(deps, other, month));
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
    expect(report.done).toMatch(
      /^The first harvest\.\nSoil survey and new titles: up to 25 pages\.\n/,
    );
    expect(report.done).toContain("Harvest report: every month: 25 listings.");
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

  test("is in the customer's download of personal data, and is deleted with the account", async () => {
    const { deps, sent, shop, id } = await openReport(await openDatabase());
    await sent();
    await shareReport(deps, ada, id, month, "one");
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const all = await personalRecords(shop.database, personalReports);
    expect(all).toMatchObject([{ month, done: draft.done, numbers: [clicks] }]);
    await shop.database.write((tx) => personalReports.forget(tx, person));
    for (const table of ["month_reports", "month_report_numbers", "month_report_links"] as const) {
      expect(await shop.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});

describeOnEachDatabase("A link to a report", (openDatabase) => {
  const tokenIn = (address: string) => address.split("/report/")[1] ?? "";

  test("shows a sent report to everybody until the link expires, and a visit writes nothing", async () => {
    const database = await openDatabase();
    const { deps, sent, id, shop, save } = await openReport(database);
    await save();
    await expectRefused("not-found", shareReport(deps, ada, id, month, "one"));
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
    await expectRefused("not-found", readSharedReport(deps, tokenIn(one.address)));
    expect((await readSharedReport(deps, tokenIn(second.address))).order.id).toBe(id);
  });

  test("can be listed, made and ended by the company only, and ends when another company gets the order", async () => {
    const database = await openDatabase();
    const { deps, sent, id } = await openReport(database);
    await sent();
    const link = await shareReport(deps, ada, id, month, "one");
    for (const stranger of [ben, owner]) {
      await expectRefused("not-found", listReportLinks(deps, stranger, id, month));
      await expectRefused("not-found", shareReport(deps, stranger, id, month, "x"));
      await expectRefused("not-found", endReportLink(deps, stranger, id, month, link.id));
    }
    await database.write((tx) =>
      tx.updateTable("orders").set({ company_id: "account-ben" }).where("id", "=", id).execute(),
    );
    await expectRefused("not-found", readSharedReport(deps, tokenIn(link.address)));
    expect(await listReportLinks(deps, ben, id, month)).toEqual([]);
  });
});
