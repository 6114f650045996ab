import type { Page, Response } from "@playwright/test";
import type { FurrowServer } from "../support/furrow-server.ts";
import { expect, newPerson, coldTest as test } from "../support/journey.ts";
import type { MailServer } from "../support/mail-server.ts";
import { openPanel, signInOnce } from "../support/panel.ts";
import { adminOf, register } from "../support/web-client.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

/** Waits for the email with the invitation of a person, and returns its link. */
async function invitationOf({ deliveries }: MailServer, recipient: string): Promise<string> {
  const mails = () => deliveries.filter(({ recipients }) => recipients.includes(recipient));
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  const text = (mails().at(-1)?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /http\S+\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? "";
}

const street = "17 Orchard Passage";

/** A customer with a Paid order of the Basic plan, who has written a message about the order. */
async function orderWithMessage(furrow: FurrowServer) {
  const { email, name } = newPerson();
  const customer = await register(furrow.url, email);
  const { _id: orderId } = await customer.call<{ _id: string }>("POST", "/new-order", {
    ...{ packageName: "Basic", customerName: name },
    ...{ customerAddress: street, customerCountry: "Norway" },
  });
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: "149.00", date, reference: "Transfer" };
  const key = (word: string) => ({ "idempotency-key": `${word}-${orderId}` });
  await admin.call("POST", `/order/${orderId}/payments`, payment, key("paid"));
  const path = `/order/${orderId}/messages`;
  await customer.call("POST", path, { text: "Which words do we sell with?" }, key("asked"));
  return { orderId, email, name };
}

/** Texts of all pages, data and REST answers that a browser has received. */
function receivedTexts(page: Page) {
  const reading: Promise<{ url: string; text: string }>[] = [];
  page.on("response", (answer: Response) => {
    const type = answer.headers()["content-type"] ?? "";
    if (!/html|json|x-script|text\/x/.test(type) || answer.status() >= 300) return;
    const url = answer.url();
    // A page that the browser has left has no body any more.
    const read = answer.text().catch(() => "");
    reading.push(read.then((text) => ({ url, text })));
  });
  return { all: () => Promise.all(reading) };
}

const navigationOf = (page: Page) =>
  page
    .getByRole("navigation")
    .first()
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("an invited Worker delivers an order by keyboard on a phone, never gets a price or an address, and keeps the typed text when the order is taken away", async ({
  page: owner,
  browser,
  furrow,
  mailServer,
}) => {
  const { orderId, email, name } = await orderWithMessage(furrow);
  const person = newPerson();
  await signInOnce(owner, furrow);
  await openPanel(owner, "/add-user");
  await owner.getByLabel("Email").fill(person.email);
  await owner.getByLabel("Role").selectOption("Worker");
  await owner.getByRole("button", { name: "Add", exact: true }).click();
  const row = owner.getByRole("row").filter({ hasText: person.email });
  await expect(row).toContainText("Worker");

  const context = await browser.newContext({
    baseURL: furrow.url,
    viewport: { width: 390, height: 844 },
  });
  const worker = await context.newPage();
  const received = receivedTexts(worker);
  await worker.goto(await invitationOf(mailServer, person.email));
  await worker.locator("[name=password]").fill(person.password);
  await worker.keyboard.press("Enter");
  await expect(worker).toHaveURL("/my-work");
  await expect(worker.getByText("No order is assigned to you")).toBeVisible();

  const order = `/admin/payment-status/${orderId}`;
  await openPanel(owner, order);
  const assign = async (to: string) => {
    await owner.getByLabel("Works on the order").selectOption({ label: to });
    await owner.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(owner.getByText("Assignment is Changed").first()).toBeVisible();
  };
  const options = await owner.getByLabel("Works on the order").locator("option").allInnerTexts();
  await assign(options.find((label) => label.includes(person.email)) ?? "");

  await openPanel(worker, "/my-work");
  await worker.getByRole("link", { name: RegExp(name) }).focus();
  await worker.keyboard.press("Enter");
  await expect(worker).toHaveURL(`/my-work/${orderId}`);
  await expect(worker.getByText("Which words do we sell with?")).toBeVisible();
  await worker.getByRole("textbox", { name: "Message to the customer" }).focus();
  await worker.keyboard.type("With the words of your guests.");
  await worker.keyboard.press("Control+Enter");
  const messages = worker.getByRole("list", { name: "Messages, the newest last" });
  await expect(messages).toContainText("With the words of your guests.");

  await worker.getByRole("link", { name: "Deliver", exact: true }).focus();
  await worker.keyboard.press("Enter");
  const dialog = worker.getByRole("dialog");
  await dialog.getByLabel("What do you deliver?").fill("The report is ready.");
  for (const proof of await dialog.getByLabel("Address of the proof").all()) {
    await proof.fill("https://example.com/report");
  }
  await dialog.getByRole("button", { name: "Deliver the order" }).focus();
  await worker.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const delivery = worker.getByRole("article").filter({ hasText: "Delivery 1" });
  await expect(delivery).toContainText("The report is ready.");
  expect(await worker.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const answers: { url: string; text: string }[] = [];
  const room = ["", "/messages", "/deliveries", "/brief", "/files", "/passwords", "/refunds"];
  const calls = [
    ...room.map((part) => `/api/order/${orderId}${part}`),
    ...["/api/orders", "/api/orders/export", "/api/my-orders", "/api/users", "/api/subscribers"],
    ...["/admin", order, `/order-payments/${orderId}`, `/my-order/${orderId}`, "/people"],
    ...["/total-orders", "/payments", "/outbox", "/my-work", `/my-work/${orderId}`],
    ...["/my-work.data", `/my-work/${orderId}.data`, `/admin/find?q=${name}`, "/trash", "/roles"],
  ];
  for (const path of calls) {
    const answer = await worker.request.get(path);
    answers.push({ url: path, text: await answer.text() });
  }
  const texts = [...answers, ...(await received.all())];
  expect(texts.some(({ text }) => text.includes("Which words do we sell with?"))).toBe(true);
  for (const { url, text } of texts) {
    for (const secret of [email, street, "149.00", "$149", "14900"]) {
      expect(text.includes(secret), `${secret} in ${url}`).toBe(false);
    }
  }

  // The page notices the end of the assignment, and also a form that was sent before that.
  const field = worker.getByRole("textbox", { name: "Message to the customer" });
  await field.fill("A sentence that took an hour.");
  await assign("Nobody");
  await expect(worker.getByText("This order is not assigned to you any more")).toBeVisible();
  await field.press("Control+Enter");
  await expect(
    worker.getByText("This order is not assigned to you.", { exact: true }),
  ).toBeVisible();
  await expect(field).toHaveValue("A sentence that took an hour.");
  expect((await worker.request.get(`/my-work/${orderId}`)).status()).toBe(404);

  const seenByWorker = await navigationOf(worker);
  expect(seenByWorker).toContain("/my-work");
  await openPanel(owner, "/roles");
  await owner.getByRole("button", { name: "See the panel as Worker" }).click();
  await expect(owner).toHaveURL("/my-work");
  await owner.locator("html[data-hydrated]").waitFor();
  await owner.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => navigationOf(owner)).toEqual(seenByWorker);
  await owner.getByRole("button", { name: "Back to your own view" }).click();
  await expect(owner).toHaveURL("/roles");
  await expect(owner.getByRole("button", { name: "See the panel as Worker" })).toBeVisible();
});
