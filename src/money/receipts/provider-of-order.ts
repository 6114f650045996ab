import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { Payments } from "#payments/payments.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { Queries } from "#platform/database/database.ts";
import { ledgerOfOrder, manualProvider } from "../ledger/order-ledger.server.ts";

interface NamedProvider {
  readonly displayName: string;
  /** True when an admin refunds on a page of the provider. */
  readonly refundsByHand: boolean;
}

/** For an order that nobody could pay yet. */
const noProvider: NamedProvider = { displayName: "the payment provider", refundsByHand: false };

/**
 * The provider that sentences about an order name: of its payment, else of the newest attempt, else
 * the first of the site.
 */
export async function providerOfOrder(
  queries: Queries,
  payments: Payments,
  orderId: string,
): Promise<NamedProvider> {
  const ledger = await ledgerOfOrder(queries, orderId);
  const paid = ledger.filter(({ kind }) => kind === "payment").map(({ provider }) => provider);
  const attempts = await attemptsOf(queries, [orderId]);
  const started = attempts.map(({ provider }) => provider).reverse();
  const name = [...paid, ...started].find((each) => each !== null && each !== manualProvider);
  const provider = name ? payments.through(name)?.provider : payments.ways[0]?.provider;
  if (provider === undefined) {
    return name ? { ...noProvider, displayName: storedProvider(name).displayName } : noProvider;
  }
  const { displayName } = provider;
  return { displayName, refundsByHand: provider.refundPage("") !== null };
}
