import { z } from "zod";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { type AccountName, longestAccount } from "./accounts.ts";

const account = z
  .string("Enter an account, such as 1200.")
  .trim()
  .min(1, "Enter an account, such as 1200.")
  .max(longestAccount, `At most ${longestAccount} characters.`)
  .refine((text) => isPlainText(text) && !/[\r\n\t]/.test(text), "Write it as one line of text.");
const taxCode = z
  .string("Enter a tax code as a text.")
  .trim()
  .max(longestAccount, `At most ${longestAccount} characters.`)
  .refine((text) => isPlainText(text) && !/[\r\n\t]/.test(text), "Write it as one line of text.");

export const accountsForm = z.strictObject({
  receivables: account,
  revenueS: account,
  revenueAE: account,
  revenueG: account,
  revenueO: account,
  tax: account,
  paypal: account,
  stripe: account,
  manual: account,
  bank: account,
  fees: account,
  clearing: account,
  codeS: taxCode,
  codeAE: taxCode,
  codeG: taxCode,
  codeO: taxCode,
} satisfies Record<AccountName, z.ZodType>);
