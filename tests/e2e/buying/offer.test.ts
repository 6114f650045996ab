import type { Page } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import { decoded, mailedLink } from "../../support/mail/mailed-link.ts";
import { adminOf } from "../../support/servers/web-client.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({
      SMTP_URL: mailServer.url,
      MAIL_FROM: "site@example.com",
      SANDBOX_PROTOCOL: "rest",
      SANDBOX_URL: "http://127.0.0.1:{port}",
    }),
});

const extra = (addOnName: string, addOnPrice: string) => ({
  addOnName,
  addOnText: "",
  addOnPrice,
  addOnCharged: "Once",
  addOnPlans: "",
  addOnMost: "3",
  addOnPoints: `${addOnName}, done`,
});

async function codeFor({ deliveries }: MailServer, recipient: string): Promise<string> {
  const codes = () =>
    deliveries
      .filter(({ recipients }) => recipients.includes(recipient))
      .flatMap(({ text }) => /code is (\d{6})/.exec(decoded(text))?.[1] ?? []);
  await expect.poll(() => codes().length, { timeout: scaled(30_000) }).toBeGreaterThan(0);
  return codes().at(-1) ?? "";
}

test("a sale on the phone: an offer with a price of its own and two extras, changed while the customer looks, is accepted and paid on a phone, and both open the room", async ({
  browser,
  furrow,
  mailServer,
  page: team,
}) => {
  const { name, email, password } = newPerson();
  const admin = await adminOf(furrow);
  await admin.call("POST", "/new-add-on", extra("A call with your team", "90"));
  await admin.call("POST", "/new-add-on", extra("A translation", "45.50"));
  await signInOnce(team, furrow);

  await openPanel(team, "/admin/offers/new");
  await team.getByRole("combobox", { name: "Customer" }).fill(email);
  await team.getByLabel("Name", { exact: true }).fill(name);
  await team.getByLabel("Plan").selectOption({ label: "Standard" });
  await team.getByLabel("Price without add-ons").fill("249");
  await team.getByLabel("A call with your team").selectOption("1");
  await team.getByLabel("A translation").selectOption("1");
  await expect(team.getByText("In all: $384.50")).toBeVisible();
  // Unsaved text survives a reload.
  await team.reload();
  await team.locator("html[data-hydrated]").waitFor();
  await expect(team.getByLabel("Price without add-ons")).toHaveValue("249");
  await team.getByRole("button", { name: "Make it and copy a link" }).click();
  await team.waitForURL(/\/offers\/[\w-]{20,}$/);
  const link = await team.getByLabel("Link", { exact: true }).inputValue();
  expect(link).toContain("/offer?token=");
  const asCustomer = team.waitForEvent("popup");
  await team.getByRole("link", { name: "See the offer as the customer does" }).click();
  const preview = await asCustomer;
  await expect(preview.getByText(`This is the offer as ${name} sees it.`)).toBeVisible();
  await expect(preview.getByText("$384.50 USD")).toBeVisible();
  await preview.close();

  const phone = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  const fits = async (shown: Page) =>
    expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const askForCode = () => phone.getByRole("button", { name: "Email me a code to accept" }).tap();
  await phone.goto(link);
  await fits(phone);
  await phone.getByRole("button", { name: "See the offer" }).tap();
  await expect(phone.getByText("$384.50 USD")).toBeVisible();
  await fits(phone);
  await phone.getByLabel("Address", { exact: true }).fill("1 Long Acre");
  await phone.getByLabel("Country").fill("Norway");
  await phone.getByLabel("I accept this offer for $384.50").check();

  await team.getByRole("button", { name: "Change", exact: true }).click();
  await team.getByLabel("Price without add-ons").fill("229");
  await team.getByRole("button", { name: "Save without an email" }).click();
  await expect(team.getByText("Changed, version 2")).toBeVisible();

  await askForCode();
  await expect(phone.getByText("Nothing was ordered.")).toBeVisible();
  await expect(phone.getByText("What has changed")).toBeVisible();
  await fits(phone);
  await phone.getByLabel("I accept this offer for $364.50").check();
  await askForCode();
  await expect(phone.getByLabel("Code from the email")).toBeFocused();
  await phone.getByLabel("Code from the email").fill(await codeFor(mailServer, email));
  await phone.getByRole("button", { name: "Accept and go to payment" }).tap();

  await phone.waitForURL("**/order-link/open");
  await fits(phone);
  await expect(phone.getByText("Please pay by")).toBeVisible();
  await phone.getByRole("button", { name: "Pay Now With Paypal" }).tap();
  await phone.locator("select[name=outcome]").selectOption("no-notification");
  await phone.getByRole("button", { name: "Pay now" }).tap();
  await phone.waitForURL("**/order-link/open**");
  // The page looks again by itself.
  await expect(phone.getByText("This order is paid.")).toBeVisible({ timeout: scaled(20_000) });
  await phone.goto(link);
  await phone.getByRole("button", { name: "See what you ordered" }).tap();
  await expect(phone.getByText("The offer has become order")).toBeVisible();

  await team.reload();
  await team.getByRole("link", { name: "See the order" }).click();
  await team.waitForURL("**/admin/payment-status/**");
  const orderId = new URL(team.url()).pathname.split("/").at(-1) ?? "";
  await expect(team.getByText("364.50").first()).toBeVisible();
  await team.getByRole("button", { name: "More actions" }).click();
  await team.getByRole("link", { name: "Duplicate as an offer" }).click();
  await team.waitForURL("**/admin/offers/new?order=*");
  await expect(team.getByRole("combobox", { name: "Customer" })).toHaveValue(email);
  await expect(team.getByLabel("A translation")).toHaveValue("1");
  await expect(team.getByText("In all: $364.50")).toBeVisible();

  await phone.getByRole("button", { name: /^See order/ }).tap();
  await phone.getByRole("button", { name: "Choose a password" }).tap();
  await expect(phone.getByText("We have sent you a link to choose a password.")).toBeVisible();
  await phone.goto(await mailedLink(mailServer, email, "/reset", "[\\w.&=%-]+"));
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Choose a password");
  await expect(phone.getByRole("checkbox", { name: /emailed link/ })).not.toBeChecked();
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("button", { name: "Set the password" }).tap();
  await expect(phone.getByText("Your password is set.")).toBeVisible();
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("button", { name: "Log in" }).tap();
  await phone.waitForURL(`**/my-order/${orderId}`);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Standard plan");
  await expect(phone.getByText("A translation").first()).toBeVisible();
  await expect(phone.getByText("A translation, done")).toBeVisible();
  await fits(phone);

  // The next offer is in the list of orders, also without the link of an email.
  const lastDay = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await admin.call("POST", "/offer", { email, title: "A workshop", price: "120", lastDay });
  await phone.goto("/my-order");
  await expect(phone.getByText("$120.00, open until the end of")).toBeVisible();
  await fits(phone);
  await phone.getByRole("button", { name: "See the offer “A workshop”" }).focus();
  await phone.keyboard.press("Enter");
  await phone.waitForURL("**/offer/open");
  await expect(phone.getByText("$120.00 USD")).toBeVisible();
});
