import { join } from "node:path";
import type { Page } from "@playwright/test";
import { blocks } from "../../../src/content/model/blocks.ts";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, openRecord } from "../../support/browser/panel.ts";
import { registerSomebody, signInWithoutForm } from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

// The tests make all sessions of the site older, so no other test may share the site.
test.use({ furrowSettings: { LOG_LEVEL: "warn" } });

async function signInEarlier(page: Page, furrow: FurrowServer): Promise<void> {
  const { adminEmail: email, adminPassword: password } = furrow;
  await signInWithoutForm(page, { email, password });
  elevenMinutesPass(furrow);
}

function elevenMinutesPass({ dataDirectory }: FurrowServer): void {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  database.exec(
    `update session set createdAt = '${new Date(Date.now() - 11 * 60_000).toISOString()}'`,
  );
  database.exec("delete from session_confirmations");
  database.close();
}

test("an owner who signed in earlier adds a person after confirming by keyboard, and nothing typed is lost", async ({
  page,
  furrow,
}) => {
  const { email } = newPerson();
  await signInEarlier(page, furrow);
  await openPanel(page, "/add-user");
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("User Is Added")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
  // Within ten minutes, no action asks for another confirmation.
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("User Is Removed")).toBeVisible();
});

test("a changed PayPal address waits for the confirmation, and Cancel keeps the typed address", async ({
  page,
  furrow,
}) => {
  await signInEarlier(page, furrow);
  await openRecord(page, blocks.paymentEmail);
  const field = page.getByRole("textbox", { name: "PayPal address" });
  await field.fill("money@example.com");
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field).toHaveValue("money@example.com");
  await page.getByRole("button", { name: "Publish" }).click();
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Paypal Email Updated")).toBeVisible();
});

test("after a confirmation, a second factor is reset and the other open form is not sent", async ({
  page,
  furrow,
}) => {
  const { email } = await registerSomebody(page);
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database
    .prepare(`
      insert into passkey
        (id, "userId", name, "publicKey", "credentialID", counter, "deviceType", "backedUp")
      select 'lost', id, 'My phone', 'key', 'lost', 0, 'singleDevice', 0 from user where email = ?`)
    .run(email);
  database.close();
  await page.context().clearCookies();
  await signInEarlier(page, furrow);
  await openPanel(page, `/people?search=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: email, exact: true }).click();
  await page.getByRole("button", { name: "Merge with another company" }).click();
  await page.getByLabel("I have made sure that the request").check();
  await page.getByRole("button", { name: "Reset second factor" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Second factor is Reset")).toBeVisible();
  await expect(page.getByText("No passkeys.")).toBeVisible();
});

test.describe("on a phone without JavaScript", () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  test("the list of customers is downloaded after a confirmation", async ({ page, furrow }) => {
    await signInEarlier(page, furrow);
    await page.goto("/admin/csv/people");
    await expect(page).toHaveURL(/\/account\/confirm\?from=/);
    await page.getByLabel("Your password").fill("not the password");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("This is not your password.")).toBeVisible();
    await page.getByLabel("Your password").fill(furrow.adminPassword);
    await page.getByRole("button", { name: "Confirm" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the file" }).click();
    expect((await downloading).suggestedFilename()).toBe("people.csv");
  });
});
