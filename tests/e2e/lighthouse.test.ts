import { join } from "node:path";
import { findFreePort } from "../support/free-port.ts";
import { expect, test } from "../support/journey.ts";
import { auditPage, untimedCategories } from "../support/lighthouse.ts";
import { insertSiteCheckIn } from "../support/stored-site-check.ts";

// A page with `noindex` cannot have the full SEO score.
const unlisted = untimedCategories.filter((one) => one !== "seo");

test("the landing, service, check, result and login pages score 100 in every Lighthouse category except performance", async ({
  furrow,
  playwright,
}) => {
  test.slow();
  const { key } = await insertSiteCheckIn(join(furrow.dataDirectory, "furrow.db"));
  /** One page of each kind. `npm run lighthouse` audits all pages, including their speed. */
  const pages = [
    { path: "/", categories: untimedCategories },
    { path: "/service/", categories: untimedCategories },
    { path: "/seo-check/", categories: untimedCategories },
    { path: `/seo-check/${key}`, categories: unlisted },
    { path: "/login", categories: unlisted },
  ];
  const port = await findFreePort();
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
  });
  for (const { path, categories } of pages) {
    const { scores, faults } = await auditPage(`${furrow.url}${path}`, port, categories);
    expect.soft({ path, scores, faults }).toEqual({
      path,
      scores: Object.fromEntries(categories.map((name) => [name, 100])),
      faults: [],
    });
  }
  await browser.close();
});
