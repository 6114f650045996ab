import type { Browser, Page } from "@playwright/test";
import { countEffort } from "../../support/browser/effort.ts";
import { coldTest, expect, newPerson } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

// A separate site, because these tests count all orders. Each test leaves every order Pending.
coldTest.use({ furrowSettings: { OWNER_EMAIL: "list@furrow.example" } });

let isFilled = false;

const deliverButton = (page: Page) =>
  page.getByRole("button", { name: "Mark as delivered without proof" });
/** The button of the question that names what the delivery does. */
const confirmButton = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Mark as delivered" });

/** Opens a screen as the admin. The first call places twelve orders, one for Quentin Quickbeam. */
async function openOrders(
  page: Page,
  browser: Browser,
  furrow: FurrowServer,
  path = "/total-orders",
) {
  if (!isFilled) {
    isFilled = true;
    const customer = await browser.newContext({ baseURL: furrow.url });
    const headers = { origin: furrow.url };
    await customer.request.post("/api/auth/sign-up/email", { headers, data: newPerson() });
    for (let count = 0; count < 12; count++) {
      const customerName = count === 3 ? "Quentin Quickbeam" : "Cato Quill";
      const place = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
      const data = { packageName: "Basic", customerName, ...place };
      await customer.request.post("/api/new-order", { headers, data });
    }
    await customer.close();
  }
  await signInOnce(page, furrow);
  await openPanel(page, path);
  return page.getByRole("table", { name: "Orders" });
}

coldTest.describe("The list of orders", () => {
  coldTest.describe.configure({ mode: "serial" });

  coldTest(
    "an order is found from Today by half a name with 2 clicks (1100 ms)",
    async ({ page, browser, furrow }) => {
      await openOrders(page, browser, furrow, "/admin");
      const effort = await countEffort(page);
      await page.getByRole("banner").getByRole("button", { name: /^Find/ }).click();
      await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
      await page.keyboard.type("quickb");
      await page.getByRole("button", { name: /^Order \d+, Quentin Quickbeam/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
      await effort.isAsInTitle();
    },
  );

  coldTest(
    "by keyboard alone, an order is found from Today by half a name with 2 keys (1100 ms)",
    async ({ page, browser, furrow }) => {
      await openOrders(page, browser, furrow, "/admin");
      const effort = await countEffort(page);
      await page.keyboard.press("Control+K");
      await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
      await page.keyboard.type("quickb");
      const found = page.getByRole("button", { name: /^Order \d+, Quentin Quickbeam/ });
      await expect(found).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
      await effort.isAsInTitle();
    },
  );

  coldTest(
    "by keyboard alone, a search in the list moves the focus to the first row, and 3 keys in total open the row's order",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow);
      const effort = await countEffort(page);
      await page.keyboard.press("/");
      await expect(page.getByRole("searchbox", { name: "Search orders" })).toBeFocused();
      await page.keyboard.type("quickb");
      await page.keyboard.press("Enter");
      await expect(page.getByText("1 order", { exact: true })).toBeVisible();
      await expect(table.getByRole("row").nth(1)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
      await effort.isAsInTitle();
      await expect(page.locator("main#content")).toBeFocused();
    },
  );

  coldTest(
    "a search without a result leaves the caret in the search field",
    async ({ page, browser, furrow }) => {
      await openOrders(page, browser, furrow);
      await page.keyboard.press("/");
      await page.keyboard.type("nobody-has-this-name");
      await page.keyboard.press("Enter");
      await expect(page.getByText("No order found")).toBeVisible();
      await expect(page.getByRole("searchbox", { name: "Search orders" })).toBeFocused();
    },
  );

  coldTest(
    "ten orders are marked as delivered with 3 clicks, and 1 click undoes the change (780 ms and 440 ms)",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow);
      const effort = await countEffort(page);
      await page.getByLabel("Select all on this page").click();
      await deliverButton(page).click();
      await expect(page.getByRole("dialog")).toContainText(
        "Marks 10 orders as delivered without proof. The email to each customer waits until a mail server is set up.",
      );
      await confirmButton(page).click();
      await expect(table.getByText("Delivered")).toHaveCount(10);
      await effort.isAsInTitle();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("10 undone.")).toBeVisible();
      await expect(table.getByText("Delivered")).toHaveCount(0);
      await effort.isAsInTitle();
      const mails = await page.request.get("/outbox.data");
      expect(await mails.text()).not.toContain("is delivered");
    },
  );

  coldTest(
    "by keyboard alone, ten orders are marked as delivered from Today with 5 keys, and 1 key undoes the change (2000 ms and 460 ms)",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow, "/admin");
      const effort = await countEffort(page);
      await page.keyboard.press("g");
      await page.keyboard.press("o");
      await expect(page.getByLabel("Select all on this page")).toBeVisible();
      await page.keyboard.press("a");
      await expect(page.getByText("10 selected")).toBeVisible();
      await page.keyboard.press("d");
      await expect(confirmButton(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(table.getByText("Delivered")).toHaveCount(10);
      await effort.isAsInTitle();
      await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
      await page.keyboard.press("z");
      await expect(page.getByText("10 undone.")).toBeVisible();
      await expect(table.getByText("Delivered")).toHaveCount(0);
      await effort.isAsInTitle();
    },
  );

  coldTest(
    "ten orders are assigned with 3 clicks, are found by their person, and 1 click undoes the change",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow);
      const effort = await countEffort(page);
      // The code of the menu arrives after the click on its button.
      let isClicked = false;
      await page.route(/\/bulk-menu-/, async (route) => {
        await expect.poll(() => isClicked).toBe(true);
        await route.continue();
      });
      await page.getByLabel("Select all on this page").click();
      await page.getByRole("button", { name: "Assign to" }).click();
      isClicked = true;
      await page.getByRole("menuitem", { name: furrow.adminEmail }).click();
      await expect(table.getByText(furrow.adminEmail)).toHaveCount(10);
      await effort.isAsInTitle();
      await expect(page.getByText(`10 assigned to ${furrow.adminEmail}.`)).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("10 undone.")).toBeVisible();
      await expect(table.getByText(furrow.adminEmail)).toHaveCount(0);
      await effort.isAsInTitle();
      await table.getByRole("row").nth(1).press("x");
      await page.keyboard.press("w");
      await page.getByRole("menuitem", { name: furrow.adminEmail }).press("Enter");
      const tabs = page.getByRole("navigation", { name: "Orders by state" });
      await tabs.getByRole("link", { name: "Mine" }).click();
      await expect(page.getByText("1 order", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByLabel("Assigned to", { exact: true }).selectOption("Nobody");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.getByText("11 orders")).toBeVisible();
    },
  );

  coldTest(
    "undoing a change of several orders skips an order that was changed again meanwhile",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow);
      for (const index of [1, 2]) await table.getByRole("row").nth(index).press("x");
      await deliverButton(page).click();
      await confirmButton(page).click();
      await expect(table.getByText("Delivered")).toHaveCount(2);
      const href = await table.getByRole("link", { name: "Update" }).first().getAttribute("href");
      const id = href?.split("/").at(-1);
      for (const orderStatus of ["Pending", "Delivered"]) {
        const headers = { origin: furrow.url };
        const to = { headers, data: { orderStatus } };
        expect((await page.request.put(`/api/order-status/${id}`, to)).ok()).toBe(true);
      }
      await page.getByRole("button", { name: "Undo" }).click();
      const said = "1 undone. 1 could not be undone: The status of this order was changed again.";
      await expect(page.getByText(said)).toBeVisible();
      await expect(table.getByText("Delivered")).toHaveCount(1);
      await page.request.put(`/api/order-status/${id}`, {
        headers: { origin: furrow.url },
        data: { orderStatus: "Pending" },
      });
    },
  );

  coldTest(
    "orders are selected one by one and opened by keyboard alone",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow);
      const rows = table.getByRole("row");
      await page.keyboard.press("j");
      await expect(rows.nth(1)).toBeFocused();
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
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/admin\/payment-status\//);
    },
  );

  coldTest(
    "a search is saved as a tab, and the tab is renamed, removed and restored",
    async ({ page, browser, furrow }) => {
      await openOrders(page, browser, furrow);
      await page.getByRole("searchbox", { name: "Search orders" }).fill("quickb");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Save as tab" }).click();
      await page.getByRole("textbox", { name: /^Name of the tab/ }).fill("Quickbeams");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const tabs = page.getByRole("navigation", { name: "Orders by state" });
      await expect(tabs.locator("[aria-current=page]")).toHaveText("Quickbeams");
      await tabs.getByRole("link", { name: "All" }).click();
      await expect(page.getByText("12 orders")).toBeVisible();
      await tabs.getByRole("link", { name: "Quickbeams" }).click();
      await expect(page.getByText("1 order", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Rename or remove the tab Quickbeams" }).click();
      await page.getByRole("textbox", { name: /^Name of the tab/ }).fill("Beams");
      await page.getByRole("button", { name: "Rename", exact: true }).click();
      await expect(tabs.locator("[aria-current=page]")).toHaveText("Beams");
      await page.getByRole("button", { name: "Rename or remove the tab Beams" }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(tabs.getByRole("link", { name: "Beams" })).toHaveCount(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(tabs.getByRole("link", { name: "Beams" })).toBeVisible();
    },
  );

  coldTest(
    "rows and typed text stay visible when a search fails to load",
    async ({ page, browser, furrow }) => {
      const table = await openOrders(page, browser, furrow);
      await page.route("**/*.data*", (route) => route.abort());
      const search = page.getByRole("searchbox", { name: "Search orders" });
      await search.fill("quickb");
      await page.keyboard.press("Enter");
      await expect(page.getByText("The orders could not be loaded")).toBeVisible();
      await expect(table.getByRole("row")).toHaveCount(1 + 10);
      await expect(search).toHaveValue("quickb");
      await page.unroute("**/*.data*");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("1 order", { exact: true })).toBeVisible();
      await expect(page.getByText("The orders could not be loaded")).toBeHidden();
    },
  );

  coldTest.describe("on a phone", () => {
    coldTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    coldTest(
      "an order is found from Today by half a name with 2 taps (1100 ms)",
      async ({ page, browser, furrow }) => {
        await openOrders(page, browser, furrow, "/admin");
        const effort = await countEffort(page);
        await page.getByRole("banner").getByRole("button", { name: /^Find/ }).tap();
        await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
        await page.keyboard.type("quickb");
        await page.getByRole("button", { name: /^Order \d+, Quentin Quickbeam/ }).tap();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
        await effort.isAsInTitle();
      },
    );

    coldTest(
      "ten orders are marked as delivered with 3 taps, restored with 1 tap, and one order is opened with 1 tap on its row (780 ms, 410 ms and 250 ms)",
      async ({ page, browser, furrow }) => {
        const table = await openOrders(page, browser, furrow);
        const row = table.getByRole("row").nth(1);
        const box = await row.boundingBox();
        expect(box?.height).toBeLessThan(90);
        const effort = await countEffort(page);
        await page.getByLabel("Select all on this page").tap();
        const deliver = deliverButton(page);
        await expect(deliver).toBeInViewport({ ratio: 1 });
        await deliver.tap();
        await confirmButton(page).tap();
        await expect(table.getByText("Delivered")).toHaveCount(10);
        await effort.isAsInTitle();
        await page.getByRole("button", { name: "Undo" }).tap();
        await expect(page.getByText("10 undone.")).toBeVisible();
        await expect(table.getByText("Delivered")).toHaveCount(0);
        await effort.isAsInTitle();
        await row.tap({ position: { x: 200, y: 40 } });
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
        await effort.isAsInTitle();
      },
    );
  });
});
