import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { signIn } from "../../support/browser/purchase.ts";
import { leeds } from "../../support/invoices/taxing.ts";
import { adminOf, orderBy, register } from "../../support/servers/web-client.ts";

const invoicing = {
  isOn: true,
  name: "Meridian Ltd",
  street: "1 Park Row",
  postcode: "LS1 5HN",
  city: "Leeds",
  country: "GB",
  registration: "01234567",
  email: "invoices@example.org",
  pattern: "F-{year}-{number}",
  isPerYear: true,
  firstNumber: 1,
  firstNote: "Thank you.",
  secondNote: "",
  taxCurrency: "",
  taxRate: "",
};

test("a company in Berlin sees reverse charge before it pays an agency in Leeds", async ({
  furrow,
  page,
}) => {
  const { name, email, password } = newPerson();
  const admin = await adminOf(furrow);
  await admin.call("PUT", "/settings", { invoicing, tax: { ...leeds, place: "on top" } });
  await page.goto("/pricing");
  await page.locator("a[href^='/order-now/']").first().click();
  await page.waitForURL("**/order-now/**");
  const tax = page.locator("#order-tax");
  await expect(tax).toHaveText(/^Of which VAT 20 %: \$[\d.]+$/);
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByText("I buy for a company").click();
  await page.getByLabel("Company", { exact: true }).fill("Spree GmbH");
  await page.getByLabel("VAT number").fill("DE136695977");
  await page.getByLabel("Street of the company").fill("Uferweg 1");
  await expect(tax).toHaveText(/cannot be a VAT number of Germany/);
  await page.getByLabel("VAT number").fill("136 695 976");
  await page.getByLabel("Full name").fill(name);
  await expect(tax).toHaveText("Reverse charge: no VAT is charged; you account for it.");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Address", { exact: true }).fill("Uferweg 1");
  await page.getByRole("button", { name: /^Order and pay/ }).click();
  await page.waitForURL(/sandbox|pay-now/);
  await page.goto("/billing");
  await expect(page.getByLabel("VAT number")).toHaveValue("DE136695976");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a customer adds the company after paying, and gets a credit note and a new invoice", async ({
    furrow,
    page,
  }) => {
    const { email } = newPerson();
    const admin = await adminOf(furrow);
    await admin.call("PUT", "/settings", { invoicing, tax: leeds });
    const orderId = await orderBy(await register(furrow.url, email), admin);
    await signIn(page, email, "hedgerow and barley");
    await page.goto(`/my-order/${orderId}`);
    await page.getByRole("link", { name: "Add or correct company and VAT number" }).click();
    await page.getByLabel("Country").selectOption("Germany");
    await page.getByLabel("Company", { exact: true }).fill("Spree GmbH");
    await page.getByLabel("VAT number").fill("DE136695979");
    await page.getByRole("button", { name: "Correct the invoice" }).click();
    await expect(page.getByText(/cannot be a VAT number of Germany/)).toBeVisible();
    await expect(page.getByText(/by a credit note and issues a new one/)).toBeVisible();
    await page.getByLabel("VAT number").fill("DE136695976");
    await page.getByLabel("Street of the company").fill("Uferweg 1");
    await page.getByLabel("Postcode").fill("10115");
    await page.getByLabel("City").fill("Berlin");
    await page.getByLabel("Email for invoices").fill("books@spree.example");
    await page.getByRole("button", { name: "Correct the invoice" }).click();
    await expect(page.getByText("The invoice is corrected")).toBeVisible();
    await page.getByRole("button", { name: "Correct the invoice" }).click();
    await expect(page.getByText("nothing was issued")).toBeVisible();
    await page.goto(`/my-order/${orderId}`);
    await expect(page.getByRole("link", { name: /^(Invoice|Credit note) F-/ })).toHaveCount(3);
  });
});
