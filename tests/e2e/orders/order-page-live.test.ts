import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, renderLate, signInOnce } from "../../support/browser/panel.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

/** The order of a new customer, and its path in the panel. */
async function orderOfCustomer(furrow: FurrowServer) {
  const { email, name } = newPerson();
  const customer = await register(furrow.url, email);
  const { _id: orderId } = await customer.call<{ _id: string }>("POST", "/new-order", {
    packageName: "Basic",
    customerName: name,
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  });
  return { orderId, order: `/admin/payment-status/${orderId}` };
}

test("a toast with Undo is shown even if the order's page gets a live update before it has rendered the response", async ({
  page,
  furrow,
}) => {
  const { order } = await orderOfCustomer(furrow);
  const { email } = newPerson();
  await register(furrow.url, email);
  await signInOnce(page, furrow);
  await openPanel(page, order);
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
  const { order, orderId } = await orderOfCustomer(furrow);
  await signInOnce(page, furrow);
  await openPanel(page, order);
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

test("a page of an order stays open with its typed text when the order changes while its reader is signed out, and says so until the reader is signed in", async ({
  page,
  context,
  furrow,
}) => {
  const { order, orderId } = await orderOfCustomer(furrow);
  await signInOnce(page, furrow);
  await page.clock.install();
  await openPanel(page, order);
  await page.getByRole("button", { name: "Move to another company" }).click();
  const email = page.getByLabel("Email address of someone at the other company");
  await email.fill("a@example.com");
  await context.clearCookies();
  const admin = await adminOf(furrow);
  await admin.call("PUT", `/order-status/${orderId}`, { orderStatus: "Delivered" });
  const signedOut = page.getByText("You are signed out. Log in again in another tab");
  await expect(signedOut).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(signedOut).toBeVisible();
  await expect(email).toHaveValue("a@example.com");

  await signInOnce(page, furrow);
  // The page tries a refused connection again after half a minute.
  await page.clock.runFor(30_000);
  for (const orderStatus of ["Pending", "Delivered"]) {
    await admin.call("PUT", `/order-status/${orderId}`, { orderStatus });
  }
  await expect(page.getByLabel("Order Status")).toHaveValue("Delivered");
  await expect(signedOut).toBeHidden();
  await expect(email).toHaveValue("a@example.com");
});

test("a message can be sent again even if its refusal arrives before the page shows that the message is being sent", async ({
  page,
  furrow,
}) => {
  const { order, orderId } = await orderOfCustomer(furrow);
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  await admin.call(
    "POST",
    `/order/${orderId}/payments`,
    { amount: "149.00", date, reference: "Transfer" },
    { "idempotency-key": `paid-${orderId}` },
  );
  await signInOnce(page, furrow);
  await openPanel(page, order);
  const composer = page.getByRole("textbox", { name: "Message to the customer" });
  await composer.fill("Is it still this one? Password: hunter2");
  await renderLate(page);
  await composer.press("Control+Enter");
  await page.getByRole("button", { name: "Move the password" }).click();
  const messages = page.getByRole("list", { name: "Messages, the newest last" });
  await expect(messages).toContainText("Password: (moved to the passwords)");
});

test("a page that cannot follow its order says so, and follows again", async ({ page, furrow }) => {
  const { order, orderId } = await orderOfCustomer(furrow);
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: "149.00", date, reference: "4711" };
  await admin.call("POST", `/order/${orderId}/payments`, payment, { "idempotency-key": orderId });
  await signInOnce(page, furrow);
  let isRefused = true;
  await page.route("**/api/order/*/changes*", (route) =>
    isRefused ? route.fulfill({ status: 400 }) : route.continue(),
  );
  for (const path of [order, `/my-order/${orderId}`]) {
    isRefused = true;
    await page.clock.install();
    await page.goto(path);
    const sentence = page.getByText("This page shows no news at the moment.");
    await expect(sentence).toBeVisible();
    isRefused = false;
    await page.clock.runFor(30_000);
    await expect(sentence).toBeHidden();
  }
});
