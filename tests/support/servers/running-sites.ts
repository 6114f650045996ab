import type { Browser } from "@playwright/test";
import { openTab, type Tab } from "../browser/browser-tab.ts";
import { type FurrowServer, type FurrowSettings, startFurrow } from "./furrow-server.ts";

interface RunningSite {
  readonly furrow: FurrowServer;
  /** The tab that the tests of a site share, opened on first use. */
  tab(): Promise<Tab>;
}

/**
 * Sites of one Playwright worker: a site with the default settings for the lifetime of the worker,
 * and a site with the settings of the current test file. One worker runs both, because another
 * worker would start another browser and load the tests again.
 */
export interface Sites {
  running(settings: FurrowSettings): Promise<RunningSite>;
  close(): Promise<void>;
}

interface OpenSite extends RunningSite {
  readonly key: string;
  stop(): Promise<void>;
}

const defaultKey = "{}";

export function openSites(browser: Browser): Sites {
  let open: OpenSite[] = [];

  async function stop(sites: readonly OpenSite[]): Promise<void> {
    open = open.filter((site) => !sites.includes(site));
    for (const site of sites) await site.stop();
  }

  return {
    async running(settings) {
      const key = JSON.stringify(settings);
      const running = open.find((site) => site.key === key);
      if (running !== undefined) return running;
      await stop(open.filter((site) => site.key !== defaultKey));
      const site = await startSite(browser, key, settings);
      open.push(site);
      return site;
    },
    close: () => stop(open),
  };
}

async function startSite(
  browser: Browser,
  key: string,
  settings: FurrowSettings,
): Promise<OpenSite> {
  const furrow = await startFurrow(settings);
  let tab: Promise<Tab> | undefined;
  return {
    key,
    furrow,
    tab() {
      tab ??= openTab(browser, furrow.url);
      return tab;
    },
    async stop() {
      await (await tab)?.close();
      await furrow.stop();
    },
  };
}
