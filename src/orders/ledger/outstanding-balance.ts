import { notificationsAbout } from "../../payments/notifications/notifications-about.server.ts";
import type { Resolution } from "../../payments/notifications/verified-notification.ts";
import type { Payments } from "../../payments/payments.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireSignedIn } from "../../policy/rights.ts";
import { findOrder } from "../find-order.ts";
import { keptCents } from "../order.ts";
import { mayBePaid } from "../paying/may-be-paid.ts";
import { paymentProgress } from "../paying/payment-progress.ts";
import { type LedgerEntry, ledgerOfOrder, notificationIds } from "./order-ledger.server.ts";

interface KeptPayment {
  readonly payment: LedgerEntry;
  readonly keptCents: number;
  /** "refunded" by whoever may still have to do so at the provider; undefined for no open question. */
  readonly question?: "open" | "refunded";
}

interface KeptPayments {
  readonly ledger: readonly LedgerEntry[];
  /** The payments of which something is kept, oldest first. */
  readonly kept: readonly KeptPayment[];
}

/** What of an order's money is kept, and whether anybody has decided that it may be. */
async function keptPayments(queries: Queries, orderId: string): Promise<KeptPayments> {
  const ledger = await ledgerOfOrder(queries, orderId);
  const kept = ledger.flatMap((payment) => {
    const cents = payment.kind === "payment" ? keptCents(payment, ledger) : 0;
    return cents > 0 ? { payment, keptCents: cents } : [];
  });
  const ids = notificationIds(kept.map(({ payment }) => payment));
  const notifications = ids.length > 0 ? await notificationsAbout(queries, orderId, ids) : [];
  const reviews = notifications.filter(({ outcome }) => outcome === "review");
  return {
    ledger,
    kept: kept.map((each) => {
      const review = reviews.find(({ id }) => id === each.payment.notificationId);
      return review === undefined
        ? each
        : { ...each, ...questionOf(review.resolution?.decision ?? null) };
    }),
  };
}

function questionOf(decision: Resolution | null): Pick<KeptPayment, "question"> {
  if (decision === null) return { question: "open" };
  return decision === "refunded" ? { question: "refunded" } : {};
}

export interface PaidAfterCancelling {
  readonly amountCents: number;
  /** Somebody has decided to give it back, and it has not gone yet. */
  readonly isGoingBack: boolean;
}

/**
 * The payment that made an order Paid which its customer had cancelled, as long as nobody has
 * decided that it is wanted after all; else null. Throws "unauthenticated" and "not-found".
 */
export async function paidAfterCancelling(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaidAfterCancelling | null> {
  const order = await findOrder({ database }, actor, orderId);
  if (order.paymentStatus !== "Paid") return null;
  const { ledger, kept } = await keptPayments(database.read, order.id);
  if (!ledger.some(({ kind }) => kind === "cancellation")) return null;
  // Only an UnPaid order can be cancelled, so the first payment of one came after that.
  const first = ledger.find(({ kind }) => kind === "payment");
  const undecided = kept.find(({ payment }) => payment === first);
  if (undecided?.question === undefined) return null;
  return {
    amountCents: undecided.payment.amountCents,
    isGoingBack: undecided.question === "refunded",
  };
}

export interface PaidTooOften {
  readonly times: number;
  /** What these payments came to. */
  readonly paidCents: number;
  /** What of it is kept beyond the order's price. */
  readonly tooMuchCents: number;
}

/**
 * The payments of an order that was paid more than once, as long as they are kept and nobody has
 * decided that they may be; else null. Throws "unauthenticated" and "not-found".
 */
export async function paidTooOften(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaidTooOften | null> {
  const order = await findOrder({ database }, actor, orderId);
  const { kept } = await keptPayments(database.read, order.id);
  const cents = kept.reduce((sum, payment) => sum + payment.keptCents, 0);
  if (kept.length < 2 || cents <= order.priceCents) return null;
  if (kept.every(({ question }) => question === undefined)) return null;
  const paidCents = kept.reduce((sum, { payment }) => sum + payment.amountCents, 0);
  return { times: kept.length, paidCents, tooMuchCents: cents - order.priceCents };
}

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
