import { familyOf, providerNames } from "#payments/payment-provider.ts";
import type { StatementFormat } from "./statement-row.ts";

/** Families of providers whose accounts a file can be about, by the name of one provider each. */
export const familiesOfFormat: Readonly<Record<StatementFormat, readonly string[]>> = {
  paypal: [providerNames.paypal.live, providerNames.paypal.test, "sandbox"],
  stripe: [providerNames.stripe.live, providerNames.stripe.test, "sandbox-stripe"],
};

const families = Object.values(familiesOfFormat).flat();

/** Every provider whose account has statements; manual payments have none. */
export const providersWithStatements: readonly string[] = families.flatMap((family) => [
  ...familyOf(family),
]);

/** The name of the family under which the statements of a provider are stored. */
export function familyNamed(provider: string): string | undefined {
  return families.find((family) => familyOf(family).includes(provider));
}
