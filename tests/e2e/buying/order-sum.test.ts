import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { choosePlan, giveAccount, giveDetails } from "../../support/browser/purchase.ts";
import { adminOf } from "../../support/servers/web-client.ts";

// A site of its own, because its order forms have extras and a field for coupons.
test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "sums@example.com" }),
});

test("the order form says at once what the extras and the coupon do, and a coupon of the whole price promises no payment", async ({
  page,
  furrow,
}) => {
  const admin = await adminOf(furrow);
  await admin.call("POST", "/new-add-on", {
    addOnName: "Extra article",
    addOnText: "",
    addOnPrice: "60",
    addOnCharged: "Once",
    addOnPlans: "",
    addOnMost: "5",
    addOnPoints: "",
  });
  await admin.call("POST", "/coupon", { code: "FREE100", kind: "percent", value: "100" });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto("/?offer=free100");
  await expect(page.getByText("Your coupon FREE100 comes along")).toBeVisible();
  await choosePlan(page, "Basic");
  await expect(page.getByText("comes along")).toHaveCount(0);
  const sum = page.locator("#extras-sum");
  const pieces = page.getByRole("spinbutton", { name: "How many of “Extra article”" });
  await expect(page.getByText("$60.00 each, up to 5")).toBeVisible();
  await pieces.fill("9");
  await pieces.press("Tab");
  await expect(pieces).toHaveAccessibleDescription("Order 1 to 5. The sum is without this extra.");
  await expect(pieces).toHaveAttribute("aria-invalid", "true");
  await expect(sum).toHaveText("Sum: $149.00");
  await pieces.fill("2");
  await pieces.press("Tab");
  await expect(sum).toHaveText("Sum: $269.00");
  await expect(pieces).not.toHaveAttribute("aria-invalid", "true");
  await expect(pieces).toHaveAccessibleDescription("");

  // What is chosen before the script of the form has loaded counts, too.
  const chosen = Promise.withResolvers<void>();
  await page.route(/\/update-sum-/, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await pieces.fill("3");
  await pieces.press("Tab");
  chosen.resolve();
  await expect(sum).toHaveText("Sum: $329.00");
  await page.unroute(/\/update-sum-/);

  const code = page.getByLabel("Coupon code");
  const refusal = page.getByText("This code does not work.");
  await page.getByText("Have a coupon?").click();
  const person = newPerson();
  await giveAccount(page, person);
  await giveDetails(page, "Ada Field");
  await code.fill("WRONG");
  await page.getByRole("button", { name: /^Order and pay/ }).click();
  await expect(refusal).toHaveCount(1);
  await code.fill("WRONG2");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".coupon-field[aria-busy]")).toHaveCount(0);
  await expect(refusal).toHaveCount(1);
  await code.fill("");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(refusal).toHaveCount(0);

  await expect(page.getByText("then the payment")).toBeVisible();
  await code.fill("free100");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("One step: your order here. There is nothing to pay.")).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/PayPal|confirm the|Refund within/);
  // Pages never repeat a password.
  await giveAccount(page, person);
  await page.getByRole("button", { name: "Place the order" }).click();
  await page.waitForURL("**/my-order/*");
  await expect(page.getByText("You Have Paid").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask for a refund" })).toHaveCount(0);
  expect(faults).toEqual([]);
});
