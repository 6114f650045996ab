/**
 * Rights that a person has in a customer's company. Each person has at least "orders" or
 * "payments".
 */
export const companyRights = ["orders", "payments", "mayOrder", "people"] as const;
export type CompanyRight = (typeof companyRights)[number];
export type CompanyRights = Readonly<Record<CompanyRight, boolean>>;

/** The company that a person belongs to as a customer, with the rights of the person there. */
export interface Membership {
  readonly id: string;
  readonly rights: CompanyRights;
}

export const everyCompanyRight: CompanyRights = {
  orders: true,
  payments: true,
  mayOrder: true,
  people: true,
};

/**
 * Company of a person of the team who may not act as a customer, because the person shares the
 * stored company with a customer. No order belongs to a company with this id.
 */
export const noCompany: Membership = {
  id: "",
  rights: { orders: false, payments: false, mayOrder: false, people: false },
};

interface CompanyMember {
  readonly accountId: string;
  readonly company?: Membership;
}

/** An account that has joined no company is a company of one, with the id of the account. */
export function companyOf({ accountId, company }: CompanyMember): Membership {
  return company ?? { id: accountId, rights: everyCompanyRight };
}
