import { savedNames } from "#companies/saved-names.server.ts";
import type { Services } from "#compose.ts";
import { payersOf } from "#money/receipts/payers.server.ts";
import type { Order } from "#orders/order.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";

export type PaidWords = (order: Pick<Order, "id" | "accountId">) => string;

/**
 * What the pages say about Paid orders: "You Have Paid" to the person who has paid, "Ben Field has
 * paid" to that person's colleagues. The payer of a manual payment is not known, so the person who
 * placed the order counts as the payer, and the others read "Paid".
 */
export async function paidWordsOf(
  { database }: Pick<Services, "database">,
  actor: Actor,
  orders: readonly Pick<Order, "id" | "accountId" | "paymentStatus">[],
): Promise<PaidWords> {
  const reader = isSignedIn(actor) ? actor.accountId : null;
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === "Paid");
  const payers = await payersOf(
    database.read,
    paid.map(({ id }) => id),
  );
  const colleagues = [...payers.values()].filter((id) => id !== null && id !== reader);
  const names = await savedNames(database.read, [...new Set(colleagues)] as string[]);
  return ({ id, accountId }) => {
    const payer = payers.get(id) ?? null;
    if (payer === null) return accountId === reader ? "You Have Paid" : "Paid";
    return payer === reader ? "You Have Paid" : `${names.get(payer) || "A colleague"} has paid`;
  };
}
