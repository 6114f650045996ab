import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, renderLate, signInOnce } from "../../support/browser/panel.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

/** The order of a new customer, and its path in the panel. */
async function orderOfCustomer(furrow: FurrowServer) {
  const { email, name } = newPerson();
  const customer = await register(furrow.url, email);
  const { _id: orderId } = await customer.call<{ _id: string }>("POST", "/new-order", {
    ...{ packageName: "Basic", customerName: name },
    ...{ customerAddress: "1 Long Acre", customerCountry: "Norway" },
  });
  return { orderId, order: `/admin/payment-status/${orderId}` };
}

test("a toast with Undo is shown although the order's page is told of the change before it has rendered the answer", async ({
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
