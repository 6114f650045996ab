import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type PaymentAttempt,
  recordAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import type { PaymentMode } from "#payments/connection.ts";
import {
  chooseMode,
  storeAccount,
  switchOff,
} from "../../../tests/support/payments/payment-accounts.ts";
import { protocols, stripeSignature } from "../../../tests/support/payments/protocols.ts";
import { openSite, orderBy, type TestSite } from "../../../tests/support/servers/site.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { providerOfOrder } from "../receipts/provider-of-order.ts";
import { whyNotHere } from "../refunds/refund-payment.ts";

const secret = "a secret of thirty-two characters";
const keys = {
  live: { secretKey: "sk_live_planted", webhookSecret: "whsec_live" },
  test: { secretKey: "sk_test_planted", webhookSecret: "whsec_test" },
} as const;
const paths = {
  live: "/api/payments/stripe/webhook",
  test: "/api/payments/stripe/webhook-test",
} as const;
const providers = { live: "stripe", test: "stripe-test" } as const;

let site: TestSite;
let accounts: Readonly<Record<PaymentMode, string>>;
let stopVerifying: () => Promise<void>;
beforeEach(async () => {
  site = await openSite({ SECRET: secret });
  const { database, payments } = site.services;
  accounts = {
    live: await storeAccount(database, { mode: "live", credentials: keys.live, secret }),
    test: await storeAccount(database, { mode: "test", credentials: keys.test, secret }),
  };
  await choose("live");
  const worker = await payments.startVerifying();
  stopVerifying = () => worker.stop();
});
afterEach(async () => {
  await stopVerifying();
  await site.close();
});

async function choose(mode: PaymentMode): Promise<void> {
  const { database, payments } = site.services;
  await chooseMode(database, mode);
  await payments.follow();
}

/** An order with an attempt at the account of a mode. */
async function attemptAt(mode: PaymentMode) {
  const { database, clock } = site.services;
  const orderReference = await orderBy(await site.register(`${mode}-${Math.random()}@example.com`));
  const attempt = await database.write((tx) =>
    recordAttempt(tx, {
      orderReference,
      provider: providers[mode],
      amountCents: 14_900,
      currency: "USD",
      receiver: "Stripe",
      createdAt: clock(),
      paymentAccount: accounts[mode],
    }),
  );
  const status = async () => {
    const orders = database.read.selectFrom("orders").select("payment_status");
    return (await orders.where("id", "=", orderReference).executeTakeFirstOrThrow()).payment_status;
  };
  return { orderReference, attempt, status };
}

interface Sent {
  readonly attempt: PaymentAttempt;
  readonly signedBy: PaymentMode;
  readonly at: PaymentMode;
  readonly livemode: boolean;
}

/** Sends an event about a payment, and waits until nothing remains to be verified at once. */
async function send({ attempt, signedBy, at, livemode }: Sent): Promise<void> {
  const id = `pi_${attempt.id}`;
  const { body } = protocols.stripe.notice(attempt, { id }, livemode ? "genuine" : "test");
  const answer = await site.raw(paths[at], {
    method: "POST",
    body: Buffer.from(body),
    headers: {
      // Stripe sends no origin; a page of another site would.
      "content-type": "application/json",
      "stripe-signature": stripeSignature(body, keys[signedBy].webhookSecret, Date.now()),
    },
  });
  expect(answer.status).toBe(200);
  await waitFor(async () => {
    const { read } = site.services.database;
    const rows = await read.selectFrom("payment_notifications").select("state").execute();
    expect(rows.map(({ state }) => state)).not.toContain("received");
  });
}

test("events of each mode pay for attempts of their own mode, at their own address", async () => {
  const live = await attemptAt("live");
  await send({ attempt: live.attempt, signedBy: "live", at: "live", livemode: true });
  expect(await live.status()).toBe("Paid");
  await choose("test");
  const practice = await attemptAt("test");
  await send({ attempt: practice.attempt, signedBy: "test", at: "test", livemode: false });
  expect(await practice.status()).toBe("Paid");
});

test.each<[string, Omit<Sent, "attempt">]>([
  ["a test event at the address of test mode", { signedBy: "test", at: "test", livemode: false }],
  ["a test event at the live address", { signedBy: "test", at: "live", livemode: false }],
  ["a test event that says it is live", { signedBy: "test", at: "live", livemode: true }],
  ["the same at the address of test mode", { signedBy: "test", at: "test", livemode: true }],
  ["a live event at the address of test mode", { signedBy: "live", at: "test", livemode: true }],
  ["a live event that says it is a test", { signedBy: "live", at: "live", livemode: false }],
])("in live mode and in test mode, a live order is not paid by %s", async (_what, sent) => {
  const { attempt, status } = await attemptAt("live");
  for (const mode of ["live", "test"] as const) {
    await choose(mode);
    await send({ attempt, ...sent });
    expect([mode, await status()]).toEqual([mode, "UnPaid"]);
  }
});

test("an order names the provider of its payment also while that provider does not answer", async () => {
  const { orderReference } = await attemptAt("test");
  const none = { through: () => undefined, ways: [] } as never;
  const named = await providerOfOrder(site.services.database.read, none, orderReference);
  expect(named).toEqual({ displayName: "Stripe", refundsByHand: false });
});

test("a test payment says why it cannot be refunded while its account does not answer", () => {
  const said = (name: string, isFromEnvironment = false, mode: PaymentMode = "live") =>
    whyNotHere(name, { mode, isFromEnvironment });
  expect(said("stripe-test")).toMatch(/test payment through Stripe.*only in test mode/);
  expect(said("sandbox-rest")).toMatch(/test payment through PayPal.*only in test mode/);
  expect(said("stripe-test", true)).toMatch(/no money moved\. Its account is no longer set up/);
  expect(said("stripe-test", false, "test")).toContain("no longer set up");
  expect(said("paypal-standard")).toBe(
    "This payment came through PayPal, which is no longer set up. Refund it in your account at PayPal.",
  );
});

test("a test checkout that was opened before the site went live pays for nothing", async () => {
  await choose("test");
  const { attempt, status } = await attemptAt("test");
  await choose("live");
  await send({ attempt, signedBy: "test", at: "test", livemode: false });
  expect(await status()).toBe("UnPaid");
});

test("an account that was disconnected while its customer paid still takes that payment, once", async () => {
  const { attempt, status } = await attemptAt("live");
  const { database, payments } = site.services;
  const sent = { attempt, signedBy: "live", at: "live", livemode: true } as const;
  const disconnect = async () => {
    await switchOff(database, accounts.live);
    await payments.follow();
  };
  await Promise.all([send(sent), disconnect(), send(sent)]);
  await send(sent);
  expect(await status()).toBe("Paid");
  const ledger = await database.read.selectFrom("payment_ledger").select("kind").execute();
  expect(ledger).toEqual([{ kind: "payment" }]);
});

test.each([
  ["POST", "/api/settings/payments/accounts"],
  ["PUT", "/api/settings/payments/mode"],
  ["DELETE", "/api/settings/payments/accounts/:id"],
])(
  "%s %s is refused to a page of another site, with the cookie of an owner",
  async (method, path) => {
    const admin = await site.admin();
    const before = await site.services.database.read
      .selectFrom("payment_accounts")
      .selectAll()
      .execute();
    const body = method === "DELETE" ? undefined : { mode: "test", kind: "stripe", fields: {} };
    for (const origin of ["https://evil.example", "null"]) {
      const answer = await admin.call(method, path.replace(":id", accounts.live), body, { origin });
      expect(answer.status).toBe(403);
    }
    const after = await site.services.database.read
      .selectFrom("payment_accounts")
      .selectAll()
      .execute();
    expect(after).toEqual(before);
    expect(site.services.payments.mode).toBe("live");
  },
);
