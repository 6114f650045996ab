import { z } from "zod";
import { isPlainText, trimmed } from "../../platform/texts/plain-text.ts";

/** What the picture shows, for those who do not see it. May be left empty beside words that say it. */
export const altSchema = z
  .string("The description must be text.")
  .max(300, "The description can have at most 300 characters.")
  .refine(isPlainText, "The description has characters that cannot be shown.")
  .transform((value) => trimmed(value.replace(/\s+/g, " ")));

const longestName = 120;

/** A file's name as it is shown in lists. It names nothing on any disk. */
export function displayName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const plain = last.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, "");
  return plain.trim().slice(0, longestName).toWellFormed() || "Picture";
}
