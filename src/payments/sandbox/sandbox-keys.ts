import { createHmac } from "node:crypto";
import { isSameText } from "#platform/signatures.ts";
import type { AccountKind } from "../connection.ts";

/**
 * Keys of the sandbox that an owner pastes, as those of a real provider. They are derived from the
 * secret of the installation, so the sandbox of another installation does not know them.
 */
export function sandboxKeys(secret: string) {
  return {
    stripe: {
      secretKey: stripeKey(secret, "all"),
      /** A restricted key, which Stripe would let do everything but refund. */
      withoutRefunds: stripeKey(secret, "without-refunds"),
      /** A restricted key that may sell once, and may not charge again and again. */
      withoutPlans: stripeKey(secret, "without-plans"),
      /** A restricted key that may start payments and nothing else. */
      onlyCheckouts: stripeKey(secret, "only-checkouts"),
    },
    paypal: {
      clientId: paypalClientId("all"),
      clientSecret: paypalSecret(secret, "all"),
      /** Client of an app in which PayPal allows no payments. */
      withoutPayments: {
        clientId: paypalClientId("without-payments"),
        clientSecret: paypalSecret(secret, "without-payments"),
      },
      /** Client of an app in which PayPal allows payments, and no subscriptions. */
      withoutPlans: {
        clientId: paypalClientId("without-plans"),
        clientSecret: paypalSecret(secret, "without-plans"),
      },
    },
    paypalStandard: { receiver: sandboxReceiver },
  };
}

/** Rights of the sandbox's keys; real providers have many more. */
const rightsOfStripe = {
  all: [
    "checkout",
    "refund",
    "event",
    "webhook",
    "account",
    "subscription",
    "invoice",
    "customer",
    "product",
    "coupon",
    "plan",
    "customer_portal",
  ],
  "without-plans": ["checkout", "refund", "event", "webhook", "customer"],
  "without-refunds": ["checkout", "event", "webhook"],
  "only-checkouts": ["checkout"],
} as const;

type StripeRights = keyof typeof rightsOfStripe;
export type StripeRight = (typeof rightsOfStripe)["all"][number];

const stripeStart = {
  all: "sk",
  "without-plans": "rk",
  "without-refunds": "rk",
  "only-checkouts": "rk",
} as const;

function stripeKey(secret: string, rights: StripeRights): string {
  return `${stripeStart[rights]}_test_furrow_${sign(secret, "stripe", rights)}`;
}

/** What a pasted key may do at the sandbox's Stripe; undefined for an unknown key. */
export function rightsOfStripeKey(secret: string, key: string): readonly StripeRight[] | undefined {
  const names = Object.keys(rightsOfStripe) as StripeRights[];
  const known = names.find((name) => isSameText(key, stripeKey(secret, name)));
  return known && rightsOfStripe[known];
}

const paypalStart = "furrow-sandbox";
const paypalRights = ["all", "without-payments", "without-plans"] as const;
type PaypalRights = (typeof paypalRights)[number];

function paypalClientId(rights: PaypalRights): string {
  return rights === "all" ? paypalStart : `${paypalStart}-${rights}`;
}

function paypalSecret(secret: string, rights: PaypalRights): string {
  return sign(secret, "paypal", rights);
}

/** What an app of the sandbox's PayPal may do; undefined for wrong credentials. */
export function rightsOfPaypalClient(
  secret: string,
  clientId: string,
  clientSecret: string,
): PaypalRights | undefined {
  return paypalRights.find(
    (rights) =>
      clientId === paypalClientId(rights) && isSameText(clientSecret, paypalSecret(secret, rights)),
  );
}

/** Receiver of Payments Standard that belongs to the sandbox. */
const sandboxReceiver = "till@sandbox.example";

/** True when the form of the fields says that the account is one of the sandbox. */
export function isSandboxAccount(
  kind: AccountKind,
  fields: Readonly<Record<string, string>>,
): boolean {
  switch (kind) {
    case "stripe":
      return /^[sr]k_test_furrow_/.test(fields.secretKey ?? "");
    case "paypal":
      return (
        fields.clientId === paypalStart || (fields.clientId ?? "").startsWith(`${paypalStart}-`)
      );
    case "paypal-standard":
      return (fields.receiver ?? "").toLowerCase() === sandboxReceiver;
  }
}

function sign(secret: string, ...words: readonly string[]): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["sandbox-key", ...words]))
    .digest("hex")
    .slice(0, 32);
}
