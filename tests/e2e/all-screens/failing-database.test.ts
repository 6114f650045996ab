import { join } from "node:path";
import { expect, test } from "../../support/browser/journey.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";

// A separate site, because pages that other tests have visited are cached and need no database.
test.use({ furrowSettings: { OWNER_EMAIL: "failing@furrow.example" } });

test("a failing database shows an error page with status 500, and the site recovers", async ({
  page,
  furrow,
}) => {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database.exec("alter table content_records rename to content_records_away");
  // A fixed path, a path that the owner can move, and an unknown path.
  for (const path of ["/", "/service/", "/nothing-here"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole("heading", { name: "Something broke on our side" })).toBeVisible();
    expect(await page.content()).not.toContain("content_records");
  }
  database.exec("alter table content_records_away rename to content_records");
  database.close();
  expect((await page.goto("/"))?.status()).toBe(200);
});
