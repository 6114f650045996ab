import type { Database } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";
import { storeSetting } from "#settings/store-setting.server.ts";
import { noTax, type TaxSetting } from "#settings/tax.ts";

/** A seller in Leeds who is registered for VAT, with 20 % inside the price. */
export const leeds: TaxSetting = {
  ...noTax,
  isOn: true,
  country: "GB",
  isRegistered: true,
  vatNumber: "GB980780684",
  ratePercent: 20,
};

export async function setTax(
  { database }: { readonly database: Database },
  changes: Partial<TaxSetting> = {},
): Promise<void> {
  const value = { ...leeds, ...changes };
  const setting = { actor: system, at: 1, name: "tax", value } as const;
  await database.write((tx) => storeSetting(tx, setting));
}
