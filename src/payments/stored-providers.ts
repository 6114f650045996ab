interface StoredProvider {
  readonly displayName: string;
  readonly isTest: boolean;
}

const stored: Readonly<Record<string, StoredProvider>> = {
  stripe: { displayName: "Stripe", isTest: false },
  "stripe-test": { displayName: "Stripe", isTest: true },
  "sandbox-stripe": { displayName: "Stripe", isTest: true },
  paypal: { displayName: "PayPal", isTest: false },
  "paypal-sandbox": { displayName: "PayPal", isTest: true },
  "sandbox-rest": { displayName: "PayPal", isTest: true },
  "paypal-standard": { displayName: "PayPal", isTest: false },
  "paypal-standard-sandbox": { displayName: "PayPal", isTest: true },
  sandbox: { displayName: "PayPal", isTest: true },
};

/** What the name that is stored with a payment says, also while the provider does not answer. */
export function storedProvider(name: string): StoredProvider {
  return stored[name] ?? { displayName: name, isTest: false };
}

/** Names that are stored with payments that moved no money. */
export const testProviders: readonly string[] = Object.keys(stored).filter(
  (name) => stored[name]?.isTest,
);
