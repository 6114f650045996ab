/**
 * Details of a customer, stored with an order and with the account. Defined here because `orders`
 * and `access` do not import each other.
 */
export interface CustomerDetails {
  readonly customerName: string;
  readonly customerAddress: string;
  readonly customerCountry: string;
  /** Website that the order is for; "" when the customer gave no website. */
  readonly customerWebsite: string;
}

export type DetailName = keyof CustomerDetails;

/** Maximum lengths, which the inputs of the pages use as well. */
export const customerDetailLengths = {
  customerName: 200,
  customerAddress: 500,
  customerCountry: 100,
  customerWebsite: 500,
} as const satisfies Record<DetailName, number>;

export const customerDetailNames = Object.keys(customerDetailLengths) as readonly DetailName[];

/** Picks the details out of `values`; a missing detail becomes "". */
export function customerDetailsIn(
  values: Readonly<Partial<Record<DetailName, string>>>,
): CustomerDetails {
  const details = customerDetailNames.map((name) => [name, values[name] ?? ""] as const);
  return Object.fromEntries(details) as Record<DetailName, string>;
}
