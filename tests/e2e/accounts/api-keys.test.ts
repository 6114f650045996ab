import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

test("an owner creates an API key by keyboard, a program uses it, and the panel revokes it", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await page.goto("/account/security/keys");
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Night job");
  await page.keyboard.press("Enter");
  const key = await page.getByText(/^furrow_/).innerText();
  expect(key).toMatch(/^furrow_/);
  const asProgram = () =>
    fetch(`${furrow.url}/api/orders`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await asProgram()).status).toBe(200);
  await page.getByRole("link", { name: "I have saved it" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Night job" })).toContainText(
    "only reading",
  );
  await expect(page.getByText(key)).toHaveCount(0);

  await openPanel(page, "/add-user");
  await page.getByRole("button", { name: "Revoke Night job of admin@furrow.example" }).click();
  await expect(page.getByText("Key is Revoked")).toBeVisible();
  expect((await asProgram()).status).toBe(401);
});

coldTest.describe("on a phone without JavaScript", () => {
  coldTest.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  coldTest(
    "a key is created and revoked, and a mistake keeps what was typed",
    async ({ page, furrow }) => {
      await signInOnce(page, furrow);
      await page.goto("/account/security/keys");
      await page.getByLabel("The key may").selectOption("all");
      await page.getByRole("button", { name: "Create the key" }).click();
      await expect(page.getByText("Enter a name, such as")).toBeVisible();
      await expect(page.getByLabel("The key may")).toHaveValue("all");
      await page.getByLabel("Name").fill("Phone script");
      await page.getByRole("button", { name: "Create the key" }).click();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await page.getByRole("link", { name: "I have saved it" }).click();
      await page.getByRole("button", { name: "Revoke Phone script" }).click();
      await expect(page.getByText("The key is revoked.")).toBeVisible();
    },
  );
});
