import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, renderLate, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder, placePaidOrder } from "../../support/browser/placed-order.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

test("a toast with Undo is shown even if the order's page gets a live update before it has rendered the response", async ({
  page,
  furrow,
}) => {
  const { inPanel } = await placeOrder(furrow);
  const { email } = newPerson();
  await register(furrow.url, email);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  await page.getByRole("button", { name: "Move to another company" }).click();
  await page.getByLabel("Email address of someone at the other company").fill(email);
  await page.getByLabel("Both companies have agreed to this move").check();
  await renderLate(page);
  await page.getByRole("button", { name: "Move order" }).click();
  await expect(page.getByText(`now belongs to ${email}.`)).toBeVisible();
});

test("an error stays beside its field when somebody else changes the order", async ({
  page,
  furrow,
}) => {
  const { orderId, inPanel } = await placeOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  await page.getByRole("button", { name: "Move to another company" }).click();
  await page.getByLabel("Email address of someone at the other company").fill("a@example.com");
  await page.getByRole("button", { name: "Move order" }).click();
  const error = page.getByText("Tick the box to confirm.");
  await expect(error).toBeVisible();
  const admin = await adminOf(furrow);
  await admin.call("PUT", `/order-status/${orderId}`, { orderStatus: "Delivered" });
  await expect(page.getByLabel("Order Status")).toHaveValue("Delivered");
  await expect(error).toBeVisible();
});

test("a message can be sent again even if its refusal arrives before the page shows that the message is being sent", async ({
  page,
  furrow,
}) => {
  const { inPanel } = await placePaidOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  const composer = page.getByRole("textbox", { name: "Message to the customer" });
  await composer.fill("Is it still this one? Password: hunter2");
  await renderLate(page);
  await composer.press("Control+Enter");
  await page.getByRole("button", { name: "Move the password" }).click();
  const messages = page.getByRole("list", { name: "Messages, the newest last" });
  await expect(messages).toContainText("Password: (moved to the passwords)");
});

test("an order returns to its column when its delivery is undone before the board is read again", async ({
  page,
  furrow,
}) => {
  const { inPanel } = await placePaidOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, "/orders-board");
  let isUndone = false;
  await page.route(/\/orders-board\.data/, async (route) => {
    await expect.poll(() => isUndone).toBe(true);
    await route.continue();
  });
  const cardIn = (title: string) =>
    page
      .getByRole("region", { name: title })
      .getByRole("listitem")
      .filter({ has: page.locator(`a[href="${inPanel}"]`) });
  await cardIn("Brief")
    .getByRole("button", { name: /^Deliver/ })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Mark as delivered without proof" })
    .click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("z");
  await answered;
  isUndone = true;
  await expect(cardIn("Brief")).toBeVisible();
  await expect(cardIn("In review")).toHaveCount(0);
});
