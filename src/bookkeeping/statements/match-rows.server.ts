import type { LedgerKind } from "#orders/order.ts";
import { familyOf } from "#payments/payment-provider.ts";
import type { Queries } from "#platform/database/database.ts";
import type { StatementRow } from "./statement-row.ts";

export type ComparedRow = Pick<
  StatementRow,
  "grossCents" | "currency" | "transactionId" | "parentId" | "orderReference" | "fault"
>;

export interface Match {
  readonly entryId: string;
  readonly state: "matched" | "differs";
}

interface Entry {
  readonly id: string;
  readonly orderId: string;
  readonly kind: LedgerKind;
  readonly amountCents: number;
  readonly currency: string;
  readonly transactionId: string | null;
  readonly parentTransactionId: string | null;
}

/** Kinds that a dispute leaves, which a provider reports and exports with different ids. */
const disputeKinds: ReadonlySet<LedgerKind> = new Set(["reversal", "reversal-cancelled"]);

/**
 * Finds the ledger entry of each row; a row without one is not in the result. An entry is given to
 * one row only.
 */
export async function matchRows<Row extends ComparedRow>(
  queries: Queries,
  family: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, Match>> {
  const asked = rows.filter((row) => row.transactionId !== "");
  const entries = await entriesFor(queries, family, asked);
  const taken = await takenEntries(queries, entries);
  const matches = new Map<Row, Match>();
  // Ids decide before anything else does.
  for (const find of [byTransaction(entries), byOrder(entries), byDispute(entries)]) {
    for (const row of asked) {
      if (matches.has(row)) continue;
      const free = find(row).filter(({ id, amountCents }) => {
        return !taken.has(id) && Math.sign(amountCents) === Math.sign(row.grossCents);
      });
      const entry = free.find(({ amountCents }) => amountCents === row.grossCents) ?? free[0];
      if (entry === undefined) continue;
      taken.add(entry.id);
      const isSame = entry.amountCents === row.grossCents && entry.currency === row.currency;
      const state = isSame && row.fault === "" ? "matched" : "differs";
      matches.set(row, { entryId: entry.id, state });
    }
  }
  return matches;
}

type FindEntries = (row: ComparedRow) => readonly Entry[];

function byTransaction(entries: readonly Entry[]): FindEntries {
  const byId = Map.groupBy(entries, ({ transactionId }) => transactionId);
  return ({ transactionId }) => byId.get(transactionId) ?? [];
}

/**
 * An export of Stripe can lack the payment intent, by which the ledger knows a payment, and have the
 * order that the shop sent along.
 */
function byOrder(entries: readonly Entry[]): FindEntries {
  const payments = entries.filter(({ kind }) => kind === "payment");
  const byOrderId = Map.groupBy(payments, ({ orderId }) => orderId);
  return ({ orderReference, parentId, transactionId }) =>
    parentId === "" && /^(?:ch|py)_/.test(transactionId)
      ? (byOrderId.get(orderReference) ?? [])
      : [];
}

/** Money that a dispute took or gave back, by the payment and the exact amount. */
function byDispute(entries: readonly Entry[]): FindEntries {
  const disputes = entries.filter(({ kind }) => disputeKinds.has(kind));
  const byParent = Map.groupBy(disputes, ({ parentTransactionId }) => parentTransactionId);
  const parentOf = new Map(
    disputes.map((entry) => [entry.transactionId, entry.parentTransactionId]),
  );
  return ({ parentId, grossCents }) =>
    parentId === ""
      ? []
      : [parentId, parentOf.get(parentId) ?? parentId]
          .flatMap((payment) => byParent.get(payment) ?? [])
          .filter(({ amountCents }) => amountCents === grossCents);
}

const columns = [
  "id",
  "order_id as orderId",
  "kind",
  "amount_cents as amountCents",
  "currency",
  "transaction_id as transactionId",
  "parent_transaction_id as parentTransactionId",
] as const;

/** Every entry that one of the finders can look for. */
async function entriesFor(
  queries: Queries,
  family: string,
  rows: readonly ComparedRow[],
): Promise<readonly Entry[]> {
  if (rows.length === 0) return [];
  const ofFamily = () =>
    queries.selectFrom("payment_ledger").select(columns).where("provider", "in", familyOf(family));
  const ids = distinct(rows.flatMap(({ transactionId, parentId }) => [transactionId, parentId]));
  const direct = await ofFamily().where("transaction_id", "in", ids).execute();
  const orders = distinct(
    rows.flatMap(({ transactionId, orderReference }) =>
      /^(?:ch|py)_/.test(transactionId) ? [orderReference] : [],
    ),
  );
  const ofOrders =
    orders.length === 0 ? [] : await ofFamily().where("order_id", "in", orders).execute();
  // The entries of a dispute are those of the orders of the payments that rows name.
  const disputed = distinct(direct.map(({ orderId }) => orderId)).filter(
    (id) => !orders.includes(id),
  );
  const ofDisputes =
    disputed.length === 0 || rows.every(({ parentId }) => parentId === "")
      ? []
      : await ofFamily()
          .where("order_id", "in", disputed)
          .where("kind", "in", [...disputeKinds])
          .execute();
  const all = [...direct, ...ofOrders, ...ofDisputes];
  // Sorted, so that the same rows get the same entries each time.
  return [...new Map(all.map((entry) => [entry.id, entry])).values()].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
}

async function takenEntries(queries: Queries, entries: readonly Entry[]): Promise<Set<string>> {
  if (entries.length === 0) return new Set();
  const rows = await queries
    .selectFrom("statement_rows")
    .select("entry_id")
    .where(
      "entry_id",
      "in",
      entries.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.flatMap(({ entry_id }) => entry_id ?? []));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
