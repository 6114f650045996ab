import { AppError, type FieldIssue } from "../platform/errors.ts";

let commonest: ReadonlySet<string> | undefined;

/** Loaded at the first use: the list is large, and most processes serve pages for hours without it. */
async function commonestPasswords(): Promise<ReadonlySet<string>> {
  if (commonest === undefined) {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    commonest = new Set(dictionary["passwords-common"].slice(0, 10_000).map(String));
  }
  return commonest;
}

/** Why a password is not accepted, as a sentence; null when it is. */
export async function passwordFault(password: string, minLength: number): Promise<string | null> {
  if (password === "") return "Password is Required";
  if ([...password].length < minLength) return `Minimum ${minLength} Characters`;
  if (password.length > 1024) return "At most 1024 characters";
  if ((await commonestPasswords()).has(password.toLowerCase())) {
    return "This password is one of the most used ones. Choose another.";
  }
  return null;
}

/** Throws "invalid" at `path` when the password is not accepted. */
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
