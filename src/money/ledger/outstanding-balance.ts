import { findOrder } from "#orders/find-order.ts";
import type { OrderNumbers } from "#orders/list-orders.ts";
import { keptCents, type Order } from "#orders/order.ts";
import { notificationsAbout } from "#payments/notifications/notifications-about.server.ts";
import type { Resolution } from "#payments/notifications/verified-notification.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import { requireInOwnCompany } from "#policy/rights.ts";
import { mayBePaidAlready } from "../paying/may-be-paid-already.ts";
import { type PaymentProgressDependencies, paymentProgress } from "../paying/payment-progress.ts";
import { type LedgerEntry, ledgerOfOrder, notificationIds } from "./order-ledger.server.ts";

interface KeptPayment {
  readonly payment: LedgerEntry;
  readonly keptCents: number;
  /**
   * "open": an admin has to decide about the payment. "refunded": an admin decided to refund the
   * payment, and the refund is not complete. Undefined for a payment that needs no decision.
   */
  readonly question?: "open" | "refunded";
}

/** `kept`: payments that are not fully returned, oldest first. */
async function keptPayments(queries: Queries, orderId: string) {
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
    kept: kept.map((each): KeptPayment => {
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
  /** True when an admin has decided to refund the payment and the refund is not complete. */
  readonly isGoingBack: boolean;
}

/**
 * The payment that made a Cancelled order Paid; null when there is none or an admin has accepted
 * the payment. Throws "unauthenticated" and "not-found".
 */
export async function paidAfterCancelling(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaidAfterCancelling | null> {
  return unacceptedPayment(database.read, await findOrder({ database }, actor, orderId));
}

/** Like `paidAfterCancelling`, but checks no rights. */
export async function unacceptedPayment(
  queries: Queries,
  order: Order,
): Promise<PaidAfterCancelling | null> {
  if (order.paymentStatus !== "Paid") return null;
  const { ledger, kept } = await keptPayments(queries, order.id);
  if (!ledger.some(({ kind }) => kind === "cancellation")) return null;
  // Only an UnPaid order can be cancelled, so its first payment came after the cancellation.
  const first = ledger.find(({ kind }) => kind === "payment");
  const undecided = kept.find(({ payment }) => payment === first);
  if (undecided?.question === undefined) return null;
  return {
    amountCents: undecided.payment.amountCents,
    isGoingBack: undecided.question === "refunded",
  };
}

export interface DuplicatePayments {
  readonly times: number;
  /** Sum of the payments before refunds. */
  readonly paidCents: number;
  /**
   * Sum of the payments after refunds, less the price of the order and less the payments that an
   * admin has decided to keep.
   */
  readonly tooMuchCents: number;
}

/**
 * Null when the order was not paid more than once, or when an admin has accepted all payments.
 * Throws "unauthenticated" and "not-found".
 */
export async function duplicatePayments(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<DuplicatePayments | null> {
  const order = await findOrder({ database }, actor, orderId);
  const { kept } = await keptPayments(database.read, order.id);
  const cents = kept.reduce((sum, payment) => sum + payment.keptCents, 0);
  if (kept.length < 2 || cents <= order.priceCents) return null;
  if (kept.every(({ question }) => question === undefined)) return null;
  const paidCents = kept.reduce((sum, { payment }) => sum + payment.amountCents, 0);
  // A payment that an admin has decided to keep is no part of the surplus.
  const undecided = kept
    .filter(({ question }) => question !== undefined)
    .reduce((sum, payment) => sum + payment.keptCents, 0);
  const tooMuchCents = Math.min(cents - order.priceCents, undecided);
  return { times: kept.length, paidCents, tooMuchCents };
}

/**
 * Each query returns at most this number of a company's orders, the newest first. Older orders are
 * left out, because no payment stays pending for years.
 */
const mostLookedAt = 100;

/**
 * Orders of the actor's company with a payment on its way or in review, with a payment that an
 * admin has decided to refund, or with a refund that the provider has not confirmed. Throws
 * "unauthenticated" and "forbidden".
 */
export async function ordersWithOutstandingBalance(
  deps: PaymentProgressDependencies,
  actor: Actor,
  most: number,
): Promise<OrderNumbers> {
  const { id: companyId } = companyOf(requireInOwnCompany(actor, "payments"));
  const { read } = deps.database;
  const [handedOff, undecided, goingBack] = await Promise.all([
    handedOffOrders(read, companyId),
    ordersWithUndecidedPayments(read, companyId),
    ordersWithWaitingRefunds(read, companyId),
  ]);
  const candidates = new Map([...handedOff, ...undecided].map(({ id, number }) => [number, id]));
  const numbers = new Set(goingBack.map(({ number }) => number));
  for (const [number, id] of candidates) {
    if (!numbers.has(number) && (await isOpen(deps, actor, id))) numbers.add(number);
  }
  const newestFirst = [...numbers].sort((one, other) => other - one);
  return { numbers: newestFirst.slice(0, most), isMore: newestFirst.length > most };
}

/**
 * Amount that the company of the actor has paid beyond the prices of the orders and that was not
 * refunded yet. Throws "unauthenticated" and "forbidden".
 */
export async function ownSurplusCents(
  { database }: Pick<PaymentProgressDependencies, "database">,
  actor: Actor,
): Promise<number> {
  const { id: companyId } = companyOf(requireInOwnCompany(actor, "payments"));
  let cents = 0;
  for (const { id } of await ordersWithUndecidedPayments(database.read, companyId)) {
    cents += (await duplicatePayments({ database }, actor, id))?.tooMuchCents ?? 0;
  }
  return cents;
}

async function isOpen(deps: PaymentProgressDependencies, actor: Actor, orderId: string) {
  const progress = await paymentProgress(deps, actor, orderId);
  if (progress !== null) return mayBePaidAlready(progress);
  return (
    (await duplicatePayments(deps, actor, orderId)) !== null ||
    (await paidAfterCancelling(deps, actor, orderId)) !== null
  );
}

function newestOf(queries: Queries, companyId: string) {
  return queries
    .selectFrom("orders")
    .select(["orders.id", "orders.number"])
    .where("company_id", "=", companyId)
    .orderBy("orders.number", "desc")
    .limit(mostLookedAt);
}

function handedOffOrders(queries: Queries, companyId: string) {
  return newestOf(queries, companyId)
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

/**
 * Orders with a payment that an admin has to decide about or has decided to refund. The refund may
 * already be complete.
 */
function ordersWithUndecidedPayments(queries: Queries, companyId: string) {
  return newestOf(queries, companyId)
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

function ordersWithWaitingRefunds(queries: Queries, companyId: string) {
  return newestOf(queries, companyId)
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
