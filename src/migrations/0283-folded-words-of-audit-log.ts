import type { Migration } from "kysely/migration";
import { type AnyDatabase, betweenWords, chunksOf, foldedText } from "./folding.ts";

/** Adds the folded words. The earlier words stay, because the table is append-only. */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    const columns = ["action", "subject", "label", "author", "key_name"];
    for await (const entries of chunksOf(db, { name: "audit_log", key: "id", columns })) {
      for (const { id, action, subject, label, author, key_name } of entries) {
        const text = `${action} ${label} ${author} ${key_name}`;
        // Folding changes no word of ASCII characters.
        if (!/[^ -~]/.test(text)) continue;
        // The "=" keeps subjects apart from words that people type.
        const words = [...new Set([`=${subject}`, ...wordsIn(text)])];
        const stored = await db
          .selectFrom("audit_words")
          .select("word")
          .where("entry_id", "=", id)
          .where("word", "in", words)
          .execute();
        const missing = words.filter((word) => stored.every((row) => row.word !== word));
        if (missing.length === 0) continue;
        await db
          .insertInto("audit_words")
          .values(missing.map((word) => ({ word, entry_id: id })))
          .execute();
      }
    }
  },
};

/** Splits a text into words; an email address counts as a whole and as its pieces. */
function wordsIn(text: string): readonly string[] {
  const parts = foldedText(text)
    .split(/\s+/)
    .map((part) =>
      // Cut first, because looking for the end of a long part takes the square of its length.
      part
        .slice(0, 500)
        .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "")
        .slice(0, 80),
    )
    .filter((part) => part !== "");
  return parts.flatMap((part) => (part.includes("@") ? [part, ...pieces(part)] : pieces(part)));
}

function pieces(part: string): readonly string[] {
  return part.split(betweenWords).filter((piece) => piece !== "");
}
