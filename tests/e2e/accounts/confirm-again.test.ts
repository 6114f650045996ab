import { join } from "node:path";
import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { coldTest, expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord } from "../../support/browser/panel.ts";
import { registerSomebody, signInWithoutForm } from "../../support/browser/purchase.ts";
import { confirmAddress, openSiteDatabase } from "../../support/databases/site-database.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

/** Makes the newest session of an account older than a sign-in that counts as a confirmation. */
function elevenMinutesPass({ dataDirectory }: FurrowServer, email: string): void {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  database
    .prepare(`
      update session set "createdAt" = ? where id = (
        select session.id from session join "user" on "user".id = "userId"
        where email = ? order by session."createdAt" desc limit 1)`)
    .run(createdAt, email);
  database.close();
}

async function signInEarlier(page: Page, furrow: FurrowServer): Promise<void> {
  const { adminEmail: email, adminPassword: password } = furrow;
  await signInWithoutForm(page, { email, password });
  elevenMinutesPass(furrow, email);
}

test("an owner who signed in earlier confirms an action by keyboard, and neither Cancel nor a wrong password loses what was typed", async ({
  page,
  furrow,
}) => {
  const { email } = newPerson();
  await signInEarlier(page, furrow);
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await openRecord(page, blocks.paymentEmail);
  const address = page.getByRole("textbox", { name: "PayPal address" });
  await address.fill("money@example.com");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(address).toHaveValue("money@example.com");

  await openPanel(page, "/add-user");
  await page.getByRole("textbox", { name: "Email" }).focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("User Is Added")).toBeVisible();
  // Without a mail server, the owner sends the link of the invitation.
  await expect(page.getByLabel("Invitation link")).toHaveValue(/\/invitation\?token=/);
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
  // Within ten minutes, no action asks for another confirmation.
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(`${email} is no longer on the team`)).toBeVisible();
});

coldTest.describe("on a phone without JavaScript", () => {
  coldTest.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  coldTest(
    "a customer invites a colleague after a confirmation, and nothing typed is lost",
    async ({ page, furrow }) => {
      const { email, password } = await registerSomebody(page);
      const { email: colleague } = newPerson();
      confirmAddress(furrow.dataDirectory, email);
      elevenMinutesPass(furrow, email);
      await page.goto("/account/company");
      await page.getByLabel("Email address").fill(colleague);
      await page.getByLabel("May order").check();
      await page.getByRole("button", { name: "Send the invitation" }).click();
      await page.getByLabel("Your password").fill("not the password");
      await page.getByRole("button", { name: "Confirm and continue" }).click();
      await expect(page.getByText("This is not your password.")).toBeVisible();
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Confirm and continue" }).click();
      await expect(page.getByText("The invitation is on its way.")).toBeVisible();
      const invited = page.getByRole("row").filter({ hasText: colleague });
      await expect(invited).toContainText("may order");
    },
  );

  coldTest("the list of customers is downloaded after a confirmation", async ({ page, furrow }) => {
    await signInEarlier(page, furrow);
    await page.goto("/admin/csv/people");
    await expect(page).toHaveURL(/\/account\/confirm\?from=/);
    await page.getByLabel("Your password").fill(furrow.adminPassword);
    await page.getByRole("button", { name: "Confirm" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the file" }).click();
    expect((await downloading).suggestedFilename()).toBe("people.csv");
  });
});
