import { queueEmail } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { actorWithRole } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { KeepableKind } from "#policy/ways-in.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import {
  auditedEnds,
  endWaysIn,
  factsOfEnded,
  listWaysIn,
  type OpenWay,
  withSessions,
} from "../ways-in/ways-in.ts";
import { passwordChangedEmail } from "./account-emails.ts";
import { minLengthFor, requireGoodPassword } from "./credential-rules.ts";
import { changingPassword } from "./password-change.server.ts";
import { accountOfResetLink, isResetOfTeam } from "./reset-links.server.ts";
import { type AccessDependencies, call, type RequestHeaders, refusalOf } from "./sign-in.ts";

/** What opens the account of a reset link besides the password; nothing for a link that has ended. */
export async function waysInOfResetLink(
  { database, waysIn, post }: AccessDependencies,
  token: string,
): Promise<OpenWay[]> {
  const accountId = await accountOfResetLink(database, token);
  if (accountId === undefined) return [];
  const open = await listWaysIn(database.read, waysIn, { accountId, at: post.clock() });
  // The link itself is used up.
  return open.filter(({ kind }) => kind !== "resetLinks");
}

interface EmailFacts {
  readonly email: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/**
 * Sets a new password with the token of a reset link, ends every session and all else that opens
 * the account, and emails the account. Throws "invalid" at the field `password`, or at `token` for
 * a link that was used or has expired.
 */
export async function resetPassword(
  access: AccessDependencies,
  headers: RequestHeaders,
  token: string,
  newPassword: string,
  keep?: readonly KeepableKind[],
): Promise<void> {
  const { database, post, waysIn } = access;
  const minLength = minLengthFor(access, await isResetOfTeam(database, token));
  await requireGoodPassword(newPassword, minLength, "password");
  const accountId = await accountOfResetLink(database, token);
  // better-auth deletes the sessions before its hook runs, so they are counted here.
  const open = await waysInOfResetLink(access, token);
  let told: EmailFacts | undefined;
  const change = {
    inTransaction: async (tx: WriteTransaction) => {
      if (accountId === undefined) throw new Error("The reset link has no account.");
      const at = post.clock();
      const { email, emailVerified } = await lockAccount(tx, accountId);
      const role = emailVerified ? await roleOfEmail(tx, email) : null;
      const ends = withSessions(open, await endWaysIn(tx, waysIn, { accountId, at, keep }));
      await audit(tx, actorWithRole(role, { accountId, email }), {
        action: "Set password by link",
        subject: "account",
        subjectId: accountId,
        label: email,
        before: null,
        after: auditedEnds(ends),
        at,
      });
      told = { email, facts: factsOfEnded(ends) };
    },
    afterReset: async () => {
      if (told === undefined) return;
      const mail = { ...passwordChangedEmail(told.email), facts: told.facts };
      await database.write((tx) => queueEmail(tx, post, mail));
    },
  };
  const response = await changingPassword(change, () =>
    call(access, headers, "/reset-password", { token, newPassword }),
  );
  if (response.ok) return;
  const message = "This link has already been used or has expired.";
  throw refusalOf(
    response,
    new AppError("invalid", message, { issues: [{ path: "token", message }] }),
  );
}
