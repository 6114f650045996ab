import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

// A separate site, because the tests count all messages and subscribers.
test.use({ furrowSettings: { OWNER_EMAIL: "tables@furrow.example" } });

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

/** Lines of the CSV file that "Export CSV" downloads, without the header and quotation marks. */
async function exported(page: Page): Promise<string[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).first().click();
  const file = await readFile(await (await download).path(), "utf8");
  return file.replace("\ufeff", "").replaceAll('"', "").trimEnd().split("\r\n").slice(1);
}

test("messages are marked Read and deleted in bulk, and each change is undone with 1 click or 1 key", async ({
  page,
  furrow,
}) => {
  for (const subject of ["Kale", "Barley", "Barley straw"]) {
    const data = { email: "ann@example.com", subject, message: "Is it ripe?" };
    await page.request.post("/api/add-message", { headers: { origin: furrow.url }, data });
  }
  await openPanel(page, "/all-messages");
  const unread = page.getByRole("table", { name: "Unread messages" });
  const read = page.getByRole("table", { name: "Read messages" });
  // A sender without a name is shown by email address.
  await expect(unread.getByRole("link", { name: "ann@example.com" }).first()).toBeVisible();
  await page.getByRole("searchbox").fill("barley");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 unread messages")).toBeVisible();
  expect((await exported(page)).map((line) => line.split(",")[3])).toEqual([
    "Barley",
    "Barley straw",
  ]);
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByText("2 messages are marked Read")).toBeVisible();
  await expect(read.getByRole("row")).toHaveCount(1 + 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 undone.")).toBeVisible();
  await expect(unread.getByRole("row")).toHaveCount(1 + 2);

  // By keyboard: j moves to a row, x selects the row, d deletes the message.
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByText("1 message is moved to the trash")).toBeVisible();
  await expect(unread.getByRole("row")).toHaveCount(1 + 1);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(unread.getByRole("row")).toHaveCount(1 + 2);
});

test("subscribers are found, sorted, exported, removed in bulk and restored", async ({
  page,
  furrow,
}) => {
  await openPanel(page, "/all-subscriber");
  await expect(page.getByText("No subscribers yet")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  for (const name of ["dan", "anna", "bea", "ann"]) {
    const data = { subemail: `${name}@example.com` };
    await page.request.post("/api/add-subscriber", { headers: { origin: furrow.url }, data });
  }
  await openPanel(page, "/all-subscriber");
  const rows = page.getByRole("table", { name: "Subscribers" }).locator("tbody tr");
  await expect(rows.first()).toContainText("ann@example.com");
  await page.getByRole("link", { name: "Email" }).click();
  await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("searchbox").fill("an");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("ann@example.com");
  expect((await exported(page)).map((line) => line.split(",")[0])).toEqual([
    "ann@example.com",
    "anna@example.com",
  ]);
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("2 subscribers were removed")).toBeVisible();
  await expect(page.getByText("No subscriber found")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(2);
});

test("a message and a subscriber are restored from the trash after their toasts are gone", async ({
  page,
  furrow,
}) => {
  const headers = { origin: furrow.url };
  const message = { email: "rye@example.com", subject: "Rye", message: "Is it ripe?" };
  await page.request.post("/api/add-message", { headers, data: message });
  const subscriber = { subemail: "rye@example.com" };
  await page.request.post("/api/add-subscriber", { headers, data: subscriber });
  await openPanel(page, "/all-messages?search=rye");
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("1 message is moved to the trash")).toBeVisible();
  await openPanel(page, "/all-subscriber?q=rye");
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("rye@example.com was removed")).toBeVisible();

  await openPanel(page, "/trash");
  for (const what of ["Message from rye@example.com", "Subscriber rye@example.com"]) {
    const row = page.getByRole("row").filter({ hasText: what });
    await row.getByRole("button", { name: `Restore ${what}` }).click();
    await expect(row).toHaveCount(0);
  }
  await openPanel(page, "/all-messages?search=rye");
  await expect(page.getByText("1 unread message")).toBeVisible();
  await openPanel(page, "/all-subscriber?q=rye");
  await expect(page.getByRole("table", { name: "Subscribers" })).toContainText("rye@example.com");
});

test("people and emails are sorted and exported, all of them or only the selected rows", async ({
  page,
  browser,
  furrow,
}) => {
  const data = { email: "ann@example.com", subject: "Rye", message: "Is it ripe?" };
  await page.request.post("/api/add-message", { headers: { origin: furrow.url }, data });
  const person = newPerson();
  const customer = await browser.newContext({ baseURL: furrow.url });
  await customer.request.post("/api/auth/sign-up/email", {
    headers: { origin: furrow.url },
    data: person,
  });
  await customer.close();
  await openPanel(page, "/people?sort=newest");
  await page.getByRole("link", { name: "Registered" }).click();
  await expect(page).toHaveURL("/people?sort=oldest");
  await expect(page.getByRole("columnheader", { name: "Registered" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  const emails = (await exported(page)).map((line) => line.split(",")[0]);
  expect(emails).toContain(person.email);
  expect(emails).not.toContain(furrow.adminEmail);
  await openPanel(page, `/people?state=unconfirmed&search=${person.email}`);
  expect(await exported(page)).toEqual([expect.stringMatching(RegExp(`^${person.email},.*,no,`))]);
  const orders = page.locator("[data-unit]");
  const unitOf = () => orders.evaluate((count) => getComputedStyle(count, "::after").content);
  expect(await unitOf()).toBe("none");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await unitOf()).toContain("orders");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByLabel("Select all on this page").check();
  const download = page.waitForEvent("download");
  await page.keyboard.press("e");
  const file = await download;
  expect(file.suggestedFilename()).toBe("customers.csv");
  const saved = (await readFile(await file.path(), "utf8")).replaceAll('"', "");
  const [headings, ...customers] = saved.split("\r\n");
  expect(headings).toBe("\ufeffEmail,Name,Email status,Registered,Orders");
  expect(customers).toEqual([
    expect.stringMatching(RegExp(`^${person.email},.*Not confirmed,.*,0$`)),
    "",
  ]);
  await openPanel(page, "/outbox");
  const mails = page.getByRole("table", { name: "Emails" }).locator("tbody tr");
  const first = await mails.first().textContent();
  await page.getByRole("link", { name: "Queued" }).click();
  await expect(mails.last()).toHaveText(first ?? "");
  expect(await exported(page)).toHaveLength(await mails.count());
  await openPanel(page, "/payments");
  await expect(page.getByText("No payments yet")).toBeVisible();
});

const specifiedColumns = {
  "/total-orders": ["Order", "Order Date", "Name", "Email", "Order Status", "Payment Status"],
  "/all-messages": ["Sl No.", "Full Name", "Phone Number", "Email", "Subject", "Message Status"],
  "/all-subscriber": ["Sl No.", "Email"],
};

for (const width of [1024, 1280]) {
  test(`at ${width} px every specified column is shown, and nothing reaches beyond the window`, async ({
    page,
    furrow,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const headers = { origin: furrow.url };
    const message = {
      name: "Bartholomew Featherstonehaugh",
      email: "bartholomew.featherstonehaugh@long-company-name.example",
      number: "+44 20 7946 0958",
      subject: "A question about the plan for bakeries with several shops",
      message: "Is it ripe?",
    };
    await page.request.post("/api/add-message", { headers, data: message });
    const data = { subemail: message.email };
    await page.request.post("/api/add-subscriber", { headers, data });
    await page.request.post("/api/demonstration-orders", { headers });
    for (const [path, columns] of Object.entries(specifiedColumns)) {
      await openPanel(page, path);
      const table = page.getByRole("table").first();
      for (const name of columns) {
        await expect(table.getByRole("columnheader", { name, exact: true })).toBeVisible();
      }
      await expect(table.locator("tbody tr").first()).toBeVisible();
      const right = await table.evaluate((element) => element.getBoundingClientRect().right);
      expect([path, right <= width]).toEqual([path, true]);
    }
  });
}
