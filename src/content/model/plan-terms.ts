import type { PricingPackage } from "../blocks/pricing-packages.ts";
import {
  countedCycles,
  cycleNouns,
  isRepeated,
  type PlanInterval,
  type RepeatedInterval,
} from "./plan-interval.ts";

/** What a plan promises besides its points. An order keeps the terms that it was placed with. */
export interface PlanTerms {
  /** Working days that the work takes; 0 for a plan without a due date. */
  readonly workingDays: number;
  /** Rounds of changes that the price includes. */
  readonly includedRounds: number;
  /** Days after the payment in which the customer may ask for a refund; 0 if the plan names none. */
  readonly refundDays: number;
  /** How often the price is charged. */
  readonly charged: PlanInterval;
  /** Cycles that a customer pays at least; 0 for no minimum and for a plan charged once. */
  readonly minimumCycles: number;
}

/** Rounds of changes of a plan without a number of its own. */
const usualRounds = 2;

export function termsOfPlan(plan: PricingPackage): PlanTerms {
  return {
    workingDays: Number(plan.packageWorkingDays),
    includedRounds: plan.packageRounds === "" ? usualRounds : Number(plan.packageRounds),
    refundDays: Number(plan.packageRefundDays),
    charged: plan.packageCharged,
    minimumCycles: plan.packageCharged === "once" ? 0 : Number(plan.packageMinimumCycles),
  };
}

/** The terms in a few words each; "" for a term that the plan does not have. */
export function termsInWords(terms: PlanTerms) {
  const { workingDays, includedRounds, refundDays, charged, minimumCycles } = terms;
  return {
    delivery: workingDays > 0 ? `With you in ${counted(workingDays, "working day")}` : "",
    rounds: includedRounds > 0 ? `${counted(includedRounds, "round")} of changes` : "",
    refund: refundDays > 0 ? `Refund within ${counted(refundDays, "day")}` : "",
    minimum: isRepeated(charged) ? minimumInWords(minimumCycles, charged) : "",
  };
}

function minimumInWords(minimumCycles: number, charged: RepeatedInterval): string {
  return minimumCycles > 1
    ? `Runs for at least ${countedCycles(minimumCycles, charged)}`
    : `Stop after any ${cycleNouns[charged]}`;
}

/** A number with its noun, such as "1 day" or "14 days". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
