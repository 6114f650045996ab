import { fileName } from "../../../files/file-name.ts";
import type { Database, Queries } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { daysOf } from "../../../platform/time/dates.ts";
import { type Actor, authorOf } from "../../../policy/actor.ts";
import { audit } from "../../../policy/audit.ts";
import { mayInRoom, requireRoomRight } from "../../../policy/rights.ts";
import { findRoomOrder, lockTeamOrder, roomNotFound } from "../../find-order.ts";
import type { ReportNumber } from "../report.ts";
import type { OrderFiguresRow } from "./figure-tables.server.ts";
import { readSearchConsole } from "./search-console.ts";
import { unzipLimited } from "./unzip-limited.ts";

interface FigureDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Numbers of Search Console for a period of an order's website. */
export interface OrderFigures {
  readonly id: string;
  readonly fileName: string;
  /** "Nov 1 – 30, 2026". */
  readonly period: string;
  readonly numbers: readonly ReportNumber[];
}

export interface ImportedFigures {
  readonly figures: OrderFigures;
  /** Other periods of the order that have days in common with this one. */
  readonly overlaps: readonly string[];
}

/** Files of an order: three years of weeks. */
const mostPeriods = 160;

/**
 * Reads the zip that Search Console exported and stores its numbers with the order. Throws
 * "unauthenticated", "forbidden", "not-found", "invalid" for a file that cannot be read, and
 * "conflict" for a period that the order has already.
 */
export async function importFigures(
  { database, clock }: FigureDependencies,
  actor: Actor,
  orderId: string,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<ImportedFigures> {
  requireRoomRight(actor, "write month reports");
  const found = readSearchConsole(await unzipLimited(file.bytes));
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const rows = await periodsOf(tx, order.id);
    const period = periodOf(found.firstDay, found.lastDay);
    const { firstDay, lastDay } = found;
    if (rows.some((row) => row.first_day === firstDay && row.last_day === lastDay)) {
      throw new AppError(
        "conflict",
        `The order has the numbers of ${period} already. Remove them first to read them again.`,
      );
    }
    if (rows.length >= mostPeriods) {
      throw new AppError(
        "conflict",
        `An order has at most ${mostPeriods} periods. Remove one first.`,
      );
    }
    const at = clock();
    const row: OrderFiguresRow = {
      ...{ id: newId(), order_id: order.id, file_name: fileName(file.name) },
      ...{ first_day: firstDay, last_day: lastDay, clicks: found.clicks },
      ...{ impressions: found.impressions, position: String(found.position) },
      ...{ query_clicks: found.clicksOfQueries, author: authorOf(actor), created_at: at },
    };
    await tx.insertInto("order_figures").values(row).execute();
    await audit(tx, actor, {
      ...{ action: "Read numbers from file", subject: "order", subjectId: order.id, at },
      ...{ label: `Order ${order.number}, ${period}`, before: null, after: { period } },
    });
    const overlaps = rows
      .filter((one) => one.first_day <= lastDay && one.last_day >= firstDay)
      .map((one) => periodOf(one.first_day, one.last_day));
    return { figures: asFigures(row, rows), overlaps };
  });
}

/** The newest period first. Throws "unauthenticated", "forbidden" and "not-found". */
export async function listFigures(
  { database: { read } }: Pick<FigureDependencies, "database">,
  actor: Actor,
  orderId: string,
): Promise<readonly OrderFigures[]> {
  requireRoomRight(actor, "write month reports");
  const order = await findRoomOrder(read, actor, orderId);
  if (!mayInRoom(actor, "write month reports", order)) throw roomNotFound(actor);
  const rows = await periodsOf(read, order.id);
  return rows.map((row) => asFigures(row, rows));
}

/** Removes the numbers of a period; reports keep theirs. A repeated call changes nothing. */
export async function removeFigures(
  { database, clock }: FigureDependencies,
  actor: Actor,
  orderId: string,
  id: string,
): Promise<void> {
  requireRoomRight(actor, "write month reports");
  await database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const removed = await tx
      .deleteFrom("order_figures")
      .where("id", "=", id)
      .where("order_id", "=", order.id)
      .returning(["first_day", "last_day"])
      .executeTakeFirst();
    if (removed === undefined) return;
    const period = periodOf(removed.first_day, removed.last_day);
    await audit(tx, actor, {
      ...{ action: "Remove numbers from file", subject: "order", subjectId: order.id },
      ...{
        label: `Order ${order.number}, ${period}`,
        before: { period },
        after: null,
        at: clock(),
      },
    });
  });
}

function periodsOf(queries: Queries, orderId: string): Promise<readonly OrderFiguresRow[]> {
  return queries
    .selectFrom("order_figures")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("first_day", "desc")
    .orderBy("last_day", "desc")
    .execute();
}

/** With plain spaces, because the fonts of a PDF have no thin ones. */
function periodOf(first: string, last: string): string {
  return daysOf(first, last).replace(/[\u2009\u202f]/g, " ");
}

function asFigures(row: OrderFiguresRow, all: readonly OrderFiguresRow[]): OrderFigures {
  const period = periodOf(row.first_day, row.last_day);
  const source = `Search Console, ${period}, Pacific time`;
  const earlier = all.find((one) => one.last_day < row.first_day);
  const listed =
    row.query_clicks !== null && row.query_clicks < row.clicks
      ? `; listed searches: ${row.query_clicks} of ${row.clicks} clicks, rare ones are anonymised`
      : "";
  return {
    ...{ id: row.id, fileName: row.file_name, period },
    numbers: [
      {
        ...{ label: "Clicks from Google Search", value: String(row.clicks), unit: "" },
        ...{ earlier: earlier ? String(earlier.clicks) : "", source: `${source}${listed}` },
      },
      {
        ...{ label: "Shown in Google Search", value: String(row.impressions), unit: "times" },
        ...{ earlier: earlier ? String(earlier.impressions) : "", source },
      },
      {
        ...{ label: "Average position", value: row.position, unit: "" },
        ...{ earlier: earlier?.position ?? "", source },
      },
    ],
  };
}
