import type { Services } from "#compose.ts";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { questionsOfPlan } from "#work/brief/brief-questions.ts";

/** What a buyer wants to know before they pay, besides the price. */
export interface PaymentFacts {
  readonly providerName: string;
  /** Number of questions that the plan asks every customer after the payment. */
  readonly questions: number;
  /** Working days that the work takes; 0 for a plan without a due date. */
  readonly workingDays: number;
}

export async function paymentFacts(
  { database, payments }: Pick<Services, "database" | "payments">,
  { packageName, workingDays }: { readonly packageName: string; readonly workingDays: number },
): Promise<PaymentFacts> {
  const questions = questionsOfPlan(
    await listRecords(database.read, briefQuestions),
    packageName,
  ).filter(({ kind, showIf }) => kind !== "note" && showIf === null);
  return {
    providerName: payments.provider.displayName,
    questions: questions.length,
    workingDays,
  };
}
