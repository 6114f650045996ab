import { z } from "zod";
import { formKey } from "#platform/idempotency.ts";
import { isWebAddress } from "#platform/texts/customer-details-schema.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { longestDeliveryText, longestProof, longestUnit } from "./delivery-lengths.ts";
import { shownKinds } from "./delivery-tables.server.ts";

const mostPoints = 20;

function written(empty: string, longest: number) {
  return (
    z
      .string(empty)
      // Browsers send the line ends of a form as CR LF.
      .transform((value) => trimmed(value.replace(/\r\n?/g, "\n")))
      .pipe(
        z
          .string()
          .min(1, empty)
          .max(longest, `This text has at most ${longest} characters.`)
          .refine(isPlainText, "This text has characters that cannot be shown."),
      )
  );
}

const position = z.int("A point has a position.").positive();
const noProof = "Show the proof of this point, or say when it follows.";
const numberPattern = /^-?\d{1,12}(\.\d{1,6})?$/;

/** For the kind "file", the value is the id of a file of the order; for "check", of a check. */
const deliveredPoint = z
  .strictObject({
    position,
    kind: z.enum(shownKinds, {
      error: "Choose a link, a number, a text, a file, a fixed finding or “follows later”.",
    }),
    value: written(noProof, longestProof),
    unit: z
      .string("The unit is text.")
      .overwrite(trimmed)
      .max(longestUnit, `A unit has at most ${longestUnit} characters.`)
      .refine(isPlainText, "The unit has characters that cannot be shown.")
      .default(""),
  })
  .superRefine(({ kind, value, unit }, context) => {
    // The schema of the value already reports an empty value.
    if (value === "") return;
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (kind === "link" && !isWebAddress(value)) {
      wrong("value", "Enter a whole address, such as https://example.com/page.");
    }
    if (kind === "number" && !numberPattern.test(value)) {
      wrong("value", "Enter a number, such as 25 or 3.5.");
    }
    if (kind === "number" && unit === "") wrong("unit", "Enter the unit, such as pages.");
  })
  // Only a number has a unit.
  .transform((point) => (point.kind === "number" ? point : { ...point, unit: "" }));

export const deliveryForm = z.strictObject({
  /**
   * The number that the form shows. The form is refused if somebody else has delivered since the
   * form was opened.
   */
  number: z.int("The number of the delivery is a whole number.").positive().optional(),
  text: written("Write what you are delivering.", longestDeliveryText),
  points: z
    .array(deliveredPoint, "List the promised points.")
    .max(mostPoints, `A delivery has at most ${mostPoints} points.`),
  key: formKey,
});

export type DeliveryForm = z.output<typeof deliveryForm>;

export const reopeningForm = z.strictObject({
  text: written("Write what is wrong.", longestDeliveryText),
  key: formKey.optional(),
});

export const changesForm = z.strictObject({
  text: written("Write what should change.", longestDeliveryText),
  /** Positions of the points that the changes concern; may be empty. */
  points: z.array(position).max(mostPoints).default([]),
  key: formKey.optional(),
});
