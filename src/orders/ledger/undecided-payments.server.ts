import { notificationsAbout } from "../../payments/notifications/notifications-about.server.ts";
import type { Resolution } from "../../payments/notifications/verified-notification.ts";
import type { Queries } from "../../platform/database/database.ts";
import { keptCents } from "../order.ts";
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
export async function keptPayments(queries: Queries, orderId: string): Promise<KeptPayments> {
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
