import { countrySpecs, electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { z } from "zod";
import { isPlainText } from "../platform/texts/plain-text.ts";
import type { ShownValue } from "./define-setting.ts";

/** Where customers transfer money to. Texts that do not apply are "". */
export type BankAccount = ShownValue<"bankAccount">;

/** Maximum numbers of characters, for the schema and the fields. */
export const bankAccountLengths = {
  holder: 140,
  iban: 50,
  accountNumber: 40,
  routingNumber: 20,
  bic: 14,
  bank: 100,
  note: 500,
} as const satisfies Record<Exclude<keyof BankAccount, "isOn">, number>;

const lengths = bankAccountLengths;

const line = (name: keyof typeof lengths) =>
  z
    .string("Enter a text.")
    .max(lengths[name], `At most ${lengths[name]} characters.`)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text.")
    .transform((text) => text.trim().replace(/\s+/g, " "))
    .default("");

const packed = (text: string) => text.replace(/[\s-]/g, "").toUpperCase();

const ibanMessage =
  "This IBAN cannot be right: its check digits do not match. Compare it with your bank’s.";
const countryNames = new Intl.DisplayNames("en", { type: "region" });

/** What is wrong with an invalid IBAN, which people type from paper. */
function ibanFault(iban: string): string {
  const country = iban.slice(0, 2);
  const length = countrySpecs[country]?.chars;
  if (!length || length === iban.length) return ibanMessage;
  return `An IBAN of ${countryNames.of(country)} (${country}) has ${length} characters, and this one has ${iban.length}. Compare it with your bank’s.`;
}

const bicMessage =
  "Enter a BIC of 8 or 11 letters and digits, such as DNBANOKK, or leave it empty.";
const accountMessage = "Enter the account number with digits and letters, such as 000123456789.";
const routingMessage = "Enter the routing number with digits, such as 021000021.";

/** An account without contradictions; one that is switched off may be incomplete. */
export const bankAccountSchema = z
  .strictObject({
    isOn: z.boolean("Choose yes or no."),
    holder: line("holder"),
    iban: line("iban")
      .transform((text) => electronicFormatIBAN(text) ?? "")
      .superRefine((iban, context) => {
        if (iban === "" || isValidIBAN(iban)) return;
        context.addIssue({ code: "custom", message: ibanFault(iban) });
      }),
    accountNumber: line("accountNumber").refine(
      (text) => text === "" || /^[A-Za-z0-9][A-Za-z0-9 .-]*$/.test(text),
      accountMessage,
    ),
    routingNumber: line("routingNumber").refine(
      (text) => text === "" || /^\d[\d -]*$/.test(text),
      routingMessage,
    ),
    bic: line("bic")
      .transform(packed)
      .refine((bic) => bic === "" || isValidBIC(bic), bicMessage),
    bank: line("bank"),
    note: z
      .string("Enter a text.")
      .max(lengths.note, `At most ${lengths.note} characters.`)
      .refine(isPlainText, "It has characters that cannot be shown.")
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .default(""),
  })
  .superRefine(({ isOn, holder, iban, accountNumber, routingNumber }, context) => {
    if (iban !== "" && (accountNumber !== "" || routingNumber !== "")) {
      const message =
        "Enter either an IBAN or an account number and a routing number, so that customers know where to transfer.";
      context.addIssue({ code: "custom", path: ["iban"], message });
    }
    if (!isOn) return;
    const missing = (name: keyof BankAccount, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (holder === "") missing("holder", "Enter the name of the account’s holder.");
    if (iban === "" && accountNumber === "") {
      missing("iban", "Enter an IBAN, or an account number and a routing number below.");
    }
    if (iban === "" && accountNumber !== "" && routingNumber === "") {
      missing("routingNumber", "Enter the routing number of the bank.");
    }
  });
