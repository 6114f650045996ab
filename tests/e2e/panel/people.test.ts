import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

test("a customer has the name of their order, and the owner corrects it and writes to them", async ({
  page,
  browser,
  furrow,
}) => {
  const person = newPerson();
  const headers = { origin: furrow.url };
  const customer = await browser.newContext({ baseURL: furrow.url });
  await customer.request.post("/api/auth/sign-up/email", { headers, data: person });
  const order = {
    packageName: "Basic",
    customerName: "Ada Feild",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  };
  const placed = await customer.request.post("/api/new-order", { headers, data: order });
  expect(placed.ok()).toBe(true);
  await customer.close();

  await signInOnce(page, furrow);
  await openPanel(page, `/people?search=${person.email}`);
  await page.getByRole("link", { name: person.email, exact: true }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Ada Feild");
  await expect(page.getByText(person.email, { exact: true }).first()).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const name = page.getByLabel("Full name");
  await expect(name).toBeFocused();
  await name.fill("Ada Field");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The details are saved")).toBeVisible();
  await expect(heading).toHaveText("Ada Field");

  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Your website");
  await page.getByRole("textbox", { name: "Your email" }).fill("Hello Ada, shall we talk?");
  // An email that is not sent yet waits in this browser.
  await page.reload();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Your website");
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByText(/^Your email to .* waits until a mail server/)).toBeVisible();
  await page.getByRole("link", { name: "Your website" }).click();
  await expect(page).toHaveURL(/\/outbox\//);
  await expect(page.getByText("Written by the team")).toBeVisible();
});
