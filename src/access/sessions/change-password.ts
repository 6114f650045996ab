import { z } from "zod";
import type { EmailingDependencies } from "../../mail/mailer.ts";
import { queueEmail } from "../../mail/queue-email.server.ts";
import { AppError } from "../../platform/errors.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import { type Actor, isOnTeam } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requirePerson } from "../../policy/keys.ts";
import { minLengthFor, requireGoodPassword } from "./credential-rules.ts";
import {
  type AccessAnswer,
  type AccessDependencies,
  answerOf,
  call,
  type RequestHeaders,
  refusalOf,
} from "./sign-in.ts";

export function accountEmail<Name extends "welcome" | "resetPassword" | "passwordChanged">(
  name: Name,
  recipient: string,
  path: string,
) {
  return { name, recipient, values: { email: recipient }, path };
}

export function passwordChangedEmail(recipient: string) {
  return accountEmail("passwordChanged", recipient, "/reset");
}

interface ChangePasswordDependencies extends EmailingDependencies {
  readonly access: AccessDependencies;
}

const schema = z.strictObject({
  currentPassword: z
    .string("Enter your current password.")
    .min(1, "Enter your current password.")
    .max(1024, "This is not your current password."),
  newPassword: z.string("Password is Required").min(1, "Password is Required"),
});

/**
 * Changes the actor's password and emails the account. Ends all other sessions; the answer sets a
 * new cookie for the current session. Throws "invalid" at the field `currentPassword` or
 * `newPassword`, and "too-many".
 */
export async function changePassword(
  { access, database, clock, post }: ChangePasswordDependencies,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<AccessAnswer> {
  const { accountId, email } = requirePerson(actor);
  const minLength = minLengthFor(access, isOnTeam(actor));
  const passwords = parseOrThrow(schema, input);
  await requireGoodPassword(passwords.newPassword, minLength, "newPassword");
  const body = { ...passwords, revokeOtherSessions: true };
  const response = await call(access, headers, "/change-password", body);
  if (!response.ok) throw refusalOf(response, notTheCurrentOne());
  // A second transaction, because better-auth's own transaction does not know the actor for the
  // audit entry.
  await database.write(async (tx) => {
    await audit(tx, actor, {
      action: "Change own password",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: null,
      at: clock(),
    });
    await queueEmail(tx, post, passwordChangedEmail(email));
  });
  return answerOf(response);
}

function notTheCurrentOne(): AppError {
  const message = "This is not your current password.";
  return new AppError("invalid", message, { issues: [{ path: "currentPassword", message }] });
}
