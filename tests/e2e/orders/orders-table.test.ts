import { readFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { cellsOf } from "../../support/csv-readers.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

// A separate site, because the test counts all orders.
test.use({ furrowSettings: { OWNER_EMAIL: "table@furrow.example" } });

interface Placed {
  readonly _id: string;
}

const names = ["=SUM(A1)", "Ada, Field", 'Ben "Barley"', ...Array(12).fill("Cato Quill")];

/** Places an order under each name, and cancels the order of "Ada, Field". */
async function placeOrders(browser: Browser, furrow: FurrowServer, names: readonly string[]) {
  const customer = await browser.newContext({ baseURL: furrow.url });
  const headers = { origin: furrow.url };
  const person = newPerson();
  await customer.request.post("/api/auth/sign-up/email", { headers, data: person });
  const [plan] = (await (await customer.request.get("/api/pricings")).json()) as {
    packageName: string;
  }[];
  for (const customerName of names) {
    const order = { packageName: plan?.packageName, customerName };
    const place = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
    const data = { ...order, ...place };
    const answer = await customer.request.post("/api/new-order", { headers, data });
    const placed = (await answer.json()) as Placed;
    if (customerName === "Ada, Field") {
      const data = { paymentStatus: "Cancelled" };
      await customer.request.put(`/api/order-cancelled/${placed._id}`, { headers, data });
    }
  }
  await customer.close();
}

test("the owner filters, exports and delivers several orders", async ({
  page,
  browser,
  furrow,
}) => {
  await placeOrders(browser, furrow, names);
  await signInOnce(page, furrow);
  await openPanel(page, "/total-orders");
  const table = page.getByRole("table", { name: "Orders" });
  await expect(table.getByRole("row")).toHaveCount(1 + 10);

  // A click on a row opens its order, except on a control of the row.
  const row = table.getByRole("row").nth(1);
  await row.getByRole("checkbox").check();
  await expect(page).toHaveURL("/total-orders");
  await row.getByText("Cato Quill").click();
  await expect(page).toHaveURL(/\/admin\/payment-status\//);
  await page.goBack();

  const tabs = page.getByRole("navigation", { name: "Orders by state" });
  await tabs.getByRole("link", { name: "To deliver" }).click();
  await expect(page.getByText("No order found")).toBeVisible();
  await expect(tabs.locator("[aria-current=page]")).toHaveText("To deliver");
  await tabs.getByRole("link", { name: "All" }).click();
  await expect(table.getByRole("row")).toHaveCount(1 + 10);
  const deliverButton = page.getByRole("button", { name: "Mark as delivered without proof" });
  await expect(deliverButton).toBeHidden();

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Payment Status").selectOption("UnPaid");
  await page.getByLabel("Sort by").selectOption("oldest");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/total-orders?payment=UnPaid&sort=oldest");
  await expect(page.getByText("14 orders")).toBeVisible();
  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  const shown: string[] = [];
  const readPage = async () =>
    shown.push(
      ...(await table.locator("tbody tr td[data-label=Name]").allInnerTexts()).map((text) =>
        text.trim(),
      ),
    );
  await readPage();
  await page.getByRole("navigation", { name: "Pages of orders" }).getByText("Next").click();
  await expect(table.getByRole("row")).toHaveCount(1 + 4);
  await readPage();
  expect(shown).toEqual(names.filter((name) => name !== names[1]));

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  const [head, ...lines] = file.replace("\ufeff", "").trimEnd().split("\r\n");
  const cellsIn = (line = "") => cellsOf(line, ",", true);
  const column = cellsIn(head).indexOf("Name");
  expect(lines.map((line) => cellsIn(line)[column])).toEqual([
    "'=SUM(A1)",
    'Ben "Barley"',
    ...Array(12).fill("Cato Quill"),
  ]);

  await openPanel(page, "/total-orders?q=zzz&payment=UnPaid");
  await expect(page.getByText("No order matches “zzz”.")).toBeVisible();
  await page.getByRole("link", { name: "Remove the filter “zzz”" }).click();
  await expect(page.getByText("14 orders")).toBeVisible();

  // Marking delivered orders as Delivered again changes nothing.
  const deliver = async () => {
    await page.getByLabel("Select all on this page").check();
    await expect(page.getByText("10 selected")).toBeVisible();
    await deliverButton.click();
  };
  await deliver();
  const question = page.getByRole("dialog", { name: "Deliver without proof?" });
  await expect(question).toContainText(
    "The email to each customer waits until a mail server is set up. 10 of them are not paid.",
  );
  await question.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(page.getByText("10 selected")).toBeHidden();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(page.getByText("10 changed.")).toBeVisible();
  await expect(
    page.getByText("The email to each customer waits until a mail server is set up."),
  ).toBeVisible();
  await expect(table.getByText("Delivered")).toHaveCount(10);
  // Nothing happens that has to be asked about.
  await deliver();
  await expect(page.getByText("0 changed, 10 already had this status.")).toBeVisible();
  await openPanel(page, "/total-orders?status=Delivered");
  await expect(page.getByText("10 orders")).toBeVisible();
});
