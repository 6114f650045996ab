import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { newId } from "#platform/ids.ts";
import type { CheckedWebsites, WantedWebsites, WebsiteKind } from "./checked-websites.ts";
import { type DueWork, measureLandingBesideWork } from "./landing-beside-work.ts";
import type { Measure } from "./measure.ts";

const count = 100;

/** Speed of the landing page while the server checks many websites that were requested at once. */
export function measureChecksAtOnce(): Promise<Measure[]> {
  return measureWebsitesAtOnce(count, "ordinary");
}

export async function measureWebsitesAtOnce(
  websiteCount: number,
  kind: WebsiteKind,
): Promise<Measure[]> {
  const websites = new Worker(new URL("checked-websites.ts", import.meta.url), {
    workerData: { count: websiteCount, kind } satisfies WantedWebsites,
  });
  try {
    const [{ hosts, settings }] = (await once(websites, "message")) as [CheckedWebsites];
    return await measureLandingBesideWork(
      `${websiteCount} SEO checks of ${kind} websites due at once`,
      ({ dataDirectory }) => openChecks(dataDirectory, hosts),
      settings,
    );
  } finally {
    await websites.terminate();
  }
}

function openChecks(dataDirectory: string, hosts: readonly string[]): DueWork {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 60_000 });
  const insert = database.prepare(`
    insert into site_checks
      (id, key, website, host, state, result, icon, refusal, email, engine_version,
       finding_count, attempts, requested_at)
    values (?, ?, ?, ?, 'waiting', '', '', '', '', 0, 0, 0, ?)`);
  const countIn = (condition: string) => {
    const statement = database.prepare(
      `select count(*) as checks from site_checks where ${condition}`,
    );
    return () => Number(statement.get()?.checks);
  };
  const countWaiting = countIn("state = 'waiting'");
  const countOpen = countIn("state in ('waiting', 'fetching')");
  const countDone = countIn("state in ('done', 'refused')");
  return {
    makeDue() {
      database.exec("begin immediate");
      for (const host of hosts) insert.run(newId(), `key-${host}`, host, host, Date.now());
      database.exec("commit");
    },
    hasBegun: () => countWaiting() < hosts.length,
    countDue: countOpen,
    verify() {
      const done = countDone();
      if (done !== hosts.length) throw new Error(`${done} of ${hosts.length} checks are done.`);
    },
    close: () => database.close(),
  };
}
