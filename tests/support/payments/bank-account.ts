import type { Database } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";
import type { BankAccount } from "#settings/bank-account.ts";
import { storeSetting } from "#settings/store-setting.server.ts";

const bankAccount: BankAccount = {
  isOn: true,
  holder: "Meridian AS",
  iban: "NO9386011117947",
  accountNumber: "",
  routingNumber: "",
  bic: "DNBANOKK",
  bank: "DNB",
  note: "",
};

/** Lets customers pay by bank transfer. */
export async function offerTransfers(
  database: Database,
  changes: Partial<BankAccount> = {},
): Promise<void> {
  const value = { ...bankAccount, ...changes };
  await database.write((tx) =>
    storeSetting(tx, { actor: system, at: 0, name: "bankTransfer", value }),
  );
}
