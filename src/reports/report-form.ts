import { z } from "zod";
import { isPlainText, trimmed } from "../platform/texts/plain-text.ts";
import { readNumber } from "./read-number.ts";
import {
  longestLabel,
  longestReportText,
  longestReportUnit,
  longestSource,
  mostNumbers,
} from "./report-lengths.ts";

const text = (what: string, longest: number) =>
  z
    .string(`${what} is text.`)
    // Browsers send the line ends of a form as CR LF.
    .transform((value) => trimmed(value.replace(/\r\n?/g, "\n")))
    .pipe(
      z
        .string()
        .max(longest, `${what} has at most ${longest} characters.`)
        .refine(isPlainText, `${what} has characters that cannot be shown.`),
    )
    .default("");

/** A number as typed; "" while nothing is typed. */
const number = z
  .string("Write the number as text, such as 1200 or 3.5.")
  .transform((typed, context) => {
    if (trimmed(typed) === "") return "";
    const read = readNumber(typed);
    if ("value" in read) return read.value;
    context.addIssue({ code: "custom", message: read.mistake });
    return z.NEVER;
  })
  .default("");

/** The draft of a report; a draft may be incomplete. */
export const reportForm = z.strictObject({
  /** The revision that the author saw; 0 for a new report. */
  revision: z.int("The revision is a whole number.").nonnegative(),
  done: text("“What we did”", longestReportText),
  changed: text("“What changed”", longestReportText),
  next: text("“What comes next”", longestReportText),
  numbers: z
    .array(
      z.strictObject({
        label: text("The name of a number", longestLabel),
        value: number,
        earlier: number,
        unit: text("A unit", longestReportUnit),
        source: text("A source", longestSource),
      }),
      "List the numbers.",
    )
    .max(mostNumbers, `A report has at most ${mostNumbers} numbers.`)
    .default([]),
  /** Ids of the `OrderFigures` whose lists the report copies; "" for no list. */
  searches: z.string("Choose a list of searches.").default(""),
  pages: z.string("Choose a list of pages.").default(""),
});

export type ReportForm = z.output<typeof reportForm>;

/** The revision that a person saw and now reviews or sends. */
export const reportStep = z.strictObject({
  revision: z.int("The revision is a whole number.").positive(),
});
