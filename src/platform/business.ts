import { isPlainText } from "./texts/plain-text.ts";

/** Facts about the business that runs the site. "" for a fact that nobody has entered. */
export interface Business {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  /** English name of a country. */
  readonly country: string;
  /** One line, such as "EIN 12-3456789". */
  readonly taxId: string;
}

/** Name of the invented business of the demonstration content, until the owner enters a name. */
export const demonstrationName = "Furrow";

export const demonstrationBusiness: Business = {
  name: demonstrationName,
  address: "",
  phone: "",
  email: "",
  country: "",
  taxId: "",
};

export const businessNameLength = { least: 2, most: 60 } as const;

/** Sentence about a text that cannot be the name of a business; null for a name. */
export function businessNameFault(name: string): string | null {
  const { least, most } = businessNameLength;
  const count = [...name.trim()].length;
  if (count === 0) return "Enter the name of your business.";
  if (count < least || count > most) {
    return `Enter a name of ${least} to ${most} letters.`;
  }
  if (!isPlainText(name) || /[\r\n]/.test(name)) return "Write the name as one line of text.";
  return null;
}
