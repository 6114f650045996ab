import type { Locator } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { handsOf, openBrowser, ways } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import {
  cancelBy,
  goToProvider,
  orderButton,
  planLink,
  signInWithoutForm,
} from "../../support/browser/purchase.ts";
import { scaled } from "../../support/time-limits.ts";

// The provider has another origin than the shop, as in production.
test.use({ furrowSettings: { SANDBOX_URL: "http://127.0.0.1:{port}" } });

for (const { way, isPhone } of ways) {
  test(`a visitor orders and pays, and customer and owner see the paid order, ${way}`, async ({
    browser,
    furrow,
  }) => {
    const { press, write } = handsOf(isPhone);
    // From the plan to the provider: the plan and the order. Without JavaScript, a browser cannot
    // send the hand-off by itself.
    const steps: string[] = [];
    const step = (name: string, target: Locator) => {
      steps.push(name);
      return press(target);
    };
    const page = await openBrowser(browser, furrow, { isPhone, javaScriptEnabled: !isPhone });
    const field = (name: string) => page.locator(`[name=${name}]`);
    const person = newPerson();
    await page.goto("/");
    await step("plan", planLink(page, "Standard"));
    await write(field("email"), person.email);
    await write(field("password"), "abc");
    await press(orderButton(page));
    // Errors in the fields of the account and of the order are shown together.
    await expect(page.getByText("Please check the marked fields.")).toBeVisible();
    for (const name of ["password", "customerName", "customerAddress", "customerCountry"]) {
      await expect(field(name)).toHaveAttribute("aria-invalid", "true");
    }
    await expect(field("email")).toHaveValue(person.email);
    await expect(field("password")).toHaveValue("");
    await write(field("password"), person.password);
    await write(field("customerName"), person.name);
    await write(field("customerAddress"), "1 Long Acre, Fairfield");
    await write(field("customerCountry"), "Norway");
    await step("order", orderButton(page));
    if (isPhone) await step("hand-off", page.getByRole("button", { name: "Continue to PayPal" }));
    await page.waitForURL("http://127.0.0.1:*/**");
    expect(steps).toEqual(["plan", "order", ...(isPhone ? ["hand-off"] : [])]);
    await page.locator("select[name=outcome]").selectOption("completed-later");
    await press(page.getByRole("button", { name: "Pay now" }));
    await page.waitForURL(`${furrow.url}/received-payment/**`);
    // The page shows the payment by itself, also without JavaScript.
    await expect(
      page.getByRole("heading", { name: "Your payment is being confirmed" }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible({
      timeout: scaled(15_000),
    });
    await page.goto("/dashboard");
    await expect(page.getByText("$299.00 USD")).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("You Have Paid");

    const owner = await openBrowser(browser, furrow, { isPhone: false });
    await signInOnce(owner, furrow);
    await openPanel(owner, "/total-orders");
    const newest = owner.getByRole("row").filter({ hasText: person.email });
    await expect(newest).toContainText("$299.00");
    await expect(newest).toContainText("Paid");
  });
}

test("cancelling at the provider cancels the order, and Back does not return to the page that cancels", async ({
  page,
  furrow,
}) => {
  const { person, orderId, room } = await placeOrder(furrow);
  await signInWithoutForm(page, person);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  const atProvider = await page.evaluate(() => history.length);
  await cancelBy(page, "Cancel and return");
  await expect(page.getByRole("row").nth(1)).toContainText("You Have Cancelled");
  // The dashboard replaces the page that cancels, so the history has only one more entry.
  expect(await page.evaluate(() => history.length)).toBe(atProvider + 1);
  await page.goto(room);
  await expect(page.getByText("We have not received a payment.")).toBeVisible();
});

test("an order is not cancelled without the provider's token, and stays open when the cancellation fails", async ({
  page,
  furrow,
}) => {
  const { person, orderId } = await placeOrder(furrow);
  await signInWithoutForm(page, person);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });
  // Waits for `load`, because a script that cancels the order would have sent its request by then.
  await page.goto(`/order-cancelled/${orderId}`, { waitUntil: "load" });
  await expect(page.getByRole("button", { name: "Cancel this order" })).toBeVisible();
  expect(sent).toEqual([]);

  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await page.route("**/api/order-cancelled/**", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("button", { name: "Cancel and return" }).click();
  await expect(page.getByText("could not be cancelled and is still open")).toBeVisible();
  await expect(page.getByText("You have cancelled the payment")).toBeHidden();
  await cancelBy(page, "Cancel this order");
});

test("a forged return URL does not make an order Paid", async ({ page, furrow }) => {
  const { person, customer, orderId } = await placeOrder(furrow);
  await signInWithoutForm(page, person);
  const forged = "tx=6AB12345CD678901E&st=Completed&amt=149.00&cc=USD&cm=&item_number=";
  await page.goto(`/received-payment/${orderId}?${forged}`);
  await expect(
    page.getByRole("heading", { name: "Your payment is being confirmed" }),
  ).toBeVisible();
  const orders = await customer.call<{ paymentStatus: string }[]>("GET", "/orders");
  expect(orders.map(({ paymentStatus }) => paymentStatus)).toEqual(["UnPaid"]);
});
