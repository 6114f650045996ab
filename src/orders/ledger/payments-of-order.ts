import type { Payments } from "../../payments/payments.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { findOrder } from "../find-order.ts";
import { asRefund, isUnderWay, type Refund, refundableCents } from "../refunds/refund-payment.ts";
import { refundRequestsOf } from "../refunds/refund-requests.server.ts";
import { type LedgerEntry, ledgerOfOrder, outside } from "./order-ledger.server.ts";

/**
 * How a payment goes back: we ask the provider, a person does it on the provider's page, it is
 * recorded once it was done outside, or it came through a provider that is not heard any more.
 */
export type WayBack =
  | { readonly kind: "call" }
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "outside" }
  | { readonly kind: "elsewhere"; readonly provider: string };

export interface PaymentOfOrder {
  readonly transactionId: string;
  /** What the owner knows it by that came from outside. */
  readonly reference: string | null;
  readonly paidCents: number;
  /** What can be given back of it now. */
  readonly leftCents: number;
  readonly at: number;
  readonly wayBack: WayBack;
  /** Refunds that are under way, and one that was refused last, oldest first. */
  readonly requests: readonly (Refund & { readonly isResting: boolean })[];
}

interface PaymentsOfOrderDependencies {
  readonly database: Database;
  readonly payments: Payments;
}

/**
 * The payments in an order's ledger, with what can be given back of each. Throws
 * "unauthenticated", "forbidden" and "not-found".
 */
export async function paymentsOfOrder(
  { database, payments }: PaymentsOfOrderDependencies,
  actor: Actor,
  orderId: string,
): Promise<readonly PaymentOfOrder[]> {
  requireRight(actor, "see every order");
  const order = await findOrder({ database }, actor, orderId);
  const [ledger, requests] = await Promise.all([
    ledgerOfOrder(database.read, order.id),
    refundRequestsOf(database.read, order.id),
  ]);
  return ledger.flatMap((entry) => {
    const { kind, transactionId, reference, amountCents, at } = entry;
    if (kind !== "payment" || transactionId === null) return [];
    const ofPayment = requests.filter((request) => request.transaction_id === transactionId);
    // A refusal is news until something else was asked for.
    const told = ofPayment.filter(
      (request, index) =>
        isUnderWay(request, ledger) ||
        (request.state === "refused" && index === ofPayment.length - 1),
    );
    return {
      transactionId,
      reference,
      paidCents: amountCents,
      leftCents: refundableCents(entry, ledger, requests),
      at,
      wayBack: wayBackOf(entry, payments),
      requests: told.map((row) => ({
        ...asRefund(row),
        isResting: row.state === "waiting" && row.next_attempt_at === null,
      })),
    };
  });
}

function wayBackOf(
  { provider: paidThrough, transactionId }: LedgerEntry,
  payments: Payments,
): WayBack {
  if (paidThrough === outside) return { kind: "outside" };
  const provider = payments.through(paidThrough)?.provider;
  if (provider === undefined) return { kind: "elsewhere", provider: paidThrough ?? "" };
  const page = provider.refundPage(transactionId ?? "");
  return page === null ? { kind: "call" } : { kind: "page", page };
}
