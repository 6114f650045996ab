import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, isOnTeam } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requirePerson } from "#policy/keys.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { otherWaysIn } from "../ways-in/own-ways-in.ts";
import {
  auditedEnds,
  endWaysIn,
  factsOfEnded,
  keepInput,
  withSessions,
} from "../ways-in/ways-in.ts";
import { passwordChangedEmail } from "./account-emails.ts";
import { minLengthFor, requireGoodPassword } from "./credential-rules.ts";
import { changingPassword } from "./password-change.server.ts";
import {
  type AccessAnswer,
  type AccessDependencies,
  answerOf,
  call,
  type RequestHeaders,
  refusalOf,
} from "./sign-in.ts";

interface ChangePasswordDependencies extends EmailingDependencies {
  readonly access: AccessDependencies;
}

const schema = z.strictObject({
  currentPassword: z
    .string("Enter your current password.")
    .min(1, "Enter your current password.")
    .max(1024, "This is not your current password."),
  newPassword: z.string("Password is Required").min(1, "Password is Required"),
  keep: keepInput,
});

/**
 * Changes the actor's password and emails the account. Ends all other sessions and, unless the
 * input keeps it, all else that opens the account; the answer sets a new cookie for the current
 * session. Throws "invalid" at the field `currentPassword` or
 * `newPassword`, and "too-many".
 */
export async function changePassword(
  { access, clock, post }: Omit<ChangePasswordDependencies, "database">,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<AccessAnswer> {
  const { accountId, email } = requirePerson(actor);
  const minLength = minLengthFor(access, isOnTeam(actor));
  const { keep, ...passwords } = parseOrThrow(schema, input);
  await requireGoodPassword(passwords.newPassword, minLength, "newPassword");
  // better-auth deletes the sessions before its hook runs, so they are counted here.
  const open = await otherWaysIn(access, actor, headers);
  const inTransaction = async (tx: WriteTransaction) => {
    const at = clock();
    await lockAccount(tx, accountId);
    const ends = withSessions(open, await endWaysIn(tx, access.waysIn, { accountId, at, keep }));
    await audit(tx, actor, {
      action: "Change own password",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: auditedEnds(ends),
      at,
    });
    await queueEmail(tx, post, { ...passwordChangedEmail(email), facts: factsOfEnded(ends) });
  };
  const response = await changingPassword({ inTransaction }, () =>
    call(access, headers, "/change-password", { ...passwords, revokeOtherSessions: true }),
  );
  if (!response.ok) throw refusalOf(response, notTheCurrentOne());
  return answerOf(response);
}

function notTheCurrentOne(): AppError {
  const message = "This is not your current password.";
  return new AppError("invalid", message, { issues: [{ path: "currentPassword", message }] });
}
