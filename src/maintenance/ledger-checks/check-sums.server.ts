import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { type Cells, cellName, differenceOf, type Sum } from "./order-cells.ts";

/** `order_sums` beside a recount of all orders. */
export async function checkOrderSums(
  queries: Queries,
  counted: Cells,
  note: (difference: string) => void,
): Promise<void> {
  const rows = await queries.selectFrom("order_sums").selectAll().execute();
  noteDifferences(new Map(rows.map((row) => [cellName(row), row])), counted, note);
}

/** `account_sums` beside a recount, some hundred accounts at a time. */
export async function checkAccountSums(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  let last = "";
  for await (const accounts of accountChunks(queries)) {
    const until = accounts.at(-1)?.account_id ?? last;
    const kept = await sumsOfAccounts(queries, last, until);
    noteDifferences(kept, await countAccounts(queries, last, until), note);
    last = until;
  }
  noteDifferences(await sumsOfAccounts(queries, last, null), new Map(), note);
}

function noteDifferences(
  kept: ReadonlyMap<string, Sum>,
  counted: ReadonlyMap<string, Sum>,
  note: (difference: string) => void,
): void {
  for (const name of new Set([...kept.keys(), ...counted.keys()])) {
    const difference = differenceOf(name, kept.get(name), counted.get(name));
    if (difference !== null) note(difference);
  }
}

/** The accounts that have orders. */
function accountChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (row: { account_id: string }) => row.account_id,
    (after, size) =>
      queries
        .selectFrom("orders")
        .select("account_id")
        .distinct()
        .where("account_id", ">", after)
        .orderBy("account_id")
        .limit(size)
        .execute(),
  );
}

async function sumsOfAccounts(
  queries: Queries,
  after: string,
  until: string | null,
): Promise<ReadonlyMap<string, Sum>> {
  const rows = await queries
    .selectFrom("account_sums")
    .selectAll()
    .where("account_id", ">", after)
    .$if(until !== null, (query) => query.where("account_id", "<=", until as string))
    .execute();
  return new Map(rows.map((row) => [accountCell(row), row]));
}

async function countAccounts(
  queries: Queries,
  after: string,
  until: string,
): Promise<ReadonlyMap<string, Sum>> {
  const rows = await queries
    .selectFrom("orders")
    .select(["account_id", "payment_status"])
    .select((select) => select.fn.countAll<number>().as("orders"))
    .select((select) => select.cast<number>(select.fn.sum("price_cents"), "bigint").as("cents"))
    .where("account_id", ">", after)
    .where("account_id", "<=", until)
    .groupBy(["account_id", "payment_status"])
    .execute();
  return new Map(rows.map((row) => [accountCell(row), row]));
}

function accountCell(row: { account_id: string; payment_status: string }): string {
  return `the ${row.payment_status} orders of account ${row.account_id}`;
}
