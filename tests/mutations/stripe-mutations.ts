import type { Mutation } from "./mutation.ts";

const settlementTests = ["src/money/settling/settle-payment.test.ts"];
const stripeTests = ["src/payments/stripe/stripe.test.ts"];
const stripeCallTests = ["src/payments/stripe/stripe-checkout.test.ts"];
const stripeClientTests = ["src/payments/stripe/stripe-client.test.ts"];
const eventTests = ["src/payments/stripe/read-event.test.ts"];
const accountTests = ["src/payments/accounts/other-account.test.ts"];
const leakTests = ["tests/planted-keys.test.ts"];
const lossTests = ["src/money/settling/any-loss.test.ts"];

export const stripeMutations: readonly Mutation[] = [
  {
    protection: "An event of Stripe counts with a signature of this site only",
    file: "src/payments/stripe/stripe.ts",
    find: 'if (id === null || !isSigned(0)) return "invalid";',
    replace: 'if (id === null) return "invalid";',
    tests: stripeTests,
  },
  {
    protection: "A stale signature alone is not enough",
    file: "src/payments/stripe/stripe.ts",
    find: "const signatureLastsSeconds = 300;",
    replace: "const signatureLastsSeconds = 0;",
    tests: stripeTests,
  },
  {
    protection: "Stripe denies an event that it does not know",
    file: "src/payments/stripe/stripe.ts",
    find: 'if (refusal.status === 404) return "invalid";',
    replace: 'if (refusal.status === 404) return "verified";',
    tests: stripeTests,
  },
  {
    protection: "A checkout that a bank has not confirmed is pending",
    file: "src/payments/stripe/read-event.ts",
    find: 'if (given.payment_status === "paid") return paidSession(given, message);',
    replace: 'if (given.payment_status !== "") return paidSession(given, message);',
    tests: eventTests,
  },
  {
    protection:
      "A refund enters the ledger by its own event, not by the cumulative sum of its charge",
    file: "src/payments/stripe/read-event.ts",
    find: "  const read = isHeard(type) ? readers[type] : undefined;",
    replace:
      '  const read = isHeard(type) ? readers[type] : type === "charge.refunded" ? (value: unknown) => fromRefund({ ...(value as Refund), amount: (value as { amount_refunded: number }).amount_refunded, status: "succeeded" }) : undefined;',
    tests: eventTests,
  },
  {
    protection: "An event of test mode says so",
    file: "src/payments/stripe/read-event.ts",
    find: "return { ...message, testMode: !livemode, faults };",
    replace: "return { ...message, faults };",
    tests: [...eventTests, ...settlementTests],
  },
  {
    protection: "An event of another account needs review",
    file: "src/payments/stripe/read-event.ts",
    find: "const faults = account ?",
    replace: 'const faults = account === "" ?',
    tests: [...eventTests, ...settlementTests],
  },
  {
    protection: "A refund that is pending or failed moves no money",
    file: "src/payments/stripe/read-event.ts",
    find: '["failed", "failed"],\n  ["canceled", "failed"],',
    replace: '["failed", "refunded"],\n  ["canceled", "refunded"],',
    tests: eventTests,
  },
  {
    protection: "A refund that failed gives the money back in the ledger",
    file: "src/money/settling/settle-payment.ts",
    find: 'const kind = "reversal-cancelled";',
    replace: 'const kind = "refund";',
    tests: ["src/money/settling/settle-refunds.test.ts", ...lossTests],
  },
  {
    protection: "A refund that failed asks somebody to refund in another way",
    file: "src/money/settling/settle-payment.ts",
    find: "const amount = dollarsFromCents(back.grossCents);\n  return review(",
    replace: "const amount = dollarsFromCents(back.grossCents);\n  return noEffect(",
    tests: ["src/money/settling/settle-refunds.test.ts"],
  },
  {
    protection: "Nobody is asked to answer a dispute that was decided",
    file: "src/money/settling/settle-payment.ts",
    find: "...(!wasAsked && transactionId !== null && { waitsFor: transactionId }),",
    replace: "",
    tests: ["src/money/review/decided-dispute.test.ts"],
  },
  {
    protection: "Opening a dispute takes back no money",
    file: "src/payments/stripe/read-event.ts",
    find: 'fromDispute(given, "other", disputeIsOpen)',
    replace: 'fromDispute(given, "reversed", disputeIsOpen)',
    tests: eventTests,
  },
  {
    protection: "A dispute that is lost takes back no money a second time",
    file: "src/payments/stripe/read-event.ts",
    find: '...fromDispute(given, "other",',
    replace: '...fromDispute(given, "reversed",',
    tests: [...eventTests, ...lossTests],
  },
  {
    protection: "An attempt has one Checkout session",
    file: "src/payments/stripe/stripe-checkout.ts",
    find: "idempotencyKey: `create-",
    replace: "stripeContext: `create-",
    tests: stripeCallTests,
  },
  {
    protection: "A refund at Stripe is made once, also days later",
    file: "src/payments/stripe/stripe-checkout.ts",
    find: "made.data.find(({ metadata }) => metadata?.request === idempotencyKey) ??",
    replace: "",
    tests: stripeCallTests,
  },
  {
    protection: "Customers are sent to no other page than Stripe's",
    file: "src/payments/stripe/stripe-checkout.ts",
    find: "!URL.canParse(url) || new URL(url).origin !== checkoutOrigin",
    replace: 'url === "" || checkoutOrigin === ""',
    tests: stripeCallTests,
  },
  {
    protection: "Errors of Stripe reach the log without the call",
    file: "src/payments/stripe/stripe-checkout.ts",
    find: 'throw new AppError("unavailable", sentence, { cause: withoutRequest(cause) });',
    replace: 'throw new AppError("unavailable", sentence, { cause });',
    tests: [...stripeCallTests, ...leakTests],
  },
  {
    protection: "Stripe's client follows no redirect",
    file: "src/payments/stripe/stripe-client.ts",
    find: 'redirect: "manual",',
    replace: 'redirect: "follow",',
    tests: stripeClientTests,
  },
  {
    protection: "A sweep finds events that were lost",
    file: "src/payments/notifications/sweep-reports.ts",
    find: "if (await hasArrived(tx, provider.name, message)) continue;",
    replace: "if ((await hasArrived(tx, provider.name, message)) || message.attemptId) continue;",
    tests: [...lossTests, "src/payments/notifications/sweep-reports.test.ts"],
  },
  {
    protection: "The money of a won dispute comes back once, whatever is reported first",
    file: "src/payments/stripe/read-event.ts",
    find: '"reversal-cancelled", "funds reinstated"',
    replace: '"reversal-cancelled", "dispute won"',
    tests: lossTests,
  },
  {
    protection: "An account confirms notifications about its own attempts only",
    file: "src/payments/accounts/across-accounts.ts",
    find: "if (paymentAccount === undefined) return accounts;",
    replace: 'if (paymentAccount !== "") return accounts;',
    tests: accountTests,
  },
  {
    protection: "A sweep reports payments of its own account only",
    file: "src/payments/notifications/sweep-reports.ts",
    find: "if (attempt?.paymentAccount && attempt.paymentAccount !== paymentAccount) continue;",
    replace: 'if (attempt?.paymentAccount === "") continue;',
    tests: accountTests,
  },
  {
    protection: "Keys of payment accounts are stored encrypted",
    file: "src/payments/accounts/payment-accounts.server.ts",
    find: "return encryptText({ secret, purpose }, subjectOf(account), text);",
    replace: "return text;",
    tests: ["src/payments/accounts/live-providers.test.ts", ...leakTests],
  },
];
