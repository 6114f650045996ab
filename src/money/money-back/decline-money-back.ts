import type { EmailingDependencies } from "#mail/mailer.ts";
import { orderNotFound } from "#orders/find-order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { declineForm } from "./money-back-form.ts";
import { type MoneyBackState, moneyBackStateOf, movedMoney } from "./money-back-state.server.ts";
import { selectMoneyBack } from "./money-back-tables.server.ts";

/**
 * Declines a customer's request for money back, and emails the customer the reason. Input:
 * `declineForm`. A repeated call with the same key changes nothing. Throws "unauthenticated",
 * "forbidden", "invalid", "not-found", "key-reused", and "conflict" when the request is answered.
 */
export async function declineMoneyBack(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "decline refunds");
  const { accountId } = requireSignedIn(actor);
  const { key, reason } = parseOrThrow(declineForm, input);
  await database.write(async (tx) => {
    const at = clock();
    const bodyHash = bodyHashOf({ reason, declines: orderId });
    return withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      // A refund locks the order as well, so the customer is never promised both.
      const order = await lockOrder(tx, orderId);
      if (order === undefined) throw orderNotFound();
      const request = await selectMoneyBack(tx, order.id);
      if (request === undefined) {
        throw new AppError("not-found", "Nobody has asked for a refund of this order.");
      }
      const state = moneyBackStateOf(request, order, await movedMoney(tx, order.id));
      if (state !== "open") throw new AppError("conflict", answered[state]);
      await tx
        .updateTable("money_back_requests")
        .set({ declined_because: reason, declined_by: authorOf(actor), declined_at: at })
        .where("order_id", "=", order.id)
        .execute();
      await audit(tx, actor, {
        action: "Decline refund",
        subject: "order",
        subjectId: order.id,
        label: `Order ${order.number}`,
        before: null,
        after: { reason },
        at,
      });
      if (order.customerEmail !== "") {
        await queueOrderEmails(tx, post, order, [
          { name: "refundDeclined", facts: [["Our answer", reason]] },
        ]);
      }
      return {};
    });
  });
}

const answered: Readonly<Record<Exclude<MoneyBackState, "open">, string>> = {
  "in-progress": "A refund of this order is in progress, so the request was not declined.",
  refunded: "This order was refunded meanwhile, so the request was not declined.",
  declined: "Somebody else has declined this request meanwhile, so your answer was not sent.",
};
