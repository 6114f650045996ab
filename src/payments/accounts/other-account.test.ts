import { describe, expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { protocols, stripeSignature } from "../../../tests/support/payments/protocols.ts";
import { type PaymentAttempt, recordAttempt } from "../attempts/payment-attempt-store.server.ts";
import { sweepNext } from "../notifications/sweep-reports.ts";
import { createStripe, stripeEndpoints } from "../stripe/stripe.ts";
import { acrossAccounts } from "./across-accounts.ts";

const now = Date.UTC(2026, 10, 20, 12);
const signal = new AbortController().signal;
const secretOf = (account: string) => `whsec_${account}`;

function accountNamed(paymentAccount: string, reports: readonly Uint8Array[] = []) {
  const keys = { secretKey: "sk_live_x", webhookSecret: secretOf(paymentAccount) };
  const given = { name: "stripe", endpoints: stripeEndpoints, keys, isLive: true, paymentAccount };
  return {
    ...createStripe(given),
    startCheckout: async ({ receiver }: PaymentAttempt) => ({
      handOff: { kind: "redirect", url: "https://checkout.stripe.com/" } as const,
      known: { reference: `cs_${paymentAccount}`, receiver },
    }),
    sweep: async () => ({
      reports: reports.map((raw) => ({ raw, paymentAccount })),
      clockAheadMs: 0,
    }),
  };
}

/** The account that a former owner still has, and the present one. */
const accounts = (reports: readonly Uint8Array[] = []) =>
  acrossAccounts([
    { provider: accountNamed("former", reports), isOn: false },
    { provider: accountNamed("present"), isOn: true },
  ]);

const paid = { amountCents: 14_900, currency: "USD", receiver: "Stripe" };

/** An event that tells that an attempt was paid. */
function paidEvent(attempt: Parameters<typeof protocols.stripe.notice>[0]): Buffer {
  return protocols.stripe.notice(attempt, { id: "pi_1" }).body;
}

describe("A provider with several accounts", () => {
  const verify = (by: string, paymentAccount: string | null | undefined) => {
    const raw = paidEvent({ ...paid, id: "attempt-1", orderReference: "order-1", reference: null });
    const headers = { "stripe-signature": stripeSignature(raw, secretOf(by), now) };
    return accounts().verify({ raw, headers, receivedAt: now, paymentAccount }, signal);
  };

  test.each([
    ["its own account", "present", "present", "verified"],
    ["its own account, which was disconnected", "former", "former", "verified"],
    ["a former account", "former", "present", "invalid"],
    ["the present account", "present", "former", "invalid"],
    ["nobody", "stranger", "present", "invalid"],
    ["an account that this site never had", "former", "unknown", "invalid"],
  ])("confirms a notification about an attempt by %s", async (_, by, paymentAccount, expected) => {
    expect(await verify(by, paymentAccount)).toBe(expected);
  });

  test("confirms by each account a notification that names no attempt, or one of the environment's account", async () => {
    for (const by of ["former", "present"]) {
      expect([await verify(by, undefined), await verify(by, null)]).toEqual([
        "verified",
        "verified",
      ]);
    }
    expect(await verify("stranger", undefined)).toBe("invalid");
  });
});

describeStore("The owner of an account that was disconnected", (openDatabase) => {
  async function openAttack() {
    const reports: Buffer[] = [];
    const shop = await openShop(await openDatabase(), { provider: accounts(reports) });
    const { database } = shop;
    const order = await placeOrder(shop, ada, orderForm);
    const attempt = await database.write((tx) =>
      recordAttempt(tx, {
        ...paid,
        orderReference: order.id,
        provider: "stripe",
        createdAt: shop.clock(),
        paymentAccount: "present",
      }),
    );
    const status = async () => {
      const orders = database.read.selectFrom("orders").select("payment_status");
      return (await orders.executeTakeFirstOrThrow()).payment_status;
    };
    const receiveSigned = async (by: string) => {
      const raw = paidEvent(attempt);
      const signature = stripeSignature(raw, secretOf(by), shop.clock());
      const type = { "content-type": "application/json" };
      await shop.payments.receive(raw, new Headers({ ...type, "stripe-signature": signature }));
      await shop.verifyAll();
    };
    return { shop, attempt, reports, status, receiveSigned };
  }

  test("cannot mark an order as Paid by an event of that account", async () => {
    const { shop, status, receiveSigned } = await openAttack();
    await receiveSigned("former");
    expect([await status(), await outcomesOf(shop)]).toEqual(["UnPaid", ["no-effect"]]);
    await receiveSigned("present");
    expect(await status()).toBe("Paid");
  });

  test("cannot mark an order as Paid by an event that a sweep finds there", async () => {
    const { shop, attempt, reports, status } = await openAttack();
    reports.push(paidEvent(attempt));
    const deps = { ...shop, providers: () => [shop.provider], onFound: () => {} };
    expect(await sweepNext(deps, signal)).toBe(true);
    await shop.verifyAll();
    expect([await status(), await outcomesOf(shop)]).toEqual(["UnPaid", []]);
  });
});
