import { countEffort } from "../../support/browser/effort.ts";
import { coldTest, expect, newPerson, test } from "../../support/browser/journey.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";

const settings: Parameters<typeof coldTest.use>[0] = {
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
};
test.use(settings);
coldTest.use(settings);

test("an admin is invited from Today with 4 clicks and sets a password; a removed admin loses access at the next request (530 ms)", async ({
  page,
  browser,
  furrow,
  mailServer,
}) => {
  const person = newPerson();
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const effort = await countEffort(page);
  await page.getByRole("main").getByRole("link", { name: "Admin", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).click();
  await page.keyboard.type(person.email);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByText(/^Can do everything/).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("User Is Added")).toBeVisible();
  await expect(page.getByText(`${person.email} is on the team as Owner.`)).toBeVisible();
  await effort.isAsInTitle();
  const row = page.getByRole("row").filter({ hasText: person.email });
  await expect(row).toContainText("Invited");

  const link = await mailedLink(mailServer, person.email, "/invitation");
  const theirs = await (await browser.newContext({ baseURL: furrow.url })).newPage();
  await theirs.goto(link);
  await expect(theirs.getByLabel("Your email")).toHaveValue(person.email);
  await theirs.locator("[name=password]").fill(person.password);
  await theirs.getByRole("button", { name: "Set the password" }).click();
  await expect(theirs).toHaveURL("/admin");
  await openPanel(theirs, "/audit-log");
  await expect(theirs.getByRole("row").filter({ hasText: "Add person to team" })).toContainText(
    furrow.adminEmail,
  );
  await theirs.goto(link);
  await expect(theirs.getByText("This invitation has been used")).toBeVisible();

  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await expect(row).toContainText("Active");
  await page.getByRole("button", { name: `Remove ${person.email}` }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("is no longer on the team")).toBeVisible();
  await expect(row).toHaveCount(0);
  // The removal has ended the sessions; a new session has no rights of the team.
  expect((await theirs.request.get("/api/messages")).status()).toBe(401);
  await theirs.goto("/add-user");
  await expect(theirs).toHaveURL(/\/login\?from=/);
  await theirs.locator("[name=email]").fill(person.email);
  await theirs.locator("[name=password]").fill(person.password);
  await theirs.getByRole("button", { name: "Log in" }).click();
  await expect(theirs).toHaveURL("/add-user");
  expect((await theirs.reload())?.status()).toBe(403);
  expect((await theirs.request.get("/api/messages")).status()).toBe(403);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Active");

  await openPanel(theirs, "/add-user");
  await theirs.getByRole("button", { name: `Remove ${person.email}` }).click();
  await expect(theirs.getByText("only another owner can add you again")).toBeVisible();
  await theirs.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(async () => (await theirs.request.get("/api/messages")).status()).toBe(401);
  await expect(theirs.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("by keyboard alone, an admin is invited from Today with 5 keys, and a second person with 2 keys (880 ms and 120 ms)", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const effort = await countEffort(page);
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type("admins");
  await expect(page.getByRole("button", { name: /^Team and admins/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Add a person" })).toBeVisible();
  await page.keyboard.press("n");
  const field = page.getByRole("textbox", { name: "Email" });
  for (const { email } of [newPerson(), newPerson()]) {
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
    await effort.isAsInTitle();
  }
});

test("after an admin is removed by keyboard, the focus stays in the table", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { email } = newPerson();
  await page.request.post("/api/add-user", {
    headers: { origin: furrow.url },
    data: { userEmail: email, userRole: "Admin" },
  });
  await openPanel(page, "/add-user");
  const table = page.getByRole("table", { name: "Team" });
  const remove = table.getByRole("button", { name: `Remove ${email}` });
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Remove", exact: true })).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("is no longer on the team")).toBeVisible();
  await expect(remove).toHaveCount(0);
  await expect(table.locator(":focus-visible")).toBeInViewport();
});

test("a person without a role, and a refused address, are not added, and the field to correct has the focus", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/add-user");
  const field = page.getByRole("textbox", { name: "Email" });
  await field.fill(newPerson().email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose what the person may do.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Manager/ })).toBeFocused();
  await page.keyboard.press("Space");
  await field.fill(furrow.adminEmail);
  await page.keyboard.press("Enter");
  await expect(page.getByText("already has a role").first()).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(furrow.adminEmail);
  await expect(page.getByRole("radio", { name: /^Manager/ })).toBeChecked();
});

coldTest.describe("on a phone", () => {
  coldTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  coldTest("an admin is invited from Today with 4 taps (480 ms)", async ({ page, furrow }) => {
    await signInOnce(page, furrow);
    await openPanel(page, "/admin");
    const effort = await countEffort(page);
    await page.getByRole("main").getByRole("link", { name: "Admin", exact: true }).tap();
    await page.getByRole("textbox", { name: "Email" }).tap();
    const { email } = newPerson();
    await page.keyboard.type(email);
    await page.getByText(/^Can do everything/).tap();
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await expect(page.getByText("User Is Added")).toBeVisible();
    await effort.isAsInTitle();
    await expect(notices(page).filter({ hasText: email })).toBeInViewport();
  });
});
