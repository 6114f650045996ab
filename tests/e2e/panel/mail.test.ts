import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  openPanel,
  openRecord,
  publish,
  recordsOf,
  signInOnce,
  textField,
} from "../../support/browser/panel.ts";
import { type MailServer, openMailServer } from "../../support/mail/mail-server.ts";
import { findFreePort } from "../../support/servers/free-port.ts";
import { scaled } from "../../support/time-limits.ts";

const smtpPort = await findFreePort();
test.use({
  furrowSettings: {
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Furrow <post@furrow.example>",
  },
});

/**
 * Collects the console messages about violations of the content security policy. Messages about
 * scripts that a sandboxed email frame blocks do not count, because Playwright's own scripts cause
 * such messages too.
 */
function policyComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) complaints.push(message.text());
  });
  return complaints;
}

let server: MailServer;
test.beforeAll(async () => {
  server = await openMailServer(smtpPort);
});
test.afterAll(() => server.close());

test("the owner sees why an email failed and how it looks without its scripts, and sends it again", async ({
  page,
  furrow,
}) => {
  const complaints = policyComplaints(page);
  await signInOnce(page, furrow);
  await openPanel(page, "/outbox");
  await expect(page.getByText("No emails yet")).toBeVisible();

  server.trouble = (stage) => (stage === "recipient" ? 550 : null);
  await page.getByRole("link", { name: "Send a test email" }).first().click();
  await page.getByRole("button", { name: "Send a test email" }).click();
  await page.getByRole("link", { name: "View this email" }).click();
  await page.waitForURL("**/outbox/*");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Not delivered; no more attempts")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await openPanel(page, "/admin");
  await expect(page.getByText("1 email could not be delivered")).toBeVisible();
  await page.getByRole("link", { name: /^View failed emails/ }).click();
  const row = page.getByRole("row").filter({ hasText: furrow.adminEmail });
  await expect(row).toContainText("Failed");
  await expect(row).toContainText("The mail server rejected the address");
  await row.getByRole("link", { name: "Test email from Furrow" }).click();
  const frame = page.frameLocator("iframe[title='Preview of the email']");
  await expect(frame.getByRole("heading", { name: "Test email from Furrow" })).toBeVisible();

  server.trouble = () => null;
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The email is queued and will be sent shortly")).toBeVisible();
  await expect.poll(() => server.deliveries.length, { timeout: scaled(15_000) }).toBe(1);
  expect(server.deliveries[0]?.recipients).toEqual([furrow.adminEmail]);
  await page.goto("/outbox?state=sent&recipient=ADMIN@");
  await expect(page.getByRole("row").filter({ hasText: furrow.adminEmail })).toContainText("Sent");
  await page.getByRole("link", { name: "Test email from Furrow" }).first().click();
  await expect(page.getByRole("button", { name: "Send a copy" })).toBeVisible();
  await expect(page.getByText(`${furrow.adminEmail} gets the same email once more.`)).toBeVisible();
  await expect(page.getByText("Tried again")).toBeVisible();
  expect(complaints).toEqual([]);
  const { pathname } = new URL(page.url());
  const framed = (await page.request.get(`${pathname}/html`)).headers();
  expect(framed["content-security-policy"]).toMatch(
    /^default-src 'none'; .*frame-ancestors 'self'; sandbox$/,
  );
  expect(framed["x-frame-options"]).toBe("SAMEORIGIN");
});

test("an email template has a live preview, refuses unknown placeholders, and can be switched off", async ({
  page,
  furrow,
}) => {
  const complaints = policyComplaints(page);
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, blocks.letterPaymentReceived);
  await textField(form, "Subject").fill("Paid, {customerName} <b>");
  const preview = page.frameLocator("iframe[title=Preview]");
  await expect(preview.getByText("Paid, Ann Field <b>", { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
  const words = textField(form, "Text of the email");
  await words.fill("Dear {foo}");
  await publish(form);
  await expect(
    form.getByText(/Text of the email contains the unknown placeholder \{foo\}/),
  ).toBeVisible();
  await words.fill("Dear {customerName}");
  await form.getByRole("combobox", { name: "This email is" }).selectOption("Not sent");
  await publish(form);
  const [record] = await recordsOf(page, blocks.letterPaymentReceived);
  expect(record).toMatchObject({ words: "Dear {customerName}", isSent: "Not sent" });
  await openPanel(page, "/letters");
  await expect(page.getByText("Off", { exact: true })).toHaveCount(1);
});
