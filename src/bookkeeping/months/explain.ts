import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { BookDependencies } from "../bookkeeping-dependencies.ts";
import { lockBooks } from "../lock-books.server.ts";
import { explanationForm, kindsInWords } from "../statements/explanation.ts";
import { isOpenState } from "../statements/row-state.ts";
import { rowsAlike } from "../statements/rows-alike.server.ts";
import { monthOfDay } from "./month.ts";
import { requireOpenEntry } from "./month-entries.server.ts";

export interface Explained {
  /** Ids of rows of statements. */
  readonly rows?: readonly string[];
  /** Ids of ledger entries without a row. */
  readonly entries?: readonly string[];
}

const mostAtOnce = 500;

/**
 * Says why rows and ledger entries are in order, and what they are. Input: `explanationForm`. A later
 * explanation replaces the earlier one. Throws "forbidden", "invalid", "not-found" and, for a row
 * that counts in a closed month, "conflict".
 */
export async function explain(
  { database, clock, readTimeZone }: BookDependencies,
  actor: Actor,
  { rows = [], entries = [] }: Explained,
  input: unknown,
): Promise<void> {
  requireRight(actor, "keep the books");
  const { kind, reason } = parseOrThrow(explanationForm, input);
  const ids = [...rows, ...entries];
  if (ids.length === 0 || ids.length > mostAtOnce || !ids.every(canBeId)) {
    throw new AppError("invalid", `Choose 1 to ${mostAtOnce} rows.`);
  }
  const at = clock();
  const explanation = { kind, reason, author: authorOf(actor), at };
  await database.write(async (tx) => {
    await lockBooks(tx);
    const timeZone = await readTimeZone(tx);
    for (const id of rows) {
      const row = await openRow(tx, id);
      await tx
        .insertInto("book_explanations")
        .values({ id: newId(), row_id: id, entry_id: null, ...explanation })
        .onConflict((conflict) => conflict.column("row_id").doUpdateSet(explanation))
        .execute();
      await tx.updateTable("statement_rows").set({ is_open: 0 }).where("id", "=", id).execute();
      await note(tx, `Row ${row.line} of ${row.name}`, id);
    }
    for (const id of entries) {
      const entry = await requireOpenEntry(tx, id, timeZone);
      await tx
        .insertInto("book_explanations")
        .values({ id: newId(), row_id: null, entry_id: id, ...explanation })
        .onConflict((conflict) => conflict.column("entry_id").doUpdateSet(explanation))
        .execute();
      await note(tx, `Entry ${entry.transactionId} of ${monthOfDay(entry.day)}`, id);
    }
  });

  async function note(tx: WriteTransaction, label: string, id: string): Promise<void> {
    await audit(tx, actor, {
      action: "Explain row",
      subject: "statement",
      subjectId: id,
      label,
      before: null,
      after: { kind: kindsInWords[kind], reason },
      at,
    });
  }
}

const alikeAtOnce = 500;

/**
 * Says the same of every row that looks like one row and that nobody has explained. Input:
 * `explanationForm`. Returns how many rows were explained. Throws "forbidden", "invalid", "not-found"
 * and "conflict".
 */
export async function explainAlike(
  { database, clock }: BookDependencies,
  actor: Actor,
  rowId: string,
  input: unknown,
): Promise<number> {
  requireRight(actor, "keep the books");
  const { kind, reason } = parseOrThrow(explanationForm, input);
  const explanation = { kind, reason, author: authorOf(actor), at: clock() };
  // A file can have hundreds of thousands of rows, which one transaction would block for long.
  for (let explained = 0; ; ) {
    const count = await database.write(async (tx) => {
      await lockBooks(tx);
      const row = await openRow(tx, canBeId(rowId) ? rowId : "");
      const alike = await rowsAlike(tx, row).select("id").limit(alikeAtOnce).execute();
      const ids = alike.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx
        .insertInto("book_explanations")
        .values(ids.map((id) => ({ id: newId(), row_id: id, entry_id: null, ...explanation })))
        .onConflict((conflict) => conflict.column("row_id").doUpdateSet(explanation))
        .execute();
      await tx.updateTable("statement_rows").set({ is_open: 0 }).where("id", "in", ids).execute();
      await audit(tx, actor, {
        action: "Explain row",
        subject: "statement",
        subjectId: rowId,
        label: `${ids.length} rows of ${row.name} like row ${row.line}`,
        before: null,
        after: { kind: kindsInWords[kind], reason },
        at: explanation.at,
      });
      return ids.length;
    });
    explained += count;
    if (count < alikeAtOnce) return explained;
  }
}

async function openRow(tx: WriteTransaction, id: string) {
  const row = await tx
    .selectFrom("statement_rows")
    .innerJoin("statement_files", "statement_files.id", "statement_rows.file_id")
    .select(["statement_rows.state", "statement_rows.closing_id", "statement_rows.line"])
    .select(["statement_rows.file_id", "statement_rows.type", "statement_rows.gross_cents"])
    .select("statement_files.name")
    .where("statement_rows.id", "=", id)
    .executeTakeFirst();
  if (row === undefined || !isOpenState(row.state)) {
    throw new AppError("not-found", "This row does not exist or needs no explanation.");
  }
  if (row.closing_id !== null) {
    throw new AppError(
      "conflict",
      "The row counts in a closed month. Reopen the month to change the explanation.",
    );
  }
  return row;
}
