import type { PaymentProvider, Sweep } from "../payment-provider.ts";
import { acrossSubscriptions } from "./across-subscriptions.ts";

export interface ConnectedProvider {
  readonly provider: PaymentProvider;
  /** False for an account that was disconnected. */
  readonly isOn: boolean;
}

/**
 * One provider over all accounts that a site has ever had there. The account that is on takes new
 * payments. All others still verify their notifications, and refund the payments that they took.
 */
export function acrossAccounts(accounts: readonly ConnectedProvider[]): PaymentProvider {
  const present = accounts.find(({ isOn }) => isOn) ?? accounts.at(-1);
  if (present === undefined) throw new Error("A provider needs an account.");
  if (accounts.length === 1 && present.isOn) return present.provider;
  const { provider: first } = present;
  /** Payments of an account that is no longer known are looked for at the present one. */
  const accountOf = (paymentAccount: string | null) =>
    accounts.find(({ provider }) => provider.paymentAccount === paymentAccount)?.provider ?? first;
  const { capturing } = first;
  return {
    ...first,
    notifications: {
      ...first.notifications,
      otherPaths: accounts.map(({ provider }) => provider.notifications.path),
    },
    startCheckout: (attempt, checkout) =>
      accountOf(attempt.paymentAccount).startCheckout(attempt, checkout),
    ...(first.endCheckout && {
      endCheckout: async (attempt) =>
        (await accountOf(attempt.paymentAccount).endCheckout?.(attempt)) ?? null,
    }),
    async verify(notification, signal) {
      let failure: unknown;
      for (const { provider, isOn } of accountsFor(accounts, notification.paymentAccount)) {
        try {
          if ((await provider.verify(notification, signal)) === "verified") return "verified";
        } catch (error) {
          if (isOn || !isRevoked(error)) failure ??= error;
        }
      }
      if (failure !== undefined) throw failure;
      return "invalid";
    },
    capturing: capturing && {
      ...capturing,
      capture(attempt, key, signal) {
        const own = accountOf(attempt.paymentAccount).capturing ?? capturing;
        return own.capture(attempt, key, signal);
      },
    },
    subscriptions:
      first.subscriptions && acrossSubscriptions(accounts, first.subscriptions, accountOf),
    sweep:
      first.sweep &&
      ((since, signal) => sweepEach(accounts, async ({ sweep }) => sweep?.(since, signal))),
    refund: (payment, amountCents, key) =>
      accountOf(payment.paymentAccount ?? null).refund(payment, amountCents, key),
  };
}

/**
 * Accounts that may confirm a notification: all for one that names no attempt, such as a dispute,
 * and otherwise the account of the attempt. Attempts of the environment's account, which may be gone,
 * have none.
 */
function accountsFor(
  accounts: readonly ConnectedProvider[],
  paymentAccount: string | null | undefined,
): readonly ConnectedProvider[] {
  if (paymentAccount === undefined) return accounts;
  const own = accounts.filter(({ provider }) => provider.paymentAccount === paymentAccount);
  return paymentAccount === null && own.length === 0 ? accounts : own;
}

/** Asks each account. One that was disconnected is left out if its key is no longer known. */
export async function sweepEach(
  accounts: readonly ConnectedProvider[],
  sweep: (provider: PaymentProvider) => Promise<Sweep | undefined>,
): Promise<Sweep> {
  const reports: Sweep["reports"][number][] = [];
  let clockAheadMs: number | null = null;
  for (const { provider, isOn } of accounts) {
    try {
      const found = await sweep(provider);
      reports.push(...(found?.reports ?? []));
      clockAheadMs = found?.clockAheadMs ?? clockAheadMs;
    } catch (error) {
      if (isOn || !isRevoked(error)) throw error;
    }
  }
  return { reports, clockAheadMs };
}

/** True when the provider does not know the key any more, as after its owner has deleted it. */
function isRevoked(error: unknown): boolean {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  return status === 401 || status === 403;
}
