import type { PaymentMessage } from "../../payments/payment-provider.ts";
import { ledgerKindOf } from "../ledger/apply-notification.ts";
import { whyNotCurrency, whyNotMoney } from "../settling/reasons-against-payment.ts";
import type { Decision, ReviewFacts } from "./review.ts";

/** Why each decision about a message cannot be made, as a sentence; null for those that can. */
export function whyNotDecisions(facts: ReviewFacts): Readonly<Record<Decision, string | null>> {
  if (!facts.isGenuine) {
    const unproven = "Nobody knows yet whether it is genuine. Ask again first.";
    const refusals = { accept: unproven, link: unproven, refund: unproven };
    return { ...refusals, dismiss: null, "ask-again": whyNotAskAgain(facts) };
  }
  return {
    accept: whyNotAccept(facts),
    link: whyNotLink(facts),
    refund: whyNotRefund(facts),
    dismiss: null,
    "ask-again": "The provider has confirmed already that it is genuine.",
  };
}

function whyNotAccept(facts: ReviewFacts): string | null {
  const { inLedger, order, message, attempt } = facts;
  if (inLedger === "itself") return null;
  const unfit = whyNotEnter(facts);
  if (unfit !== null) return unfit;
  if (order === null) return "It names no order of this shop. Link it to the right one.";
  if (message === null) return notSetUp(facts.provider);
  // What goes back belongs to its payment, which a person may have linked to another order.
  if (message.kind !== "completed") {
    return whyNotCurrency(message, order) ?? whyNotReturn(message, facts);
  }
  const named = [attempt?.orderReference, message.orderReference];
  if (named.some((reference) => reference && reference !== order.id)) {
    return "It names more than one order. Link it to the right one.";
  }
  return whyNotCurrency(message, order);
}

/** Nothing comes back that was not taken: a dispute may be won before any money has moved. */
function whyNotReturn(
  { kind, parentTransactionId }: PaymentMessage,
  { takenBackCents }: ReviewFacts,
): string | null {
  if (kind !== "reversal-cancelled" || takenBackCents > 0) return null;
  return `Nothing of the payment ${parentTransactionId} was taken back, so that nothing can come back. Dismiss it; or wait, if the money left your account, until the provider has told of that.`;
}

function whyNotLink(facts: ReviewFacts): string | null {
  const { inLedger, order, message } = facts;
  if (inLedger === "itself") return `It counts for order ${order?.number} already.`;
  const unfit = whyNotEnter(facts);
  if (unfit !== null) return unfit;
  if (message?.kind === "completed") return null;
  return `It belongs to the payment ${message?.parentTransactionId}, and goes where that one is.`;
}

/** Why it can count for no order, whichever a person chooses. */
function whyNotEnter(facts: ReviewFacts): string | null {
  const { message, provider, rawStatus, inLedger, transactionId, orderWithMoney } = facts;
  if (message === null) return notSetUp(provider);
  if (message.faults[0] !== undefined) return `${message.faults[0]} What it means is not certain.`;
  if (ledgerKindOf[message.kind] === null) return `${rawStatus ?? "No status"} moves no money.`;
  const unfit = whyNotMoney(message);
  if (unfit !== null) return unfit;
  if (inLedger === "another") {
    return `The ledger has the transaction ${transactionId} already, for order ${orderWithMoney?.number}, and it counts once.`;
  }
  if (inLedger === "another-protocol") {
    return `The provider has told of the transaction ${transactionId} in its other protocol as well. The ledger has it from there, and it counts once. Dismiss this.`;
  }
  if (inLedger === "its-payment-is-elsewhere") {
    return `The ledger has the payment ${message.parentTransactionId} from the provider's other protocol, and learns from there what becomes of it. Dismiss this once the order shows it.`;
  }
  if (inLedger === "its-payment-is-not") {
    const then =
      message.needsDecision === null
        ? "As soon as that is, it takes effect by itself."
        : "Decide once that is.";
    return `It is about the payment ${message.parentTransactionId}, which is not in the ledger. ${then}`;
  }
  return null;
}

function whyNotRefund(facts: ReviewFacts): string | null {
  const { message, transactionId, provider, attempt, refundPage } = facts;
  if (message === null) return notSetUp(provider);
  if (message.kind !== "completed") return "It is not a payment, so there is nothing to give back.";
  if (transactionId === null) return "It has no transaction id to refund.";
  if (facts.inLedger === "another" || facts.inLedger === "another-protocol") {
    return "Another message has the same transaction: refund that.";
  }
  if (facts.isGivenBack) return null;
  if (facts.refundableCents <= 0) {
    return facts.inLedger === "itself"
      ? "A refund of it is under way. Decide once that is known."
      : "It has no amount to give back.";
  }
  if (refundPage !== null || (attempt !== null && message.currency !== null)) return null;
  return "It names no payment that was started here. Refund it in your account at the provider.";
}

function whyNotAskAgain({ message, provider }: ReviewFacts): string | null {
  return message === null ? notSetUp(provider) : null;
}

function notSetUp(provider: string): string {
  return `It came from ${provider}, which is not set up here any more.`;
}
