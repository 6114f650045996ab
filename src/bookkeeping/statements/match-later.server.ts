import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { lockBooks } from "../lock-books.server.ts";
import { matchRows } from "./match-rows.server.ts";

const mostRows = 1000;

/**
 * Compares rows that nobody has explained with the ledger again, which may have learned of their
 * payments since the upload. Writes only when an entry is found.
 */
export async function matchLater(database: Database): Promise<void> {
  if ((await matchesNow(database.read)).length === 0) return;
  await database.write(async (tx) => {
    await lockBooks(tx);
    for (const { row, match } of await matchesNow(tx)) await storeMatch(tx, row.id, match);
  });
}

async function matchesNow(queries: Queries) {
  const rows = await queries
    .selectFrom("statement_rows")
    .select(["id", "family", "gross_cents as grossCents", "currency", "fault"])
    .select(["transaction_id as transactionId", "parent_id as parentId"])
    .select("order_reference as orderReference")
    .where("is_open", "=", 1)
    .where("state", "=", "unknown")
    .orderBy("at", "desc")
    .limit(mostRows)
    .execute();
  const found = [];
  for (const [family, ofFamily] of Map.groupBy(rows, (row) => row.family)) {
    const matches = await matchRows(queries, family, ofFamily);
    found.push(...[...matches].map(([row, match]) => ({ row, match })));
  }
  return found;
}

async function storeMatch(
  tx: WriteTransaction,
  id: string,
  { entryId, state }: { readonly entryId: string; readonly state: "matched" | "differs" },
): Promise<void> {
  await tx
    .updateTable("statement_rows")
    .set({ entry_id: entryId, state, is_open: state === "differs" ? 1 : 0, about: "" })
    .where("id", "=", id)
    .execute();
}
