import { expect, newPerson, test } from "../support/journey.ts";
import type { MailServer } from "../support/mail-server.ts";
import { openPanel, signInOnce } from "../support/panel.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

/** The link in a person's latest email, once it has arrived over SMTP. */
async function mailedLink({ deliveries }: MailServer, recipient: string): Promise<string> {
  const mails = () => deliveries.filter(({ recipients }) => recipients.includes(recipient));
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  const text = (mails().at(-1)?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /http\S+\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? "";
}

test("an invited admin sets a password and has access; a removed admin loses access at the next request", async ({
  page,
  browser,
  furrow,
  mailServer,
}) => {
  const person = newPerson();
  await signInOnce(page, furrow);
  await openPanel(page, "/add-user");
  await page.locator("[name=userEmail]").fill(person.email);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("User Is Added")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: person.email });
  await expect(row).toContainText("Invited");

  const link = await mailedLink(mailServer, person.email);
  const theirs = await (await browser.newContext({ baseURL: furrow.url })).newPage();
  await theirs.goto(link);
  await expect(theirs.getByLabel("Your email")).toHaveValue(person.email);
  await theirs.locator("[name=password]").fill(person.password);
  await theirs.getByRole("button", { name: "Set the password" }).click();
  await expect(theirs).toHaveURL("/admin");
  await openPanel(theirs, "/audit-log");
  await expect(theirs.getByRole("row").filter({ hasText: "Add admin" })).toContainText(
    furrow.adminEmail,
  );
  await theirs.goto(link);
  await expect(theirs.getByText("This invitation has been used")).toBeVisible();

  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await expect(row).toContainText("Active");
  await page.getByRole("button", { name: `Remove ${person.email}` }).click();
  await page.getByRole("button", { name: "Remove admin", exact: true }).click();
  await expect(page.getByText("User Is Removed")).toBeVisible();
  expect((await theirs.goto("/add-user"))?.status()).toBe(403);
  expect((await theirs.request.get("/api/messages")).status()).toBe(403);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Active");
  expect((await theirs.goto("/add-user"))?.status()).toBe(200);
});
