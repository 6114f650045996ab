import type { Page, Response } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placePaidOrder } from "../../support/browser/placed-order.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

/** Texts of all pages, data and REST answers that a browser has received. */
function receivedTexts(page: Page) {
  const reading: Promise<{ url: string; text: string }>[] = [];
  page.on("response", (answer: Response) => {
    const type = answer.headers()["content-type"] ?? "";
    if (!/html|json|x-script|text\/x/.test(type) || answer.status() >= 300) return;
    const url = answer.url();
    // The body of a response is lost when the browser leaves its page.
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

test("an invited Worker delivers an order, never gets a price or an address, and keeps the typed text when the order is taken away", async ({
  browser,
  furrow,
  mailServer,
}) => {
  const { customer, orderId, room, inPanel, person: buyer } = await placePaidOrder(furrow);
  const question = { text: "Which words do we sell with?" };
  const key = { "idempotency-key": `asked-${orderId}` };
  await customer.call("POST", `/order/${orderId}/messages`, question, key);
  const owner = await openBrowser(browser, furrow, { isPhone: false });
  await signInOnce(owner, furrow);
  /** Invites a person as Worker in the panel; returns the person's browser after the first login. */
  async function invite() {
    const { email, password } = newPerson();
    await openPanel(owner, "/add-user");
    await owner.getByRole("textbox", { name: "Email" }).fill(email);
    await owner.getByRole("radio", { name: /^Worker/ }).check();
    await owner.getByRole("button", { name: "Add", exact: true }).click();
    await expect(owner.getByRole("row").filter({ hasText: email })).toContainText("Worker");
    const page = await openBrowser(browser, furrow, { isPhone: false });
    const received = receivedTexts(page);
    await page.goto(await mailedLink(mailServer, email, "/invitation"));
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Set the password" }).click();
    await expect(page).toHaveURL("/my-work");
    await expect(page.getByText("No order is assigned to you")).toBeVisible();
    return { email, page, received };
  }
  const wim = await invite();
  const worker = wim.page;
  await openPanel(owner, inPanel);
  const assignee = owner.getByLabel("Assigned to", { exact: true });
  const assign = async (to: string) => {
    await assignee.selectOption(await assignee.locator("option", { hasText: to }).innerText());
    await owner.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(owner.getByText("Assignment is Changed").first()).toBeVisible();
  };
  await assign(wim.email);

  await openPanel(worker, "/my-work");
  await worker.getByRole("link", { name: RegExp(buyer.name) }).click();
  await expect(worker).toHaveURL(`/my-work/${orderId}`);
  await expect(worker.getByText("Which words do we sell with?")).toBeVisible();
  const field = worker.getByRole("textbox", { name: "Message to the customer" });
  const send = worker.getByRole("button", { name: "Send to the customer" });
  await field.fill("With the words of your guests.");
  await send.click();
  const messages = worker.getByRole("list", { name: "Messages, the newest last" });
  await expect(messages).toContainText("With the words of your guests.");
  await worker.getByRole("link", { name: "Deliver", exact: true }).click();
  const dialog = worker.getByRole("dialog");
  await dialog.getByLabel("What are you delivering?").fill("The report is ready.");
  for (const proof of await dialog.getByLabel("Address of the proof").all()) {
    await proof.fill("https://example.com/report");
  }
  await dialog.getByRole("button", { name: "Deliver the order" }).click();
  await expect(dialog).toBeHidden();
  const delivery = worker.getByRole("article").filter({ hasText: "Delivery 1" });
  await expect(delivery).toContainText("The report is ready.");

  const answers: { url: string; text: string }[] = [];
  const parts = ["", "/messages", "/deliveries", "/brief", "/files", "/passwords", "/refunds"];
  const calls = [
    ...parts.map((part) => `/api/order/${orderId}${part}`),
    "/api/orders",
    "/api/orders/export",
    "/api/my-orders",
    "/api/users",
    "/api/subscribers",
    "/admin",
    inPanel,
    `/order-payments/${orderId}`,
    room,
    "/people",
    "/total-orders",
    "/payments",
    "/outbox",
    "/my-work",
    `/my-work/${orderId}`,
    "/my-work.data",
    `/my-work/${orderId}.data`,
    `/admin/find?q=${buyer.name}`,
    "/trash",
    "/roles",
  ];
  for (const path of calls) {
    const answer = await worker.request.get(path);
    answers.push({ url: path, text: await answer.text() });
  }
  const texts = [...answers, ...(await wim.received.all())];
  expect(texts.some(({ text }) => text.includes("Which words do we sell with?"))).toBe(true);
  const leaks = texts.filter(
    ({ text }) =>
      text.includes(buyer.email) ||
      text.includes("17 Orchard Passage") ||
      /\$149|149\.00|\b14900\b/.test(text),
  );
  expect(leaks.map(({ url }) => url)).toEqual([]);

  // The open page and the response to a later form both say that the assignment has ended.
  await field.fill("A sentence that took an hour.");
  await assign("Nobody");
  await expect(worker.getByText("This order is no longer assigned to you")).toBeVisible();
  await send.click();
  await expect(
    worker.getByText("This order is not assigned to you.", { exact: true }),
  ).toBeVisible();
  await expect(field).toHaveValue("A sentence that took an hour.");
  expect((await worker.request.get(`/my-work/${orderId}`)).status()).toBe(404);

  // The owner sees what a Worker sees.
  const seenByWorker = await navigationOf(worker);
  expect(seenByWorker).toContain("/my-work");
  await openPanel(owner, "/roles");
  await owner.getByRole("button", { name: "See the panel as Worker" }).click();
  await expect(owner).toHaveURL("/my-work");
  await expect.poll(() => navigationOf(owner)).toEqual(seenByWorker);
  await owner.getByRole("button", { name: "Back to your own view" }).click();
  await expect(owner).toHaveURL("/roles");

  // The Worker leaves. The end of the role ends the session, and the open page says so.
  await openPanel(owner, inPanel);
  await assign(wim.email);
  await openPanel(worker, `/my-work/${orderId}`);
  await field.fill("Another sentence.");
  await openPanel(owner, "/add-user");
  await owner.getByRole("button", { name: `Remove ${wim.email}` }).click();
  await owner.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(owner.getByText(`${wim.email} is no longer on the team`)).toBeVisible();
  const said = worker.getByText("You are signed out. Log in again in another tab");
  await expect(said.first()).toBeVisible();
  await expect(field).toHaveValue("Another sentence.");
  expect((await worker.request.get(`/api/order/${orderId}/messages`)).status()).toBe(401);

  // The owner hands the order to another Worker.
  const wanda = await invite();
  await openPanel(owner, inPanel);
  await assign(wanda.email);
  await openPanel(wanda.page, `/my-work/${orderId}`);
  await expect(wanda.page.getByText("Which words do we sell with?")).toBeVisible();
});
