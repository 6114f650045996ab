import type { Page } from "@playwright/test";
import { countEffort } from "../../support/browser/effort.ts";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  goToProvider,
  orderAgain,
  orderAsSomebody,
  orderForPanel,
  orderIdHere,
  payAs,
} from "../../support/browser/purchase.ts";

// A separate site, because other journeys leave payments to review and orders to deliver.
test.use({ furrowSettings: { OWNER_EMAIL: "order-work@furrow.example" } });
coldTest.use({ furrowSettings: { OWNER_EMAIL: "order-work@furrow.example" } });

/**
 * Places an order as a new customer and pays with the given outcome of the sandbox; returns the
 * order's path in the panel.
 */
async function paidOrder(page: Page, outcome: string): Promise<string> {
  await orderAsSomebody(page, "Standard");
  const orderId = await orderIdHere(page);
  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await payAs(page, outcome);
  await page.context().clearCookies();
  return `/admin/payment-status/${orderId}`;
}

/** Reloads the order until the page shows the text. */
async function openWhen(page: Page, order: string, shown: string): Promise<void> {
  await expect(async () => {
    await openPanel(page, order);
    await expect(page.getByText(shown, { exact: true }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const actions = (page: Page) => page.getByRole("region", { name: "Actions" });
const withoutProof = (page: Page) =>
  actions(page).getByRole("button", { name: "Mark as delivered without proof" });

/** The delivery without proof is behind "More actions", because "Deliver" is the usual way. */
async function deliverWithoutProof(page: Page): Promise<void> {
  await actions(page).getByRole("button", { name: "More actions" }).click();
  await withoutProof(page).click();
}

test("a paid order is delivered without proof in 2 clicks", async ({ page, furrow }) => {
  const order = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, order, "Paid");
  await expect(withoutProof(page)).toBeHidden();
  await deliverWithoutProof(page);
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(timeline(page).getByText("Delivered", { exact: true })).toBeVisible();
  await expect(withoutProof(page)).toHaveCount(0);
  await actions(page).getByRole("button", { name: "Mark as Pending" }).click();
  await expect(timeline(page).getByText("Marked as Pending")).toBeVisible();
});

test("a change of the order status is undone with the key z or its toast, unless the status was changed again", async ({
  page,
  furrow,
}) => {
  const order = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, order, "Paid");
  await deliverWithoutProof(page);
  const toast = notices(page).filter({
    hasText: "The email to the customer waits until a mail server is set up.",
  });
  await expect(toast).toContainText(/Order \d+ is Delivered\./);
  await page.keyboard.press("z");
  await expect(notices(page).filter({ hasText: "1 undone." })).toBeVisible();
  await expect(actions(page).getByRole("button", { name: "Deliver", exact: true })).toBeVisible();
  // The undo deletes the change, as if nobody had pressed the button.
  const steps = timeline(page).getByText(/^(Delivered|Marked as Pending)$/);
  await expect(steps).toHaveCount(0);

  await deliverWithoutProof(page);
  await expect(toast).toBeVisible();
  const headers = { origin: furrow.url };
  const path = `/api/order-status/${order.split("/").at(-1)}`;
  for (const orderStatus of ["Pending", "Delivered"]) {
    const answer = await page.request.put(path, { headers, data: { orderStatus } });
    expect(answer.ok()).toBe(true);
  }
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(
    notices(page).getByText("Not undone. The status of this order was changed again."),
  ).toBeVisible();
  await expect(withoutProof(page)).toHaveCount(0);
});

test("the owner sees why a payment needs a decision and decides it with 2 clicks (800 ms)", async ({
  page,
  furrow,
}) => {
  const order = await paidOrder(page, "wrong-amount");
  await signInOnce(page, furrow);
  await openWhen(page, order, "A payment needs review");
  const review = page.getByRole("article");
  await expect(review).toContainText("$0.01 arrived; the order costs $299.00.");
  const effort = await countEffort(page);
  await review.getByRole("button", { name: /^Accept for order/ }).click();
  await review.getByRole("button", { name: "Accept the amount" }).click();
  await expect(notices(page).getByText("Payment notification accepted")).toBeVisible();
  await expect(page.getByText("A payment needs review")).toHaveCount(0);
  await effort.isAsInTitle();
  const accepted = timeline(page).getByRole("listitem").filter({ hasText: "Payment notification" });
  await expect(accepted).toContainText(furrow.adminEmail);
  await expect(timeline(page)).toContainText("$0.01, transaction");
});

test("by keyboard alone, a payment is decided from Today with 7 keys (880 ms)", async ({
  page,
  furrow,
}) => {
  const order = await paidOrder(page, "wrong-amount");
  await signInOnce(page, furrow);
  await openWhen(page, order, "A payment needs review");
  await openPanel(page, "/admin");
  const effort = await countEffort(page);
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  const review = page.getByRole("article");
  await expect(review).toContainText("$0.01 arrived; the order costs $299.00.");
  const accept = review.getByRole("button", { name: /^Accept for order/ });
  await expect(page.locator("main#content")).toBeFocused();
  // In the tab order, the link to the order and the notification's fields come before the button.
  for (let press = 0; press < 3; press++) await page.keyboard.press("Tab");
  await expect(accept).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(review.getByRole("button", { name: "Accept the amount" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(notices(page).getByText("Payment notification accepted")).toBeVisible();
  await expect(review).toHaveCount(0);
  await effort.isAsInTitle();
  await expect(page.locator("main :focus-visible")).toBeInViewport();
});

test("after a payment is decided by keyboard, the focus is on the next action of its order", async ({
  page,
  furrow,
}) => {
  const order = await paidOrder(page, "wrong-amount");
  await signInOnce(page, furrow);
  await openWhen(page, order, "A payment needs review");
  const accept = page.getByRole("article").getByRole("button", { name: /^Accept for order/ });
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Accept the amount" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Accept the amount" })).toHaveCount(0);
  await expect(accept).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Accept the amount" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(notices(page).getByText("Payment notification accepted")).toBeVisible();
  const deliver = actions(page).getByRole("button", { name: "Deliver", exact: true });
  await expect(deliver).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(actions(page).getByRole("button", { name: "More actions" })).toBeFocused();
  await page.keyboard.press("Enter");
  await withoutProof(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(actions(page).locator(":focus-visible")).toBeInViewport();
});

test("an unpaid order is cancelled in 2 clicks, with an email to its customer", async ({
  page,
  furrow,
}) => {
  const order = await orderForPanel(page);
  await signInOnce(page, furrow);
  await openPanel(page, order);
  await actions(page).getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("dialog", { name: /^Cancel order/ });
  await expect(question).toContainText("This cannot be undone.");
  await question.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText("Order is Cancelled")).toBeVisible();
  await expect(question).toBeHidden();
  await expect(timeline(page).getByRole("listitem").first()).toContainText("is cancelled");
  const cancelled = timeline(page)
    .getByRole("listitem")
    .filter({ hasText: /^Cancelled/ });
  await expect(cancelled).toContainText(furrow.adminEmail);
  await expect(actions(page).getByRole("button", { name: "Cancel order" })).toHaveCount(0);
});

test("a sandbox payment is refunded at the simulated PayPal, and the order shows the refund", async ({
  page,
  furrow,
}) => {
  const order = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, order, "Paid");
  const opened = page.waitForEvent("popup");
  await actions(page).getByRole("link", { name: "Refund at PayPal" }).click();
  const provider = await opened;
  await provider.getByLabel("Amount in USD").fill("99.50");
  await provider.getByRole("button", { name: "Refund" }).click();
  await expect(provider.getByText("199.50 USD")).toBeVisible();
  await provider.close();
  await expect(async () => {
    await page.reload();
    await expect(timeline(page)).toContainText("$99.50 went back", { timeout: 500 });
  }).toPass();
  await expect(page.getByText("$199.50 can be refunded.")).toBeVisible();
});

test("a note on a customer is added, changed, removed and restored, and is shown on the customer's order", async ({
  page,
  furrow,
}) => {
  const order = await orderForPanel(page);
  await signInOnce(page, furrow);
  await openPanel(page, order);
  await page.getByRole("link", { name: "Add a note about this customer" }).click();
  const notes = page.getByRole("region", { name: "Internal notes" });
  await notes.getByLabel("New note").fill("Prefers mornings");
  await notes.getByRole("button", { name: "Add note" }).click();
  const note = notes.getByRole("article");
  await expect(note).toContainText(`Prefers mornings${furrow.adminEmail}, `);
  await expect(notes.getByLabel("New note")).toHaveValue("");
  await note.getByRole("button", { name: "Edit" }).click();
  await expect(note.getByLabel("Note", { exact: true })).toBeFocused();
  await note.getByLabel("Note", { exact: true }).fill("Prefers evenings");
  await note.getByRole("button", { name: "Save note" }).click();
  await expect(note).toContainText(`Changed by ${furrow.adminEmail}`);
  await openPanel(page, order);
  await expect(page.getByText("Prefers evenings")).toBeVisible();
  await page.getByRole("link", { name: "Notes on this customer: 1" }).click();
  await notes.getByLabel("New note").fill("Likes rye");
  await notes.getByRole("button", { name: "Add note" }).click();
  for (const text of ["Likes rye", "Prefers evenings"]) {
    const one = note.filter({ hasText: text });
    await one.getByRole("button", { name: "Remove" }).click();
    await expect(one).toHaveCount(0);
  }
  // The key z undoes only the last removal, of “Prefers evenings”.
  await expect(notices(page).filter({ hasText: "Note is Removed" })).toHaveCount(2);
  await page.keyboard.press("z");
  await expect(page.getByText("Note is Restored")).toBeVisible();
  await expect(note).toHaveCount(1);
  await expect(note).toContainText("Prefers evenings");

  const customer = page.url();
  await openPanel(page, "/trash");
  const inTrash = page.getByRole("row").filter({ hasText: "Likes rye" });
  await expect(inTrash).toContainText("Note on ");
  await inTrash.getByRole("button", { name: "Restore" }).click();
  await expect(inTrash).toHaveCount(0);
  await openPanel(page, customer);
  await expect(note.filter({ hasText: "Likes rye" })).toBeVisible();
});

test("j and k open the next and previous order of the filtered list", async ({ page, furrow }) => {
  const person = await orderAsSomebody(page, "Basic");
  for (const plan of ["Premium", "Basic", "Basic"] as const) {
    await orderAgain(page, person.name, plan);
  }
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  const search = new URLSearchParams({ q: person.name, plan: "Basic", sort: "oldest" });
  await openPanel(page, `/total-orders?${search}`);
  const rows = page.getByRole("table", { name: "Orders" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  const numbers: string[] = [];
  for (const row of (await rows.all()).slice(1)) {
    numbers.push(`Order ${await row.locator("td[data-label=Order]").innerText()}`);
  }
  const heading = page.getByRole("heading", { level: 1 });
  await rows.nth(1).getByRole("link").first().click();
  await expect(heading).toHaveText(numbers[0] ?? "");
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.keyboard.press("j");
  await expect(heading).toHaveText(numbers[1] ?? "");
  await expect(page).toHaveTitle(new RegExp(`^${numbers[1]} · `));

  // After a submitted form and a reload, Next and Previous still follow the filtered list.
  await actions(page).getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText("Order is Cancelled")).toBeVisible();
  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(heading).toHaveText(numbers[2] ?? "");
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await page.keyboard.press("k");
  await expect(heading).toHaveText(numbers[1] ?? "");
  await page.getByRole("link", { name: "Your list" }).click();
  await expect(rows).toHaveCount(4);
});

test("an order is opened from a list and delivered by keyboard alone", async ({ page, furrow }) => {
  const order = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, order, "Paid");
  await openPanel(page, "/total-orders?payment=Paid&status=Pending");
  const links = page.getByRole("table", { name: "Orders" }).getByRole("link", { name: "Update" });
  await links.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+/);
  const more = actions(page).getByRole("button", { name: "More actions" });
  for (const button of [more, withoutProof(page)]) {
    for (let presses = 0; presses < 30; presses++) {
      if (await button.evaluate((one) => one === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(actions(page).getByRole("button", { name: "Mark as Pending" })).toBeVisible();
});

const column = (page: Page, title: string) => page.getByRole("region", { name: title });
const card = (page: Page, title: string, order: string) =>
  column(page, title)
    .getByRole("listitem")
    .filter({ has: page.locator(`a[href="${order}"]`) });

/** Answers the question of the board with a delivery without proof. */
async function deliverFromBoard(page: Page, from: string, order: string): Promise<void> {
  await card(page, from, order)
    .getByRole("button", { name: /^Deliver/ })
    .click();
  const question = page.getByRole("dialog", { name: /^Deliver order \d+/ });
  await expect(question).toContainText(
    "marks 1 order as delivered without proof. The email to the customer waits until a mail server is set up.",
  );
  await question.getByRole("button", { name: "Mark as delivered without proof" }).click();
}

test("the board shows orders by stage; 2 clicks deliver an order, and 1 key undoes the delivery", async ({
  page,
  furrow,
}) => {
  await orderAsSomebody(page, "Basic");
  const unpaid = `/admin/payment-status/${await orderIdHere(page)}`;
  const paid = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, paid, "Paid");
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPanel(page, "/total-orders");
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await expect(card(page, "Not paid", unpaid)).toContainText("$149.00");
  await expect(card(page, "Not paid", unpaid).getByRole("button")).toHaveCount(0);
  await expect(card(page, "Brief", paid)).toContainText("Standard, paid");
  await expect(column(page, "Accepted")).toBeInViewport({ ratio: 0.2 });
  const effort = await countEffort(page);
  await deliverFromBoard(page, "Brief", paid);
  await expect(card(page, "In review", paid)).toBeVisible();
  await expect(card(page, "Brief", paid)).toHaveCount(0);
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await effort.isAsInTitle();
  await page.keyboard.press("z");
  await expect(card(page, "Brief", paid)).toBeVisible();
  await expect(card(page, "In review", paid)).toHaveCount(0);
  await effort.isAsInTitle();

  await card(page, "Brief", paid).getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Order \d+/, level: 1 })).toBeVisible();
  await page.goBack();
  await card(page, "Brief", paid)
    .getByRole("button", { name: /^Deliver/ })
    .click();
  await page.getByRole("link", { name: "Write the delivery" }).click();
  await expect(page.getByRole("dialog", { name: "Deliver the order" })).toBeVisible();
});

test("the board shows who works on an order, and only the orders of one person or of nobody", async ({
  page,
  furrow,
}) => {
  const paid = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, paid, "Paid");
  const assigned = page.getByLabel("Assigned to", { exact: true });
  await assigned.selectOption({ label: await assigned.locator("option").nth(1).innerText() });
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(page.getByText("Assignment is Changed")).toBeVisible();
  await openPanel(page, "/orders-board");
  await expect(card(page, "Brief", paid)).toContainText(furrow.adminEmail);
  await assigned.selectOption("Nobody");
  await expect(page).toHaveURL(/assigned=nobody/);
  await expect(card(page, "Brief", paid)).toHaveCount(0);
  await assigned.selectOption("Me");
  await expect(card(page, "Brief", paid)).toBeVisible();
});

test("an order returns to its column when its delivery is undone before the board is read again", async ({
  page,
  furrow,
}) => {
  const paid = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, paid, "Paid");
  await openPanel(page, "/orders-board");
  let isUndone = false;
  await page.route(/\/orders-board\.data/, async (route) => {
    await expect.poll(() => isUndone).toBe(true);
    await route.continue();
  });
  await deliverFromBoard(page, "Brief", paid);
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("z");
  await answered;
  isUndone = true;
  await expect(card(page, "Brief", paid)).toBeVisible();
  await expect(card(page, "In review", paid)).toHaveCount(0);
});

test("a card can be dragged into “In review” and back into “In work”, but not to a stage that follows from facts", async ({
  page,
  furrow,
}) => {
  const paid = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openWhen(page, paid, "Paid");
  // Makes the whole board visible, because a page that scrolls during a drag moves the cards.
  await page.setViewportSize({ width: 1440, height: 2000 });
  await openPanel(page, "/orders-board");
  await card(page, "Brief", paid).dragTo(column(page, "Ready"));
  await expect(column(page, "Ready")).toContainText("Follows from the brief: it has arrived.");
  await card(page, "Brief", paid).dragTo(column(page, "In review"));
  await page.getByRole("button", { name: "Mark as delivered without proof" }).click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(card(page, "In review", paid)).toBeVisible();
  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await card(page, "In review", paid).dragTo(column(page, "In work"));
  await expect(card(page, "In work", paid)).toBeVisible();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await page.reload();
  await expect(card(page, "In work", paid)).toBeVisible();
});

test("a card returns to its stage when its move cannot be saved, and the board says why", async ({
  page,
  furrow,
}) => {
  const paid = await paidOrder(page, "completed");
  await signInOnce(page, furrow);
  await openPanel(page, "/orders-board");
  await page.route(/\.data(\?|$)/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await deliverFromBoard(page, "Brief", paid);
  await expect(page.getByText("The site did not answer.").first()).toBeVisible();
  await expect(card(page, "Brief", paid)).toBeVisible();
  await expect(card(page, "In review", paid)).toHaveCount(0);
});

coldTest.describe("on a phone", () => {
  coldTest.use(phone);

  coldTest(
    "an order's next action is in the lower half of the screen, and its other actions and details are 1 tap away",
    async ({ page, furrow }) => {
      const order = await paidOrder(page, "completed");
      await signInOnce(page, furrow);
      await openWhen(page, order, "Paid");
      const deliver = actions(page).getByRole("button", { name: "Deliver", exact: true });
      const box = await deliver.boundingBox();
      expect(box?.y).toBeGreaterThan(phone.viewport.height / 2);
      const address = page.getByText("1 Long Acre, Fairfield, Norway");
      await expect(address).toBeHidden();
      await page.getByRole("button", { name: /^Customer, plan and payment/ }).tap();
      await expect(address).toBeVisible();

      await actions(page).getByRole("button", { name: "More actions" }).tap();
      await actions(page).getByRole("button", { name: "Add a note" }).tap();
      await expect(page.getByLabel("New note")).toBeFocused();
      await page.keyboard.type("Rings on Monday");
      await page.getByRole("button", { name: "Add note" }).tap();
      await expect(timeline(page).getByText("Rings on Monday")).toBeVisible();
      await actions(page).getByRole("button", { name: "More actions" }).tap();
      await withoutProof(page).tap();
      await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
      await expect(actions(page).getByRole("button").first()).toHaveText("Add a note");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    },
  );

  coldTest(
    "the board shows one column at a time, which a tap on its name opens, and 2 taps deliver an order",
    async ({ page, furrow }) => {
      const paid = await paidOrder(page, "completed");
      await signInOnce(page, furrow);
      await openPanel(page, "/orders-board");
      const columns = page.getByRole("navigation", { name: "Columns" });
      await columns.getByRole("button", { name: /^Accepted/ }).tap();
      await expect(page.getByRole("heading", { name: "Accepted" })).toBeInViewport({ ratio: 1 });
      await columns.getByRole("button", { name: /^Brief/ }).tap();
      await expect(page.getByRole("heading", { name: "Brief" })).toBeInViewport({ ratio: 1 });
      const effort = await countEffort(page);
      await card(page, "Brief", paid).getByRole("button").tap();
      await page.getByRole("button", { name: "Mark as delivered without proof" }).tap();
      await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
      await expect(card(page, "Brief", paid)).toHaveCount(0);
      await effort.isAsInTitle();
    },
  );

  coldTest(
    "a payment that needs a decision is decided with 3 taps (320 ms)",
    async ({ page, furrow }) => {
      const order = await paidOrder(page, "wrong-amount");
      await signInOnce(page, furrow);
      await openWhen(page, order, "A payment needs review");
      const effort = await countEffort(page);
      await actions(page).getByRole("button", { name: "Review the payment" }).tap();
      const review = page.getByRole("article");
      await expect(review.getByText("$0.01 arrived; the order costs $299.00.")).toBeInViewport();
      await review.getByRole("button", { name: /^Accept for order/ }).tap();
      await review.getByRole("button", { name: "Accept the amount" }).tap();
      await expect(notices(page).getByText("Payment notification accepted")).toBeVisible();
      await effort.isAsInTitle();
      await expect(actions(page).getByRole("button").first()).toHaveText("Deliver");
    },
  );
});
