import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

test("the status page lists problems with links to their settings", async ({ page, furrow }) => {
  await signInOnce(page, furrow);
  const registration = { email: "quince@example.com", password: "hedgerow and barley", name: "" };
  const headers = { origin: furrow.url };
  await page.request.post("/api/auth/sign-up/email", { headers, data: registration });
  await signInOnce(page, furrow);
  await openPanel(page, "/status");
  await expect(page.getByRole("heading", { name: "Status", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mail server" })).toBeVisible();
  const attention = page.getByRole("region", { name: /need attention|needs attention/ });
  await expect(attention).toContainText(/wait(ing)?,? because the site has no mail server/);
  await expect(page.getByRole("row", { name: /^Database SQLite 3/ })).toBeVisible();
  await page.getByRole("link", { name: "Set up the mail server" }).click();
  await expect(page).toHaveURL("/admin/settings");
  await openPanel(page, "/admin/your-emails");
  await page.getByRole("radiogroup", { name: "Orders", exact: true }).getByLabel("Never").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your choice is saved")).toBeVisible();
  await openPanel(page, "/outbox?state=waiting");
  await expect(page.getByText("Nobody is told about paid orders")).toBeVisible();
  await page.getByRole("link", { name: "Choose your emails" }).click();
  await expect(page).toHaveURL("/admin/your-emails");
  await page.getByRole("radiogroup", { name: "Orders", exact: true }).getByLabel("At once").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your choice is saved")).toBeVisible();
});
