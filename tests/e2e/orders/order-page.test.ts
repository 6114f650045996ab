import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { goToProvider, payAs, signInWithoutForm } from "../../support/browser/purchase.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

test("a customer sees each step of an order and its receipt, and nothing of what the team writes or PayPal sends", async ({
  page,
  browser,
  furrow,
}) => {
  const { person, customer, orderId, room, inPanel } = await placeOrder(furrow);
  await signInWithoutForm(page, person);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await payAs(page, "completed-twenty-times");
  await page.getByRole("link", { name: "Your order and receipt" }).click();
  await expect(page).toHaveURL(room);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("$149.00 USD");
  await expect(receipt).toContainText("The Old Seed Store");

  const owner = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(owner, furrow);
  await openPanel(owner, inPanel);
  await owner.getByLabel("New note").fill("Prefers\nmornings, <b>really</b>");
  await owner.getByRole("button", { name: "Add note" }).click();
  await expect(owner.getByText("mornings, <b>really</b>").first()).toBeVisible();
  await expect(owner.getByText("Applied")).toHaveCount(1);
  const admin = await adminOf(furrow);
  await admin.call("PUT", `/order-status/${orderId}`, { orderStatus: "Delivered" });
  await expect(owner.getByText(furrow.adminEmail).first()).toBeVisible();

  await page.reload();
  await page.getByRole("link", { name: "History" }).click();
  const steps = page.getByRole("list", { name: /^What happened to order/ });
  for (const step of ["Order placed", "Payment started", "Paid", "Delivered"]) {
    await expect(steps).toContainText(step);
  }
  const whole = (await page.content()) + (await customer.see(`/api/order/${orderId}`)).text;
  for (const secret of ["mornings", furrow.adminEmail, "verify_sign", "The order is Paid"]) {
    expect(whole).not.toContain(secret);
  }

  // Another customer gets the same 404 page for this order as for an unknown order.
  const stranger = await register(furrow.url, newPerson().email);
  const pages = [room, "/my-order/unknown"].map(async (path) => {
    const { status, text } = await stranger.see(path);
    return { status, text: text.replaceAll(path, "").replaceAll(/nonce="[^"]*"/g, "") };
  });
  const [foreign, unknown] = await Promise.all(pages);
  expect(foreign?.status).toBe(404);
  expect(foreign).toEqual(unknown);
});
