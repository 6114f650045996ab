import { z } from "zod";
import { lockTeamOrder } from "#orders/find-order.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { countAttempt, limiterOf, type RateLimit } from "#platform/rate-limit.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRoomRight, requireSignedIn } from "#policy/rights.ts";
import type { OrderPasswordDependencies } from "./add-order-password.ts";
import { decryptedPassword, findPasswordRow } from "./order-password.ts";

export const showingForm = z.strictObject({
  confirmed: z.literal(true, "Confirm that the customer will see who looked at the password."),
});

export interface ShownPassword {
  readonly id: string;
  readonly label: string;
  readonly password: string;
  readonly shownAt: number;
}

/**
 * Shows one password to a member of the team. The showing is stored and audited before the password
 * is returned, and the customer sees it in a list. Input of each showing: `{ confirmed: true }`.
 * Throws "unauthenticated", "forbidden", "invalid", "not-found", "too-many", and "conflict" when
 * the password was encrypted with another SECRET.
 */
export async function showOrderPassword(
  dependencies: OrderPasswordDependencies,
  actor: Actor,
  orderId: string,
  passwordId: string,
  input: unknown,
): Promise<ShownPassword> {
  requireRoomRight(actor, "show order passwords");
  const { accountId } = requireSignedIn(actor);
  parseOrThrow(showingForm, input);
  const { database, clock, secret, lockActorAccount } = dependencies;
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const order = await lockTeamOrder(tx, actor, "show order passwords", orderId);
    const row = await findPasswordRow(tx, order.id, passwordId);
    const password = decryptedPassword(secret, row);
    if (password === null) {
      const message =
        "This password can no longer be read, because the SECRET of the server has changed. Ask the customer to replace it.";
      throw new AppError("conflict", message);
    }
    await countAttempt(tx, limiterOf(dependencies), [showingLimit(accountId)]);
    const at = clock();
    const { id, label } = row;
    await tx
      .insertInto("order_password_showings")
      .values({
        id: newId(),
        password_id: id,
        account_id: accountId,
        author: authorOf(actor),
        at,
      })
      .execute();
    await audit(tx, actor, {
      action: "Show order password",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { password: id, label },
      at,
    });
    return { id, label, password, shownAt: at };
  });
}

/**
 * Stops somebody with a stolen session of an admin from reading all passwords of the shop at once.
 */
function showingLimit(accountId: string): RateLimit {
  return {
    name: "order-password-showings",
    attempts: 30,
    windowMs: 60 * 60_000,
    countedFor: accountId,
  };
}
