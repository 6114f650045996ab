import type { CallKind } from "../providers/subscription-calls.server.ts";

interface Words {
  /** What the provider did not do, after its name. */
  readonly refused: string;
  /** What to do at the provider instead, and what happens otherwise. */
  readonly remedy: string;
}

const wordsOf: Readonly<Record<CallKind, Words>> = {
  pause: {
    refused: "has not paused the charges",
    remedy: "Pause them there, or the customer is charged in the pause.",
  },
  resume: {
    refused: "has not resumed the charges",
    remedy: "Resume them there, or the next period is not charged.",
  },
  cancel: {
    refused: "has not ended the charges",
    remedy: "Cancel the subscription there, or the customer is charged after the last day.",
  },
  "cancel-now": {
    refused: "has not ended the charges",
    remedy: "Cancel the subscription there, or the customer is charged for a plan that has ended.",
  },
  keep: {
    refused: "has not taken the cancellation back",
    remedy: "Take it back there, or ask the customer to order the plan again.",
  },
  change: {
    refused: "has not changed the plan or price",
    remedy: "Change it there, or the customer is charged as before.",
  },
  settle: {
    refused: "does not know that a period was paid in another way",
    remedy: "Mark the open invoice as paid there, or the customer can be charged twice.",
  },
};

/** A call that a provider has refused, in two sentences: what happened, and what to do. */
export function refusedCallInWords(
  { kind, reason }: { readonly kind: CallKind; readonly reason: string },
  providerName: string,
): { readonly what: string; readonly remedy: string } {
  const { refused, remedy } = wordsOf[kind];
  return { what: `${providerName} ${refused}`, remedy: `${remedy} The reason: ${reason}` };
}
