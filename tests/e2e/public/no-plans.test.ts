import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { recordsOf, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";
import { registerSomebody } from "../../support/browser/purchase.ts";

// A separate site, because the test deletes all plans.
test.use({ furrowSettings: { OWNER_EMAIL: "no-plans@furrow.example" } });

test("without plans, the pricing page links to the contact page, and the order list of a new customer offers no plan", async ({
  page,
  browser,
  furrow,
}) => {
  await signInOnce(page, furrow);
  expect(await seenByVisitors(furrow, "/")).toContain('href="/#pricing"');
  for (const { _id } of await recordsOf(page, blocks.pricingPackages)) {
    const answer = await page.request.delete(`/api/pricing/${_id}`, {
      headers: { origin: furrow.url },
    });
    expect(answer.ok()).toBe(true);
  }
  const visitor = await browser.newPage({ baseURL: furrow.url });
  await visitor.goto("/");
  const menu = visitor.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Pricing" })).toHaveCount(0);
  await visitor.goto("/pricing/");
  await visitor.getByRole("link", { name: "write to us" }).click();
  await visitor.waitForURL("**/contact");
  await expect(visitor.locator("main").getByRole("textbox", { name: "Message" })).toBeVisible();

  await registerSomebody(visitor);
  await visitor.goto("/my-order");
  await expect(visitor.getByText("You have not ordered anything yet.")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Choose a plan" })).toBeHidden();
  await visitor.close();
});
