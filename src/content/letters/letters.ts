import { accountLetters } from "./account-letters.ts";
import type { Letter } from "./define-letter.ts";
import { inboxLetters } from "./inbox-letters.ts";
import { orderLetters } from "./order-letters.ts";

/** Every mail that is sent by itself. */
export const letters = { ...accountLetters, ...orderLetters, ...inboxLetters } as const;

export type Letters = typeof letters;
export type LetterName = keyof Letters;

/** What a letter wants to know before it can be sent. */
export type LetterValues<Name extends LetterName> =
  Letters[Name] extends Letter<infer Placeholder> ? Readonly<Record<Placeholder, string>> : never;
