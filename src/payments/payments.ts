import type { PaymentProvider } from "./payment-provider.ts";
import {
  createProviderPayments,
  type ProviderPayments,
  type ProviderPaymentsOptions,
} from "./provider-payments.ts";

interface PaymentsOptions extends ProviderPaymentsOptions {
  /** Those that were in use before, as far as they can still be listened to. */
  readonly earlierProviders?: readonly PaymentProvider[];
}

/**
 * Payments through the provider in use. One that was in use before goes on being heard, because
 * what was started with it ends with it: a checkout that is still open, a refund a year later.
 */
export interface Payments extends ProviderPayments {
  /** Through each provider that is heard; the one in use comes first. */
  readonly all: readonly ProviderPayments[];
  /** Through the provider of that name; undefined when it is not heard any more. */
  through(providerName: string | null): ProviderPayments | undefined;
}

export function createPayments({ earlierProviders = [], ...options }: PaymentsOptions): Payments {
  const inUse = createProviderPayments(options);
  const earlier = earlierProviders.map((provider) =>
    createProviderPayments({ ...options, provider }),
  );
  const all = [inUse, ...earlier];
  return {
    ...inUse,
    all,
    through: (name) => all.find(({ provider }) => provider.name === name),
    async customerReturned(orderReference, query) {
      for (const each of all) await each.customerReturned(orderReference, query);
    },
    wake() {
      for (const each of all) each.wake();
    },
    async startVerifying() {
      const workers = await Promise.all(all.map((each) => each.startVerifying()));
      return {
        wake() {
          for (const worker of workers) worker.wake();
        },
        async stop() {
          await Promise.all(workers.map((worker) => worker.stop()));
        },
      };
    },
  };
}
