import { accountLetters } from "./account-emails.ts";
import type { Letter } from "./define-email.ts";
import { inboxLetters } from "./inbox-emails.ts";
import { orderLetters } from "./order-emails.ts";

/** All email templates. */
export const letters = { ...accountLetters, ...orderLetters, ...inboxLetters } as const;

export type Letters = typeof letters;
export type LetterName = keyof Letters;

/** Values that an email template needs. */
export type LetterValues<Name extends LetterName> =
  Letters[Name] extends Letter<infer Placeholder> ? Readonly<Record<Placeholder, string>> : never;
