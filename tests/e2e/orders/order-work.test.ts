import type { Page } from "@playwright/test";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder, placePaidOrder } from "../../support/browser/placed-order.ts";
import { adminOf } from "../../support/servers/web-client.ts";

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const actions = (page: Page) => page.getByRole("region", { name: "Actions" });
const withoutProof = (page: Page) =>
  actions(page).getByRole("button", { name: "Mark as delivered without proof" });

/** The delivery without proof is behind "More actions", because "Deliver" is the usual way. */
async function deliverWithoutProof(page: Page): Promise<void> {
  await actions(page).getByRole("button", { name: "More actions" }).click();
  await withoutProof(page).click();
}

test("a change of the order status is undone with the key z or its toast, unless the status was changed again", async ({
  page,
  furrow,
}) => {
  const { orderId, inPanel } = await placePaidOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  await deliverWithoutProof(page);
  const toast = notices(page).filter({
    hasText: "The email to the customer waits until a mail server is set up.",
  });
  await expect(toast).toContainText(/Order \d+ is Delivered\./);
  await expect(withoutProof(page)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(notices(page).filter({ hasText: "1 undone." })).toBeVisible();
  await expect(actions(page).getByRole("button", { name: "Deliver", exact: true })).toBeVisible();
  // The undo deletes the change, as if nobody had pressed the button.
  await expect(timeline(page).getByText(/^(Delivered|Marked as Pending)$/)).toHaveCount(0);

  await deliverWithoutProof(page);
  await expect(toast).toBeVisible();
  const admin = await adminOf(furrow);
  for (const orderStatus of ["Pending", "Delivered"]) {
    await admin.call("PUT", `/order-status/${orderId}`, { orderStatus });
  }
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(
    notices(page).getByText("Not undone. The status of this order was changed again."),
  ).toBeVisible();
  await expect(withoutProof(page)).toHaveCount(0);
});

test("the owner cancels an unpaid order, and j and k open the next and previous order of the filtered list", async ({
  page,
  furrow,
}) => {
  const { customer, person } = await placeOrder(furrow);
  for (const packageName of ["Premium", "Basic", "Basic"]) {
    const place = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
    await customer.call("POST", "/new-order", { packageName, customerName: person.name, ...place });
  }
  await signInOnce(page, furrow);
  const search = new URLSearchParams({ q: person.name, plan: "Basic", sort: "oldest" });
  await openPanel(page, `/total-orders?${search}`);
  const rows = page.getByRole("table", { name: "Orders" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  const numbers = await rows.locator("td[data-label=Order]").allInnerTexts();
  const [first, second, third] = numbers.map((number) => `Order ${number.trim()}`);
  const heading = page.getByRole("heading", { level: 1 });
  await rows.nth(1).getByRole("link").first().click();
  await expect(heading).toHaveText(first ?? "");
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.keyboard.press("j");
  await expect(heading).toHaveText(second ?? "");

  await actions(page).getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("dialog", { name: /^Cancel order/ });
  await expect(question).toContainText("This cannot be undone.");
  await question.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText("Order is Cancelled")).toBeVisible();
  const cancelled = timeline(page)
    .getByRole("listitem")
    .filter({ hasText: /^Cancelled/ });
  await expect(cancelled).toContainText(furrow.adminEmail);
  await expect(actions(page).getByRole("button", { name: "Cancel order" })).toHaveCount(0);

  // After a submitted form and a reload, Next and Previous still follow the filtered list.
  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(heading).toHaveText(third ?? "");
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await page.keyboard.press("k");
  await expect(heading).toHaveText(second ?? "");
  await page.getByRole("link", { name: "Your list" }).click();
  await expect(rows).toHaveCount(4);
});

test("a note on a customer is added, changed, removed and restored, and is shown on the customer's order", async ({
  page,
  furrow,
}) => {
  const { inPanel } = await placeOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  await page.getByRole("link", { name: "Add a note about this customer" }).click();
  const notes = page.getByRole("region", { name: "Internal notes" });
  await notes.getByLabel("New note").fill("Prefers mornings");
  await notes.getByRole("button", { name: "Add note" }).click();
  const note = notes.getByRole("article");
  await expect(note).toContainText(`Prefers mornings${furrow.adminEmail}, `);
  await note.getByRole("button", { name: "Edit" }).click();
  await note.getByLabel("Note", { exact: true }).fill("Prefers evenings");
  await note.getByRole("button", { name: "Save note" }).click();
  await expect(note).toContainText(`Changed by ${furrow.adminEmail}`);
  await note.getByRole("button", { name: "Remove" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByText("Note is Restored")).toBeVisible();
  await expect(note).toContainText("Prefers evenings");
  await openPanel(page, inPanel);
  await expect(page.getByText("Prefers evenings")).toBeVisible();
  await page.getByRole("link", { name: "Notes on this customer: 1" }).click();
  await note.getByRole("button", { name: "Remove" }).click();
  await expect(note).toHaveCount(0);

  const customer = page.url();
  await openPanel(page, "/trash");
  const inTrash = page.getByRole("row").filter({ hasText: "Prefers evenings" });
  await expect(inTrash).toContainText("Note on ");
  await inTrash.getByRole("button", { name: "Restore" }).click();
  await expect(inTrash).toHaveCount(0);
  await openPanel(page, customer);
  await expect(note.filter({ hasText: "Prefers evenings" })).toBeVisible();
});

test("a typed note and a typed manual payment survive reloads and the end of the session until they are sent or discarded", async ({
  page,
  context,
  furrow,
}) => {
  const { inPanel } = await placeOrder(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, inPanel);
  const note = page.getByLabel("New note");
  await note.fill("Rings back on Monday");
  await openPanel(page, inPanel);
  await expect(note).toHaveValue("Rings back on Monday");
  await context.clearCookies();
  await page.getByRole("button", { name: "Add note" }).click();
  // Looks for the message in the form, because the toast appears before the form can be sent again.
  const signedOut = "You are signed out. Log in again in another tab, then try again here.";
  await expect(page.getByRole("main").getByText(signedOut)).toBeVisible();
  await expect(note).toHaveValue("Rings back on Monday");
  await signInOnce(page, furrow);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note is Added")).toBeVisible();
  await expect(note).toHaveValue("");

  const record = page.getByRole("button", { name: "Record a payment" });
  const form = page.getByRole("dialog", { name: "Record a payment" });
  const reference = form.getByLabel("Reference");
  await record.click();
  await reference.fill("Transfer 4711");
  await page.goBack();
  await expect(form).toBeHidden();
  await openPanel(page, inPanel);
  await expect(note).toHaveValue("");
  await record.click();
  await expect(reference).toHaveValue("Transfer 4711");
  await form.getByRole("button", { name: "Discard changes" }).click();
  await expect(form).toBeHidden();
  await record.click();
  await expect(reference).toHaveValue("");
  await reference.fill("Transfer 4712");
  await form.getByLabel("Amount in USD").fill("100");
  await form.getByRole("button", { name: "Record $100.00" }).click();
  await expect(form.getByText("Confirm that it pays for the order.")).toHaveCount(2);
  await form
    .getByLabel("Record $100.00 even though the order costs $149.00. The order becomes Paid.")
    .check();
  await form.getByRole("button", { name: "Record $100.00" }).click();
  await expect(page.getByText("Payment is Recorded")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText("reference Transfer 4712")).toHaveCount(2);
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("outside-");

  await page.getByRole("button", { name: "Record a refund" }).click();
  const refund = page.getByRole("dialog");
  await refund.getByLabel("Amount in USD").fill("40.00");
  await refund.getByLabel("Reference").fill("Back 1");
  await refund.getByRole("button", { name: "Record $40.00" }).click();
  await expect(page.getByText("$60.00 can be refunded.")).toBeVisible();
});

test("a page of an order says when it cannot follow the order or its reader is signed out, keeps typed text, and follows again", async ({
  page,
  context,
  furrow,
}) => {
  const { orderId, inPanel } = await placeOrder(furrow);
  const admin = await adminOf(furrow);
  const setStatus = (orderStatus: string) =>
    admin.call("PUT", `/order-status/${orderId}`, { orderStatus });
  await signInOnce(page, furrow);
  const changes = "**/api/order/*/changes*";
  await page.route(changes, (route) => route.fulfill({ status: 400 }));
  await page.clock.install();
  await openPanel(page, inPanel);
  const noNews = page.getByText("This page shows no news at the moment.");
  await expect(noNews).toBeVisible();
  await page.unroute(changes);
  // The page tries a refused connection again after half a minute.
  await page.clock.runFor(30_000);
  await expect(noNews).toBeHidden();

  await page.getByRole("button", { name: "Move to another company" }).click();
  const email = page.getByLabel("Email address of someone at the other company");
  await email.fill("a@example.com");
  await context.clearCookies();
  await setStatus("Delivered");
  const signedOut = page.getByText("You are signed out. Log in again in another tab");
  await expect(signedOut).toBeVisible();
  await expect(email).toHaveValue("a@example.com");
  await signInOnce(page, furrow);
  await page.clock.runFor(30_000);
  for (const orderStatus of ["Pending", "Delivered"]) await setStatus(orderStatus);
  await expect(page.getByLabel("Order Status")).toHaveValue("Delivered");
  await expect(signedOut).toBeHidden();
  await expect(email).toHaveValue("a@example.com");
});

coldTest.describe("on a phone", () => {
  coldTest.use(phone);

  coldTest(
    "an order's next action is in the lower half of the screen, and its other actions and details are 1 tap away",
    async ({ page, furrow }) => {
      const { inPanel } = await placePaidOrder(furrow);
      await signInOnce(page, furrow);
      await openPanel(page, inPanel);
      const deliver = actions(page).getByRole("button", { name: "Deliver", exact: true });
      expect((await deliver.boundingBox())?.y).toBeGreaterThan(phone.viewport.height / 2);
      const address = page.getByText("17 Orchard Passage, Norway");
      await expect(address).toBeHidden();
      await page.getByRole("button", { name: /^Customer, plan and payment/ }).tap();
      await expect(address).toBeVisible();
      await actions(page).getByRole("button", { name: "More actions" }).tap();
      await actions(page).getByRole("button", { name: "Add a note" }).tap();
      await expect(page.getByLabel("New note")).toBeFocused();
      await page.keyboard.type("Rings on Monday");
      await page.getByRole("button", { name: "Add note" }).tap();
      await expect(timeline(page).getByText("Rings on Monday")).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    },
  );
});
