import { expect, test } from "vitest";
import { providerSettings } from "../../../tests/support/payments/provider-settings.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentProvider, ReceivedNotification } from "../payment-provider.ts";
import { createProviders } from "../providers.ts";
import { acrossAccounts } from "./across-accounts.ts";

const [stripe] = createProviders(["stripe"], providerSettings);
const signal = new AbortController().signal;
const notification: ReceivedNotification = { raw: new Uint8Array(), receivedAt: 0, headers: {} };

type Verdict = "verified" | "invalid" | number;

/** An account that notes what it is asked; a number is the status of a failed verification. */
function account(paymentAccount: string | null, isOn: boolean, verdict: Verdict = "invalid") {
  const asked: string[] = [];
  if (stripe?.capturing == null) throw new Error("Stripe is asked for results.");
  const provider: PaymentProvider = {
    ...stripe,
    paymentAccount,
    startCheckout: async () => {
      asked.push("checkout");
      return { handOff: { kind: "redirect", url: "" }, known: null };
    },
    endCheckout: async () => {
      asked.push("end");
      return null;
    },
    verify: async () => {
      if (typeof verdict === "number") throw Object.assign(new Error("No."), { status: verdict });
      return verdict;
    },
    capturing: {
      ...stripe.capturing,
      capture: async () => {
        asked.push("capture");
        return { kind: "refused", reason: "" };
      },
    },
    refund: async () => {
      asked.push("refund");
      return new Uint8Array();
    },
    sweep: async () => {
      if (typeof verdict === "number") throw Object.assign(new Error("No."), { status: verdict });
      const raw = Buffer.from(String(paymentAccount));
      return { reports: [{ raw, paymentAccount }], clockAheadMs: null };
    },
  };
  return { provider, isOn, asked };
}

const attemptOf = (paymentAccount: string | null) => ({ paymentAccount }) as PaymentAttempt;

test("the account that took a payment is asked about it, also after it was disconnected", async () => {
  const accounts = [account(null, false), account("former", false), account("present", true)];
  const across = acrossAccounts(accounts);
  expect(across.paymentAccount).toBe("present");
  for (const paymentAccount of [null, "former", "present", "unknown"]) {
    const attempt = attemptOf(paymentAccount);
    const pages = { description: "", returnUrl: "", cancelUrl: "", customerEmail: "" };
    await across.startCheckout(attempt, pages);
    await across.endCheckout?.(attempt);
    await across.capturing?.capture(attempt, "key", signal);
    const payment = { transactionId: "", currency: "USD", attemptId: "", paymentAccount };
    await across.refund(payment, 1, "key");
  }
  const once = ["checkout", "end", "capture", "refund"];
  expect(accounts.map(({ asked }) => asked)).toEqual([once, once, [...once, ...once]]);
});

test.each<[string, readonly [Verdict, Verdict], string]>([
  ["one account knows it", ["invalid", "verified"], "verified"],
  ["a disconnected account knows it", ["verified", "invalid"], "verified"],
  ["no account knows it", ["invalid", "invalid"], "invalid"],
  ["the key of a disconnected account was revoked", [401, "invalid"], "invalid"],
  ["a disconnected account cannot be asked", [503, "invalid"], "unknown"],
  ["the key of the present account was revoked", ["invalid", 401], "unknown"],
])("a notification is verified by any account: %s", async (_, [former, present], expected) => {
  const across = acrossAccounts([
    account("former", false, former),
    account("present", true, present),
  ]);
  const verdict = await across.verify(notification, signal).catch(() => "unknown");
  expect(verdict).toBe(expected);
});

test("lost reports are looked for at all accounts whose keys still work", async () => {
  const working = account("former", false);
  const revoked = account("revoked", false, 401);
  const across = acrossAccounts([working, revoked, account("present", true)]);
  const found = await across.sweep?.(0, signal);
  expect(found?.reports.map(({ raw }) => String(raw))).toEqual(["former", "present"]);
  const broken = acrossAccounts([account("former", false, 503), account("present", true)]);
  await expect(broken.sweep?.(0, signal)).rejects.toThrow();
});

test("a revoked key of an account that was disconnected alone makes no notification unclear", async () => {
  const across = acrossAccounts([account("former", false, 401)]);
  expect(await across.verify(notification, signal)).toBe("invalid");
});
