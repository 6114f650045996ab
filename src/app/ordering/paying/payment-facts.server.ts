import type { Services } from "#compose.ts";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { type ChargedPlan, type ChargeLine, chargeLines } from "#content/model/plan-interval.ts";
import type { PlanTerms } from "#content/model/plan-terms.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import type { WayToPay } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import { questionsOfPlan } from "#work/brief/brief-questions.ts";

/** What a buyer wants to know before they pay, besides the price. */
export interface PaymentFacts {
  /** Name of the only provider, or of all, such as "Stripe or PayPal". */
  readonly providerName: string;
  /** What the buyer can choose, at least one; the first is chosen beforehand. */
  readonly ways: readonly WayView[];
  /**
   * True if the plan asks questions after the payment. Their number is not known before, because the
   * details of the order and earlier orders answer some of them.
   */
  readonly asksQuestions: boolean;
  readonly terms: PlanTerms;
  /** What is charged, when, and how to stop it; empty for a plan that is charged once. */
  readonly charges: readonly ChargeLine[];
}

export interface WayView {
  readonly way: WayToPay;
  readonly providerName: string;
}

/** Names of the providers of a site, for sentences about any of them. */
export function providersInWords({ ways }: Pick<Payments, "ways">): string {
  return anyOf.format(ways.map(({ provider }) => provider.displayName));
}

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

export function waysFor({ ways }: Pick<Payments, "ways">): readonly WayView[] {
  return ways.map(({ provider: { way, displayName } }) => ({ way, providerName: displayName }));
}

/** What a plan costs, when it is charged, and how to stop it, for the ways of a site. */
export function chargesOf({ ways }: Pick<Payments, "ways">, plan: ChargedPlan) {
  return chargeLines(
    plan,
    ways.map(({ provider: { subscriptions, displayName } }) => ({
      chargedBy: subscriptions === null ? null : displayName,
    })),
  );
}

/** Name of the provider of a way. */
export function providerNameOf(facts: Pick<PaymentFacts, "ways">, way: string | undefined) {
  return (facts.ways.find((each) => each.way === way) ?? facts.ways[0])?.providerName ?? "";
}

export async function paymentFacts(
  { database, payments }: Pick<Services, "database" | "payments">,
  packageName: string,
  plan: PlanTerms & ChargedPlan,
): Promise<PaymentFacts> {
  const { workingDays, includedRounds, refundDays, charged, minimumCycles } = plan;
  const ways = waysFor(payments);
  const questions = await listRecords(database.read, briefQuestions);
  return {
    providerName: providersInWords(payments),
    ways,
    asksQuestions: questionsOfPlan(questions, packageName).some(({ kind }) => kind !== "note"),
    terms: { workingDays, includedRounds, refundDays, charged, minimumCycles },
    charges: chargesOf(payments, plan),
  };
}
