import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { countryCodeIn } from "../platform/texts/countries.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import { readVatNumber, vatNumberLength } from "../platform/texts/vat-number.ts";
import type { ShownValue } from "./define-setting.ts";

/** S standard rate, AE reverse charge, G export, O not subject to VAT. */
export const taxCategories = ["S", "AE", "G", "O"] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** Whether prices include the tax, or the tax is added to them. */
const taxPlaces = ["inside", "on top"] as const;

/** What the owner sets about VAT. */
export type TaxSetting = ShownValue<"tax">;

/** The value while the owner has entered nothing. */
export const noTax: TaxSetting = {
  isOn: false,
  country: "",
  isRegistered: false,
  vatNumber: "",
  ratePercent: 0,
  place: "inside",
  businessesAbroad: "O",
  consumersAbroad: "S",
  exceptions: [],
};

/** More than there are countries. */
const mostTaxExceptions = 250;

const country = (message: string) =>
  z
    .string(message)
    .max(100, "At most 100 characters.")
    .transform((text, context) => {
      if (text.trim() === "") return "";
      const code = countryCodeIn(text);
      if (code !== "") return code;
      const unknown = `“${text.trim().slice(0, 60)}” is not a country that we know. Choose one of the suggestions, such as Norway.`;
      context.addIssue({ code: "custom", message: unknown });
      return z.NEVER;
    });

const rateMessage = "Enter the rate in percent, from 0.01 to 100, such as 20 or 8.1.";

/** Tax without contradictions; tax that is switched off may be incomplete. */
export const taxSchema = z
  .strictObject({
    isOn: z.boolean("Choose yes or no."),
    country: country("Enter your country."),
    isRegistered: z.boolean("Choose yes or no."),
    vatNumber: z
      .string("Enter a text.")
      .max(vatNumberLength, `At most ${vatNumberLength} characters.`)
      .refine(isPlainText, "It has characters that cannot be shown."),
    ratePercent: z
      .number(rateMessage)
      .min(0, rateMessage)
      .max(100, rateMessage)
      .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, rateMessage),
    place: z.enum(taxPlaces, "Choose inside the price or on top."),
    businessesAbroad: z.enum(["O", "G"], "Choose O or G."),
    consumersAbroad: z.enum(["S", "O"], "Choose S or O."),
    exceptions: z
      .array(
        z.strictObject({
          country: country("Choose a country.").refine((code) => code !== "", "Choose a country."),
          category: z.enum(taxCategories, "Choose how customers of this country are treated."),
        }),
      )
      .max(mostTaxExceptions, `At most ${mostTaxExceptions} countries.`)
      .superRefine((exceptions, context) => {
        const codes = exceptions.map(({ country }) => country);
        const twice = codes.findIndex((code, index) => code && codes.indexOf(code) < index);
        if (twice === -1) return;
        const message = "This country is in the list already.";
        context.addIssue({ code: "custom", path: [twice, "country"], message });
      }),
  })
  .superRefine(({ isOn, isRegistered, ...typed }, context) => {
    if (!isOn || !isRegistered) return;
    const missing = (name: keyof TaxSetting, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (typed.country === "") missing("country", "Enter the country where you are registered.");
    if (typed.vatNumber.trim() === "") missing("vatNumber", "Enter your VAT number.");
    if (typed.ratePercent === 0) missing("ratePercent", rateMessage);
  });

/** The tax with its VAT number in one form. Throws "invalid" for another country's form. */
export async function withReadVatNumber(tax: TaxSetting): Promise<TaxSetting> {
  const { number, fault } = await readVatNumber(tax.vatNumber, tax.country);
  if (fault === null) return { ...tax, vatNumber: number };
  throw new AppError("invalid", fault, { issues: [{ path: "tax.vatNumber", message: fault }] });
}
