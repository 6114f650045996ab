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
  await openPanel(page, "/outbox?state=waiting");
  await expect(page.getByText("You do not get emails about orders and messages")).toBeVisible();
  await expect(page.getByRole("link", { name: "Set your email address" })).toBeVisible();
});
