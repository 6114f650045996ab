import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { findRoomOrder, lockTeamOrder, roomNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { promisedPoints } from "#orders/placing/promised-points.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { mayInRoom, requireRoomRight } from "#policy/rights.ts";
import { monthName } from "../report.ts";
import { requireMonthOfOrder } from "../write-report.ts";
import {
  longestSearch,
  mostSearches,
  promisedSearches,
  readPosition,
  type SearchTable,
  searchKey,
} from "./search-positions.ts";
import { searchTable } from "./search-record.server.ts";

/** The searches of an order with their positions in one month. */
const searchesForm = z.strictObject({
  /** The revision that the author saw; 0 for an order without a list. */
  revision: z.int("The revision is a whole number.").nonnegative(),
  /** Empty rows are left out. */
  searches: z
    .array(
      z
        .strictObject({
          search: z
            .string("A search is text.")
            .overwrite((typed) => trimmed(typed).replace(/\s+/g, " "))
            .max(longestSearch, `A search has at most ${longestSearch} characters.`)
            .refine(isPlainText, "The search has characters that cannot be shown."),
          position: z.string("Write the position as text.").transform((typed, context) => {
            const read = readPosition(typed);
            if ("position" in read) return read.position;
            context.addIssue({ code: "custom", message: read.mistake });
            return z.NEVER;
          }),
        })
        .refine(({ search, position }) => search !== "" || position === "", {
          path: ["search"],
          error: "Write the search, or clear its position.",
        }),
      "List the searches.",
    )
    .max(mostSearches, `Furrow tracks at most ${mostSearches} searches of an order.`),
});

type SearchesForm = z.output<typeof searchesForm>;

export interface SearchesOfOrder {
  readonly revision: number;
  /** Number of searches that the order promises to track; 0 without a promise. */
  readonly promised: number;
  readonly table: SearchTable;
}

/**
 * The tracked searches of an order up to a month, for the team. Throws "unauthenticated",
 * "forbidden" and "not-found".
 */
export async function readSearches(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  orderId: string,
  month: string,
): Promise<SearchesOfOrder> {
  requireRoomRight(actor, "write month reports");
  const order = await findRoomOrder(read, actor, orderId);
  if (!mayInRoom(actor, "write month reports", order)) throw roomNotFound(actor);
  return {
    revision: await revisionOf(read, order),
    promised: await promisedIn(read, order),
    table: await searchTable(read, order, month),
  };
}

/**
 * The tracked searches of an order up to the last month that was measured, for everybody who may
 * open its room. Throws "unauthenticated" and "not-found".
 */
export async function readRoomSearches(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<Omit<SearchesOfOrder, "revision">> {
  const order = await findRoomOrder(read, actor, orderId);
  return { promised: await promisedIn(read, order), table: await searchTable(read, order) };
}

/** Number of searches that the order promises to track; 0 without a promise. */
async function promisedIn(queries: Queries, order: Order): Promise<number> {
  const points = await promisedPoints(queries, order);
  return promisedSearches(points.map(({ point }) => point));
}

/**
 * Stores the searches of an order and their positions in a month; positions of other months stay.
 * Input: `searchesForm`. Throws "unauthenticated", "forbidden", "invalid", "not-found", and
 * "conflict" when somebody else has changed the searches meanwhile.
 */
export async function saveSearches(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  month: string,
  input: unknown,
): Promise<void> {
  requireRoomRight(actor, "write month reports");
  const form = parseOrThrow(searchesForm, input);
  requireOnce(form);
  const searches = form.searches.filter(({ search }) => search !== "");
  await database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "write month reports", orderId);
    const at = clock();
    requireMonthOfOrder(order, month, { timeZone: await post.readTimeZone(tx), at });
    const known = await revisionOf(tx, order);
    const before = await searchTable(tx, order, month);
    const isSame =
      JSON.stringify(searches) ===
      JSON.stringify(
        before.lines.map(({ search, positions }) => ({ search, position: positions.at(-1) })),
      );
    // The form was submitted again, because the response to the first submit was lost.
    if (isSame && known > 0) return;
    if (known !== form.revision) {
      throw new AppError(
        "conflict",
        "Somebody else has since changed these searches. Copy your positions, then reload the page to see the change.",
      );
    }
    const revision = known + 1;
    const list = { order_id: order.id, revision, updated_at: at };
    await tx
      .insertInto("order_search_lists")
      .values(list)
      .onConflict((conflict) =>
        conflict.column("order_id").doUpdateSet({ revision, updated_at: at }),
      )
      .execute();
    await tx.deleteFrom("order_searches").where("order_id", "=", order.id).execute();
    await tx
      .deleteFrom("order_search_positions")
      .where("order_id", "=", order.id)
      .where("month", "=", month)
      .execute();
    const rows = searches.map(({ search, position }) => ({
      order_id: order.id,
      search,
      position,
    }));
    if (rows.length > 0) {
      await tx
        .insertInto("order_searches")
        .values(rows.map(({ order_id, search }, index) => ({ order_id, search, nth: index + 1 })))
        .execute();
    }
    const measured = rows.filter(({ position }) => position !== "");
    if (measured.length > 0) {
      await tx
        .insertInto("order_search_positions")
        .values(measured.map((row) => ({ ...row, month })))
        .execute();
    }
    await audit(tx, actor, {
      action: "Write tracked searches",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}, ${monthName(month)}`,
      at,
      before: known === 0 ? null : { revision: known },
      after: { revision, searches: rows.length, measured: measured.length },
    });
  });
}

function requireOnce({ searches }: SearchesForm): void {
  const keys = searches.map(({ search }) => searchKey(search));
  const issues = keys.flatMap((key, nth) =>
    key === "" || keys.indexOf(key) === nth
      ? []
      : [{ path: `searches.${nth}.search`, message: "This search is listed twice." }],
  );
  const [issue] = issues;
  if (issue === undefined) return;
  const { search = "" } = searches[Number(issue.path.split(".")[1])] ?? {};
  throw new AppError("invalid", `“${search}” is listed twice.`, { issues });
}

async function revisionOf(queries: Queries, { id }: Order): Promise<number> {
  const row = await queries
    .selectFrom("order_search_lists")
    .select("revision")
    .where("order_id", "=", id)
    .executeTakeFirst();
  return Number(row?.revision ?? 0);
}
