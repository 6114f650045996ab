import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

test("an owner creates an API key after correcting a mistake, a program uses it, and the panel revokes it", async ({
  page,
  furrow,
}) => {
  const { name } = newPerson();
  await signInOnce(page, furrow);
  await page.goto("/account/security/keys");
  await page.getByLabel("The key may").selectOption("all");
  await page.getByRole("button", { name: "Create the key" }).click();
  await expect(page.getByText("Enter a name, such as")).toBeVisible();
  await expect(page.getByLabel("The key may")).toHaveValue("all");
  await page.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  const key = await page.getByText(/^furrow_/).innerText();
  const asProgram = () =>
    fetch(`${furrow.url}/api/orders`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await asProgram()).status).toBe(200);
  await page.getByRole("link", { name: "I have saved it" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);

  await openPanel(page, "/add-user");
  await page.getByRole("button", { name: `Revoke ${name} of ${furrow.adminEmail}` }).click();
  await expect(page.getByText("Key is Revoked")).toBeVisible();
  expect((await asProgram()).status).toBe(401);
});
