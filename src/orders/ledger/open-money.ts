import type { Payments } from "../../payments/payments.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireSignedIn } from "../../policy/rights.ts";
import { mayBePaid } from "../paying/may-be-paid.ts";
import { paymentProgress } from "../paying/payment-progress.ts";
import { paidAfterCancelling } from "./paid-after-cancelling.ts";
import { paidTooOften } from "./paid-too-often.ts";

export interface OrdersWithOpenMoney {
  /** Newest first, and only so many as were asked for. */
  readonly numbers: readonly number[];
  readonly isMore: boolean;
}

interface OpenMoneyDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
}

/** So many of an account's newest orders are looked through: money is not on its way for years. */
const mostLookedAt = 100;

/**
 * The orders of the account that asks, by their numbers, of whose money something is to come yet:
 * a payment is on its way or in question, or one is to go back. Throws "unauthenticated".
 */
export async function ordersWithOpenMoney(
  deps: OpenMoneyDependencies,
  actor: Actor,
  most: number,
): Promise<OrdersWithOpenMoney> {
  const { accountId } = requireSignedIn(actor);
  const { read } = deps.database;
  const [handedOff, undecided, goingBack] = await Promise.all([
    handedOffOrders(read, accountId),
    ordersWithUndecidedPayments(read, accountId),
    ordersWithWaitingRefunds(read, accountId),
  ]);
  const candidates = new Map([...handedOff, ...undecided].map(({ id, number }) => [number, id]));
  const numbers = new Set(goingBack.map(({ number }) => number));
  for (const [number, id] of candidates) {
    if (!numbers.has(number) && (await isOpen(deps, actor, id))) numbers.add(number);
  }
  const newestFirst = [...numbers].sort((one, other) => other - one);
  return { numbers: newestFirst.slice(0, most), isMore: newestFirst.length > most };
}

/** What the account that asks has paid too often and not got back yet. Throws "unauthenticated". */
export async function ownTooMuchCents(
  { database }: Pick<OpenMoneyDependencies, "database">,
  actor: Actor,
): Promise<number> {
  const { accountId } = requireSignedIn(actor);
  let cents = 0;
  for (const { id } of await ordersWithUndecidedPayments(database.read, accountId)) {
    cents += (await paidTooOften({ database }, actor, id))?.tooMuchCents ?? 0;
  }
  return cents;
}

async function isOpen(deps: OpenMoneyDependencies, actor: Actor, orderId: string) {
  const progress = await paymentProgress(deps, actor, orderId);
  if (progress !== null) return mayBePaid(progress);
  return (
    (await paidTooOften(deps, actor, orderId)) !== null ||
    (await paidAfterCancelling(deps, actor, orderId)) !== null
  );
}

function newestOf(queries: Queries, accountId: string) {
  return queries
    .selectFrom("orders")
    .select(["orders.id", "orders.number"])
    .where("account_id", "=", accountId)
    .orderBy("orders.number", "desc")
    .limit(mostLookedAt);
}

/** Those without a payment whose customer was sent to pay. */
function handedOffOrders(queries: Queries, accountId: string) {
  return newestOf(queries, accountId)
    .where("payment_status", "in", ["UnPaid", "Cancelled"])
    .where((where) =>
      where.exists(
        where
          .selectFrom("payment_attempts")
          .select("payment_attempts.id")
          .whereRef("payment_attempts.order_reference", "=", "orders.id"),
      ),
    )
    .execute();
}

/** Those with a payment that nobody has decided to keep; it may have gone back since. */
function ordersWithUndecidedPayments(queries: Queries, accountId: string) {
  return newestOf(queries, accountId)
    .where("payment_status", "=", "Paid")
    .where((where) =>
      where.exists(
        where
          .selectFrom("payment_ledger")
          .innerJoin("payment_notifications as n", "n.id", "payment_ledger.notification_id")
          .select("payment_ledger.id")
          .whereRef("payment_ledger.order_id", "=", "orders.id")
          .where("payment_ledger.kind", "=", "payment")
          .where("n.outcome", "=", "review")
          .where(({ or, eb }) =>
            or([eb("n.resolution", "is", null), eb("n.resolution", "=", "refunded")]),
          ),
      ),
    )
    .execute();
}

function ordersWithWaitingRefunds(queries: Queries, accountId: string) {
  return newestOf(queries, accountId)
    .where((where) =>
      where.exists(
        where
          .selectFrom("refund_requests")
          .select("refund_requests.id")
          .whereRef("refund_requests.order_id", "=", "orders.id")
          .where("refund_requests.state", "=", "waiting"),
      ),
    )
    .execute();
}
