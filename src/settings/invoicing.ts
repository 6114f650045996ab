import { z } from "zod";
import { countryCodeIn } from "../platform/texts/countries.ts";
import { asciiEmail, isEmail } from "../platform/texts/email-address.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import type { ShownValue } from "./define-setting.ts";
import { faultOfPattern, invoicingLengths } from "./invoicing-form.ts";

/** What the owner sets about invoices. Texts that do not apply are "". */
export type Invoicing = ShownValue<"invoicing">;

/** The value while the owner has entered nothing. */
export const noInvoicing: Invoicing = {
  isOn: false,
  name: "",
  street: "",
  postcode: "",
  city: "",
  country: "",
  registration: "",
  email: "",
  pattern: "F-{year}-{number}",
  isPerYear: true,
  firstNumber: 1,
  firstNote: "",
  secondNote: "",
  taxCurrency: "",
  taxRate: "",
};

const line = (name: keyof typeof invoicingLengths) =>
  z
    .string("Enter a text.")
    .max(invoicingLengths[name], `At most ${invoicingLengths[name]} characters.`)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text.")
    .transform((text) => text.trim().replace(/\s+/g, " "));

/** Names of the seller's details without which no document is issued, with the sentence about each. */
const needed = {
  name: "Enter the name of your business as it is registered.",
  street: "Enter the street and house number of your business.",
  city: "Enter the city of your business.",
  country: "Enter the country of your business.",
  email: "Enter the email address that customers can ask about an invoice.",
} as const satisfies Partial<Record<keyof Invoicing, string>>;

/** What is missing before documents can be issued, as sentences by the name of the field. */
export function missingOfSeller(
  seller: Pick<Invoicing, keyof typeof needed>,
): readonly (readonly [field: keyof typeof needed, sentence: string])[] {
  return (Object.keys(needed) as (keyof typeof needed)[]).flatMap((field) =>
    seller[field] === "" ? [[field, needed[field]] as const] : [],
  );
}

const firstNumberMessage = "Enter a number from 1 to 1,000,000.";

export const invoicingSchema = z
  .strictObject({
    isOn: z.boolean("Choose yes or no."),
    name: line("name"),
    street: line("street"),
    postcode: line("postcode"),
    city: line("city"),
    country: line("country").transform((text, context) => {
      const code = countryCodeIn(text);
      if (code !== "" || text === "") return code;
      const message = `“${text.slice(0, 60)}” is not a country that we know. Choose one of the suggestions, such as Norway.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    registration: line("registration"),
    email: line("email")
      .overwrite(asciiEmail)
      .refine(
        (text) => text === "" || isEmail(text),
        "Enter an email address such as invoices@example.com.",
      ),
    pattern: line("pattern"),
    isPerYear: z.boolean("Choose yes or no."),
    firstNumber: z
      .int(firstNumberMessage)
      .min(1, firstNumberMessage)
      .max(1_000_000, firstNumberMessage),
    firstNote: line("firstNote"),
    secondNote: line("secondNote"),
    taxCurrency: line("taxCurrency")
      .transform((text) => text.toUpperCase())
      .refine(
        (text) => text === "" || (/^[A-Z]{3}$/.test(text) && text !== "USD"),
        "Enter the three letters of another currency than USD, such as EUR, or leave it empty.",
      ),
    taxRate: line("taxRate")
      .transform((text) => text.replace(",", "."))
      .refine(
        (text) => text === "" || (/^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0),
        "Enter how much of the currency one dollar is, such as 0.9184.",
      ),
  })
  .superRefine((typed, context) => {
    const note = (field: keyof Invoicing, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    const fault = faultOfPattern(typed);
    if (fault !== "") note("pattern", fault);
    if ((typed.taxCurrency === "") !== (typed.taxRate === "")) {
      const isRate = typed.taxRate === "";
      note(
        isRate ? "taxRate" : "taxCurrency",
        isRate
          ? `Enter how much ${typed.taxCurrency} one dollar is, such as 0.9184.`
          : "Enter the currency of this rate, such as EUR.",
      );
    }
    if (!typed.isOn) return;
    for (const [field, sentence] of missingOfSeller(typed)) note(field, sentence);
  });
