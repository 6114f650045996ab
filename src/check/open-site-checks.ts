import { isIP } from "node:net";
import type { Configuration } from "../platform/configuration.ts";
import type { Database } from "../platform/database/database.ts";
import { loadOnce } from "../platform/load-once.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import { startCrawls } from "./crawl/run-crawls.ts";
import type { Facts } from "./engine/facts.ts";
import type { PublicFetcher } from "./fetching/fetch-public.ts";
import { checkPath } from "./requests/check-addresses.ts";
import { startSiteChecks } from "./requests/run-site-checks.ts";

interface OpenDependencies {
  readonly configuration: Pick<Configuration, "publicUrl" | "trustedProxies">;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Only tests pass a fetcher, to reach sites on this machine. */
  readonly fetcher?: Pick<PublicFetcher, "open"> | undefined;
}

export interface SiteChecks {
  /** Starts the next waiting check or crawl now instead of within a second. */
  wake(): void;
  start(program: URL | undefined): readonly Worker[];
}

export function openSiteChecks({ configuration, fetcher, ...rest }: OpenDependencies): SiteChecks {
  let workers: readonly Worker[] = [];
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    start(program) {
      const loadFetcher = loadOnce(async () => fetcher ?? (await fetcherOf(configuration)));
      const loadReader = loadOnce(async () => {
        const { PageReader } = await import("./engine/page-reader.ts");
        return new PageReader(program);
      });
      const read = async (facts: Facts, mostLinks?: number) =>
        (await loadReader()).read(facts, rest.stopping, mostLinks);
      const dependencies = { ...rest, loadFetcher, read };
      workers = [...startSiteChecks(dependencies), ...startCrawls(dependencies)];
      return workers;
    },
  };
}

async function fetcherOf({
  publicUrl,
  trustedProxies,
}: OpenDependencies["configuration"]): Promise<PublicFetcher> {
  const { PublicFetcher } = await import("./fetching/fetch-public.ts");
  const { productToken } = await import("./fetching/gather-facts.ts");
  const host = new URL(publicUrl).hostname.replace(/^www\./, "");
  return new PublicFetcher({
    userAgent: `Mozilla/5.0 (compatible; ${productToken}/1.0; +${publicUrl}${checkPath}/)`,
    own: {
      hosts: [host, `www.${host}`],
      addresses: trustedProxies.filter((address) => isIP(address) !== 0),
    },
  });
}
