import { z } from "zod";
import type { EmailingDependencies, Post } from "../../mail/mailer.ts";
import { queueEmail } from "../../mail/queue-email.server.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireConfirmed, requireRight, requireSignedIn } from "../../policy/rights.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { removeSecondFactor } from "./second-factor-tables.server.ts";

export async function readSecondFactor(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<{ readonly hasCodes: boolean; readonly passkeys: number }> {
  requireRight(actor, "see every user");
  const user = await read
    .selectFrom("user")
    .select("twoFactorEnabled")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const { count } = await read
    .selectFrom("passkey")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("userId", "=", accountId)
    .executeTakeFirstOrThrow();
  return { hasCodes: Boolean(user?.twoFactorEnabled), passkeys: Number(count) };
}

const resetInput = z.strictObject({
  understood: z.literal("yes", "Tick the box to confirm."),
});

/**
 * Removes codes, backup codes and passkeys of a person who has lost them, and ends every session of
 * the person. Throws "invalid" at the field `understood`, "not-found", and "conflict" for the
 * actor's own account.
 */
export async function resetSecondFactor(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  parseOrThrow(resetInput, input);
  requireConfirmed(actor);
  if (requireSignedIn(actor).accountId === accountId) {
    const message = "This is your own account. Change your second factor on your Security page.";
    throw new AppError("conflict", message);
  }
  await database.write(async (tx) => {
    const { email } = await lockAccount(tx, accountId);
    await resetIn(tx, post, { accountId, email });
    await audit(tx, actor, {
      ...{ action: "Reset second factor", subject: "account", subjectId: accountId },
      ...{ label: email, before: null, after: null, at: clock() },
    });
  });
}

/**
 * Like `resetSecondFactor`, for the command `furrow reset-second-factor`, which needs no other
 * admin. Returns false for an address without an account.
 */
export async function resetSecondFactorOf(
  { database, post }: { readonly database: Database; readonly post: Post },
  email: string,
): Promise<boolean> {
  return database.write(async (tx) => {
    const user = await tx
      .selectFrom("user")
      .select(["id", "email"])
      .where("email", "=", normalEmail(email))
      .executeTakeFirst();
    if (user === undefined) return false;
    await resetIn(tx, post, { accountId: user.id, email: user.email });
    return true;
  });
}

async function resetIn(
  tx: WriteTransaction,
  post: Post,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  await removeSecondFactor(tx, accountId);
  await tx.deleteFrom("session").where("userId", "=", accountId).execute();
  await queueEmail(tx, post, {
    ...{ name: "secondFactorOff", recipient: email, values: { email } },
    path: "/account/security",
  });
}
