import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

// A site of its own, because the board has to be empty.
test.use({ furrowSettings: { OWNER_EMAIL: "demonstration@furrow.example" } });

test("an admin adds demonstration orders to the empty board, opens one, and removes them", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/orders-board");
  await page.getByRole("button", { name: "Add demonstration orders" }).click();
  await expect(page.getByText("Demonstration Bicycle Shop")).toBeVisible();
  await openPanel(page, "/total-orders");
  await expect(page.getByText("9 of these orders are demonstration orders")).toBeVisible();
  await page.getByText("Demonstration Bicycle Shop").first().click();
  await expect(page.getByText("They look good. Please go on.")).toBeVisible();
  await openPanel(page, "/total-orders");
  await page.getByRole("button", { name: "Remove demonstration orders" }).click();
  await expect(page.getByText("This deletes all demonstration orders for good")).toBeVisible();
  await page.getByRole("button", { name: "Remove them" }).click();
  await expect(page.getByText("No orders yet")).toBeVisible();
});
