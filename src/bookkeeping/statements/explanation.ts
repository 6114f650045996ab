import { z } from "zod";
import { isPlainText } from "#platform/texts/plain-text.ts";

export const explanationKinds = ["not-of-this-shop", "fee", "payout", "other"] as const;
export type ExplanationKind = (typeof explanationKinds)[number];

export const kindsInWords: Readonly<Record<ExplanationKind, string>> = {
  "not-of-this-shop": "Not of this shop",
  fee: "A fee",
  payout: "A payout or a deposit",
  other: "Something else",
};

const longestReason = 500;

const reasonMessage = "Explain it in a sentence.";

export const explanationForm = z.strictObject({
  kind: z.enum(explanationKinds, "Choose what it is."),
  reason: z
    .string(reasonMessage)
    .trim()
    .min(3, reasonMessage)
    .max(longestReason, `At most ${longestReason} characters.`)
    .refine(isPlainText, "It has characters that cannot be shown."),
});

export interface Explanation {
  readonly kind: ExplanationKind;
  readonly reason: string;
  readonly author: string;
  readonly at: number;
}
