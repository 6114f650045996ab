import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { openCrawls, siteOf } from "../../../tests/support/websites/crawled-site.ts";
import { runChecks } from "../engine/run-checks.ts";
import { changed, type SampleAnswer, withAnswer } from "../samples/sample-site.ts";
import { reserveTurn } from "./crawl-turns.server.ts";
import { differencesBetween } from "./differences.ts";
import { crawlNext, readCrawlAgain } from "./run-crawls.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Five pages: one page is missing from the sitemap, another has no link to it, and one link is
 * dead.
 */
const bakery = siteOf(
  {
    "/": { links: ["/bread/", "/buns/", "/till/1", "/menu.pdf"] },
    "/bread/": { title: "", links: ["/bread/rye/", "/gone/"] },
    "/buns/": { title: "" },
    "/bread/rye/": {},
    "/hidden/": {},
  },
  ["/", "/bread/", "/hidden/"],
);

const mended = siteOf(
  {
    "/": { links: ["/bread/", "/buns/", "/new/"] },
    "/bread/": { links: ["/bread/rye/"] },
    "/bread/rye/": {},
    "/hidden/": { title: "" },
    "/new/": { title: "" },
  },
  ["/", "/bread/", "/hidden/"],
);

const pathsOf = (pages: readonly { readonly page: string }[]) => pages.map(({ page }) => page);

/** A database that fails after `atWrite` writes, as if the process had been killed then. */
function dying(database: Database, atWrite: number): { database: Database; hasDied(): boolean } {
  let writes = 0;
  return {
    hasDied: () => writes > atWrite,
    database: {
      ...database,
      get read() {
        return database.read;
      },
      async write(operation) {
        writes += 1;
        if (writes > atWrite) throw new Error("killed");
        return database.write(operation);
      },
    },
  };
}

describeStore("A crawl of a website", (openDatabase) => {
  test("reads the pages of the sitemap and of links, except those that robots.txt forbids", async () => {
    const crawls = openCrawls(await openDatabase(), bakery);
    const id = await crawls.queue();
    await crawls.work();
    expect(await crawls.crawl(id)).toMatchObject({
      state: "done",
      origin: "https://sound.test",
      pages: 6,
      known: 6,
      isSampled: false,
      counts: { "broken-links": 1, "title-missing": 2 },
    });
    expect(pathsOf(await crawls.pages(id))).toEqual([
      "/",
      "/bread/",
      "/buns/",
      "/hidden/",
      "/bread/rye/",
    ]);
    const asked = crawls.requests.map(({ address }) => address);
    expect(asked.filter((address) => /till|pdf/.test(address))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test("reads a page once, and knows its versions, however its address is written", async () => {
    const spelt = siteOf(
      {
        "/": {
          links: ["/br%C3%B6d/", "/br%c3%b6d/", "/brÖd/?utm_source=a", "/br%c3%b6d/?utm_source=b"],
        },
        "/br%C3%B6d/": { links: ["/%7Eeva/"], versions: ["/br%c3%b6d/", "/~eva/"] },
        "/~eva/": { versions: ["/%7Eeva/", "https://SOUND.test:443/br%c3%b6d/?gclid=1"] },
      },
      ["/", "/~eva/"],
    );
    const crawls = openCrawls(await openDatabase(), spelt);
    const id = await crawls.queue();
    await crawls.work();
    expect(pathsOf(await crawls.pages(id))).toEqual(["/", "/br%C3%B6d/", "/~eva/"]);
    expect((await crawls.crawl(id)).counts).toEqual({ "broken-links": 1 });
  });

  test("obeys the robots.txt of the www host before it asks that host", async () => {
    const asking = async (robots: SampleAnswer) => {
      const crawls = openCrawls(await openDatabase(), {
        ...withAnswer("www.sound.test/robots.txt", robots)(bakery),
        otherHost: "serves",
      });
      const id = await crawls.queue();
      await crawls.work();
      expect((await crawls.crawl(id)).state).toBe("done");
      return crawls.requests.flatMap(({ address }) => address.split("//www.sound.test")[1] ?? []);
    };
    const file = (body: string) => ({ status: 200, body });
    expect(await asking(file("User-agent: *\nDisallow: /x"))).toEqual(["/robots.txt", "/"]);
    expect(await asking(file("User-agent: *\nDisallow: /"))).toEqual(["/robots.txt"]);
    expect(await asking({ status: 503 })).toEqual(["/robots.txt"]);
    const moved = { status: 301, headers: { location: "https://sound.test/robots.txt" } };
    expect(await asking(moved)).toEqual(["/robots.txt", "/"]);
  });

  test("sends a site at most one request a second, also when two crawls run", async () => {
    const crawls = openCrawls(await openDatabase(), bakery);
    await crawls.queue();
    await crawls.queue({ website: "www.sound.test" });
    await crawls.work();
    const times = crawls.requests.map(({ at }) => at).sort((one, other) => one - other);
    const pauses = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
    expect(times.length).toBeGreaterThan(20);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000);
  });

  test("spaces the requests of all processes to a site by a second", async () => {
    const database = await openDatabase();
    const reserve = (host: string) => reserveTurn(database, host, 5000);
    const turns = await Promise.all(["a.test", "www.a.test", "a.test", "a.test"].map(reserve));
    expect(turns.sort((one, other) => one - other)).toEqual([5000, 6000, 7000, 8000]);
    expect(await reserve("b.test")).toBe(5000);
  });

  test("fetches no address twice when several processes share the crawl", async () => {
    const database = await openDatabase();
    const alone = openCrawls(database, bakery);
    const first = await alone.queue();
    await alone.work();
    const shared = openCrawls(database, bakery);
    const second = await shared.queue();
    await Promise.all([shared.work(), shared.work(), shared.work()]);
    const asked = shared.requests.map(({ address }) => address);
    expect(new Set(asked).size).toBe(asked.length);
    expect(await shared.pages(second)).toEqual(await alone.pages(first));
  });

  test("has the same result when its process is killed between any two writes", async () => {
    const database = await openDatabase();
    // A small site, because the test runs a whole crawl for each write.
    const small = siteOf({ "/": { links: ["/bread/", "/gone/"] }, "/bread/": { title: "" } }, [
      "/",
    ]);
    const whole = openCrawls(database, small);
    const first = await whole.queue();
    await whole.work();
    const expected = await whole.pages(first);
    for (let atWrite = 0, isOver = false; !isOver; atWrite += 1) {
      const crawls = openCrawls(database, small);
      const id = await crawls.queue();
      const dyingOne = dying(database, atWrite);
      await crawls.work({ database: dyingOne.database }).catch(() => {});
      isOver = !dyingOne.hasDied();
      if (!isOver) expect((await crawls.crawl(id)).state).not.toBe("done");
      crawls.pass(3 * 60_000);
      await crawls.work();
      expect(await crawls.pages(id)).toEqual(expected);
      const { requestedAt: _, ...crawl } = await crawls.crawl(id);
      expect(crawl).toMatchObject({ state: "done", pages: 3, asked: 3, read: 2 });
    }
  });

  test("of a site above the page limit samples the sitemap and the links, and is marked as a sample", async () => {
    const paths = Array.from({ length: 40 }, (_, nth) => `/page-${nth}/`);
    const pages = Object.fromEntries(paths.map((path) => [path, {}]));
    const large = siteOf({ "/": { links: paths.slice(0, 10) }, ...pages });
    const crawls = openCrawls(await openDatabase(), large);
    const id = await crawls.queue({ pageLimit: 9 });
    await crawls.work();
    expect(await crawls.crawl(id)).toMatchObject({ pages: 9, known: 41, isSampled: true });
    expect(pathsOf(await crawls.pages(id))).toEqual([
      "/",
      "/page-0/",
      "/page-1/",
      "/page-2/",
      "/page-3/",
      "/page-10/",
      "/page-17/",
      "/page-25/",
      "/page-32/",
    ]);
  });

  test("of a site that forbids it or asks for a password says so, without a result", async () => {
    const robots = { status: 200, body: "User-agent: *\nDisallow: /" };
    for (const [reason, site, sentence] of [
      [
        "robots",
        withAnswer("/robots.txt", robots),
        /Ask the customer to add .*“User-agent: FurrowCheck” and “Allow: \/”/,
      ],
      [
        "password",
        withAnswer("/", { status: 401 }),
        /asks for a password\. The website was not checked/,
      ],
    ] as const) {
      const crawls = openCrawls(await openDatabase(), site(bakery));
      const id = await crawls.queue();
      await crawls.work();
      expect(await crawls.crawl(id)).toMatchObject({
        state: "refused",
        reason,
        counts: null,
        sentence: expect.stringMatching(sentence),
      });
      expect(crawls.requests.some(({ address }) => address.includes("bread"))).toBe(false);
    }
  });

  test("retries an unreachable site for three days, and then ends without a result", async () => {
    const down = changed({ certificate: "trusted", answers: {}, otherwise: { status: 503 } });
    const crawls = openCrawls(await openDatabase(), down(bakery));
    const id = await crawls.queue();
    const queuedAt = crawls.now();
    await crawls.work();
    expect(await crawls.crawl(id)).toMatchObject({
      state: "waiting",
      reason: "unreachable",
      nextAttemptAt: expect.any(Number),
      sentence: expect.stringMatching(/error 503/),
    });
    let attempts = 1;
    for (let next = 0; next !== null; attempts += 1) {
      const { nextAttemptAt } = await crawls.crawl(id);
      if (nextAttemptAt === null) break;
      next = nextAttemptAt;
      crawls.pass(next - crawls.now());
      await crawls.work();
    }
    expect(attempts).toBeGreaterThan(5);
    expect(crawls.now() - queuedAt).toBeLessThanOrEqual(3 * dayMs + 1000);
    expect(await crawls.crawl(id)).toMatchObject({ state: "unreachable", counts: null });
  });

  test("starts again later when the site stops answering during the crawl", async () => {
    const crawls = openCrawls(await openDatabase(), bakery);
    const id = await crawls.queue();
    for (let steps = 0; steps < 6; steps += 1) await crawlNext(crawls.dependencies);
    crawls.change(changed({ answers: {}, otherwise: { status: 500 } })(bakery));
    for (let pauses = 0; pauses < 3; pauses += 1) {
      await crawls.work();
      crawls.pass(6 * 60_000);
    }
    expect(await crawls.crawl(id)).toMatchObject({ state: "waiting", reason: "unreachable" });
    crawls.change(bakery);
    crawls.pass(hourMs);
    await crawls.work();
    expect(await crawls.crawl(id)).toMatchObject({ state: "done", pages: 6 });
  });

  test("that requests the pages of an earlier crawl again finds exactly the changes of the site", async () => {
    const crawls = openCrawls(await openDatabase(), bakery);
    const before = await crawls.queue();
    await crawls.work();
    crawls.change(mended);
    const after = await crawls.queue({ seedId: before });
    await crawls.work();
    const { list, gone, added } = differencesBetween(
      await crawls.pages(before),
      await crawls.pages(after),
    );
    expect(gone).toEqual(["/buns/"]);
    expect(added.map(({ page }) => page)).toEqual(["/new/"]);
    expect(list.map(({ check, page, kind }) => `${kind}: ${check} ${page}`)).toEqual([
      "new: broken-links /",
      "mended: broken-links /bread/",
      "mended: title-missing /bread/",
      "not-comparable: title-missing /buns/",
      "new: title-missing /hidden/",
      "not-comparable: title-missing /new/",
    ]);
  });

  test("checks over all pages that the language versions of a page name each other (hreflang)", async () => {
    const [english, swedish, german] = ["/", "/sv/", "/de/"];
    const all = [english, swedish, german];
    const languages = (versions: Readonly<Record<string, readonly string[]>>) =>
      siteOf(
        Object.fromEntries(
          all.map((path) => [path, { versions: versions[path] ?? [], links: all }]),
        ),
      );
    const crawls = openCrawls(
      await openDatabase(),
      languages({
        [english]: all,
        [swedish]: [swedish, german],
        [german]: [english, "https://elsewhere.test/de/"],
      }),
    );
    const before = await crawls.queue();
    await crawls.work();
    expect((await crawls.crawl(before)).counts).toEqual({ "hreflang-return": 3 });
    expect((await crawls.pages(before)).map(({ found }) => found["hreflang-return"])).toEqual([
      "The version at https://sound.test/sv/ does not name this page.",
      "The version at https://sound.test/de/ does not name this page.",
      "Your page names versions in other languages, but not itself.",
    ]);
    // The crawl does not request versions on other hosts, so the check reports nothing about them.
    const elsewhere = [...all, "https://elsewhere.test/fi/"];
    crawls.change(languages({ [english]: elsewhere, [swedish]: all, [german]: all }));
    const after = await crawls.queue({ seedId: before });
    await crawls.work();
    const { list } = differencesBetween(await crawls.pages(before), await crawls.pages(after));
    expect(list.map(({ check, page, kind }) => `${kind}: ${check} ${page}`)).toEqual([
      "mended: hreflang-return /",
      "mended: hreflang-return /sv/",
      "mended: hreflang-return /de/",
    ]);
  });

  test("is read again by a newer engine from its stored pages, so that a new check causes no differences", async () => {
    const crawls = openCrawls(await openDatabase(), bakery);
    const before = await crawls.queue();
    await crawls.work();
    const asked = crawls.requests.length;
    // The newer engine finds a fault in every page with an oven.
    const newer = {
      engineVersion: 99,
      read: async (...[facts, links]: Parameters<typeof crawls.dependencies.read>) => {
        const result = runChecks(facts, links);
        const outcome = {
          kind: "found",
          sentence: "There is an oven.",
          places: [],
          count: 1,
        } as const;
        return { ...result, outcomes: [...result.outcomes, { check: "viewport", outcome }] };
      },
    };
    const after = await crawls.queue({ seedId: before });
    await crawls.work(newer);
    const compare = async () =>
      differencesBetween(await crawls.pages(before), await crawls.pages(after)).list;
    expect((await compare()).every(({ kind }) => kind === "not-comparable")).toBe(true);
    const again = crawls.requests.length;
    expect(await readCrawlAgain({ ...crawls.dependencies, ...newer })).toBe(true);
    expect(await readCrawlAgain({ ...crawls.dependencies, ...newer })).toBe(false);
    await crawls.work(newer);
    expect((await compare()).every(({ kind }) => kind === "same")).toBe(true);
    expect((await compare()).filter(({ check }) => check === "viewport")).toHaveLength(5);
    expect(crawls.requests.length).toBe(again);
    expect(asked).toBeGreaterThan(5);
  });

  test("keeps its findings but not its stored pages after 180 days", async () => {
    const crawls = openCrawls(await openDatabase(), bakery);
    const id = await crawls.queue();
    await crawls.work();
    const pages = await crawls.pages(id);
    const { database } = crawls.dependencies;
    const stored = () =>
      database.read
        .selectFrom("site_crawl_parts")
        .select("position")
        .where("response", "is not", null)
        .execute();
    await deleteAllExpired(crawls.dependencies);
    expect(await stored()).not.toEqual([]);
    crawls.pass(181 * dayMs);
    await deleteAllExpired(crawls.dependencies);
    expect(await stored()).toEqual([]);
    expect(await crawls.pages(id)).toEqual(pages);
  });
});
