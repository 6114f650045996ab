import { fileName } from "../../../files/file-name.ts";
import type { Database } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { type Actor, authorOf } from "../../../policy/actor.ts";
import { audit } from "../../../policy/audit.ts";
import { mayInRoom, requireRoomRight } from "../../../policy/rights.ts";
import { findRoomOrder, lockTeamOrder, roomNotFound } from "../../find-order.ts";
import { type OrderFigures, periodOf, periodsOf, withFigures } from "./figure-record.server.ts";
import type { FoundFigures } from "./found-figures.ts";
import { readMappedCsv } from "./map-csv.ts";
import { readSearchConsole } from "./search-console.ts";
import { isZip, unzipLimited } from "./unzip-limited.ts";

interface FigureDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ImportedFigures {
  readonly figures: OrderFigures;
  /** Periods with numbers of the same source that have days in common with the imported period. */
  readonly overlaps: readonly string[];
}

/** Maximum number of files of an order: one a week for three years. */
const mostPeriods = 160;

export interface FigureFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads an exported file and stores its numbers with the order: the zip of Search Console, or a CSV
 * file whose columns `mapping` (`csvMapping`) describes. Throws "unauthenticated", "forbidden",
 * "not-found", "invalid" for a file that cannot be read, and "conflict" for a period of a source
 * that the order has already.
 */
export async function importFigures(
  { database, clock }: FigureDependencies,
  actor: Actor,
  orderId: string,
  file: FigureFile,
  mapping?: unknown,
): Promise<ImportedFigures> {
  requireRoomRight(actor, "write month reports");
  const found = await figuresIn(file, mapping);
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const rows = await periodsOf(tx, order.id);
    const { source, firstDay, lastDay } = found;
    const period = periodOf(firstDay, lastDay);
    const ofSource = rows.filter((row) => row.source === source);
    if (ofSource.some((row) => row.first_day === firstDay && row.last_day === lastDay)) {
      throw new AppError(
        "conflict",
        `The order already has the numbers of ${source}, ${period}. Remove them first to read them again.`,
      );
    }
    if (rows.length >= mostPeriods) {
      throw new AppError(
        "conflict",
        `An order has at most ${mostPeriods} periods. Remove one first.`,
      );
    }
    const [id, at] = [newId(), clock()];
    await tx
      .insertInto("order_figures")
      .values({
        ...{ id, order_id: order.id, file_name: fileName(file.name), source },
        ...{ first_day: firstDay, last_day: lastDay, query_clicks: found.queryClicks },
        ...{ author: authorOf(actor), created_at: at },
      })
      .execute();
    await tx
      .insertInto("order_figure_numbers")
      .values(found.numbers.map((one, nth) => ({ figures_id: id, position: nth + 1, ...one })))
      .execute();
    const lists = found.lists.map(({ kind, lines }) => ({
      ...{ figures_id: id, kind, lines: JSON.stringify(lines) },
    }));
    if (lists.length > 0) await tx.insertInto("order_figure_lists").values(lists).execute();
    await audit(tx, actor, {
      ...{ action: "Read numbers from file", subject: "order", subjectId: order.id, at },
      label: `Order ${order.number}, ${period}`,
      ...{ before: null, after: { source, period } },
    });
    const overlaps = ofSource
      .filter((one) => one.first_day <= lastDay && one.last_day >= firstDay)
      .map((one) => periodOf(one.first_day, one.last_day));
    const all = await withFigures(tx, await periodsOf(tx, order.id));
    const figures = all.find((one) => one.id === id);
    if (figures === undefined) throw new Error("The stored numbers are not there.");
    return { figures, overlaps };
  });
}

async function figuresIn({ bytes }: FigureFile, mapping: unknown): Promise<FoundFigures> {
  if (isZip(bytes) || mapping === undefined) return readSearchConsole(await unzipLimited(bytes));
  return readMappedCsv(bytes, mapping);
}

/**
 * The numbers of an order, the newest period first. Throws "unauthenticated", "forbidden" and
 * "not-found".
 */
export async function listFigures(
  { database: { read } }: Pick<FigureDependencies, "database">,
  actor: Actor,
  orderId: string,
): Promise<readonly OrderFigures[]> {
  requireRoomRight(actor, "write month reports");
  const order = await findRoomOrder(read, actor, orderId);
  if (!mayInRoom(actor, "write month reports", order)) throw roomNotFound(actor);
  return withFigures(read, await periodsOf(read, order.id));
}

/** Removes the numbers of a period. Reports keep their copies. A repeated call changes nothing. */
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
      .returning(["source", "first_day", "last_day"])
      .executeTakeFirst();
    if (removed === undefined) return;
    const { source } = removed;
    const period = periodOf(removed.first_day, removed.last_day);
    await audit(tx, actor, {
      ...{ action: "Remove numbers from file", subject: "order", subjectId: order.id },
      label: `Order ${order.number}, ${period}`,
      ...{ before: { source, period }, after: null, at: clock() },
    });
  });
}
