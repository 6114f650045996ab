import type { EmailingDependencies } from "../mail/mailer.ts";
import { findRoomOrder, roomNotFound } from "../orders/find-order.ts";
import type { Queries } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { mayInRoom, requireRoomRight } from "../policy/rights.ts";
import { acceptanceEventsOf } from "../stages/acceptance-events.server.ts";
import { fixedSentence } from "../work/deliveries/delivery-checks.server.ts";
import { deliveriesOf, pointsOfDeliveries } from "../work/deliveries/delivery-record.server.ts";
import { differencesOfOrder } from "../work/site-checks/order-site-checks.ts";
import { earlierNumbers } from "./earlier-reports.server.ts";
import type { ReportOfOrder } from "./read-reports.ts";
import { type MonthReport, monthAt } from "./report.ts";
import { longestReportText } from "./report-lengths.ts";
import { searchesOf, selectReportsOfOrder } from "./report-record.server.ts";
import { requireMonthOfOrder } from "./write-report.ts";

/**
 * The report of a month for its author. If none is stored, the report has suggestions: the
 * deliveries of the month, the fixed findings of the website, and the numbers of the previous
 * report. Such a report has revision 0. Throws "unauthenticated", "forbidden", "not-found", and "conflict" for a month without
 * work.
 */
export async function prepareReport(
  { database: { read }, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  month: string,
): Promise<ReportOfOrder> {
  requireRoomRight(actor, "write month reports");
  const order = await findRoomOrder(read, actor, orderId);
  if (!mayInRoom(actor, "write month reports", order)) throw roomNotFound(actor);
  const reports = await selectReportsOfOrder(read, order.id);
  const stored = reports.find((one) => one.month === month);
  const earlier = await earlierNumbers(read, order, stored ?? { month, sentAt: null });
  const drafted = stored ?? { month, state: "draft" as const, searches: null };
  const searches = await searchesOf(read, order, drafted);
  if (stored !== undefined) return { order, report: stored, earlier, searches };
  const timeZone = await post.readTimeZone(read);
  requireMonthOfOrder(order, month, { timeZone, at: clock() });
  const before = reports.find((one) => one.month < month && one.state === "sent");
  const report: MonthReport = {
    id: "",
    orderId: order.id,
    month,
    state: "draft",
    revision: 0,
    done: cut(await deliveredIn(read, order.id, month, timeZone)),
    changed: cut(await mendedOnWebsite(read, order.id)),
    next: "",
    numbers: (before?.numbers ?? []).map((one) => ({ ...one, value: "", earlier: one.value })),
    lists: [],
    searches: null,
    author: "",
    reviewer: "",
    updatedAt: 0,
    sentAt: null,
  };
  return { order, report, earlier, searches };
}

/**
 * The texts and the proven points of the month's deliveries. Leaves out a delivery that was taken
 * back before its acceptance; accepted work was done, also when the order was opened again later.
 */
async function deliveredIn(
  queries: Queries,
  orderId: string,
  month: string,
  timeZone: string,
): Promise<readonly string[]> {
  const events = await acceptanceEventsOf(queries, orderId);
  const counts = (number: number) => {
    const kinds = events.filter((event) => event.number === number).map(({ kind }) => kind);
    return kinds.at(-1) !== "reopened" || kinds.includes("accepted");
  };
  const rows = (await deliveriesOf(queries, orderId)).filter(
    ({ at, number }) => monthAt(at, timeZone) === month && counts(number),
  );
  const points = await pointsOfDeliveries(
    queries,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, text }) => [
    ...(text === "" ? [] : [text]),
    ...points
      .filter(({ delivery_id, kind }) => delivery_id === id && kind !== "follows")
      .map(({ point, kind, value, unit }) =>
        kind === "number" ? `${point}: ${value} ${unit}.` : `${point}.`,
      ),
  ]);
}

async function mendedOnWebsite(queries: Queries, orderId: string): Promise<readonly string[]> {
  const differences = await differencesOfOrder(queries, orderId);
  return (differences?.checks ?? [])
    .filter(({ mended }) => mended.length > 0)
    .map((difference) => `${fixedSentence(difference)}.`);
}

/** As many whole lines as fit into a text of a report. Cuts the first line if it is too long. */
function cut(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    const longer = text === "" ? line : `${text}\n${line}`;
    if (longer.length > longestReportText) break;
    text = longer;
  }
  return text === "" ? (lines[0] ?? "").slice(0, longestReportText) : text;
}
