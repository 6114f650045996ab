import { AppError } from "#platform/errors.ts";
import type { PaymentProvider, Sweep } from "../payment-provider.ts";
import type { ProviderSubscriptions } from "../provider-subscriptions.ts";
import { type ConnectedProvider, sweepEach } from "./across-accounts.ts";

/**
 * Subscriptions over all accounts that a site has ever had at one provider. A subscription stays
 * with the account that started it; a provider refuses calls about those of another account.
 */
export function acrossSubscriptions(
  accounts: readonly ConnectedProvider[],
  present: ProviderSubscriptions,
  accountOf: (paymentAccount: string | null) => PaymentProvider,
): ProviderSubscriptions {
  const others = accounts
    .map(({ provider }) => provider.subscriptions)
    .filter((each) => each !== null && each !== present) as readonly ProviderSubscriptions[];
  /** Calls the present account, and the others if it refuses. */
  async function at<Result>(
    call: (account: ProviderSubscriptions) => Promise<Result>,
  ): Promise<Result> {
    let refusal: unknown;
    for (const account of [present, ...others]) {
      try {
        return await call(account);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "conflict") throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }
  return {
    ...present,
    start: (attempt, checkout, terms) =>
      (accountOf(attempt.paymentAccount).subscriptions ?? present).start(attempt, checkout, terms),
    pause: (...given) => at((account) => account.pause(...given)),
    resume: (...given) => at((account) => account.resume(...given)),
    cancel: (...given) => at((account) => account.cancel(...given)),
    keep: (...given) => at((account) => account.keep(...given)),
    changeTerms: (...given) => at((account) => account.changeTerms(...given)),
    paymentMethodPage: (...given) => at((account) => account.paymentMethodPage(...given)),
    settleElsewhere: (...given) => at((account) => account.settleElsewhere(...given)),
    sweep: (references, since, signal): Promise<Sweep> =>
      sweepEach(accounts, async ({ subscriptions }) =>
        subscriptions?.sweep(references, since, signal),
      ),
  };
}
