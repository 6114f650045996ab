import { sql } from "kysely";
import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import {
  type Database,
  engineOf,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";

const mostKept = 5000;

/**
 * Who called the sandbox: the account that needs no connecting, or the account whose keys the owner
 * pastes, as those of a real provider.
 */
export type SandboxAccount = "built-in" | "pasted";

export interface SandboxOrder {
  readonly id: string;
  /** Undefined for the account that is built in. */
  readonly account?: SandboxAccount;
  readonly customId: string;
  readonly invoiceId: string;
  readonly description: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Outcome that the customer chose; null before the approval. */
  readonly outcome: string | null;
  readonly capture: { readonly id: string; readonly idempotencyKey: string } | null;
  readonly refunds: readonly SandboxRefund[];
  /** Time of the customer's choice at Stripe; undefined before, and at PayPal. */
  readonly paidAt?: number;
  /** Terms of the subscription that the customer starts in this checkout. */
  readonly terms?: SubscriptionTerms;
  /** Coupon that the checkout at Stripe takes off. */
  readonly coupon?: SandboxCoupon;
  /** Id of the subscription of which this is a paid cycle, or which this checkout has started. */
  readonly subscriptionId?: string;
}

/** As Stripe writes it. */
export interface SandboxCoupon {
  readonly amount_off: number;
  readonly currency: string;
  readonly duration: "once" | "repeating";
  readonly duration_in_months?: number | undefined;
}

export interface SandboxRefund {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly cents: number;
}

/** Does nothing when an order with this id exists. */
export async function insertSandboxOrder(database: Database, order: SandboxOrder): Promise<void> {
  await database.write(async (tx) => {
    await tx
      .insertInto("sandbox_orders")
      .values({
        id: order.id,
        created_at: Date.now(),
        capture_id: null,
        document: JSON.stringify(order),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await prune(tx);
  });
}

export async function findSandboxOrder(
  queries: Queries,
  by: { readonly id: string } | { readonly captureId: string },
): Promise<SandboxOrder | undefined> {
  const row = await selectOrder(queries, by).executeTakeFirst();
  return row && JSON.parse(row.document);
}

/** Orders with ids of a kind, newest first. */
export async function newestSandboxOrders(
  queries: Queries,
  idPrefix: string,
  most: number,
): Promise<readonly SandboxOrder[]> {
  const rows = await queries
    .selectFrom("sandbox_orders")
    .select("document")
    .where(sql<boolean>`substr(id, 1, ${idPrefix.length}) = ${idPrefix}`)
    .orderBy("created_at", "desc")
    .limit(most)
    .execute();
  return rows.map(({ document }) => JSON.parse(document));
}

/** Capture id of the newest captured order; the outcome "reused-transaction" repeats this id. */
export async function lastCaptureId(queries: Queries): Promise<string | undefined> {
  const row = await queries
    .selectFrom("sandbox_orders")
    .select("capture_id")
    .where("capture_id", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.capture_id ?? undefined;
}

/**
 * Locks and changes an order. Returns undefined, and changes nothing, when the order does not exist
 * or `change` returns undefined.
 */
export async function changeSandboxOrder(
  database: Database,
  by: { readonly id: string } | { readonly captureId: string },
  change: (order: SandboxOrder) => SandboxOrder | undefined,
): Promise<SandboxOrder | undefined> {
  return database.write(async (tx) => {
    const row = await selectOrder(tx, by)
      .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    const changed = row && change(JSON.parse(row.document));
    if (changed === undefined) return undefined;
    await tx
      .updateTable("sandbox_orders")
      .set({ document: JSON.stringify(changed), capture_id: changed.capture?.id ?? null })
      .where("id", "=", changed.id)
      .execute();
    return changed;
  });
}

function selectOrder(queries: Queries, by: { id: string } | { captureId: string }) {
  const orders = queries.selectFrom("sandbox_orders").select("document");
  if ("id" in by) return orders.where("id", "=", by.id);
  return orders.where("capture_id", "=", by.captureId).orderBy("created_at").limit(1);
}

async function prune(tx: WriteTransaction): Promise<void> {
  const oldest = await tx
    .selectFrom("sandbox_orders")
    .select("id")
    .orderBy("created_at", "desc")
    .offset(mostKept)
    .limit(1)
    .executeTakeFirst();
  if (oldest) await tx.deleteFrom("sandbox_orders").where("id", "=", oldest.id).execute();
}
