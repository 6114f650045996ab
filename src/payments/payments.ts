import type { PaymentProvider } from "./payment-provider.ts";
import {
  createProviderPayments,
  type ProviderPayments,
  type ProviderPaymentsOptions,
} from "./provider-payments.ts";

interface PaymentsOptions extends ProviderPaymentsOptions {
  /** Former providers that can still receive notifications. */
  readonly earlierProviders?: readonly PaymentProvider[];
}

/**
 * Payments through the current provider. Former providers still receive notifications, for open
 * checkouts and for refunds up to a year later.
 */
export interface Payments extends ProviderPayments {
  /** All providers that receive notifications; the current one first. */
  readonly all: readonly ProviderPayments[];
  /** The provider of that name; undefined when it is not configured. */
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
