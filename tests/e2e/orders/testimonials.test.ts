import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placePaidOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { adminOf } from "../../support/servers/web-client.ts";

test("a customer without JavaScript writes a testimonial after the acceptance, and the owner publishes it with one press", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const {
    customer: web,
    person,
    orderId,
    room,
  } = await placePaidOrder(furrow, {
    website: "bakery.example",
  });
  const admin = await adminOf(furrow);
  await admin.call("PUT", `/order-status/${orderId}`, { orderStatus: "Delivered" });
  await web.call("POST", `/order/${orderId}/deliveries/1/acceptance`);
  const customer = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  await signInWithoutForm(customer, person);
  await customer.goto(`${room}#testimonial`);
  await customer.locator("summary", { hasText: "Write a testimonial" }).click();
  const form = customer.getByRole("form", { name: "Write a testimonial" });
  const words = form.getByLabel("What would you say about us?");
  await expect(form.getByLabel("Your name, as shown")).toHaveValue(person.name);
  await expect(form.getByLabel("Link to your website (optional)")).toHaveValue(/bakery\.example/);
  await words.fill(`They dug deep for ${person.name}.`);
  await form.getByRole("button", { name: "Send the testimonial" }).click();
  await expect(form).toContainText("Tick the box to send your words");
  await expect(words).toHaveValue(`They dug deep for ${person.name}.`);
  await form.getByLabel(/^You may publish this/).check();
  // The texts survive the end of the session.
  await customer.context().clearCookies();
  await form.getByRole("button", { name: "Send the testimonial" }).click();
  await expect(customer.getByRole("alert")).toContainText("You were signed out");
  await signInWithoutForm(customer, person);
  await customer.getByRole("button", { name: "Send the testimonial" }).click();
  await expect(customer).toHaveURL(`${room}#testimonial`);
  await expect(customer.getByRole("region", { name: "Thank you for your words" })).toContainText(
    "They dug deep",
  );

  await signInOnce(owner, furrow);
  await openPanel(owner, "/admin");
  const task = owner
    .getByRole("region", { name: "To do" })
    .getByRole("listitem")
    .filter({ hasText: `${person.name} has written a testimonial` });
  await task.getByRole("link", { name: /^Read/ }).click();
  const card = owner.getByRole("region", { name: "The customer has written a testimonial" });
  await card.getByRole("button", { name: "Publish on the website" }).click();
  const published = owner.getByRole("region", { name: "Testimonial published" });
  await expect(published.getByRole("link", { name: "Edit it, or add a picture" })).toBeVisible();
  await customer.goto("/");
  await expect(customer.locator("#testimonial")).toContainText(`They dug deep for ${person.name}.`);
});
