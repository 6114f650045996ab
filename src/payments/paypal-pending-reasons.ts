/**
 * PayPal's reasons for holding a payment, as clauses. Keys in lower case are values of IPN's
 * `pending_reason`; keys in upper case are values of a capture's `status_details.reason`.
 */
const words: Readonly<Record<string, string>> = {
  address: "the customer gave no confirmed postal address, which your account requires",
  authorization: "it is only authorised, and you must collect it at PayPal",
  delayed_disbursement: "PayPal will pay it out later",
  echeck: "it was made by eCheck and has not cleared yet",
  intl: "it comes from abroad, and you must accept or deny it at PayPal",
  multi_currency: "you have no balance in its currency and must accept or deny it at PayPal",
  order: "it is part of an order that is authorised but not paid yet",
  paymentreview: "PayPal is reviewing it for risk",
  regulatory_review: "PayPal is reviewing it for legal reasons",
  unilateral: "the receiving address has no confirmed PayPal account yet",
  upgrade: "your PayPal account has to be upgraded before it can take it",
  verify: "your PayPal account has to be verified before it can take it",
  other: "PayPal gives no reason",
  BUYER_COMPLAINT: "the customer opened a dispute about it",
  CHARGEBACK: "the customer’s bank has requested a chargeback",
  DECLINED_BY_RISK_FRAUD_FILTERS: "your fraud filters declined it",
  ECHECK: "it was made by eCheck and has not cleared yet",
  INTERNATIONAL_WITHDRAWAL: "it comes from abroad, and you must accept or deny it at PayPal",
  OTHER: "PayPal gives no reason",
  PENDING_REVIEW: "PayPal is reviewing it for risk",
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION:
    "your PayPal account requires you to accept or deny such payments",
  REFUNDED: "it has been refunded",
  TRANSACTION_APPROVED_AWAITING_FUNDING: "the customer’s bank has not sent the money yet",
  UNILATERAL: "the receiving address has no confirmed PayPal account yet",
  VERIFICATION_REQUIRED: "your PayPal account has to be verified before it can take it",
};

/**
 * Clause for a reason of PayPal; null when PayPal gives no reason. The clause for an unknown reason
 * quotes PayPal's code.
 */
export function describePendingReason(reason: string | null): string | null {
  if (reason === null) return null;
  return Object.hasOwn(words, reason) ? (words[reason] ?? null) : `PayPal’s reason is “${reason}”`;
}
