import type { PaymentMessage, PaymentProvider } from "#payments/payment-provider.ts";
import type { ProviderSubscriptions } from "#payments/provider-subscriptions.ts";
import { reportedBy } from "#payments/reported-by.ts";

/** Bytes of a message, which `billingProvider` reads back. */
export function bytesOf(message: PaymentMessage): Uint8Array {
  return Buffer.from(JSON.stringify(message));
}

export const nothingReported: PaymentMessage = {
  kind: "other",
  rawStatus: null,
  pendingReason: null,
  transactionId: null,
  parentTransactionId: null,
  attemptId: null,
  orderReference: null,
  grossCents: null,
  currency: "USD",
  checkoutReference: null,
  receivers: null,
  testMode: true,
  faults: [],
  needsDecision: null,
  subscription: null,
  decided: null,
};

/**
 * A provider within the process, whose messages are JSON and which confirms each of them. `known` are
 * the messages that a sweep finds.
 */
export function billingProvider(known: () => readonly PaymentMessage[]): PaymentProvider {
  const refused = async (): Promise<never> => {
    throw new Error("This test calls nothing of the kind.");
  };
  const subscriptions: ProviderSubscriptions = {
    canStart: true,
    canCharge: () => true,
    start: async (attempt) => ({
      handOff: { kind: "redirect", url: "https://pay.example/" },
      known: { reference: `checkout-${attempt.id}`, receiver: attempt.receiver },
    }),
    pause: refused,
    resume: refused,
    cancel: refused,
    keepsCancelled: true,
    keep: refused,
    changeTerms: refused,
    paymentMethodPage: refused,
    settleElsewhere: refused,
    ownerPage: () => "https://pay.example/",
    sweep: async () => reportedBy(null, known().map(bytesOf).toReversed(), 0),
  };
  return {
    name: "test-stripe",
    displayName: "Test",
    way: "card",
    isTest: true,
    paymentAccount: null,
    receiver: "till@example.org",
    formTargets: [],
    refusal: () => null,
    startCheckout: refused,
    notifications: { path: "/billing", mediaType: "application/json", headers: [] },
    readNotification: (raw) => JSON.parse(Buffer.from(raw).toString()) as PaymentMessage,
    notificationFields: () => [],
    verify: async () => "verified",
    capturing: null,
    sweep: null,
    subscriptions,
    refundPage: () => null,
    refund: refused,
  };
}

export const jsonHeaders = new Headers({ "content-type": "application/json" });
