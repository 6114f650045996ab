import { join } from "node:path";
import { expect, test } from "../support/journey.ts";
import { openSiteDatabase } from "../support/site-database.ts";

// A site of its own: pages that others have looked at are at hand, and need no database.
test.use({ furrowSettings: { OWNER_EMAIL: "failing@furrow.example" } });

test("when the database fails, a visitor sees a proper page with status 500, and then the site again", async ({
  page,
  furrow,
}) => {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database.exec("alter table content_records rename to content_records_away");
  // A page that stays where it is, one that its owner may move, and one that is nowhere.
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
