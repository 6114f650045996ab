/** What is wrong with an account at its provider. */
export interface AccountFault {
  /** Says what is wrong and what to do. */
  readonly sentence: string;
  /** True when selling once works, and only plans with an interval are concerned. */
  readonly isAboutPlans: boolean;
}

export const ofPayments = (sentence: string): AccountFault => ({ sentence, isAboutPlans: false });
export const ofPlans = (sentence: string): AccountFault => ({ sentence, isAboutPlans: true });
