import type { Database } from "#platform/database/database.ts";
import type { BankAccount } from "#settings/bank-account.ts";

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
  const row = {
    name: "bankTransfer",
    value: JSON.stringify({ ...bankAccount, ...changes }),
    revision: 1,
    changed_by: "own@example.com",
    changed_at: 0,
  } as const;
  await database.write((tx) =>
    tx
      .insertInto("settings")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute(),
  );
}
