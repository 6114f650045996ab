import type { Browser, Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  goToProvider,
  orderAsSomebody,
  payAs,
  signInWithoutForm,
} from "../../support/browser/purchase.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";

// A site of its own, because Today lists the open tasks of the whole site.
test.use({ furrowSettings: { OWNER_EMAIL: "room@furrow.example" } });

interface Paid {
  readonly person: { readonly email: string; readonly password: string; readonly name: string };
  readonly orderId: string;
}

/** Orders and pays as a new customer. */
async function orderAndPay(page: Page): Promise<Paid> {
  const person = await orderAsSomebody(page, "Standard");
  await page.getByRole("link", { name: "Pay Now" }).first().click();
  const orderId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await goToProvider(page);
  await payAs(page, "completed");
  await expect(async () => {
    await page.goto(`/my-order/${orderId}`);
    await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: scaled(15_000) });
  return { person, orderId };
}

/** The customer's browser: a phone without JavaScript. */
async function phoneWithoutScripts(browser: Browser, furrow: FurrowServer, { person }: Paid) {
  const context = await browser.newContext({
    baseURL: furrow.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await signInWithoutForm(page, person);
  return page;
}

const conversation = (page: Page) => page.getByRole("region", { name: "Messages" });
const messages = (page: Page) =>
  conversation(page)
    .getByRole("listitem")
    .filter({ has: page.locator("time") });

test("customer without JavaScript and owner write to each other about a paid order", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const setUp = await browser.newPage({ baseURL: furrow.url });
  const paid = await orderAndPay(setUp);
  await setUp.close();
  const customer = await phoneWithoutScripts(browser, furrow, paid);
  await customer.goto(`/my-order/${paid.orderId}`);

  // An empty message is refused at the field; nothing is lost.
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(conversation(customer)).toContainText("Write a message.");
  await expect(customer.getByLabel("Your message")).toBeFocused();
  const text = "The bakery moved.\n\nThe new address is https://example.com/map.";
  await customer.getByLabel("Your message").fill(text);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(customer).toHaveURL(`/my-order/${paid.orderId}#message-1`);
  await expect(messages(customer)).toHaveCount(1);
  await expect(customer.getByRole("link", { name: "https://example.com/map" })).toBeVisible();
  expect(await messages(customer).first().locator("p + div").innerText()).toBe(text);

  await customer.getByText("Change", { exact: true }).click();
  await messages(customer).getByLabel("Your message").fill("The bakery has moved.");
  await customer.getByRole("button", { name: "Save" }).click();
  await expect(messages(customer).first()).toContainText("The bakery has moved.");
  await expect(messages(customer).first()).toContainText("edited");

  // A refused form keeps its text and asks for the files again. A message needs no text if it has
  // files.
  const plan = { name: "Plan für März.txt", mimeType: "text/plain", buffer: Buffer.from("Sow") };
  await customer.getByLabel("Your message").last().fill("The plan");
  await customer.getByLabel("Files").setInputFiles([{ ...plan, buffer: Buffer.alloc(0) }]);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(conversation(customer)).toContainText("The file “Plan für März.txt” is empty.");
  await expect(conversation(customer)).toContainText("Choose the files again");
  await expect(customer.getByLabel("Your message").last()).toHaveValue("The plan");
  await customer.getByLabel("Your message").last().fill("");
  await customer.getByLabel("Files").setInputFiles([plan]);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(messages(customer).last().getByRole("link", { name: plan.name })).toBeVisible();
  const files = customer.getByRole("region", { name: "Files" });
  await expect(files).toContainText("1 file, 3 bytes of 1.0 GB");
  const downloading = customer.waitForEvent("download");
  await files.getByRole("link", { name: plan.name }).click();
  expect((await downloading).suggestedFilename()).toBe(plan.name);

  await signInOnce(owner, furrow);
  await openPanel(owner, "/admin");
  const today = owner.getByRole("region", { name: "To do" });
  await expect(today).toContainText(new RegExp(`${paid.person.name} wrote about order \\d+`));
  await today.getByRole("link", { name: /^Answer/ }).click();
  await expect(conversation(owner)).toContainText("2 new");
  await expect(messages(owner).first()).toContainText("The bakery has moved.");
  const composer = owner
    .getByLabel("Message to the customer", { exact: true })
    .and(owner.locator("textarea"));
  await composer.fill("Thank you.");
  // Typed text survives a reload.
  await owner.reload();
  await owner.locator("html[data-hydrated]").waitFor();
  await expect(composer).toHaveValue("Thank you.");
  await composer.press("End");
  await composer.pressSequentially("We start on Monday.");
  const map = { name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("North") };
  await conversation(owner).getByLabel("Files").setInputFiles([map]);
  await owner.getByLabel("Ask the customer").check();
  await composer.press("Control+Enter");
  await composer.press("Control+Enter");
  await expect(owner.getByText("Message is Sent")).toHaveCount(1);
  await expect(composer).toHaveValue("");
  await expect(messages(owner)).toHaveCount(3);
  await expect(messages(owner).last().getByRole("link", { name: map.name })).toBeVisible();
  await owner.getByRole("button", { name: `Remove ${plan.name}` }).click();
  await owner.getByRole("button", { name: "Remove the file" }).click();
  await expect(owner.getByText("File is Removed")).toBeVisible();
  // Internal notes are not part of the conversation.
  await owner.getByLabel("New note").fill("A difficult customer");
  await owner.getByRole("button", { name: "Add note" }).click();
  await expect(owner.getByText("Note is Added")).toBeVisible();
  await openPanel(owner, "/admin");
  await expect(today).not.toContainText("wrote about order");

  await customer.goto(`/my-order/${paid.orderId}`);
  await expect(customer.getByRole("link", { name: "We sent you a message" })).toBeVisible();
  await expect(conversation(customer)).toContainText("1 new");
  await expect(messages(customer)).toHaveCount(3);
  await expect(messages(customer).nth(2)).toContainText("Thank you.We start on Monday.");
  await expect(files.getByRole("link")).toHaveText([map.name]);
  await expect(customer.getByRole("main")).not.toContainText("A difficult customer");
  await expect(customer.getByRole("main")).not.toContainText(furrow.adminEmail);
  await customer.reload();
  await expect(conversation(customer)).not.toContainText("1 new");

  // The question stops the clock until the customer answers.
  const question = customer.getByRole("region", { name: "We need your answer" });
  await expect(question).toContainText("We start on Monday.");
  await expect(customer.getByRole("main")).toContainText("15 working days");
  await customer.getByLabel("Your message", { exact: true }).last().fill("Monday suits us.");
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(messages(customer)).toHaveCount(4);
  await expect(question).toHaveCount(0);
  await customer.context().close();
});

test("a message is sent once by a double click, and survives the end of the session", async ({
  page,
  context,
  furrow,
}) => {
  const { person, orderId } = await orderAndPay(page);
  const text = page.getByLabel("Your message", { exact: true }).last();
  const key = await conversation(page).locator("[name=key]").inputValue();
  const accountId = await page.locator("[name=accountId]").last().inputValue();
  await text.fill("Sent once");
  await page.getByRole("button", { name: "Send" }).dblclick();
  await expect(page).toHaveURL(`/my-order/${orderId}#message-1`);
  await page.reload();
  await expect(messages(page)).toHaveCount(1);

  // After Back, the form still has the idempotency key of the sent message.
  const send = (typed: string) =>
    page.request.post(`/my-order/${orderId}`, {
      headers: { origin: furrow.url },
      form: { intent: "message", accountId, key, text: typed },
      maxRedirects: 0,
    });
  expect((await send("Sent once")).headers().location).toBe(`/my-order/${orderId}#message-1`);
  const refused = await send("Another text");
  expect(refused.status()).toBe(422);
  expect(await refused.text()).toContain("This form has already sent a message");
  expect(await refused.text()).not.toContain(key);
  await page.reload();
  await expect(messages(page)).toHaveCount(1);

  await text.fill("Written before the session ended");
  await context.clearCookies();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("You were signed out, so nothing was sent.");
  await expect(page.getByLabel("Your message")).toHaveValue("Written before the session ended");
  await expect(page.getByRole("main")).not.toContainText("Sent once");
  await signInWithoutForm(page, person);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(`/my-order/${orderId}#message-2`);
  await expect(messages(page).nth(1)).toContainText("Written before the session ended");
});

test("a customer without JavaScript adds a password to an order, and the owner has the password shown", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const setUp = await browser.newPage({ baseURL: furrow.url });
  const paid = await orderAndPay(setUp);
  await setUp.close();
  const customer = await phoneWithoutScripts(browser, furrow, paid);
  await customer.goto(`/my-order/${paid.orderId}`);
  const vault = customer.getByRole("region", { name: "Passwords" });

  // The form asks about a password in a message, and moves the password to the order's passwords.
  await customer.getByLabel("Your message").fill("The login is ada.\nPassword: hunter2");
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(conversation(customer)).toContainText(
    "There seems to be a password in your message.",
  );
  await expect(customer.getByLabel("Your message")).toHaveValue(/hunter2/);
  await customer.getByRole("button", { name: "Move the password" }).click();
  await expect(messages(customer).first()).toContainText("Password: (moved to the passwords)");
  await expect(vault.getByRole("listitem").first()).toContainText("From a message");

  await vault.getByText("Give us a password").click();
  const form = vault.locator("form").last();
  await form.getByLabel("User name").fill("ada");
  await form.getByLabel("Password").fill("barley and hedgerow");
  await form.getByRole("button", { name: "Save the password" }).click();
  // The refused form keeps everything but the password.
  await expect(form.getByLabel("User name")).toHaveValue("ada");
  await expect(form.getByLabel("Password")).toHaveValue("");
  expect(await customer.content()).not.toContain("barley and hedgerow");
  await form.getByLabel("What is it for?").fill("WordPress");
  await form.getByLabel("Password").fill("barley and hedgerow");
  await form.getByRole("button", { name: "Save the password" }).click();
  await expect(vault.getByRole("heading", { name: "WordPress" })).toBeVisible();

  await signInOnce(owner, furrow);
  await openPanel(owner, `/admin/payment-status/${paid.orderId}`);
  await owner.getByRole("button", { name: "Show the password for WordPress" }).click();
  const dialog = owner.getByRole("dialog", { name: "Password for WordPress" });
  await expect(dialog).toContainText("The customer will see");
  const answered = owner.waitForResponse((answer) => answer.request().method() === "POST");
  await dialog.getByRole("button", { name: "Show the password" }).click();
  expect((await answered).headers()["cache-control"]).toContain("no-store");
  await expect(dialog).toContainText("barley and hedgerow");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(owner.getByText("barley and hedgerow")).toHaveCount(0);
  const composer = owner
    .getByLabel("Message to the customer", { exact: true })
    .and(owner.locator("textarea"));
  await composer.fill("Is it still this one? Password: hunter2");
  await composer.press("Control+Enter");
  await owner.getByRole("button", { name: "Send as it is" }).waitFor();
  await expect(composer).toHaveValue(/hunter2/);
  const stored = await owner.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored).toContain("Is it still this one? Password: …");
  expect(stored).not.toMatch(/barley and hedgerow|hunter2/);
  await owner.getByRole("button", { name: "Move the password" }).click();
  await expect(messages(owner)).toHaveCount(2);
  await expect(composer).toHaveValue("");

  await customer.reload();
  await expect(vault).toContainText(/Shown to \w+ on/);
  await expect(customer.getByRole("main")).not.toContainText(furrow.adminEmail);
  await vault.getByRole("button", { name: "Delete the password for WordPress" }).click();
  await expect(vault.getByRole("heading", { name: "WordPress" })).toHaveCount(0);
  await customer.context().close();
});

test("open pages of an order show new messages by themselves, even if the server fails once, and keep what is being typed", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const customer = await browser.newPage({ baseURL: furrow.url });
  const { orderId } = await orderAndPay(customer);
  await signInOnce(owner, furrow);
  await openPanel(owner, `/admin/payment-status/${orderId}`);
  const composer = owner
    .getByLabel("Message to the customer", { exact: true })
    .and(owner.locator("textarea"));
  await composer.fill("We start on Monday.");
  await customer.getByLabel("Your message").fill("The bakery moved.");
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(messages(owner)).toHaveCount(1);
  await expect(owner.getByText("A new message has arrived")).toBeVisible();
  await expect(composer).toHaveValue("We start on Monday.");

  await customer.getByLabel("Your message", { exact: true }).last().fill("The new address is");
  await composer.press("Control+Enter");
  await expect(messages(customer)).toHaveCount(2);
  await expect(
    customer.getByRole("status").getByRole("link", { name: "A new message has arrived." }),
  ).toBeVisible();
  await expect(messages(customer).nth(1)).toContainText("We start on Monday.");
  const typing = customer.getByLabel("Your message", { exact: true }).last();
  await expect(typing).toHaveValue("The new address is");
  await expect(typing).toBeFocused();
  // A message of the team has its style, although the page loaded without such a message.
  const edge = messages(customer).nth(1);
  expect(await edge.evaluate((slip) => getComputedStyle(slip).borderInlineStartWidth)).toBe("4px");

  await customer.clock.install();
  const pageOfOrder = (url: URL) => url.pathname === `/my-order/${orderId}`;
  await customer.route(pageOfOrder, (route) => route.fulfill({ status: 503 }), { times: 1 });
  const refused = customer.waitForResponse((answer) => answer.status() === 503);
  // Ctrl+Enter does nothing while the message before is still being sent.
  await expect(owner.getByRole("button", { name: "Send to the customer" })).toBeEnabled();
  await composer.fill("We have seen it.");
  await composer.press("Control+Enter");
  await refused;
  await expect(async () => {
    await customer.clock.fastForward(30_000);
    await expect(messages(customer)).toHaveCount(3, { timeout: 2_000 });
  }).toPass({ timeout: scaled(30_000) });
  await expect(typing).toHaveValue("The new address is");
  await customer.close();
});

test("customer and owner open the folded quote of a message with the keyboard", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const setUp = await browser.newPage({ baseURL: furrow.url });
  const paid = await orderAndPay(setUp);
  await setUp.close();
  const customer = await phoneWithoutScripts(browser, furrow, paid);
  await customer.goto(`/my-order/${paid.orderId}`);
  const quote = Array.from({ length: 6 }, (_, index) => `> Quoted line ${index + 1}`).join("\n");
  await customer.getByLabel("Your message").fill(`See below.\n\n${quote}\n\nThe new one.`);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(messages(customer)).toHaveCount(1);
  await signInOnce(owner, furrow);
  await openPanel(owner, `/admin/payment-status/${paid.orderId}`);
  for (const page of [customer, owner]) {
    const message = messages(page).first();
    await expect(message).toContainText("The new one.");
    const folded = message.locator("details", { hasText: "Quoted text" });
    await expect(folded).toHaveJSProperty("open", false);
    await folded.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(folded).toHaveJSProperty("open", true);
  }
});
