import type { MoneyNote } from "#orders/money-note.ts";
import { keptCents, takenBackCents } from "#orders/order.ts";
import { testProviders } from "#payments/stored-providers.ts";
import type { Queries } from "#platform/database/database.ts";
import { ledgerEventsOf } from "./order-ledger.server.ts";

/** Notes by order id, for orders that were paid. */
export async function moneyNotes(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, MoneyNote>> {
  const ledgers = await ledgerEventsOf(queries, orderIds);
  return new Map(
    [...ledgers].flatMap(([orderId, events]) => {
      const payments = events.filter(({ kind }) => kind === "payment");
      if (payments.length === 0) return [];
      const takenBack = sumOf(payments, ({ transactionId }) =>
        takenBackCents(transactionId ?? "", events),
      );
      const returned = sumOf(
        payments,
        (payment) => payment.amountCents - keptCents(payment, events),
      );
      const note = {
        refundedCents: Math.max(0, returned - takenBack),
        takenBackCents: takenBack,
        isTest: payments.every(({ provider }) => testProviders.includes(provider ?? "")),
      };
      return [[orderId, note] as const];
    }),
  );
}

function sumOf<Item>(items: readonly Item[], centsOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + centsOf(item), 0);
}
