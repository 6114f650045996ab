import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { signIn, signInWithoutForm } from "../../support/browser/purchase.ts";
import { decoded, mailedLink } from "../../support/mail/mailed-link.ts";
import { restOrder, restPayment } from "../../support/orders/rest-order.ts";
import { adminOf, orderBy, register } from "../../support/servers/web-client.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  javaScriptEnabled: false,
  viewport: { width: 390, height: 844 },
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

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

test("a customer gets the invoice by email, opens it without a login, and downloads the stored files on the order’s page", async ({
  browser,
  furrow,
  mailServer,
  page,
}) => {
  const { email } = newPerson();
  const admin = await adminOf(furrow);
  await admin.call("PUT", "/settings", { invoicing });
  const customer = await register(furrow.url, email);
  const orderId = await orderBy(customer, admin);

  const invoices = () =>
    mailServer.deliveries.filter(
      ({ recipients, text }) =>
        recipients.includes(email) && text.includes("Subject: Your invoice"),
    );
  await expect.poll(() => invoices().length, { timeout: scaled(30_000) }).toBe(1);
  const sent = decoded(invoices()[0]?.text ?? "");
  const number = /Your invoice (F-\d{4}-0001)/.exec(sent)?.[1] ?? "";
  expect(sent).toContain(`filename=${number}.pdf`);
  expect(sent).toContain(`filename=${number}.xml`);

  const byLink = await browser.newPage({ baseURL: furrow.url, javaScriptEnabled: false });
  await byLink.goto(await mailedLink(mailServer, email, "/order-link"));
  await byLink.getByRole("button", { name: "See the invoice" }).click();
  await expect(byLink.getByRole("heading", { level: 1 })).toHaveText("Your invoice");
  await expect(byLink.getByText("Thank you.")).toBeVisible();
  const xmlHref = await byLink.getByRole("link", { name: /Download XML/ }).getAttribute("href");
  const linked = await byLink.request.get(xmlHref ?? "");
  expect(linked.status()).toBe(200);
  const xml = await linked.text();
  expect(xml).toContain(`<cbc:ID>${number}</cbc:ID>`);

  await signIn(page, email, "hedgerow and barley");
  await page.goto(`/my-order/${orderId}`);
  await page.getByRole("link", { name: `Invoice ${number}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Invoice ${number}`);
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  expect(await page.evaluate(isWide)).toBe(false);
  const files = page.getByRole("link", { name: /^Download/ });
  await expect(files).toHaveCount(2);
  const [pdf, ubl] = await Promise.all(
    (await files.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))).map(
      async (href) => (await page.request.get(href)).body(),
    ),
  );
  expect(pdf?.subarray(0, 8).toString()).toBe("%PDF-1.7");
  expect(ubl?.toString()).toBe(xml);
});

test("the list of invoices on a phone has each number, buyer, day and sum in full", async ({
  furrow,
  page,
}) => {
  const customerName = "Wolfeschlegelsteinhausen & Daughters Mechanical Engineering Company";
  const admin = await adminOf(furrow);
  await admin.call("PUT", "/settings", { invoicing });
  const customer = await register(furrow.url, newPerson().email);
  const order = { ...restOrder, customerName };
  const { _id } = await customer.call<{ _id: string }>("POST", "/new-order", order);
  await admin.call("POST", `/order/${_id}/payments`, restPayment(), { "idempotency-key": _id });

  const { adminEmail: email, adminPassword: password } = furrow;
  await signInWithoutForm(page, { email, password });
  const row = page.locator("tbody tr", { hasText: customerName });
  await expect(async () => {
    await page.goto("/invoices");
    await expect(row).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: scaled(30_000) });
  for (const place of ["title", "detail", "date", "value", "mark"]) {
    const cell = row.locator(`[data-place=${place}]`);
    await expect(cell).toBeVisible();
    expect(await cell.evaluate((td) => td.scrollWidth - td.clientWidth), place).toBe(0);
  }
  await expect(row.locator("time")).toBeVisible();
});
