import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { hashPassword, isConfirmed, takeAccount } from "../accounts/accounts.server.ts";
import { requireGoodPassword } from "../sessions/password-rule.ts";
import type { AccessDependencies, Credentials } from "../sessions/sign-in.ts";
import { invitedEmail, spendInvitation } from "./invitations.server.ts";

interface InvitationDependencies {
  readonly access: AccessDependencies;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Whom the link invites. Throws "not-found" for one that was forged, used, replaced by a newer one
 * or is too old, and when its person is no admin any more; "conflict" for somebody who has an
 * account of their own meanwhile: whoever finds an old mail does not get a new password to it.
 */
export async function readInvitation(
  { database, clock }: Pick<InvitationDependencies, "database" | "clock">,
  token: string,
): Promise<{ readonly email: string }> {
  const email = await invitedEmail(database.read, token, clock());
  if (email === undefined) throw invitationOver();
  if (await isConfirmed(database.read, email)) throw accountThere(email);
  return { email };
}

/**
 * Sets the password of whoever was invited. Following the link has proved the address, so the
 * account is verified. Answers what to sign in with. Throws what `readInvitation` throws, and
 * "invalid" for a password that is not accepted.
 */
export async function acceptInvitation(
  dependencies: InvitationDependencies,
  token: string,
  password: string,
): Promise<Credentials> {
  const { access, database, clock } = dependencies;
  await readInvitation(dependencies, token);
  await requireGoodPassword(password, access.passwordMinLength, "password");
  const hash = await hashPassword(access.authentication, password);
  return database.write(async (tx) => {
    const email = await invitedEmail(tx, token, clock());
    if (email === undefined || !(await spendInvitation(tx, token))) throw invitationOver();
    if (await isConfirmed(tx, email)) throw accountThere(email);
    await takeAccount(tx, email, hash);
    return { email, password };
  });
}

function invitationOver(): AppError {
  const reason = "This invitation has been used, is too old, or has been replaced or withdrawn.";
  return new AppError("not-found", `${reason} Log in, or ask an admin to send a new one.`);
}

function accountThere(email: string): AppError {
  return new AppError("conflict", `${email} has an account already. Log in with its password.`);
}
