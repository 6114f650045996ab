import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileName } from "#files/file-name.ts";
import { familyOf } from "#payments/payment-provider.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { BookDependencies } from "../bookkeeping-dependencies.ts";
import { lockBooks } from "../lock-books.server.ts";
import { familiesOfFormat } from "./families.ts";
import { largestStatementBytes } from "./file-limits.ts";
import { matchRows } from "./match-rows.server.ts";
import { isOpenState, stateOfKind } from "./row-state.ts";
import { statementParsers } from "./statement-parsers.ts";
import { type ReadStatement, type StatementRow, unpackRows } from "./statement-row.ts";

export interface UploadDependencies extends BookDependencies {
  readonly parse: Parse;
}

export interface StatementUpload {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly days?: "month first" | "day first" | undefined;
  /** True when a person has confirmed that the file is of this shop's account. */
  readonly isOwnAccount?: boolean;
}

export interface UploadedStatement {
  readonly id: string;
  /** True for a file that had been uploaded before. */
  readonly isKnown: boolean;
}

/**
 * Stores the rows of a file and compares them with the ledger. The same file again changes nothing,
 * and a row of an earlier file is not stored twice. Throws "forbidden", "invalid" with a sentence for
 * a file that cannot be read, and "conflict" for a file of another account.
 */
export async function uploadStatement(
  deps: UploadDependencies,
  actor: Actor,
  { name, bytes, days, isOwnAccount = false }: StatementUpload,
): Promise<UploadedStatement> {
  requireRight(actor, "keep the books");
  if (bytes.length === 0) throw refused("The file is empty. Choose another file.");
  if (bytes.length > largestStatementBytes) {
    throw refused("The file is larger than 120 MB. Export a shorter period.");
  }
  const { database } = deps;
  const contentHash = createHash("sha256").update(bytes).digest("hex");
  const known = await fileWithHash(database.read, contentHash);
  if (known?.state === "read") return { id: known.id, isKnown: true };
  const timeZone = await deps.readTimeZone(database.read);
  const read = await deps.parse(statementParsers.statement, { bytes, timeZone, days });
  const found = await familyOfFile(database.read, read);
  if (!isOwnAccount) await requireOwnAccount(database.read, read, found);
  const file = { name: fileName(name), contentHash, family: found.family, ...coveredBy(read) };
  const id = known?.id ?? (await insertFile(deps, actor, read, file));
  let knownCount = 0;
  for (const rows of unpackRows(read.packed)) {
    knownCount += await database.write((tx) => storeRows(tx, { id, ...file }, rows));
    await nextTurn();
  }
  await database.write(async (tx) => {
    await tx
      .updateTable("statement_files")
      .set({ state: "read", known_count: knownCount })
      .where("id", "=", id)
      .execute();
    await audit(tx, actor, {
      action: "Upload statement",
      subject: "statement",
      subjectId: id,
      label: file.name,
      before: null,
      after: { rows: read.rowCount, knownRows: knownCount },
      at: deps.clock(),
    });
  });
  return { id, isKnown: false };
}

function fileWithHash(queries: Queries, contentHash: string) {
  return queries
    .selectFrom("statement_files")
    .select(["id", "state"])
    .where("content_hash", "=", contentHash)
    .executeTakeFirst();
}

interface FoundFamily {
  readonly family: string;
  /** Rows of the sample that the ledger knows. */
  readonly knownRows: number;
  /** Rows of the sample that move money. */
  readonly moneyRows: number;
}

const sampledRows = 2000;

/** The family of providers of which the ledger knows most rows. */
async function familyOfFile(
  queries: Queries,
  { format, packed }: ReadStatement,
): Promise<FoundFamily> {
  const sample: StatementRow[] = [];
  for (const rows of unpackRows(packed)) {
    sample.push(...rows.filter(({ kind }) => kind === "money"));
    if (sample.length >= sampledRows) break;
  }
  const found: FoundFamily[] = [];
  for (const family of familiesOfFormat[format]) {
    const knownRows = await countKnown(queries, family, sample);
    found.push({ family, knownRows, moneyRows: sample.length });
  }
  const best = found.toSorted((one, other) => other.knownRows - one.knownRows)[0];
  if (best !== undefined && best.knownRows > 0) return best;
  // Nothing is known, so the file is of the account that has taken payments.
  const used = await usedFamily(queries, familiesOfFormat[format]);
  return { family: used, knownRows: 0, moneyRows: sample.length };
}

async function countKnown(
  queries: Queries,
  family: string,
  sample: readonly StatementRow[],
): Promise<number> {
  let known = 0;
  for (let from = 0; from < sample.length; from += 500) {
    const rows = sample.slice(from, from + 500);
    // A doubled file has its entries taken by the rows of the earlier file.
    const ids = rows.flatMap(({ transactionId, parentId }) => [transactionId, parentId]);
    const orders = rows.flatMap(({ orderReference }) => orderReference);
    const counted = async (column: "transaction_id" | "order_id", values: readonly string[]) => {
      const wanted = [...new Set(values)].filter((value) => value !== "");
      if (wanted.length === 0) return 0;
      const entries = await queries
        .selectFrom("payment_ledger")
        .select(column)
        .distinct()
        .where("provider", "in", familyOf(family))
        .where(column, "in", wanted)
        .execute();
      return entries.length;
    };
    known += (await counted("transaction_id", ids)) + (await counted("order_id", orders));
  }
  return known;
}

async function usedFamily(queries: Queries, families: readonly string[]): Promise<string> {
  for (const family of families) {
    const entry = await queries
      .selectFrom("payment_ledger")
      .select("id")
      .where("provider", "in", familyOf(family))
      .limit(1)
      .executeTakeFirst();
    if (entry !== undefined) return family;
  }
  return families[0] ?? "";
}

/** Refuses a file of which the ledger knows nothing, and one of another address than before. */
async function requireOwnAccount(
  queries: Queries,
  { account, format }: ReadStatement,
  { family, knownRows, moneyRows }: FoundFamily,
): Promise<void> {
  if (moneyRows > 0 && knownRows === 0) {
    const whose = account === "" ? "" : ` of ${account}`;
    throw anotherAccount(
      `This site knows none of the ${moneyRows.toLocaleString("en-US")} payments and refunds in this file${whose}. It may be of another account.`,
    );
  }
  if (format !== "paypal" || account === "") return;
  const earlier = await queries
    .selectFrom("statement_files")
    .select("account")
    .where("family", "=", family)
    .where("account", "!=", "")
    .where("state", "=", "read")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
  if (earlier.length === 0 || earlier.some((file) => file.account === account)) return;
  throw anotherAccount(
    `This file is of ${account}, and the files before were of ${earlier[0]?.account}.`,
  );
}

function anotherAccount(reason: string): AppError {
  const message = `${reason} Nothing was stored. If it is your account, confirm that and upload the file again.`;
  return new AppError("conflict", message, { issues: [{ path: "isOwnAccount", message }] });
}

/** Times of the first and the last row. */
function coveredBy({ packed }: ReadStatement): { readonly from: number; readonly until: number } {
  let [from, until] = [Number.POSITIVE_INFINITY, 0];
  for (const rows of unpackRows(packed)) {
    for (const { at, kind } of rows) {
      if (kind === "unreadable") continue;
      from = Math.min(from, at);
      until = Math.max(until, at);
    }
  }
  if (until === 0) throw refused("No row of this file can be read. Export it again as CSV.");
  return { from, until };
}

interface NewFile {
  readonly name: string;
  readonly contentHash: string;
  readonly family: string;
  readonly from: number;
  readonly until: number;
}

function insertFile(
  { database, clock }: BookDependencies,
  actor: Actor,
  { format, account, rowCount }: ReadStatement,
  { name, contentHash, family, from, until }: NewFile,
): Promise<string> {
  return database.write(async (tx) => {
    const id = newId();
    await tx
      .insertInto("statement_files")
      .values({
        id,
        family,
        format,
        name,
        content_hash: contentHash,
        account,
        row_count: rowCount,
        known_count: 0,
        state: "reading",
        from_at: from,
        until_at: until,
        uploaded_at: clock(),
        author: authorOf(actor),
      })
      // Two uploads of one file at once store it once.
      .onConflict((conflict) => conflict.column("content_hash").doNothing())
      .execute();
    return (await fileWithHash(tx, contentHash))?.id ?? id;
  });
}

/** Returns how many of the rows an earlier file had. */
async function storeRows(
  tx: WriteTransaction,
  { id: fileId, family, from }: NewFile & { readonly id: string },
  rows: readonly StatementRow[],
): Promise<number> {
  await lockBooks(tx);
  const stored = await storedRows(tx, family, rows);
  const isOfThisFile = ({ key }: StatementRow) => stored.get(key)?.fileId === fileId;
  const compared = rows.filter((row) => !isOfThisFile(row)).map((row) => newRowOf(row, stored));
  const added = compared.filter((row) => row !== null);
  const matches = await matchRows(
    tx,
    family,
    added.filter(({ isDoubled, kind }) => !isDoubled && kind !== "unreadable"),
  );
  const values = added.map((row) => {
    const match = matches.get(row);
    const isDoubled = row.isDoubled && row.kind !== "unreadable";
    const state = match?.state ?? (isDoubled ? "doubled" : stateOfKind(row.kind));
    return {
      id: newId(),
      file_id: fileId,
      family,
      row_key: row.key,
      line: row.line,
      kind: row.kind,
      state,
      is_open: isOpenState(state) ? 1 : 0,
      // A row that names no day counts at the time of the row above it.
      at: Math.max(row.at, from),
      type: row.type,
      gross_cents: row.grossCents,
      fee_cents: row.feeCents,
      net_cents: row.netCents,
      currency: row.currency,
      transaction_id: row.transactionId,
      parent_id: row.parentId,
      order_reference: row.orderReference,
      // A name is stored only while a person has to recognise the row.
      about: match === undefined ? row.about : "",
      fault: row.fault,
      entry_id: match?.entryId ?? null,
    };
  });
  if (values.length > 0) await tx.insertInto("statement_rows").values(values).execute();
  return compared.length - added.length;
}

interface StoredRow {
  readonly fileId: string;
  readonly sums: string;
}

const sumsOf = (row: {
  readonly grossCents: number;
  readonly feeCents: number;
  readonly currency: string;
}) => `${row.grossCents} ${row.feeCents} ${row.currency}`;

const contradictionOf = (key: string) => `${key} with other amounts`;

async function storedRows(
  tx: WriteTransaction,
  family: string,
  rows: readonly StatementRow[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const keys = rows.flatMap(({ key }) => [key, contradictionOf(key)]);
  const found = await tx
    .selectFrom("statement_rows")
    .select(["file_id as fileId", "row_key as key", "gross_cents as grossCents"])
    .select(["fee_cents as feeCents", "currency"])
    .where("family", "=", family)
    .where("row_key", "in", keys)
    .execute();
  return new Map(found.map((row) => [row.key, { fileId: row.fileId, sums: sumsOf(row) }]));
}

/** The row to store; null for a row that an earlier file had. */
function newRowOf(row: StatementRow, stored: ReadonlyMap<string, StoredRow>): StatementRow | null {
  const earlier = stored.get(row.key);
  if (earlier === undefined) return row;
  const key = contradictionOf(row.key);
  if (earlier.sums === sumsOf(row) || stored.has(key)) return null;
  const fault = "An earlier file has this row with other amounts.";
  return { ...row, key, fault, isDoubled: true };
}

function refused(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "file", message }] });
}
