import type { LedgerKind } from "#orders/order.ts";
import { familyOf } from "#payments/payment-provider.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Explanation } from "./explanation.ts";
import { matchLater } from "./match-later.server.ts";
import { type RowState, rowStates } from "./row-state.ts";
import { countAlike } from "./rows-alike.server.ts";
import type { StatementFormat } from "./statement-row.ts";

interface ReadDependencies {
  readonly database: Database;
}

export interface StatementFile {
  readonly id: string;
  readonly family: string;
  readonly format: StatementFormat;
  readonly name: string;
  readonly account: string;
  readonly rowCount: number;
  readonly knownCount: number;
  readonly isComplete: boolean;
  readonly from: number;
  readonly until: number;
  readonly uploadedAt: number;
  readonly author: string;
  /** Rows of the file by state, without those of an earlier file. */
  readonly counts: Readonly<Record<RowState, number>>;
  /** Rows that still need an explanation. */
  readonly open: number;
}

export interface ReadRow {
  readonly id: string;
  readonly fileId: string;
  readonly line: number;
  readonly state: RowState;
  readonly at: number;
  readonly type: string;
  readonly about: string;
  readonly grossCents: number;
  readonly feeCents: number;
  readonly netCents: number;
  readonly currency: string;
  readonly transactionId: string;
  readonly fault: string;
  readonly isOpen: boolean;
  /** True while the row counts in a closed month. */
  readonly isClosed: boolean;
  readonly entry: {
    readonly kind: LedgerKind;
    readonly amountCents: number;
    readonly orderId: string;
    readonly orderNumber: number;
  } | null;
  readonly explanation: Explanation | null;
  /** True when a notification about the transaction waits for a decision at Payments. */
  readonly isInReview: boolean;
  /** How many rows look like this one, itself included, and have no explanation; 0 if it has one. */
  readonly alike: number;
}

/** Files of statements, newest first. Throws "forbidden". */
export async function listStatements(
  { database }: ReadDependencies,
  actor: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<Page<StatementFile>> {
  requireRight(actor, "see the books");
  await matchLater(database);
  const { read } = database;
  const { total } = await read
    .selectFrom("statement_files")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total }, async (offset) => {
    const files = await selectFiles(read)
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return withCounts(read, files);
  });
}

/** Throws "forbidden" and "not-found". */
export async function readStatementFile(
  { database }: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<StatementFile> {
  requireRight(actor, "see the books");
  await matchLater(database);
  const files = canBeId(id) ? await selectFiles(database.read).where("id", "=", id).execute() : [];
  const [file] = await withCounts(database.read, files);
  if (file === undefined) throw new AppError("not-found", "There is no such statement.");
  return file;
}

function selectFiles(queries: Queries) {
  return queries
    .selectFrom("statement_files")
    .select(["id", "family", "format", "name", "account", "state", "author"])
    .select(["row_count as rowCount", "known_count as knownCount"])
    .select(["from_at as from", "until_at as until", "uploaded_at as uploadedAt"]);
}

type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>["execute"]>>[number];

async function withCounts(
  queries: Queries,
  files: readonly FileRow[],
): Promise<readonly StatementFile[]> {
  if (files.length === 0) return [];
  const counted = await queries
    .selectFrom("statement_rows")
    .select(["file_id", "state", "is_open"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(
      "file_id",
      "in",
      files.map(({ id }) => id),
    )
    .groupBy(["file_id", "state", "is_open"])
    .execute();
  return files.map(({ state, ...file }) => {
    const own = counted.filter(({ file_id }) => file_id === file.id);
    const of = (wanted: RowState) =>
      own.filter((row) => row.state === wanted).reduce((sum, { count }) => sum + count, 0);
    return {
      ...file,
      isComplete: state === "read",
      counts: Object.fromEntries(rowStates.map((each) => [each, of(each)])) as Record<
        RowState,
        number
      >,
      open: own.filter(({ is_open }) => is_open === 1).reduce((sum, { count }) => sum + count, 0),
    };
  });
}

interface RowSearch {
  /** "" for all rows, "open" for those that need an explanation. */
  readonly state: RowState | "open" | "";
  readonly page: number;
  readonly pageSize: number;
}

/** Rows of a file in the order of its lines. Throws "forbidden". */
export async function pageOfRows(
  { database }: ReadDependencies,
  actor: Actor,
  { id, counts, open }: StatementFile,
  { state, page, pageSize }: RowSearch,
): Promise<Page<ReadRow>> {
  requireRight(actor, "see the books");
  const { read } = database;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = state === "" ? all : state === "open" ? open : counts[state];
  return pageOf({ page, pageSize, total }, (offset) =>
    readRows(read, (rows) =>
      rows
        .where("row.file_id", "=", id)
        .$if(state === "open", (query) => query.where("row.is_open", "=", 1))
        .$if(state !== "" && state !== "open", (query) =>
          query.where("row.state", "=", state as RowState),
        )
        .$if(state === "", (query) => query.orderBy("row.state"))
        .orderBy("row.line")
        .orderBy("row.id")
        .limit(pageSize)
        .offset(offset),
    ),
  );
}

function selectRows(queries: Queries) {
  return queries
    .selectFrom("statement_rows as row")
    .leftJoin("payment_ledger as entry", "entry.id", "row.entry_id")
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("book_explanations as explained", "explained.row_id", "row.id")
    .select(["row.id", "row.file_id", "row.family", "row.line", "row.state", "row.at", "row.type"])
    .select(["row.about", "row.gross_cents", "row.fee_cents", "row.net_cents", "row.currency"])
    .select(["row.transaction_id", "row.fault", "row.is_open", "row.closing_id"])
    .select(["entry.kind", "entry.amount_cents", "entry.order_id", "orders.number"])
    .select(["explained.kind as why", "explained.reason", "explained.author"])
    .select("explained.at as explainedAt");
}

type RowQuery = ReturnType<typeof selectRows>;

/** Rows of a query with their entries, explanations and open reviews. */
export async function readRows(
  queries: Queries,
  chosen: (rows: RowQuery) => RowQuery,
): Promise<readonly ReadRow[]> {
  const rows = await chosen(selectRows(queries)).execute();
  const reviewed = await transactionsInReview(
    queries,
    rows.filter(({ state }) => state === "unknown"),
  );
  const alikeOf = await countAlike(
    queries,
    rows.filter((row) => row.is_open === 1 && row.closing_id === null),
  );
  return rows.map((row) => ({
    id: row.id,
    fileId: row.file_id,
    line: row.line,
    state: row.state,
    at: row.at,
    type: row.type,
    about: row.about,
    grossCents: row.gross_cents,
    feeCents: row.fee_cents,
    netCents: row.net_cents,
    currency: row.currency,
    transactionId: row.transaction_id,
    fault: row.fault,
    isOpen: row.is_open === 1,
    isClosed: row.closing_id !== null,
    entry:
      row.kind === null
        ? null
        : {
            kind: row.kind,
            amountCents: row.amount_cents ?? 0,
            orderId: row.order_id ?? "",
            orderNumber: row.number ?? 0,
          },
    explanation:
      row.why === null
        ? null
        : {
            kind: row.why,
            reason: row.reason ?? "",
            author: row.author ?? "",
            at: row.explainedAt ?? 0,
          },
    isInReview: reviewed.has(row.transaction_id),
    alike: row.is_open === 1 ? alikeOf(row) : 0,
  }));
}

async function transactionsInReview(
  queries: Queries,
  rows: readonly { readonly family: string; readonly transaction_id: string }[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [family, ofFamily] of Map.groupBy(rows, (row) => row.family)) {
    const notifications = await queries
      .selectFrom("payment_notifications")
      .select("transaction_id")
      .where("provider", "in", familyOf(family))
      .where(
        "transaction_id",
        "in",
        ofFamily.map(({ transaction_id }) => transaction_id),
      )
      .where("state", "=", "verified")
      .where("outcome", "=", "review")
      .where("resolution", "is", null)
      .execute();
    for (const { transaction_id } of notifications) found.add(transaction_id ?? "");
  }
  return found;
}
