import { join } from "node:path";
import { expect, test } from "../../support/browser/journey.ts";
import { auditPage, type Category, untimedCategories } from "../../support/screens/lighthouse.ts";
import { findFreePort } from "../../support/servers/free-port.ts";
import { addOwnPages, adminOf } from "../../support/servers/web-client.ts";
import { insertSiteCheckIn } from "../../support/websites/stored-site-check.ts";

// A separate site with the seeded content, because tests of the panel change the shared site.
test.use({ furrowSettings: { OWNER_EMAIL: "seeded@furrow.example" } });

// A page with `noindex` cannot have the full SEO score.
const unlisted = untimedCategories.filter((one) => one !== "seo");
const unlistedFault = "Page is blocked from indexing";

interface Page {
  readonly path: string;
  readonly categories: readonly Category[];
  /** Titles of the audits that lower the SEO score; no other audit may lower a score. */
  readonly lacks?: readonly string[];
}

test("the landing, service, pricing, check, result, article and login pages score 100 in every Lighthouse category except performance", async ({
  furrow,
  playwright,
}) => {
  test.slow();
  await addOwnPages(await adminOf(furrow));
  const { key } = await insertSiteCheckIn(join(furrow.dataDirectory, "furrow.db"));
  /** One page of each kind. `npm run lighthouse` audits all pages, including their speed. */
  const pages: readonly Page[] = [
    { path: "/", categories: untimedCategories },
    { path: "/service/", categories: untimedCategories },
    { path: "/pricing/", categories: untimedCategories },
    { path: "/seo-check/", categories: untimedCategories },
    { path: `/seo-check/${key}`, categories: untimedCategories, lacks: [unlistedFault] },
    { path: "/articles/", categories: untimedCategories },
    { path: "/articles/what-a-title-does/", categories: untimedCategories },
    { path: "/login", categories: unlisted },
  ];
  const port = await findFreePort();
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
  });
  for (const { path, categories, lacks = [] } of pages) {
    const { scores, faults } = await auditPage(`${furrow.url}${path}`, port, categories);
    const full = Object.fromEntries(categories.map((name) => [name, 100]));
    expect.soft({ path, scores, faults }).toEqual({
      path,
      scores: lacks.length === 0 ? full : { ...full, seo: scores.seo },
      faults: lacks,
    });
  }
  await browser.close();
});
