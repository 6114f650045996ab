import type { Mutation } from "./mutation.ts";

const accountTests = ["src/money/accounts/payment-accounts.test.ts"];
const liveTests = ["src/payments/accounts/live-providers.test.ts"];
const acrossTests = ["src/payments/accounts/across-accounts.test.ts"];
const store = "src/payments/accounts/payment-accounts.server.ts";

export const paymentAccountMutations: readonly Mutation[] = [
  {
    protection: "Keys of a payment account are stored encrypted",
    file: store,
    find: "return encryptText({ secret, purpose }, subjectOf(account), text);",
    replace: "return text;",
    tests: liveTests,
  },
  {
    protection: "Two owners who connect at once do not replace each other's webhook",
    file: store,
    find: "if (numInsertedOrUpdatedRows === 1n) return;",
    replace: "if (numInsertedOrUpdatedRows !== undefined) return;",
    tests: accountTests,
  },
  {
    protection: "A process that died while it connected does not block the next one",
    file: store,
    find: '.where("connected_at", "<", at - connectingLastsMs)',
    replace: '.where("connected_at", "<", 0)',
    tests: accountTests,
  },
  {
    protection: "A connection that another process has taken over is not stored",
    file: store,
    find: "return numUpdatedRows === 1n;",
    replace: "return numUpdatedRows >= 0n;",
    tests: accountTests,
  },
  {
    protection: "No checkout starts through an account that was disconnected meanwhile",
    file: "src/money/paying/start-payment.ts",
    find: "await lockAccountInUse(tx, provider.paymentAccount);",
    replace: "",
    tests: accountTests,
  },
  {
    protection: "A refused key leaves nothing behind",
    file: "src/money/accounts/connect-account.ts",
    find: "await database.write((tx) => withdrawConnection(tx, begun.id));",
    replace: "",
    tests: accountTests,
  },
  {
    protection: "The environment decides alone where PAYMENTS is set",
    file: "src/money/accounts/connect-account.ts",
    find: "if (!isFromEnvironment) return;",
    replace: "if (isFromEnvironment) return;",
    tests: accountTests,
  },
  {
    protection: "Every owner is told of a change of accounts",
    file: "src/money/accounts/owner-emails.server.ts",
    find: 'team.filter(({ role }) => role === "Admin")',
    replace: "team.slice(0, 1)",
    tests: accountTests,
  },
  {
    protection: "Every owner is told of another PayPal address",
    file: "src/content/records/change-site.server.ts",
    find: "if (after !== receiver)",
    replace: "if (after === null)",
    tests: ["src/money/accounts/paypal-address.test.ts"],
  },
  {
    protection: "The webhook stays while a checkout of a disconnected account can be paid",
    file: "src/payments/accounts/remove-webhooks.ts",
    find: "return Math.max(Number(newest) + checkoutLastsMs, disputable);",
    replace: "return disputable;",
    tests: accountTests,
  },
  {
    protection: "The webhook stays while a payment of a disconnected account can be disputed",
    file: "src/payments/accounts/remove-webhooks.ts",
    find: "return Math.max(Number(newest) + checkoutLastsMs, disputable);",
    replace: "return Number(newest) + checkoutLastsMs;",
    tests: accountTests,
  },
  {
    protection: "An account with renewed keys stays the account of its payments",
    file: store,
    find: 'return isSameKey || isSameId || replacedWebhooks.includes(row.webhook_id ?? "");',
    replace: "return false;",
    tests: accountTests,
  },
  {
    protection: "A webhook is not removed while somebody connects with it",
    file: "src/payments/accounts/remove-webhooks.ts",
    find: 'if (error instanceof AppError && error.code === "conflict") return false;',
    replace: 'if (error instanceof AppError && error.code === "conflict") return remove();',
    tests: accountTests,
  },
  {
    protection: "A webhook that the account in use shares is not removed",
    file: "src/payments/accounts/remove-webhooks.ts",
    find: "if (isShared !== undefined) return true;",
    replace: "",
    tests: accountTests,
  },
  {
    protection: "The site goes live only with all that real payments need",
    file: "src/money/accounts/payment-mode.ts",
    find: "if (missing.length > 0)",
    replace: "if (missing.length > 9)",
    tests: accountTests,
  },
  {
    protection: "The sandbox is closed in live mode",
    file: "src/payments/accounts/live-providers.ts",
    find: 'named.includes("sandbox") : mode === "test"',
    replace: 'named.includes("sandbox") : true',
    tests: liveTests,
  },
  {
    protection: "A test payment pays for no order once the site is live",
    file: "src/payments/notifications/verify-notification.ts",
    find: "if (isNewPayment(message) && !deps.takesNewPayments())",
    replace: "if (false)",
    tests: ["src/payments/notifications/retired-test-payments.test.ts"],
  },
  {
    protection: "A refund is asked of the account that took the payment",
    file: "src/payments/accounts/across-accounts.ts",
    find: "accountOf(payment.paymentAccount ?? null).refund(",
    replace: "first.refund(",
    tests: acrossTests,
  },
  {
    protection: "A checkout is closed at the account where it was opened",
    file: "src/payments/accounts/across-accounts.ts",
    find: "accountOf(attempt.paymentAccount).endCheckout?.(attempt)",
    replace: "first.endCheckout?.(attempt)",
    tests: acrossTests,
  },
  {
    protection: "A revoked key of a disconnected account leaves no forgery unclear",
    file: "src/payments/accounts/across-accounts.ts",
    find: "if (isOn || !isRevoked(error)) failure ??= error;",
    replace: "failure ??= error;",
    tests: acrossTests,
  },
];
