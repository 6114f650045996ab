import { accountLetters } from "./account-emails.ts";
import type { Letter } from "./define-email.ts";
import { inboxLetters } from "./inbox-emails.ts";
import { orderLetters } from "./order-emails.ts";

/** Every mail that is sent by itself. */
export const letters = { ...accountLetters, ...orderLetters, ...inboxLetters } as const;

export type Letters = typeof letters;
export type LetterName = keyof Letters;

/** What a letter wants to know before it can be sent. */
export type LetterValues<Name extends LetterName> =
  Letters[Name] extends Letter<infer Placeholder> ? Readonly<Record<Placeholder, string>> : never;
