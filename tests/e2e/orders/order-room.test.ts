import type { Browser, Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { type PlacedOrder, placePaidOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";

/** Opens a paid order in the browser of its customer, a phone without JavaScript. */
async function openOnPhone(browser: Browser, furrow: FurrowServer) {
  const paid = await placePaidOrder(furrow);
  const customer = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  await openRoom(customer, paid);
  return { ...paid, customer };
}

async function openRoom(page: Page, { person, room }: PlacedOrder): Promise<void> {
  await signInWithoutForm(page, person);
  await page.goto(room);
}

const conversation = (page: Page) => page.getByRole("region", { name: "Messages" });
const messages = (page: Page) =>
  conversation(page)
    .getByRole("listitem")
    .filter({ has: page.locator("time") });
/** Opens a part beside the next step by its link. */
const openPart = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Parts of this order" }).getByRole("link", { name }).click();
const composerOf = (owner: Page) =>
  owner.getByLabel("Message to the customer", { exact: true }).and(owner.locator("textarea"));

test("customer without JavaScript and owner send each other messages and files about a paid order", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const { customer, person, room } = await openOnPhone(browser, furrow);
  // An empty message is refused at the field; nothing is lost.
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(conversation(customer)).toContainText("Write a message.");
  await expect(customer.getByLabel("Your message")).toBeFocused();
  const text = "The bakery moved.\n\nThe new address is https://example.com/map.";
  await customer.getByLabel("Your message").fill(text);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(customer).toHaveURL(`${room}#message-1`);
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
  await customer
    .getByLabel("Files (optional)")
    .setInputFiles([{ ...plan, buffer: Buffer.alloc(0) }]);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(conversation(customer)).toContainText("The file “Plan für März.txt” is empty.");
  await expect(conversation(customer)).toContainText("Choose the files again");
  await expect(customer.getByLabel("Your message").last()).toHaveValue("The plan");
  await customer.getByLabel("Your message").last().fill("");
  await customer.getByLabel("Files (optional)").setInputFiles([plan]);
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(messages(customer).last().getByRole("link", { name: plan.name })).toBeVisible();
  const files = customer.getByRole("region", { name: "Files" });
  await openPart(customer, /^Files 1/);
  const downloading = customer.waitForEvent("download");
  await files.getByRole("link", { name: plan.name }).click();
  expect((await downloading).suggestedFilename()).toBe(plan.name);

  await signInOnce(owner, furrow);
  await openPanel(owner, "/admin");
  const task = owner
    .getByRole("region", { name: "To do" })
    .getByRole("listitem")
    .filter({ hasText: `${person.name} wrote about order` });
  await task.getByRole("link", { name: /^Answer/ }).click();
  await expect(conversation(owner)).toContainText("2 new");
  await expect(messages(owner).first()).toContainText("The bakery has moved.");
  const composer = composerOf(owner);
  await composer.fill("Thank you.");
  // Typed text survives a reload.
  await owner.reload();
  await owner.locator("html[data-hydrated]").waitFor();
  await expect(composer).toHaveValue("Thank you.");
  const map = { name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("North") };
  await conversation(owner).getByLabel("Files").setInputFiles([map]);
  await composer.press("Control+Enter");
  await composer.press("Control+Enter");
  await expect(composer).toHaveValue("");
  await expect(messages(owner)).toHaveCount(3);
  await expect(messages(owner).last().getByRole("link", { name: map.name })).toBeVisible();
  await owner.getByRole("button", { name: `Remove ${plan.name}` }).click();
  await owner.getByRole("button", { name: "Remove the file" }).click();
  await expect(owner.getByText("File is Removed")).toBeVisible();
  await owner.getByLabel("New note").fill("A difficult customer");
  await owner.getByRole("button", { name: "Add note" }).click();
  await expect(owner.getByText("Note is Added")).toBeVisible();
  await openPanel(owner, "/admin");
  await expect(task).toHaveCount(0);

  await customer.goto(room);
  await expect(conversation(customer)).toContainText("1 new");
  await expect(messages(customer)).toHaveCount(3);
  await expect(messages(customer).nth(2)).toContainText("Thank you.");
  await openPart(customer, /^Files 1 new/);
  await expect(files.getByRole("link")).toHaveText([map.name]);
  await expect(customer.getByRole("main")).not.toContainText("A difficult customer");
  await expect(customer.getByRole("main")).not.toContainText(furrow.adminEmail);
});

test("a message is sent once by a double click, and survives the end of the session", async ({
  page,
  context,
  furrow,
}) => {
  const paid = await placePaidOrder(furrow);
  await openRoom(page, paid);
  const text = page.getByLabel("Your message", { exact: true }).last();
  const key = await conversation(page).locator("[name=key]").inputValue();
  const accountId = await page.locator("[name=accountId]").last().inputValue();
  await text.fill("Sent once");
  await page.getByRole("button", { name: "Send" }).dblclick();
  await expect(page).toHaveURL(`${paid.room}#message-1`);
  await page.reload();
  await expect(messages(page)).toHaveCount(1);

  // After Back, the form still has the idempotency key of the sent message.
  const send = (typed: string) =>
    page.request.post(paid.room, {
      headers: { origin: furrow.url },
      form: { intent: "message", accountId, key, text: typed },
      maxRedirects: 0,
    });
  expect((await send("Sent once")).headers().location).toBe(`${paid.room}#message-1`);
  const refused = await send("Another text");
  expect(refused.status()).toBe(422);
  expect(await refused.text()).toContain("This form has already sent a message");
  expect(await refused.text()).not.toContain(key);

  await text.fill("Written before the session ended");
  await context.clearCookies();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("You were signed out, so nothing was sent.");
  await expect(page.getByLabel("Your message")).toHaveValue("Written before the session ended");
  await expect(page.getByRole("main")).not.toContainText("Sent once");
  await signInWithoutForm(page, paid.person);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(`${paid.room}#message-2`);
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).nth(1)).toContainText("Written before the session ended");
});

test("a customer without JavaScript adds a password to an order, and the owner has the password shown", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const { customer, inPanel } = await openOnPhone(browser, furrow);
  const vault = customer.getByRole("region", { name: "Passwords" });
  // The form asks about a password in a message, and moves the password to the order's passwords.
  await customer.getByLabel("Your message").fill("The login is ada.\nPassword: hunter2");
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(conversation(customer)).toContainText(
    "There seems to be a password in your message.",
  );
  await customer.getByRole("button", { name: "Move the password" }).click();
  await expect(messages(customer).first()).toContainText("Password: (moved to the passwords)");
  await openPart(customer, /^Passwords 1/);
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
  await openPanel(owner, inPanel);
  await owner.getByRole("button", { name: "Show the password for WordPress" }).click();
  const dialog = owner.getByRole("dialog", { name: "Password for WordPress" });
  await expect(dialog).toContainText("The customer will see");
  const answered = owner.waitForResponse((answer) => answer.request().method() === "POST");
  await dialog.getByRole("button", { name: "Show the password" }).click();
  expect((await answered).headers()["cache-control"]).toContain("no-store");
  await expect(dialog).toContainText("barley and hedgerow");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(owner.getByText("barley and hedgerow")).toHaveCount(0);
  const composer = composerOf(owner);
  await composer.fill("Is it still this one? Password: hunter2");
  await composer.press("Control+Enter");
  await owner.getByRole("button", { name: "Send as it is" }).waitFor();
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
});

test("open pages of an order show new messages by themselves, even if the server fails once, and keep what is being typed", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const paid = await placePaidOrder(furrow);
  const customer = await openBrowser(browser, furrow, { isPhone: false });
  await openRoom(customer, paid);
  await signInOnce(owner, furrow);
  await openPanel(owner, paid.inPanel);
  const composer = composerOf(owner);
  await composer.fill("We start on Monday.");
  await customer.getByLabel("Your message").fill("The bakery moved.");
  await customer.getByRole("button", { name: "Send" }).click();
  await expect(messages(owner)).toHaveCount(1);
  await expect(owner.getByText("A new message has arrived")).toBeVisible();
  await expect(composer).toHaveValue("We start on Monday.");

  const typing = customer.getByLabel("Your message", { exact: true }).last();
  await typing.fill("The new address is");
  await customer.clock.install();
  const pageOfOrder = (url: URL) => url.pathname === paid.room;
  await customer.route(pageOfOrder, (route) => route.fulfill({ status: 503 }), { times: 1 });
  const refused = customer.waitForResponse((answer) => answer.status() === 503);
  await composer.press("Control+Enter");
  await refused;
  await expect(async () => {
    await customer.clock.fastForward(30_000);
    await expect(messages(customer)).toHaveCount(2, { timeout: 2_000 });
  }).toPass({ timeout: scaled(30_000) });
  await expect(
    customer.getByRole("status").getByRole("link", { name: "A new message has arrived." }),
  ).toBeVisible();
  await expect(typing).toHaveValue("The new address is");
  await expect(typing).toBeFocused();
});

test("a customer without JavaScript asks for a refund, and the owner finds the request on Today and declines it", async ({
  page: owner,
  browser,
  furrow,
}) => {
  const { customer, person, room } = await openOnPhone(browser, furrow);
  await customer.locator("summary", { hasText: "Ask for a refund" }).click();
  const form = customer.getByRole("form", { name: "Ask for a refund" });
  await form.getByRole("button", { name: "Send the request" }).click();
  await expect(form).toContainText("Tell us why you would like your money back.");
  const why = form.getByLabel("Why would you like your money back?");
  await expect(why).toBeFocused();
  await why.fill("The bakery has closed.");
  // The text survives the end of the session.
  await customer.context().clearCookies();
  await form.getByRole("button", { name: "Send the request" }).click();
  await expect(customer.getByRole("alert")).toContainText(
    "You were signed out, so nothing was sent.",
  );
  await signInWithoutForm(customer, person);
  await customer.getByRole("button", { name: "Send the request" }).click();
  await expect(customer).toHaveURL(`${room}#refund`);
  const request = customer.getByRole("region", { name: "Refund asked for" });
  await expect(request).toContainText("The bakery has closed.");
  await expect(
    customer.getByRole("heading", { name: /^Refund asked for on .*: we/ }),
  ).toBeVisible();
  await expect(customer.getByRole("link", { name: "Answer the questions" })).toHaveCount(0);
  await customer.goto("/dashboard");
  await expect(customer.getByRole("region", { name: "Our next step" })).toContainText(
    "we answer you",
  );

  await signInOnce(owner, furrow);
  await openPanel(owner, "/admin");
  const task = owner
    .getByRole("region", { name: "To do" })
    .getByRole("listitem")
    .filter({ hasText: `${person.name} asks for a refund of order` });
  await task.getByRole("link", { name: /^Answer/ }).click();
  const asked = owner.getByRole("region", { name: "The customer asks for a refund" });
  await expect(asked).toContainText("The bakery has closed.");
  await asked.getByRole("button", { name: "Decline" }).click();
  await asked.getByLabel("Why is there no refund?").fill("Your month is done.");
  // Typed text survives a reload.
  await owner.reload();
  await expect(asked.getByLabel("Why is there no refund?")).toHaveValue("Your month is done.");
  await asked.getByRole("button", { name: "Decline the refund" }).click();
  await expect(owner.getByText("Refund is Declined")).toBeVisible();
  await openPanel(owner, "/admin");
  await expect(task).toHaveCount(0);

  await customer.goto(room);
  await customer.getByRole("link", { name: "Read our answer" }).click();
  const answer = customer.getByRole("region", { name: "No refund" });
  await expect(answer).toContainText("Your month is done.");
  await expect(customer.locator("summary", { hasText: "Ask for a refund" })).toHaveCount(0);
});
