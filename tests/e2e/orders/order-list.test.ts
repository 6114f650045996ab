import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { cellsOf } from "../../support/csv-readers.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { register } from "../../support/servers/web-client.ts";

// A separate site, because these tests count all orders. Each test leaves every order Pending.
test.use({ furrowSettings: { OWNER_EMAIL: "list@furrow.example" } });

const names = ["=SUM(A1)", "Ada, Field", "Quentin Quickbeam", ...Array(9).fill("Cato Quill")];

let filled: FurrowServer | null = null;

/**
 * Opens a screen as the admin. The first call places an order under each name, and cancels the order
 * of "Ada, Field".
 */
async function openOrders(page: Page, furrow: FurrowServer, path = "/total-orders") {
  if (filled !== furrow) {
    filled = furrow;
    const customer = await register(furrow.url, newPerson().email);
    for (const customerName of names) {
      const place = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
      const order = { packageName: "Basic", customerName, ...place };
      const { _id } = await customer.call<{ _id: string }>("POST", "/new-order", order);
      if (customerName !== "Ada, Field") continue;
      await customer.call("PUT", `/order-cancelled/${_id}`, { paymentStatus: "Cancelled" });
    }
  }
  await signInOnce(page, furrow);
  await openPanel(page, path);
  return page.getByRole("table", { name: "Orders" });
}

const deliverButton = (page: Page) =>
  page.getByRole("button", { name: "Mark as delivered without proof" });
/** The button of the question that names what the delivery does. */
const confirmButton = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Mark as delivered" });
const tabsOf = (page: Page) => page.getByRole("navigation", { name: "Orders by state" });

test("an order is found from Today by half a name, and by keyboard in the list", async ({
  page,
  furrow,
}) => {
  await openOrders(page, furrow, "/admin");
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type("quickb");
  await expect(page.getByRole("button", { name: /^Order \d+, Quentin Quickbeam/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(/^Order \d+$/);

  await page.keyboard.press("g");
  await page.keyboard.press("o");
  const rows = page.getByRole("table", { name: "Orders" }).getByRole("row");
  await expect(rows).toHaveCount(1 + 10);
  const search = page.getByRole("searchbox", { name: "Search orders" });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("nobody-has-this-name");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No order found")).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill("quickb");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(/^Order \d+$/);
  await expect(page.locator("main#content")).toBeFocused();
});

test("the owner filters, sorts and exports orders, and opens one by a click on its row", async ({
  page,
  furrow,
}) => {
  const table = await openOrders(page, furrow);
  const row = table.getByRole("row").nth(1);
  await row.getByRole("checkbox").check();
  await expect(page).toHaveURL("/total-orders");
  await row.getByText("Cato Quill").click();
  await expect(page).toHaveURL(/\/admin\/payment-status\//);
  await page.goBack();
  await tabsOf(page).getByRole("link", { name: "To deliver" }).click();
  await expect(page.getByText("No order found")).toBeVisible();
  await tabsOf(page).getByRole("link", { name: "All" }).click();
  await expect(table.getByRole("row")).toHaveCount(1 + 10);

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Payment Status").selectOption("UnPaid");
  await page.getByLabel("Sort by").selectOption("oldest");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/total-orders?payment=UnPaid&sort=oldest");
  await expect(page.getByText("11 orders")).toBeVisible();
  await page.getByRole("navigation", { name: "Pages of orders" }).getByText("Next").click();
  await expect(table.getByRole("row")).toHaveCount(1 + 1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  const [head, ...lines] = file.replace("\ufeff", "").trimEnd().split("\r\n");
  const cellsIn = (line = "") => cellsOf(line, ",", true);
  const column = cellsIn(head).indexOf("Name");
  expect(lines.map((line) => cellsIn(line)[column])).toEqual([
    "'=SUM(A1)",
    "Quentin Quickbeam",
    ...Array(9).fill("Cato Quill"),
  ]);
});

test("ten orders are marked as delivered by keyboard and restored, except an order that was changed again", async ({
  page,
  furrow,
}) => {
  const table = await openOrders(page, furrow);
  const rows = table.getByRole("row");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("k");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 selected")).toBeHidden();

  await page.keyboard.press("a");
  await expect(page.getByText("10 selected")).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog")).toContainText(
    "Marks 10 orders as delivered without proof. The email to each customer waits until a mail server is set up.",
  );
  await expect(confirmButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(table.getByText("Delivered")).toHaveCount(10);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByText("10 undone.")).toBeVisible();
  await expect(table.getByText("Delivered")).toHaveCount(0);
  expect(await (await page.request.get("/outbox.data")).text()).not.toContain("is delivered");

  for (const index of [1, 2]) await rows.nth(index).press("x");
  await deliverButton(page).click();
  await confirmButton(page).click();
  await expect(table.getByText("Delivered")).toHaveCount(2);
  const href = await table.getByRole("link", { name: "Update" }).first().getAttribute("href");
  const setStatus = async (orderStatus: string) => {
    const to = { headers: { origin: furrow.url }, data: { orderStatus } };
    const path = `/api/order-status/${href?.split("/").at(-1)}`;
    expect((await page.request.put(path, to)).ok()).toBe(true);
  };
  for (const status of ["Pending", "Delivered"]) await setStatus(status);
  await page.getByRole("button", { name: "Undo" }).click();
  const said = "1 undone. 1 could not be undone: The status of this order was changed again.";
  await expect(page.getByText(said)).toBeVisible();
  await expect(table.getByText("Delivered")).toHaveCount(1);
  await setStatus("Pending");
});

test("ten orders are assigned, and the change is undone", async ({ page, furrow }) => {
  const table = await openOrders(page, furrow);
  await page.getByLabel("Select all on this page").click();
  await page.getByRole("button", { name: "Assign to" }).click();
  await page.getByRole("menuitem", { name: furrow.adminEmail }).click();
  await expect(page.getByText(`10 assigned to ${furrow.adminEmail}.`)).toBeVisible();
  await expect(table.getByText(furrow.adminEmail)).toHaveCount(10);
  await tabsOf(page).getByRole("link", { name: "Mine" }).click();
  await expect(page.getByText("10 orders", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("10 undone.")).toBeVisible();
  await expect(table.getByText(furrow.adminEmail)).toHaveCount(0);
});

test("a search is saved as a tab, which is renamed, removed and restored, and a failed search keeps rows and text", async ({
  page,
  furrow,
}) => {
  const table = await openOrders(page, furrow);
  const search = page.getByRole("searchbox", { name: "Search orders" });
  await page.route("**/*.data*", (route) => route.abort());
  await search.fill("quickb");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The orders could not be loaded")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(1 + 10);
  await expect(search).toHaveValue("quickb");
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();
  await expect(page.getByText("The orders could not be loaded")).toBeHidden();

  const tabs = tabsOf(page);
  const name = page.getByRole("textbox", { name: /^Name of the tab/ });
  await page.getByRole("button", { name: "Save as tab" }).click();
  await name.fill("Quickbeams");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(tabs.locator("[aria-current=page]")).toHaveText("Quickbeams");
  await tabs.getByRole("link", { name: "All" }).click();
  await expect(page.getByText("12 orders")).toBeVisible();
  await tabs.getByRole("link", { name: "Quickbeams" }).click();
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Rename or remove the tab Quickbeams" }).click();
  await name.fill("Beams");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(tabs.locator("[aria-current=page]")).toHaveText("Beams");
  await page.getByRole("button", { name: "Rename or remove the tab Beams" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(tabs.getByRole("link", { name: "Beams" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tabs.getByRole("link", { name: "Beams" })).toBeVisible();
});
