/**
 * Details of a customer: stored with an order, and with the account for the next order. Defined here
 * because neither of the two modules imports the other.
 */
export interface CustomerDetails {
  readonly customerName: string;
  readonly customerAddress: string;
  readonly customerCountry: string;
  /** The site that the order is for; "" when none was given. */
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

/** Names of all details. */
export const customerDetailNames = Object.keys(customerDetailLengths) as readonly DetailName[];

/** The details among other values, "" for each that is missing. */
export function customerDetailsIn(
  values: Readonly<Partial<Record<DetailName, string>>>,
): CustomerDetails {
  const details = customerDetailNames.map((name) => [name, values[name] ?? ""] as const);
  return Object.fromEntries(details) as Record<DetailName, string>;
}
