import type { Configuration } from "../platform/configuration.ts";
import { createPayments, type Payments } from "./payments.ts";
import type { ProviderPaymentsOptions } from "./provider-payments.ts";
import { createEarlierProviders, createProvider } from "./providers.ts";

interface OpenOptions extends Omit<ProviderPaymentsOptions, "provider"> {
  readonly configuration: Configuration;
  /** Origin under which this process reaches itself, for the sandbox. */
  readonly ownUrl: string;
}

/** Payments through the configured provider; earlier providers can still send notifications. */
export function openPayments({ configuration, ownUrl, ...options }: OpenOptions): Payments {
  const { secret, clock } = options;
  const settings = { ...configuration, ownUrl, secret, clock };
  return createPayments({
    ...options,
    provider: createProvider(configuration.payments, settings),
    earlierProviders: createEarlierProviders(configuration.payments, settings),
  });
}
