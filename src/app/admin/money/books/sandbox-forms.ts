/** Files that the simulated providers export. */
export const sandboxStatements = [
  { form: "paypal-activity", label: "PayPal’s activity" },
  { form: "stripe-itemised", label: "Stripe’s balance, itemised" },
  { form: "stripe-all", label: "Stripe’s balance, all transactions" },
] as const;
