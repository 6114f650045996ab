import type { Post } from "../../mail/mailer.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { dollarsFromCents } from "../../platform/money.ts";
import type { Order } from "../order.ts";
import { queueOrderLetters } from "../order-emails.server.ts";
import type { ToldPayment } from "./tell-of-payment.server.ts";

/**
 * Tells the customer that money went back, by the amount of the entry in the ledger. Called once
 * for each such entry, by whoever has added it.
 */
export async function tellOfReturnedMoney(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  { amountCents, knownBy }: ToldPayment,
): Promise<void> {
  const facts = [
    ["Order", String(order.number)],
    ["Plan", order.packageName],
    ["Amount", `${dollarsFromCents(amountCents)} ${order.currency}`],
    knownBy,
  ] as const;
  await queueOrderLetters(tx, post, order, [{ name: "moneyReturned", amountCents, facts }]);
}
