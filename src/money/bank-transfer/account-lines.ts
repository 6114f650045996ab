import type { BankAccount } from "#settings/bank-account.ts";
import { ibanInGroups } from "#settings/iban-in-groups.ts";

/** The lines of a bank account that are filled in, for pages and emails. */
export function accountLines(account: BankAccount): readonly (readonly [string, string])[] {
  const { holder, iban, accountNumber, routingNumber, bic, bank } = account;
  const lines = [
    ["Account holder", holder],
    ["IBAN", ibanInGroups(iban)],
    ["Account number", accountNumber],
    ["Routing number", routingNumber],
    ["BIC", bic],
    ["Bank", bank],
  ] as const;
  return lines.filter(([, value]) => value !== "");
}
