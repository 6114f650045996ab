import type { Page } from "@playwright/test";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder, placePaidOrder } from "../../support/browser/placed-order.ts";

// A separate site, because a long board scrolls while a card is dragged.
for (const each of [test, coldTest]) {
  each.use({ furrowSettings: { OWNER_EMAIL: "board@furrow.example" } });
}

const column = (page: Page, title: string) => page.getByRole("region", { name: title });
const card = (page: Page, title: string, inPanel: string) =>
  column(page, title)
    .getByRole("listitem")
    .filter({ has: page.locator(`a[href="${inPanel}"]`) });

/** Answers the question of the board with a delivery without proof. */
async function deliverFromBoard(page: Page, inPanel: string): Promise<void> {
  await card(page, "Brief", inPanel)
    .getByRole("button", { name: /^Deliver/ })
    .click();
  const question = page.getByRole("dialog", { name: /^Deliver order \d+/ });
  await expect(question).toContainText("marks 1 order as delivered without proof.");
  await question.getByRole("button", { name: "Mark as delivered without proof" }).click();
}

test("the board shows orders by stage and person; an order is delivered and restored, and returns to its stage when the move cannot be saved", async ({
  page,
  furrow,
}) => {
  const { inPanel: unpaid } = await placeOrder(furrow);
  const { inPanel } = await placePaidOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  const assigned = page.getByLabel("Assigned to", { exact: true });
  const me = await assigned.locator("option", { hasText: furrow.adminEmail }).innerText();
  await assigned.selectOption(me);
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(page.getByText("Assignment is Changed")).toBeVisible();

  await openPanel(page, "/total-orders");
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await expect(card(page, "Not paid", unpaid)).toContainText("$149.00");
  await expect(card(page, "Not paid", unpaid).getByRole("button")).toHaveCount(0);
  const [inBrief, inReview] = [card(page, "Brief", inPanel), card(page, "In review", inPanel)];
  await expect(inBrief).toContainText("Basic, paid");
  await expect(inBrief).toContainText(furrow.adminEmail);
  await assigned.selectOption("Nobody");
  await expect(page).toHaveURL(/assigned=nobody/);
  await expect(inBrief).toHaveCount(0);
  await assigned.selectOption("Me");
  await expect(inBrief).toBeVisible();

  const saving = /\.data(\?|$)/;
  await page.route(saving, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await deliverFromBoard(page, inPanel);
  await expect(page.getByText("The site did not answer.").first()).toBeVisible();
  await expect(inBrief).toBeVisible();
  await expect(inReview).toHaveCount(0);
  await page.unroute(saving);

  await deliverFromBoard(page, inPanel);
  await expect(inReview).toBeVisible();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await page.keyboard.press("z");
  await expect(inBrief).toBeVisible();
  await expect(inReview).toHaveCount(0);
  await inBrief.getByRole("button", { name: /^Deliver/ }).click();
  await page.getByRole("link", { name: "Write the delivery" }).click();
  await expect(page.getByRole("dialog", { name: "Deliver the order" })).toBeVisible();
});

test("a card can be dragged into “In review” and back into “In work”, but not to a stage that follows from facts", async ({
  page,
  furrow,
}) => {
  const { inPanel } = await placePaidOrder(furrow);
  await signInOnce(page, furrow);
  // Makes the whole board visible, because a page that scrolls during a drag moves the cards.
  await page.setViewportSize({ width: 1440, height: 4000 });
  await openPanel(page, "/orders-board");
  await card(page, "Brief", inPanel).dragTo(column(page, "Ready"));
  await expect(column(page, "Ready")).toContainText("Follows from the brief: it has arrived.");
  await card(page, "Brief", inPanel).dragTo(column(page, "In review"));
  await page.getByRole("button", { name: "Mark as delivered without proof" }).click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(card(page, "In review", inPanel)).toBeVisible();
  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await card(page, "In review", inPanel).dragTo(column(page, "In work"));
  await expect(card(page, "In work", inPanel)).toBeVisible();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await page.reload();
  await expect(card(page, "In work", inPanel)).toBeVisible();
});

coldTest.describe("on a phone", () => {
  coldTest.use(phone);

  coldTest(
    "the board shows one column at a time, which a tap on its name opens",
    async ({ page, furrow }) => {
      await placeOrder(furrow);
      await signInOnce(page, furrow);
      await openPanel(page, "/orders-board");
      const columns = page.getByRole("navigation", { name: "Columns" });
      for (const title of ["Accepted", "Brief"]) {
        await columns.getByRole("button", { name: RegExp(`^${title}`) }).tap();
        await expect(page.getByRole("heading", { name: title })).toBeInViewport({ ratio: 1 });
      }
    },
  );
});
