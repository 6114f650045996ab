import { addOrderNews } from "../conversation/news/order-news.server.ts";
import type { EmailingDependencies } from "../mail/mailer.ts";
import { lockTeamOrder } from "../orders/find-order.ts";
import type { Order } from "../orders/order.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import { type Actor, authorOf } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { requireRoomRight } from "../policy/rights.ts";
import { periodsOf, withFigures } from "./figures/figure-record.server.ts";
import { type ListKind, listKinds } from "./figures/list-kinds.ts";
import {
  isMonth,
  type MonthReport,
  missingIn,
  monthAt,
  monthName,
  type ReportList,
  reportNotFound,
} from "./report.ts";
import { type ReportForm, reportForm, reportStep } from "./report-form.ts";
import { selectReport } from "./report-record.server.ts";
import { searchTable } from "./searches/search-record.server.ts";

/**
 * Stores the draft of a month. A reviewed report becomes a draft again when its texts change.
 * Input: `reportForm`. Throws "unauthenticated", "forbidden", "invalid", "not-found", and
 * "conflict" when somebody else has changed the report meanwhile or when it was sent.
 */
export async function saveReport(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  month: string,
  input: unknown,
): Promise<MonthReport> {
  requireRoomRight(actor, "write month reports");
  const form = parseOrThrow(reportForm, input);
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const at = clock();
    const timeZone = await post.readTimeZone(tx);
    requireMonthOfOrder(order, month, { timeZone, at });
    const before = await selectReport(tx, order.id, month);
    // The form was submitted again, because the response to the first submit was lost.
    if (before !== undefined && before.revision === form.revision + 1 && isSame(before, form)) {
      return before;
    }
    requireUnchanged(before, form.revision);
    if (before?.state === "sent") throw alreadySent(month);
    if (before !== undefined && isSame(before, form)) return before;
    const lists = await listsOf(tx, order, form, before);
    const id = before?.id ?? newId();
    const fields = {
      state: "draft" as const,
      done: form.done,
      changed: form.changed,
      next: form.next,
      revision: form.revision + 1,
      author: authorOf(actor),
      reviewer: "",
      updated_at: at,
    };
    if (before === undefined) {
      await tx
        .insertInto("month_reports")
        .values({ id, order_id: order.id, month, ...fields, sent_at: null })
        .execute();
    } else {
      await tx.updateTable("month_reports").set(fields).where("id", "=", id).execute();
      await tx.deleteFrom("month_report_numbers").where("report_id", "=", id).execute();
      await tx.deleteFrom("month_report_lists").where("report_id", "=", id).execute();
    }
    if (form.numbers.length > 0) {
      await tx
        .insertInto("month_report_numbers")
        .values(form.numbers.map((one, index) => ({ report_id: id, position: index + 1, ...one })))
        .execute();
    }
    if (lists.length > 0) {
      await tx
        .insertInto("month_report_lists")
        .values(
          lists.map(({ kind, figures, source, note, lines }) => ({
            report_id: id,
            kind,
            figures_id: figures,
            source,
            note,
            lines: JSON.stringify(lines),
          })),
        )
        .execute();
    }
    await audit(tx, actor, {
      action: "Write month report",
      ...subjectOf(order, month),
      at,
      before: before === undefined ? null : { revision: before.revision, state: before.state },
      after: { revision: fields.revision, state: fields.state },
    });
    return reportAfter(tx, order, month);
  });
}

/**
 * Marks a complete draft as reviewed by the actor. Input: `reportStep`. Throws like `saveReport`,
 * and "invalid" with all that is missing, such as the source of a number.
 */
export async function reviewReport(
  { database, clock }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  month: string,
  input: unknown,
): Promise<MonthReport> {
  requireRoomRight(actor, "write month reports");
  const { revision } = parseOrThrow(reportStep, input);
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const report = await selectReport(tx, order.id, month);
    if (report === undefined) throw reportNotFound();
    requireUnchanged(report, revision);
    if (report.state !== "draft") return report;
    requireComplete(report);
    const at = clock();
    await tx
      .updateTable("month_reports")
      .set({ state: "reviewed", reviewer: authorOf(actor), updated_at: at })
      .where("id", "=", report.id)
      .execute();
    await audit(tx, actor, {
      action: "Review month report",
      ...subjectOf(order, month),
      at,
      before: { state: "draft" },
      after: { state: "reviewed" },
    });
    return reportAfter(tx, order, month);
  });
}

/**
 * Sends a reviewed report: the customer can read it, and the email is queued, in one transaction. A
 * report that was sent already stays as it is, so a second call sends no second email. Input:
 * `reportStep`. Throws like `reviewReport`, and "conflict" for a draft that nobody has reviewed or
 * an order that is no longer paid.
 */
export async function sendReport(
  { database, clock }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  month: string,
  input: unknown,
): Promise<MonthReport> {
  requireRoomRight(actor, "write month reports");
  const { revision } = parseOrThrow(reportStep, input);
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const report = await selectReport(tx, order.id, month);
    if (report === undefined) throw reportNotFound();
    if (report.state === "sent") return report;
    requireUnchanged(report, revision);
    requireComplete(report);
    if (report.state === "draft") {
      throw new AppError(
        "conflict",
        "Nobody has reviewed this report yet. Review it, then send it.",
      );
    }
    requirePaid(order);
    const at = clock();
    const searches = JSON.stringify(await searchTable(tx, order, month));
    await tx
      .updateTable("month_reports")
      .set({ state: "sent", sent_at: at, updated_at: at, searches })
      .where("id", "=", report.id)
      .execute();
    await addOrderNews(tx, order, {
      name: "monthReport",
      facts: [["Month", monthName(month)]],
      at,
    });
    await audit(tx, actor, {
      action: "Send month report",
      ...subjectOf(order, month),
      at,
      before: { state: "reviewed" },
      after: { state: "sent" },
    });
    return reportAfter(tx, order, month);
  });
}

/**
 * Copies the chosen lists into the report, so that a sent report never changes. A list whose file
 * was removed keeps its copy in the report.
 */
async function listsOf(
  tx: WriteTransaction,
  order: Order,
  form: ReportForm,
  before: MonthReport | undefined,
): Promise<readonly ReportList[]> {
  const chosen = listKinds.filter((kind) => form[kind] !== "");
  if (chosen.length === 0) return [];
  const figures = await withFigures(tx, await periodsOf(tx, order.id));
  return chosen.map((kind): ReportList => {
    const from = figures.find(({ id }) => id === form[kind]);
    const lines = from?.lists.find((list) => list.kind === kind)?.lines;
    if (from !== undefined && lines !== undefined) {
      const note = kind === "searches" ? from.note : "";
      return { kind, figures: from.id, source: from.source, note, lines };
    }
    const kept = before?.lists.find((list) => list.kind === kind && list.figures === form[kind]);
    if (kept === undefined) throw listGone(kind);
    return kept;
  });
}

function listGone(kind: ListKind): AppError {
  const message = `The numbers with this list of ${kind} were removed. Choose another list.`;
  return new AppError("invalid", message, { issues: [{ path: kind, message }] });
}

async function reportAfter(tx: WriteTransaction, order: Order, month: string) {
  const report = await selectReport(tx, order.id, month);
  if (report === undefined) throw reportNotFound();
  return report;
}

const subjectOf = (order: Order, month: string) => ({
  subject: "order",
  subjectId: order.id,
  label: `Order ${order.number}, ${monthName(month)}`,
});

function requirePaid({ paymentStatus }: Order): void {
  if (paymentStatus === "Paid") return;
  throw new AppError("conflict", "This order is not paid, so it has no reports.");
}

/** Throws "not-found" for a text that is no month, and "conflict" for a month without work. */
export function requireMonthOfOrder(
  order: Order,
  month: string,
  { timeZone, at }: { readonly timeZone: string; readonly at: number },
): void {
  if (!isMonth(month)) throw reportNotFound();
  requirePaid(order);
  if (month > monthAt(at, timeZone)) {
    throw new AppError("conflict", `${monthName(month)} has not begun yet.`);
  }
  if (month < monthAt(order.paidAt ?? order.placedAt, timeZone)) {
    throw new AppError("conflict", `The order was not paid yet in ${monthName(month)}.`);
  }
}

function requireUnchanged(report: MonthReport | undefined, revision: number): void {
  if ((report?.revision ?? 0) === revision) return;
  throw new AppError(
    "conflict",
    report === undefined
      ? "This report no longer exists. Copy your text, then reload the page."
      : `${report.author} has since changed this report. Copy your text, then reload the page to see the change.`,
  );
}

function requireComplete(report: MonthReport): void {
  const issues = missingIn(report);
  if (issues.length === 0) return;
  throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
}

function alreadySent(month: string): AppError {
  return new AppError("conflict", `The report of ${monthName(month)} was already sent.`);
}

function isSame(report: MonthReport, form: ReportForm): boolean {
  const listOf = (kind: ListKind) => report.lists.find((one) => one.kind === kind)?.figures ?? "";
  const lists = { searches: listOf("searches"), pages: listOf("pages") };
  return JSON.stringify(textsOf({ ...report, ...lists })) === JSON.stringify(textsOf(form));
}

type ReportTexts = Omit<ReportForm, "revision" | "numbers"> & Pick<MonthReport, "numbers">;

/** Texts and numbers in a fixed sequence, to compare a report with a form. */
const textsOf = ({ done, changed, next, numbers, searches, pages }: ReportTexts) => [
  done,
  changed,
  next,
  searches,
  pages,
  ...numbers.map(({ label, value, earlier, unit, source }) => [
    label,
    value,
    earlier,
    unit,
    source,
  ]),
];
