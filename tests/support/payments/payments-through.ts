import type { PaymentProvider } from "#payments/payment-provider.ts";
import { createPayments, type ProviderSource } from "#payments/payments.ts";

interface FixedProviders {
  readonly provider: PaymentProvider;
  readonly furtherProviders?: readonly PaymentProvider[];
  readonly earlierProviders?: readonly PaymentProvider[];
}

type Options = Omit<Parameters<typeof createPayments>[0], "source"> & FixedProviders;

/** Payments through providers that do not change, with the calls of the first provider. */
export function paymentsThrough({
  provider,
  furtherProviders = [],
  earlierProviders = [],
  ...options
}: Options) {
  const payments = createPayments({
    ...options,
    source: fixedSource([provider, ...furtherProviders], earlierProviders),
  });
  const first = payments.through(provider.name);
  if (first === undefined) throw new Error("The first provider is not in use.");
  const { receive, refund } = first;
  return Object.assign(payments, { provider, receive, refund });
}

function fixedSource(
  ways: readonly PaymentProvider[],
  earlier: readonly PaymentProvider[],
): ProviderSource {
  const providers = {
    mode: ways.some(({ isTest }) => isTest) ? "test" : "live",
    ways,
    earlier,
    isFromEnvironment: true,
    usesSandbox: false,
  } as const;
  return { current: () => providers, follow: async () => {} };
}
