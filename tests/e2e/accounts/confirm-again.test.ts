import { join } from "node:path";
import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
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
  await page.getByRole("textbox", { name: "Email" }).focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("User Is Added")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
  // Within ten minutes, no action asks for another confirmation.
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(`${email} is no longer on the team`)).toBeVisible();
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

test("the mail server and a test of it wait for the confirmation, and the typed values are sent afterwards", async ({
  page,
  furrow,
}) => {
  await signInEarlier(page, furrow);
  await openPanel(page, "/admin/settings");
  const form = page.getByRole("region", { name: "Mail server" });
  await form.getByLabel("Host").fill("mail.example.com");
  await form.getByLabel("User name").fill("shop");
  await form.getByLabel("Password").fill("hedgerow-4711");
  await form.getByLabel("Sender").fill("shop@example.com");
  await form.getByRole("button", { name: "Save mail server" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Mail server is saved")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Host")).toHaveValue("mail.example.com");
  await expect(form.getByText("A password is saved and never shown.")).toBeVisible();
});

test("a calendar address is made after a confirmation, and hidden when the confirmation is over", async ({
  page,
  furrow,
}) => {
  await signInEarlier(page, furrow);
  await openPanel(page, "/my-work/calendar");
  await page.getByRole("button", { name: "Create a calendar address" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password").fill(furrow.adminPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const address = page.getByLabel("Orders assigned to you", { exact: true });
  await expect(address).toHaveValue(/\/calendar\/.*\.ics$/);
  elevenMinutesPass(furrow);
  await page.reload();
  await expect(page.getByText("hidden until you confirm")).toBeVisible();
  await expect(address).toHaveCount(0);
  await page.getByRole("link", { name: "Show the addresses" }).click();
  await page.getByLabel("Your password").fill(furrow.adminPassword);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(address).toHaveValue(/\/calendar\/.*\.ics$/);
});

test("without a mail server, the owner gets the link of an invitation to copy, and later a new link from the list", async ({
  page,
  furrow,
}) => {
  const { email } = newPerson();
  const { adminEmail, adminPassword: password } = furrow;
  await signInWithoutForm(page, { email: adminEmail, password });
  await page.request.put("/api/settings", {
    headers: { origin: furrow.url },
    data: { mailServer: null, mailSender: null },
  });
  await openPanel(page, "/add-user");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("radio", { name: /^Worker/ }).check();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Send them the invitation yourself.")).toBeVisible();
  const link = page.getByLabel("Invitation link");
  await expect(link).toHaveValue(/\/invitation\?token=/);
  await expect(page.getByText(`Send this link to ${email} yourself`)).toBeVisible();
  const first = await link.inputValue();
  await page.reload();
  await expect(link).toHaveCount(0);
  await page.getByRole("button", { name: `New link for ${email}` }).click();
  await expect(link).toHaveValue(/\/invitation\?token=/);
  expect(await link.inputValue()).not.toBe(first);
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

  test("a customer invites a colleague after a confirmation, and nothing typed is lost", async ({
    page,
    furrow,
  }) => {
    const { email, password } = await registerSomebody(page);
    const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
    database.prepare(`update "user" set emailVerified = 1 where email = ?`).run(email);
    database.close();
    elevenMinutesPass(furrow);
    await page.goto("/account/company");
    await page.getByLabel("Email address").fill("colleague@example.com");
    await page.getByLabel("May order").check();
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByLabel("Your password").fill("not the password");
    await page.getByRole("button", { name: "Confirm and continue" }).click();
    await expect(page.getByText("This is not your password.")).toBeVisible();
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Confirm and continue" }).click();
    await expect(page.getByText("The invitation is on its way.")).toBeVisible();
    const invited = page.getByRole("row").filter({ hasText: "colleague@example.com" });
    await expect(invited).toContainText("may order");
  });

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
