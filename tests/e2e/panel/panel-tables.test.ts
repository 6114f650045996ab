import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";

// A separate site, because the tests count all messages and subscribers.
test.use({ furrowSettings: { OWNER_EMAIL: "tables@furrow.example" } });

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

/** Values of a column of the CSV file that "Export CSV" downloads. */
async function exported(page: Page, column: number): Promise<(string | undefined)[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).first().click();
  const file = await readFile(await (await download).path(), "utf8");
  const lines = file.replace("\ufeff", "").replaceAll('"', "").trimEnd().split("\r\n");
  return lines.slice(1).map((line) => line.split(",")[column]);
}

test("messages are found, exported, marked Read in bulk and deleted by keyboard, undone, and restored from the trash", async ({
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
  expect(await exported(page, 3)).toEqual(["Barley", "Barley straw"]);
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByText("2 messages are marked Read")).toBeVisible();
  await expect(read.getByRole("row")).toHaveCount(1 + 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 undone.")).toBeVisible();
  await expect(unread.getByRole("row")).toHaveCount(1 + 2);

  // By keyboard: j moves to a row, x selects the row, d deletes the message.
  const remove = async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.keyboard.press("d");
    await expect(unread.getByRole("row")).toHaveCount(1 + 1);
  };
  await remove();
  await expect(unread.locator("tbody tr")).toBeFocused();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(unread.getByRole("row")).toHaveCount(1 + 2);
  await openPanel(page, "/all-messages?search=barley");
  await remove();
  await openPanel(page, "/trash");
  await page.getByRole("button", { name: "Restore Message from ann@example.com" }).click();
  await expect(page.getByRole("button", { name: /^Restore Message/ })).toHaveCount(0);
  await openPanel(page, "/all-messages?search=barley");
  await expect(page.getByText("2 unread messages")).toBeVisible();
});

test("subscribers are found, sorted, exported and removed in bulk, and restored by a signed-in admin only", async ({
  page,
  context,
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
  await page.getByRole("link", { name: "Email" }).click();
  await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("searchbox").fill("an");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  expect(await exported(page, 0)).toEqual(["ann@example.com", "anna@example.com"]);
  await page.getByLabel("Select all on this page").check();
  const remove = page.getByRole("button", { name: "Remove", exact: true });
  await context.clearCookies();
  await remove.click();
  await expect(notices(page).getByText(/^You are signed out/)).toBeVisible();
  await signInOnce(page, furrow);
  await remove.click();
  await expect(page.getByText("2 subscribers were removed")).toBeVisible();
  await expect(page.getByText("No subscriber found")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(2);
});

const specifiedColumns = {
  "/total-orders": ["Order", "Order Date", "Name", "Email", "Order Status", "Payment Status"],
  "/all-messages": ["Sl No.", "Full Name", "Phone Number", "Email", "Subject", "Message Status"],
  "/all-subscriber": ["Sl No.", "Email"],
};

test("every specified column is shown, and nothing reaches beyond the window at 1024 px", async ({
  page,
  furrow,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
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
    expect(right, path).toBeLessThanOrEqual(1024);
  }
});
