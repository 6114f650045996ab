/** What happens at a simulated provider in one step. */
export type RenewalStep = "paid" | "declined" | "charged-again" | "refunded" | "disputed";

/** A simulated next cycle, which somebody chooses on the page of a subscription. */
export interface RenewalOutcome {
  readonly value: string;
  readonly label: string;
  readonly steps: readonly RenewalStep[];
  /** Number of copies of each report. */
  readonly copies?: number;
  /** True when the reports never arrive; the provider has them when it is asked. */
  readonly isLost?: true;
  /** True when the last report arrives first. */
  readonly isReversed?: true;
}

export const renewalOutcomes: readonly RenewalOutcome[] = [
  { value: "paid", label: "Paid", steps: ["paid"] },
  { value: "declined", label: "The card is declined", steps: ["declined"] },
  {
    value: "recovered",
    label: "The card is declined, and charged three days later",
    steps: ["declined", "charged-again"],
  },
  { value: "paid-twice", label: "Paid, and each report arrives twice", steps: ["paid"], copies: 2 },
  {
    value: "paid-lost",
    label: "Paid, and the reports are lost",
    steps: ["paid"],
    isLost: true,
  },
  {
    value: "out-of-order",
    label: "Declined and then paid, but the last report arrives first",
    steps: ["declined", "charged-again"],
    isReversed: true,
  },
  { value: "refunded", label: "Paid, and refunded in full", steps: ["paid", "refunded"] },
  {
    value: "disputed",
    label: "Paid, and the last three payments are lost to a dispute",
    steps: ["paid", "disputed"],
  },
];

export function renewalOutcomeNamed(value: string | null): RenewalOutcome | undefined {
  return renewalOutcomes.find((outcome) => outcome.value === value);
}

/** Number of payments that a dispute takes back. */
export const disputedPayments = 3;
