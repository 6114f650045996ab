import type { Services } from "#compose.ts";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import type { PlanTerms } from "#content/model/plan-terms.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { questionsOfPlan } from "#work/brief/brief-questions.ts";

/** What a buyer wants to know before they pay, besides the price. */
export interface PaymentFacts {
  readonly providerName: string;
  /**
   * True if the plan asks questions after the payment. Their number is not known before, because the
   * details of the order and earlier orders answer some of them.
   */
  readonly asksQuestions: boolean;
  readonly terms: PlanTerms;
}

export async function paymentFacts(
  { database, payments }: Pick<Services, "database" | "payments">,
  packageName: string,
  { workingDays, includedRounds, refundDays }: PlanTerms,
): Promise<PaymentFacts> {
  const questions = await listRecords(database.read, briefQuestions);
  return {
    providerName: payments.provider.displayName,
    asksQuestions: questionsOfPlan(questions, packageName).some(({ kind }) => kind !== "note"),
    terms: { workingDays, includedRounds, refundDays },
  };
}
