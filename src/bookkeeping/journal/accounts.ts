import type { TaxCategory } from "#invoices/invoice-document.ts";

export const longestAccount = 40;

/** Accounts of the owner's chart of accounts, and the tax codes of the accountant's program. */
export interface Accounts {
  readonly receivables: string;
  readonly revenueS: string;
  readonly revenueAE: string;
  readonly revenueG: string;
  readonly revenueO: string;
  readonly tax: string;
  readonly paypal: string;
  readonly stripe: string;
  readonly manual: string;
  readonly bank: string;
  readonly fees: string;
  readonly clearing: string;
  readonly codeS: string;
  readonly codeAE: string;
  readonly codeG: string;
  readonly codeO: string;
}

export type AccountName = keyof Accounts;

export const usualAccounts: Accounts = {
  receivables: "1200",
  revenueS: "4000",
  revenueAE: "4010",
  revenueG: "4020",
  revenueO: "4030",
  tax: "2200",
  paypal: "1810",
  stripe: "1820",
  manual: "1800",
  bank: "1800",
  fees: "6800",
  clearing: "1790",
  codeS: "S",
  codeAE: "AE",
  codeG: "G",
  codeO: "O",
};

export const accountLabels: Readonly<Record<AccountName, string>> = {
  receivables: "Receivables",
  revenueS: "Revenue at the standard rate",
  revenueAE: "Revenue with reverse charge",
  revenueG: "Revenue from exports",
  revenueO: "Revenue not subject to VAT",
  tax: "VAT",
  paypal: "PayPal",
  stripe: "Stripe",
  manual: "Payments recorded by hand",
  bank: "Bank, for payouts",
  fees: "Fees of providers",
  clearing: "Differences and rows that are not of this shop",
  codeS: "Tax code for the standard rate",
  codeAE: "Tax code for reverse charge",
  codeG: "Tax code for exports",
  codeO: "Tax code for what is not subject to VAT",
};

export function revenueOf(accounts: Accounts, category: TaxCategory): string {
  return accounts[`revenue${category}`];
}

export function taxCodeOf(accounts: Accounts, category: TaxCategory): string {
  return accounts[`code${category}`];
}
