import type { Configuration } from "#platform/configuration.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { SiteVersion } from "#platform/database/site-version.ts";
import type { Log } from "#platform/metrics/log.ts";
import { isLoopback } from "#platform/origins.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { PaymentMode } from "../connection.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import {
  createPayments,
  type Payments,
  type PaymentsOptions,
  type ProviderSource,
  type ProvidersInUse,
} from "../payments.ts";
import {
  createEarlierProviders,
  createProviders,
  otherSandboxProtocols,
  type ProviderSettings,
} from "../providers.ts";
import { isInSandbox, providerOfAccount } from "./account-providers.ts";
import { acrossAccounts } from "./across-accounts.ts";
import {
  type AccountRow,
  type ReadableAccount,
  readAccounts,
  readableAccount,
} from "./payment-accounts.server.ts";

/** What the panel says about payments. */
interface Stored {
  readonly accounts: readonly AccountRow[];
  /** Null while no mode is stored. */
  readonly chosenMode: PaymentMode | null;
}

export interface LiveProvidersOptions {
  readonly configuration: Configuration;
  readonly database: Database;
  /** Rises with each change of the accounts, in whatever process. */
  readonly siteVersion: Pick<SiteVersion, "known" | "current">;
  readonly readChosenMode: (queries: Queries) => Promise<PaymentMode | null>;
  /** Origin at which this process reaches its own server, for the sandbox. */
  readonly ownUrl: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The mode at the first start: only a site that nobody else can reach simulates payments. An owner
 * chooses afterwards.
 */
export function usualMode(publicUrl: string): PaymentMode {
  return isLoopback(new URL(publicUrl).hostname) ? "test" : "live";
}

/** Payments through the providers of the environment and of the connected accounts. */
export async function openPayments(
  options: LiveProvidersOptions & Omit<PaymentsOptions, "source">,
): Promise<Payments> {
  return createPayments({ ...options, source: await openLiveProviders(options) });
}

/** The providers of the environment and of the accounts that owners have connected in the panel. */
export async function openLiveProviders(options: LiveProvidersOptions): Promise<ProviderSource> {
  const { database, siteVersion, log } = options;
  const providersFor = assembler(options);
  const read = async (): Promise<ProvidersInUse> =>
    providersFor({
      accounts: await readAccounts(database.read),
      chosenMode: await options.readChosenMode(database.read),
    });
  let readAt = await siteVersion.current();
  let present = await read();
  return {
    current: () => present,
    async follow() {
      if (siteVersion.known() === readAt) return;
      try {
        const version = await siteVersion.current();
        if (version === readAt) return;
        const changed = await read();
        // A reading that began earlier must not replace a later one.
        if (version <= readAt) return;
        readAt = version;
        present = changed;
      } catch (err) {
        // The request meets the same fault and says so.
        log.debug({ err }, "the ways to pay could not be read");
      }
    },
  };
}

/** Puts providers together, and keeps those whose accounts have not changed. */
function assembler({ configuration, ownUrl, secret, clock, log }: LiveProvidersOptions) {
  const settings: ProviderSettings = { ...configuration, ownUrl, secret, clock };
  const { payments: named, publicUrl } = configuration;
  const isFromEnvironment = named.length > 0;
  const chosen = createProviders(named, settings);
  const earlier = createEarlierProviders(named, settings);
  const sandbox = isFromEnvironment ? [] : createProviders(["sandbox"], settings);
  const otherProtocols = isFromEnvironment ? [] : otherSandboxProtocols(settings);
  const ofAccount = remembered((account: ReadableAccount) => providerOfAccount(account, settings));
  const across = remembered(acrossAccounts);
  const reported = new Set<string>();

  return ({ accounts, chosenMode }: Stored): ProvidersInUse => {
    const mode = isFromEnvironment
      ? chosen[0]?.isTest
        ? "test"
        : "live"
      : (chosenMode ?? usualMode(publicUrl));
    const usesSandbox = isFromEnvironment ? named.includes("sandbox") : mode === "test";
    const readable = accounts.flatMap((row) => {
      const account = readableAccount(secret, row);
      if (account !== undefined) {
        // An account that is connected again gets new keys.
        const key = `${row.id} ${row.credentials}`;
        return usesSandbox || !isInSandbox(account) ? [{ account, key }] : [];
      }
      if (!reported.has(row.id)) {
        log.warn({ account: row.id }, "a payment account was connected under another SECRET");
      }
      reported.add(row.id);
      return [];
    });
    const connected = readable.map(({ account, key }) => ({
      key,
      isOn: account.state === "on" && !isFromEnvironment,
      mode: account.mode,
      provider: ofAccount(key, account),
    }));
    const fromEnvironment = [
      ...chosen.map((provider) => ({ key: "", isOn: true, provider })),
      ...earlier.map((provider) => ({ key: "", isOn: false, provider })),
    ];
    const byName = Map.groupBy([...fromEnvironment, ...connected], ({ provider }) => provider.name);
    const all = [...byName].map(([name, each]) => across(keyOf(name, each), each));
    const isWay = ({ name }: PaymentProvider) =>
      connected.some((one) => one.provider.name === name && one.isOn && one.mode === mode);
    const ways = isFromEnvironment
      ? chosen.flatMap(({ name }) => all.find((provider) => provider.name === name) ?? [])
      : inOrder(all.filter(isWay));
    const builtIn = usesSandbox ? [...sandbox, ...otherProtocols] : [];
    const offered = ways.length === 0 && usesSandbox ? sandbox : ways;
    return {
      mode,
      isFromEnvironment,
      usesSandbox,
      ways: offered,
      earlier: [...all, ...builtIn].filter((provider) => !offered.includes(provider)),
    };
  };
}

/** Cards first, because most buyers want to pay by card. */
function inOrder(ways: readonly PaymentProvider[]): readonly PaymentProvider[] {
  return ways.toSorted((one, other) => Number(other.way === "card") - Number(one.way === "card"));
}

const keyOf = (name: string, accounts: readonly { key: string; isOn: boolean }[]) =>
  [name, ...accounts.map(({ key, isOn }) => `${key} ${isOn}`)].join();

/** Makes a value anew only for another key. Accounts are few, and seldom change. */
function remembered<Given, Made>(make: (given: Given) => Made) {
  const known = new Map<string, Made>();
  return (key: string, given: Given): Made => {
    const made = known.get(key) ?? make(given);
    known.set(key, made);
    return made;
  };
}
