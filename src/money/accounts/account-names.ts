import type { AccountKind, PaymentMode } from "#payments/connection.ts";

/** Names of the kinds of accounts in sentences, the audit log and emails. */
const kindNames: Readonly<Record<AccountKind, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
  "paypal-standard": "PayPal Payments Standard",
};

const modeNames: Readonly<Record<PaymentMode, string>> = {
  live: "for real payments",
  test: "for test payments",
};

interface NamedAccount {
  readonly kind: AccountKind;
  readonly mode: PaymentMode;
  readonly label: string;
}

/** Such as "Stripe (Acme, key ending in 1234) for real payments". */
export function accountInWords({ kind, mode, label }: NamedAccount): string {
  const known = label.replace(
    /^(Key|Client ID) ending/,
    (start) => start[0]?.toLowerCase() + start.slice(1),
  );
  return `${kindNames[kind]} (${known}) ${modeNames[mode]}`;
}
