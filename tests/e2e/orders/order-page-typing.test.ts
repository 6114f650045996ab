import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderForPanel } from "../../support/browser/purchase.ts";

const signedOut = "You are signed out. Log in again in another tab, then try again here.";

test("a typed note survives a reload and the end of the session until it is added", async ({
  page,
  context,
  furrow,
}) => {
  const order = await orderForPanel(page);
  await signInOnce(page, furrow);
  await openPanel(page, order);
  const note = page.getByLabel("New note");
  await note.fill("Rings back on Monday");
  await openPanel(page, order);
  await expect(note).toHaveValue("Rings back on Monday");
  await page.getByLabel("Order Status").selectOption("Delivered");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as Delivered" }).click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(note).toHaveValue("Rings back on Monday");

  await context.clearCookies();
  await page.getByRole("button", { name: "Add note" }).click();
  // Looks for the message in the form, because the toast appears before the form can be sent again.
  await expect(page.getByRole("main").getByText(signedOut)).toBeVisible();
  await expect(note).toHaveValue("Rings back on Monday");
  await signInOnce(page, furrow);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note is Added")).toBeVisible();
  await expect(note).toHaveValue("");
  await openPanel(page, order);
  await expect(note).toHaveValue("");
  await expect(page.getByText("Rings back on Monday")).not.toHaveCount(0);
});

test("a typed manual payment is kept until it is recorded or discarded, and Back closes its form", async ({
  page,
  furrow,
}) => {
  const order = await orderForPanel(page);
  await signInOnce(page, furrow);
  await openPanel(page, order);
  const record = page.getByRole("button", { name: "Record a payment" });
  const form = page.getByRole("dialog", { name: "Record a payment" });
  const reference = form.getByLabel("Reference");
  await record.click();
  await reference.fill("Transfer 4711");
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(record).toBeVisible();
  await openPanel(page, "/admin");
  await openPanel(page, order);
  await record.click();
  await expect(reference).toHaveValue("Transfer 4711");
  await form.getByRole("button", { name: "Discard changes" }).click();
  await expect(form).toBeHidden();
  await record.click();
  await expect(reference).toHaveValue("");

  await reference.fill("Transfer 4712");
  await form.getByLabel("Amount in USD").fill("100");
  await page.reload();
  await expect(reference).toHaveValue("Transfer 4712");
  await form.getByRole("button", { name: "Record $100.00" }).click();
  await expect(form.getByText("Confirm that it pays for the order.")).toHaveCount(2);
  await form
    .getByLabel("Record $100.00 even though the order costs $149.00. The order becomes Paid.")
    .check();
  await form.getByRole("button", { name: "Record $100.00" }).click();
  await expect(page.getByText("Payment is Recorded")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText("reference Transfer 4712")).toHaveCount(2);
  await expect(page).toHaveURL(order);
  const kept = () => page.evaluate(() => Object.keys(localStorage).join());
  expect(await kept()).not.toContain("outside-");

  // The form for a refund behaves in the same way, and starts with the refundable amount.
  await page.getByRole("button", { name: "Record a refund" }).click();
  const refund = page.getByRole("dialog");
  await refund.getByLabel("Amount in USD").fill("40.00");
  await refund.getByLabel("Reference").fill("Back 1");
  await openPanel(page, order);
  await page.getByRole("button", { name: "Record a refund" }).click();
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("40.00");
  await refund.getByRole("button", { name: "Record $40.00" }).click();
  await expect(page.getByText("$60.00 can be refunded.")).toBeVisible();
  await expect(refund).toBeHidden();
  await page.getByRole("button", { name: "Record a refund" }).click();
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("60.00");
  await refund.getByLabel("Reference").fill("Back 2");
  await refund.getByRole("button", { name: "Record $60.00" }).click();
  await expect(page.getByText("Nothing is left to refund.")).toBeVisible();
  await expect(page).toHaveURL(order);
  expect(await kept()).not.toContain("outside-");
});
