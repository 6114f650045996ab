import { z } from "zod";
import { isPlainText, trimmed } from "./plain-text.ts";

export const longestNote = 5000;

export const noteText = z
  .string("Enter a note.")
  // Browsers send the line ends of a form as CR LF.
  .transform((note) => trimmed(note.replace(/\r\n?/g, "\n")))
  .pipe(
    z
      .string()
      .min(1, "Enter a note.")
      .max(longestNote, `A note has at most ${longestNote} characters.`)
      .refine(isPlainText, "The note has characters that cannot be shown."),
  );
