import { switchOffAccount } from "#payments/accounts/payment-accounts.server.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { accountInWords } from "./account-names.ts";
import type { AccountDependencies } from "./connect-account.ts";

/**
 * Stops new payments through an account. Checkouts that are open can still be paid, and its payments
 * refunded. The webhook at the provider is removed once nothing needs it. Does nothing to an account
 * that is off. Throws "not-found".
 */
export async function disconnectAccount(
  { database, clock, payments, tellOwnersOfPayments }: AccountDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  requireRight(actor, "change where payments go");
  await database.write(async (tx) => {
    const at = clock();
    const account = await switchOffAccount(tx, { id, at, by: authorOf(actor) });
    if (account === undefined) return;
    const { kind, mode, label } = account;
    await audit(tx, actor, {
      action: "Disconnect payment account",
      subject: "payment account",
      subjectId: id,
      label: accountInWords(account),
      before: { kind, mode, label },
      after: null,
      at,
    });
    await tellOwnersOfPayments(tx, {
      actor,
      at,
      change: `disconnected ${accountInWords(account)}`,
    });
  });
  await payments.follow();
}
