import { fileName } from "#files/file-name.ts";
import { findRoomOrder, lockTeamOrder, roomNotFound } from "#orders/find-order.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { mayInRoom, requireRoomRight } from "#policy/rights.ts";
import { figureParsers } from "./figure-parsers.ts";
import { type OrderFigures, periodOf, periodsOf, withFigures } from "./figure-record.server.ts";
import type { OrderFiguresRow } from "./figure-tables.server.ts";
import type { FigureFile, FoundFigures } from "./found-figures.ts";

interface FigureDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

interface ImportDependencies extends FigureDependencies {
  readonly parse: Parse;
}

export interface ImportedFigures {
  /** The newest period first. */
  readonly figures: readonly OrderFigures[];
  /** Periods of the file that the order had already, and whose numbers stay as they were. */
  readonly known: readonly string[];
  /** Periods with numbers of the same source that have days in common with an imported period. */
  readonly overlaps: readonly string[];
}

/** Maximum number of periods of an order: one a week for three years. */
const mostPeriods = 160;

/**
 * Reads an exported file and stores its numbers with the order, those of each month by themselves:
 * the zip of Search Console, or a CSV file whose columns `mapping` (`csvMapping`) describes. Throws
 * "unauthenticated", "forbidden", "not-found", "invalid" for a file that cannot be read, "conflict"
 * when the order has all its periods already, and what `Parse` throws.
 */
export async function importFigures(
  { database, clock, parse }: ImportDependencies,
  actor: Actor,
  orderId: string,
  file: FigureFile,
  mapping?: unknown,
): Promise<ImportedFigures> {
  requireRoomRight(actor, "write month reports");
  const found = await parse(figureParsers.figures, { file, mapping });
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const rows = await periodsOf(tx, order.id);
    const [source = ""] = found.map((one) => one.source);
    const ofSource = rows.filter((row) => row.source === source);
    const isKnown = (one: FoundFigures) => ofSource.some((row) => isPeriodOf(one, row));
    const fresh = found.filter((one) => !isKnown(one));
    const known = found.filter(isKnown).map(({ firstDay, lastDay }) => periodOf(firstDay, lastDay));
    if (fresh.length === 0) {
      throw new AppError(
        "conflict",
        `The order already has the numbers of ${source}, ${known.join(" and ")}. Remove them first to read them again.`,
      );
    }
    if (rows.length + fresh.length > mostPeriods) {
      throw new AppError(
        "conflict",
        `An order has at most ${mostPeriods} periods. Remove one first.`,
      );
    }
    const stored = { orderId: order.id, fileName: fileName(file.name), author: authorOf(actor) };
    const ids: string[] = [];
    for (const one of fresh) ids.push(await insertFigures(tx, one, { ...stored, at: clock() }));
    const first = fresh.map(({ firstDay }) => firstDay).toSorted()[0] ?? "";
    const last =
      fresh
        .map(({ lastDay }) => lastDay)
        .toSorted()
        .at(-1) ?? "";
    const period = periodOf(first, last);
    await audit(tx, actor, {
      action: "Read numbers from file",
      subject: "order",
      subjectId: order.id,
      at: clock(),
      label: `Order ${order.number}, ${period}`,
      before: null,
      after: { source, period },
    });
    const overlaps = ofSource
      .filter((row) => !found.some((one) => isPeriodOf(one, row)))
      .filter((row) => row.first_day <= last && row.last_day >= first)
      .map((row) => periodOf(row.first_day, row.last_day));
    const all = await withFigures(tx, await periodsOf(tx, order.id));
    return { figures: all.filter(({ id }) => ids.includes(id)), known, overlaps };
  });
}

const isPeriodOf = ({ firstDay, lastDay }: FoundFigures, row: OrderFiguresRow) =>
  row.first_day === firstDay && row.last_day === lastDay;

interface FigureFileFacts {
  readonly orderId: string;
  readonly fileName: string;
  readonly author: string;
  readonly at: number;
}

/** Returns the id of the period. */
async function insertFigures(
  tx: WriteTransaction,
  { source, firstDay, lastDay, queryClicks, numbers, lists }: FoundFigures,
  facts: FigureFileFacts,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("order_figures")
    .values({
      id,
      order_id: facts.orderId,
      file_name: facts.fileName,
      source,
      first_day: firstDay,
      last_day: lastDay,
      query_clicks: queryClicks,
      author: facts.author,
      created_at: facts.at,
    })
    .execute();
  if (numbers.length > 0) {
    await tx
      .insertInto("order_figure_numbers")
      .values(numbers.map((one, nth) => ({ figures_id: id, position: nth + 1, ...one })))
      .execute();
  }
  if (lists.length > 0) {
    await tx
      .insertInto("order_figure_lists")
      .values(
        lists.map(({ kind, lines }) => ({ figures_id: id, kind, lines: JSON.stringify(lines) })),
      )
      .execute();
  }
  return id;
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
      action: "Remove numbers from file",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}, ${period}`,
      before: { source, period },
      after: null,
      at: clock(),
    });
  });
}
