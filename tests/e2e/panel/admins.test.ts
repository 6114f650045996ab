import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

test("an admin is invited and sets a password; a removed admin loses access at the next request, and the removal is undone", async ({
  page,
  browser,
  furrow,
  mailServer,
}) => {
  const person = newPerson();
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.getByRole("main").getByRole("link", { name: "Admin", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByText(/^Can do everything/).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(`${person.email} is on the team as Owner.`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: person.email });
  await expect(row).toContainText("Invited");

  const link = await mailedLink(mailServer, person.email, "/invitation");
  const theirs = await browser.newPage({ baseURL: furrow.url });
  await theirs.goto(link);
  await expect(theirs.getByLabel("Your email")).toHaveValue(person.email);
  await theirs.locator("[name=password]").fill(person.password);
  await theirs.getByRole("button", { name: "Set the password" }).click();
  await expect(theirs).toHaveURL("/admin");

  await openPanel(page, "/add-user");
  await expect(row).toContainText("Active");
  await page.getByRole("button", { name: `Remove ${person.email}` }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("is no longer on the team")).toBeVisible();
  await expect(row).toHaveCount(0);
  // The removal has ended the sessions.
  expect((await theirs.request.get("/api/messages")).status()).toBe(401);
  await theirs.goto("/add-user");
  await expect(theirs).toHaveURL(/\/login\?from=/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Active");
});

test("by keyboard alone, two admins are invited, a refused person keeps the focus in the field, and a removal keeps the focus in the table", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/add-user");
  const { keyboard } = page;
  await keyboard.press("n");
  const field = page.getByRole("textbox", { name: "Email" });
  const invited = [newPerson().email, newPerson().email];
  for (const email of invited) {
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    await keyboard.type(email);
    await keyboard.press("Tab");
    await keyboard.press("Space");
    await keyboard.press("Enter");
    await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
  }
  await expect(field).toHaveValue("");
  await field.fill(furrow.adminEmail);
  await keyboard.press("Enter");
  await expect(page.getByText("Choose what the person may do.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Manager/ })).toBeFocused();
  await keyboard.press("Space");
  await field.press("Enter");
  await expect(page.getByText("already has a role").first()).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(furrow.adminEmail);

  const table = page.getByRole("table", { name: "Team" });
  const remove = table.getByRole("button", { name: `Remove ${invited[0]}` });
  const confirm = page.getByRole("button", { name: "Remove", exact: true });
  await remove.focus();
  await keyboard.press("Enter");
  await expect(confirm).toBeFocused();
  await keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await keyboard.press("Enter");
  await expect(confirm).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByText("is no longer on the team")).toBeVisible();
  await expect(remove).toHaveCount(0);
  await expect(table.locator(":focus-visible")).toBeInViewport();
});
