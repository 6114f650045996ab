import { decryptText, encryptText } from "../platform/encrypted-text.ts";
import type { MailServerFacts } from "./settings.ts";

/**
 * Everything that decides where the password is sent and whether others can read it on the way. A
 * password encrypted for one destination cannot be decrypted for another.
 */
export type MailDestination = Pick<MailServerFacts, "host" | "port" | "encryption" | "user">;

const purpose = "furrow: password of the mail server";

function subjectOf({ host, port, encryption, user }: MailDestination): readonly string[] {
  return [host, String(port), encryption, user];
}

/** Earlier versions bound a password to host and user only. */
function formerSubjectOf({ host, user }: MailDestination): readonly string[] {
  return [host, user];
}

export function encryptPassword(
  secret: string,
  destination: MailDestination,
  password: string,
): string {
  return encryptText({ secret, purpose }, subjectOf(destination), password);
}

/** Returns null when the password was encrypted with another SECRET or for another destination. */
export function decryptPassword(
  secret: string,
  destination: MailDestination,
  stored: string,
): string | null {
  const key = { secret, purpose };
  return (
    decryptText(key, subjectOf(destination), stored) ??
    decryptText(key, formerSubjectOf(destination), stored)
  );
}

export function isSameDestination(one: MailDestination, other: MailDestination): boolean {
  return JSON.stringify(subjectOf(one)) === JSON.stringify(subjectOf(other));
}
