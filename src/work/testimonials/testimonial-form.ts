import { z } from "zod";
import { testimonials } from "#content/blocks/testimonials.ts";
import { formKey } from "#platform/idempotency.ts";
import { isWebAddress } from "#platform/texts/customer-details-schema.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";

type FieldName = keyof typeof testimonials.fields;

/** A text that fits into the field of the block, so that the owner can publish it unchanged. */
function textFor(field: FieldName, name: string) {
  const { maxLength, kind } = testimonials.fields[field];
  const lines = kind === "paragraph" ? "\n" : " ";
  return (
    z
      .string(`${name} must be text.`)
      .default("")
      // Browsers send the line ends of a form as CR LF.
      .transform((text) => trimmed(text.replace(/\r\n?|\n/g, lines)))
      .pipe(
        z
          .string()
          .max(maxLength, `${name} can have at most ${maxLength} characters.`)
          .refine(isPlainText, `${name} has characters that cannot be shown.`),
      )
  );
}

const required = (field: FieldName, name: string, empty: string) =>
  textFor(field, name).refine((text) => text !== "", empty);

const link = textFor("companyLink", "The link")
  .transform((text) => (text === "" || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`))
  .refine(
    (text) => text === "" || isWebAddress(text),
    "Enter the address of a website, such as example.com.",
  );

export const testimonialForm = z
  .strictObject({
    words: required("desc", "The text", "Write what you would like to say."),
    personName: required("personName", "The name", "Enter the name to show below your words."),
    company: textFor("company", "The company"),
    companyLink: link,
    resultNumber: textFor("resultNumber", "The number"),
    resultText: textFor("resultText", "What the number counts"),
    resultPeriod: textFor("resultPeriod", "The period"),
    consent: z.literal("yes", "Tick the box to send your words: we publish nothing without it."),
    key: formKey.optional(),
  })
  .check(({ value, issues }) => {
    const { resultNumber: number, resultText: text } = value;
    if ((number === "") === (text === "")) return;
    const path = number === "" ? "resultNumber" : "resultText";
    const message =
      number === ""
        ? "Enter the number, or leave both fields empty."
        : "Say what the number counts.";
    issues.push({ code: "custom", input: value, path: [path], message });
  });
