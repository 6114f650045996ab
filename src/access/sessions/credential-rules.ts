import { AppError, type FieldIssue } from "#platform/errors.ts";
import { isAccountEmail } from "#platform/texts/email-address.ts";

/** The specification's message for an invalid email address; null for a valid address. */
export function emailFault(email: string): string | null {
  if (email === "") return "Email is Required";
  return isAccountEmail(email) ? null : "Provide a Valid Email";
}

/**
 * Loads the list of common passwords on first use, because a process may serve pages for hours
 * without needing the list.
 */
async function isCommon(password: string): Promise<boolean> {
  const { commonestPasswords } = await import("./commonest-passwords.ts");
  return commonestPasswords.split("\n").includes(password.toLowerCase());
}

/** No setting allows shorter passwords. */
export const shortestPassword = 6;

/** Minimum length of a new password of a person on the team. */
const shortestOfTeam = 10;

/** Minimum length of a new password in characters; higher for a person on the team. */
export function minLengthFor(
  { passwordMinLength }: { readonly passwordMinLength: number },
  isOnTeam: boolean,
): number {
  return isOnTeam ? Math.max(shortestOfTeam, passwordMinLength) : passwordMinLength;
}

/** The specification's message for a missing or too short password; null for other passwords. */
export function lengthFault(password: string, minLength: number): string | null {
  if (password === "") return "Password is Required";
  return [...password].length < minLength ? `Minimum ${minLength} Characters` : null;
}

export async function passwordFault(password: string, minLength: number): Promise<string | null> {
  const fault = lengthFault(password, minLength);
  if (fault !== null) return fault;
  if (password.length > 1024) return "At most 1024 characters";
  if (await isCommon(password)) {
    return "This password is too common. Choose another one.";
  }
  return null;
}

/** Throws "invalid" at `path` when the rules reject the password. */
export async function requireGoodPassword(
  password: string,
  minLength: number,
  path: string,
): Promise<void> {
  const message = await passwordFault(password, minLength);
  if (message === null) return;
  const issues: FieldIssue[] = [{ path, message }];
  throw new AppError("invalid", message, { issues });
}
