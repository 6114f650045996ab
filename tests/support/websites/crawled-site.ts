import { setImmediate as nextTurn } from "node:timers/promises";
import { queueCrawl, readCrawledPages, readCrawls } from "#check/crawl/crawls.ts";
import { type CrawlDependencies, crawlNext } from "#check/crawl/run-crawls.ts";
import { runChecks } from "#check/engine/run-checks.ts";
import { sampleSession } from "#check/samples/sample-session.ts";
import { type SampleSite, soundSite, withAnswer } from "#check/samples/sample-site.ts";
import type { Database } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { parseHere } from "../parse-here.ts";

interface PageOptions {
  readonly title?: string;
  readonly links?: readonly string[];
  /** Addresses or paths of the page's versions in other languages (`hreflang`). */
  readonly versions?: readonly string[];
}

/** A page whose only faults are those of the options; `title: ""` leaves the title out. */
function pageOf(path: string, options: PageOptions) {
  const { title = "Rye bakery in Malmö, bread", links = [], versions = [] } = options;
  const codes = ["en", "sv", "de", "fi"];
  const alternates = versions.map(
    (version, nth) => `<link rel="alternate" hreflang="${codes[nth]}" href="${version}">\n`,
  );
  const anchors = ["/", ...links]
    .map((link) => `<p><a href="${link}">Read about ${link}</a></p>`)
    .join("\n");
  const body = (soundSite.answers["/"]?.body ?? "")
    .replace(/<link rel="alternate".*\n/g, "")
    .replace("<title>", `${alternates.join("")}<title>`)
    .replace(/(rel="canonical" href=")[^"]*/, `$1https://sound.test${path}`)
    .replace(/<title>.*<\/title>/, title === "" ? "" : `<title>${title}</title>`)
    .replace(/<p><a href="\/bread\/">.*<\/p>/, anchors);
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };
  return { status: 200, headers, body };
}

/** A site of these pages. Its sitemap has the paths in `listed`. */
export function siteOf(
  pages: Readonly<Record<string, PageOptions>>,
  listed: readonly string[] = Object.keys(pages),
): SampleSite {
  const locations = listed.map((path) => `<url><loc>https://sound.test${path}</loc></url>`);
  const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join("")}</urlset>`;
  const answers = Object.entries(pages).map(
    ([path, options]) => [path, pageOf(path, options)] as const,
  );
  return withAnswer("/sitemap.xml", {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: xml,
  })({
    ...soundSite,
    answers: {
      "/robots.txt": soundSite.answers["/robots.txt"] ?? { status: 404 },
      ...Object.fromEntries(answers),
    },
  });
}

/**
 * Runs crawls of a site that exists only in memory. Instead of waiting, a crawl advances the clock.
 */
export function openCrawls(database: Database, first: SampleSite) {
  let site = first;
  let now = Date.UTC(2026, 10, 20, 12);
  const requests: { address: string; at: number }[] = [];
  const dependencies: CrawlDependencies = {
    database,
    clock: () => now,
    log: createLog("silent"),
    stopping: new AbortController().signal,
    wait: async (ms) => {
      now += ms;
    },
    parse: parseHere,
    read: async (facts, mostLinks) => runChecks(facts, mostLinks),
    loadFetcher: async () => ({
      open: () => {
        const session = sampleSession(site);
        return {
          requestsLeft: 12,
          async get(address, options = {}) {
            await nextTurn();
            return session.get(address, {
              ...options,
              async beforeRequest(asked) {
                await options.beforeRequest?.(asked);
                requests.push({ address: asked, at: now });
              },
            });
          },
        };
      },
    }),
  };
  return {
    dependencies,
    requests,
    change(next: SampleSite) {
      site = next;
    },
    pass(ms: number) {
      now += ms;
    },
    now: () => now,
    queue: (
      options: { website?: string; seedId?: string | null; pageLimit?: number } = {},
      at = now,
    ) =>
      database.write((tx) =>
        queueCrawl(tx, { website: "sound.test", seedId: null, ...options, at }),
      ),
    async work(others: Partial<CrawlDependencies> = {}) {
      while (await crawlNext({ ...dependencies, ...others }));
    },
    async crawl(id: string) {
      const crawl = (await readCrawls(database.read, [id])).get(id);
      if (crawl === undefined) throw new Error("There is no such crawl.");
      return crawl;
    },
    pages: (id: string) => readCrawledPages(database.read, id),
  };
}
