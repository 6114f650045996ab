import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, orderAsSomebody } from "../../support/browser/purchase.ts";
import { type MailServer, openMailServer } from "../../support/mail/mail-server.ts";
import { scaled } from "../../support/time-limits.ts";

// A separate site, because the site must start without a mail server and without a backup.
test.use({ furrowSettings: { SANDBOX_PROTOCOL: "standard" } });

const login = { user: "shop@furrow.example", password: "hedgerow-4711" };

const section = (page: Page, name: string) => page.getByRole("region", { name });

let server: MailServer;
test.beforeAll(async () => {
  server = await openMailServer(0, { login });
});
test.afterAll(() => server.close());

test("the owner sets and tests the mail server in the panel, and an order's emails arrive", async ({
  page,
  browser,
  furrow,
}) => {
  const customer = await browser.newPage({ baseURL: furrow.url });
  const { name, email } = await orderAsSomebody(customer, "Standard");
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  // The order's emails wait for a mail server, so Today links to its settings.
  await page.getByRole("link", { name: /^Set up the mail server/ }).click();
  await expect(page).toHaveURL("/admin/settings");

  const mail = section(page, "Mail server");
  await mail.getByLabel("Host").fill("127.0.0.1");
  await mail
    .getByLabel("Encryption")
    .selectOption("None (only for a mail server on the site’s own server)");
  await expect(mail.getByLabel("Port")).toHaveValue("25");
  await mail.getByLabel("Port").fill(String(server.port));
  await mail.getByLabel("User name").fill(login.user);
  await mail.getByLabel("Password").fill("a wrong password");
  await mail.getByLabel("Sender").fill("Shop <shop@furrow.example>");
  const test = mail.getByRole("button", { name: "Send a test email" });
  await test.click();
  const result = mail.getByRole("status");
  await expect(result).toContainText("The mail server rejected the user name or the password: 535");
  await expect(result).not.toContainText("a wrong password");

  // Types only the password again, because the other fields keep their typed values.
  await mail.getByLabel("Password").fill(login.password);
  await test.click();
  await expect(result).toContainText("The mail server accepted the test email");
  expect(server.deliveries.map(({ recipients }) => recipients)).toEqual([[furrow.adminEmail]]);
  await mail.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByText("Mail server is saved")).toBeVisible();
  await expect(mail.getByLabel("Password")).toHaveValue("");
  await expect(mail.getByText("A password is saved and never shown.")).toBeVisible();

  await orderAgain(customer, name);
  const recipients = () => server.deliveries.flatMap(({ recipients }) => recipients);
  await expect.poll(recipients, { timeout: scaled(15_000) }).toContain(email);
  await customer.close();
  expect(furrow.output()).not.toContain(login.password);
  await openPanel(page, "/audit-log");
  await expect(page.getByText("Change setting").first()).toBeVisible();
  await expect(page.getByText(login.password)).toHaveCount(0);
});

test("the owner finds a time zone by its city; when two admins change the same setting, the second sees a conflict and loses no text", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin/settings");
  const zone = section(page, "Time zone");
  const city = zone.getByRole("combobox");
  await city.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Kirítimati");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(city).toHaveValue("Pacific/Kiritimati");
  await zone.getByRole("button", { name: "Save time zone" }).click();
  await expect(page.getByText("Time zone is saved")).toBeVisible();

  const owner = section(page, "Owner’s email address");
  const address = owner.getByLabel("Owner’s email address");
  const save = owner.getByRole("button", { name: "Save email address" });
  await address.fill("nobody");
  await save.click();
  await expect(owner.getByText("Enter an email address such as you@example.com.")).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill("second@furrow.example");
  const headers = { origin: furrow.url };
  const data = { ownerAddress: "first@furrow.example" };
  expect((await page.request.put("/api/settings", { headers, data })).ok()).toBe(true);
  // Saving another section loads the present settings, which must not hide the conflict.
  const passwords = section(page, "Passwords of customers");
  await passwords.getByLabel("Days after acceptance").fill("4");
  await passwords.getByRole("button", { name: "Save number of days" }).click();
  await expect(page.getByText("Number of days is saved")).toBeVisible();
  await save.click();
  const notice = owner.getByRole("alert");
  await expect(notice).toContainText(`${furrow.adminEmail} has changed it in the meantime`);
  await expect(notice).toContainText("The saved values are now: first@furrow.example.");
  await expect(address).toHaveValue("second@furrow.example");
  await save.click();
  await expect(page.getByText("Owner’s email address is saved")).toBeVisible();
  await page.reload();
  await expect(address).toHaveValue("second@furrow.example");
  await expect(city).toHaveValue("Pacific/Kiritimati");
});

test("an owner backs up, tests the restore, downloads the file and sets an interval, and the audit log names the download", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/backups");
  const present = section(page, "Backups on this server");
  await expect(present).toContainText("There is no backup on this server yet");
  await expect(present).toContainText("Last tested restore: none yet");
  await page.getByRole("button", { name: "Back up now" }).click();
  const row = present.getByRole("row").filter({ hasText: `By hand, by ${furrow.adminEmail}` });
  await expect(row).toBeVisible({ timeout: scaled(30_000) });
  await expect(row).toContainText("Not tested");

  await row.getByRole("button", { name: /^Test the backup of/ }).click();
  await expect(row).toContainText("Can be restored", { timeout: scaled(60_000) });
  await expect(present).toContainText(
    /Last tested restore: manual-[\dTZ-]+\.db\. Restored in a test on .*, with [\d,]+ records\./,
  );

  const downloaded = page.waitForEvent("download");
  await row.getByRole("button", { name: /^Download the backup of/ }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^manual-[\dTZ-]+\.db$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 15).toString()).toBe("SQLite format 3");

  const schedule = section(page, "Schedule");
  await schedule.getByLabel("How often").selectOption("Every day");
  await schedule.getByRole("button", { name: "Save backup settings" }).click();
  await expect(page.getByText("Backup settings are saved")).toBeVisible();

  await openPanel(page, "/audit-log");
  await expect(page.getByRole("row").filter({ hasText: "Download backup" })).toContainText(
    download.suggestedFilename(),
  );
});
