/**
 * Providers that are protocols of one account at one company: each knows a transaction by the same
 * id, and several may report it.
 */
export const providerFamilies: readonly (readonly string[])[] = [
  ["paypal", "paypal-standard"],
  ["paypal-sandbox", "paypal-standard-sandbox"],
  ["sandbox", "sandbox-rest"],
];

/** Names of the providers that know the same transactions, including this one. */
export function familyOf(provider: string): readonly string[] {
  return providerFamilies.find((family) => family.includes(provider)) ?? [provider];
}
