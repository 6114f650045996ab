import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { PaymentProvider } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { Queries } from "#platform/database/database.ts";
import { ledgerOfOrder } from "../ledger/order-ledger.server.ts";

/**
 * The provider that sentences about an order name: of its payment, else of the newest attempt, else
 * the first of the site.
 */
export async function providerOfOrder(
  queries: Queries,
  payments: Payments,
  orderId: string,
): Promise<PaymentProvider> {
  const ledger = await ledgerOfOrder(queries, orderId);
  const paid = ledger.filter(({ kind }) => kind === "payment").map(({ provider }) => provider);
  const attempts = await attemptsOf(queries, [orderId]);
  const started = attempts.map(({ provider }) => provider).reverse();
  const known = [...paid, ...started].flatMap((name) => payments.through(name)?.provider ?? []);
  return known[0] ?? payments.provider;
}
