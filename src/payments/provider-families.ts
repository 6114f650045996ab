/**
 * Providers that are one account at one company, spoken to in different protocols: each of them
 * knows a transaction by the same id, and more than one may tell of it.
 */
export const providerFamilies: readonly (readonly string[])[] = [
  ["paypal", "paypal-standard"],
  ["paypal-sandbox", "paypal-standard-sandbox"],
  ["sandbox", "sandbox-rest"],
];

/** The names of the providers that know the same transactions, its own among them. */
export function familyOf(provider: string): readonly string[] {
  return providerFamilies.find((family) => family.includes(provider)) ?? [provider];
}
