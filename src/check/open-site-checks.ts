import { isIP } from "node:net";
import type { Configuration } from "../platform/configuration.ts";
import type { Database } from "../platform/database/database.ts";
import { loadOnce } from "../platform/load-once.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Parse } from "../platform/parsing/parser.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import { startCrawls } from "./crawl/run-crawls.ts";
import type { Facts } from "./engine/facts.ts";
import type { CheckResult } from "./engine/run-checks.ts";
import type { PublicFetcher } from "./fetching/fetch-public.ts";
import { checkPath } from "./requests/check-addresses.ts";
import { startSiteChecks } from "./requests/run-site-checks.ts";
import { siteParsers } from "./site-parsers.ts";

interface OpenDependencies {
  readonly configuration: Pick<Configuration, "publicUrl" | "trustedProxies">;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly parse: Parse;
  readonly stopping: AbortSignal;
  /** Only tests pass a fetcher, to reach sites on this machine. */
  readonly fetcher?: Pick<PublicFetcher, "open"> | undefined;
}

export interface SiteChecks {
  /** Starts the next waiting check or crawl now instead of within a second. */
  wake(): void;
  start(): readonly Worker[];
}

export function openSiteChecks({ configuration, fetcher, ...rest }: OpenDependencies): SiteChecks {
  let workers: readonly Worker[] = [];
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    start() {
      const loadFetcher = loadOnce(async () => fetcher ?? (await fetcherOf(configuration)));
      const read = async (facts: Facts, mostLinks?: number) =>
        withoutFaults(await rest.parse(siteParsers.page, { facts, mostLinks }), rest.log);
      const dependencies = { ...rest, loadFetcher, read };
      workers = [...startSiteChecks(dependencies), ...startCrawls(dependencies)];
      return workers;
    },
  };
}

/** Logs the checks that threw. What is stored and shown says only that they have not seen the page. */
export function withoutFaults({ faults = [], ...result }: CheckResult, log: Log): CheckResult {
  for (const { part, reason } of faults) {
    log.error(
      { check: part, page: result.summary.address, reason },
      "a check of a website threw an error",
    );
  }
  return result;
}

async function fetcherOf({
  publicUrl,
  trustedProxies,
}: OpenDependencies["configuration"]): Promise<PublicFetcher> {
  const { PublicFetcher } = await import("./fetching/fetch-public.ts");
  const { productToken } = await import("./engine/robots-status.ts");
  const host = new URL(publicUrl).hostname.replace(/^www\./, "");
  return new PublicFetcher({
    userAgent: `Mozilla/5.0 (compatible; ${productToken}/1.0; +${publicUrl}${checkPath}/)`,
    own: {
      hosts: [host, `www.${host}`],
      addresses: trustedProxies.filter((address) => isIP(address) !== 0),
    },
  });
}
