import type { AuditEntry } from "./audit-log.ts";

const longestWord = 80;

/** Stands in front of a subject, so that no text that people type can mean one. */
export const subjectWord = (subject: string) => `=${subject}`;

/** What an entry is found by: each word of its action, label and author once, and its subject. */
export function wordsOfEntry(
  { action, label, subject }: Pick<AuditEntry, "action" | "label" | "subject">,
  author: string,
): readonly string[] {
  return [...new Set([subjectWord(subject), ...wordsIn(`${action} ${label} ${author}`)])];
}

/** What was typed into the search; an address is one word, so that it means this person. */
export function wordsOfSearch(text: string): readonly string[] {
  return [...new Set(parts(text).flatMap((part) => (part.includes("@") ? [part] : pieces(part))))];
}

/** Whole parts too, such as addresses, beside what they are made of. */
function wordsIn(text: string): readonly string[] {
  return parts(text).flatMap((part) =>
    part.includes("@") ? [part, ...pieces(part)] : pieces(part),
  );
}

function parts(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").slice(0, longestWord))
    .filter((part) => part !== "");
}

function pieces(part: string): readonly string[] {
  return part.split(/[^\p{L}\p{N}]+/u).filter((piece) => piece !== "");
}
