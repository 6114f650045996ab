import type { Page, Response } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { handsOf, openBrowser, ways } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

const street = "17 Orchard Passage";

/** A customer with a Paid order of the Basic plan, who has written a message about the order. */
async function orderWithMessage(furrow: FurrowServer) {
  const { email, name } = newPerson();
  const customer = await register(furrow.url, email);
  const { _id: orderId } = await customer.call<{ _id: string }>("POST", "/new-order", {
    packageName: "Basic",
    customerName: name,
    customerAddress: street,
    customerCountry: "Norway",
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

for (const { way, isPhone } of ways) {
  const { press, write, choose } = handsOf(isPhone);

  /** On a phone, the facts of an order are folded. */
  async function unfoldFacts(owner: Page): Promise<void> {
    if (isPhone) await press(owner.getByRole("button", { name: /^Customer, plan and payment/ }));
  }

  test(`an invited Worker delivers an order, never gets a price or an address, and keeps the typed text when the order is taken away, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    const { orderId, email, name } = await orderWithMessage(furrow);
    const person = newPerson();
    const owner = await openBrowser(browser, furrow, { isPhone });
    await signInOnce(owner, furrow);
    await openPanel(owner, "/add-user");
    await write(owner.getByRole("textbox", { name: "Email" }), person.email);
    // The Tab key reaches the first role, and the arrow keys the others.
    const firstRole = owner.getByRole("radio", { name: isPhone ? /^Worker/ : /^Manager/ });
    await press(firstRole, "Space");
    if (!isPhone) await owner.keyboard.press("ArrowDown");
    await press(owner.getByRole("button", { name: "Add", exact: true }));
    const row = owner.getByRole("row").filter({ hasText: person.email });
    await expect(row).toContainText("Worker");

    const worker = await openBrowser(browser, furrow, { isPhone });
    const received = receivedTexts(worker);
    await worker.goto(await mailedLink(mailServer, person.email, "/invitation"));
    await write(worker.getByLabel("Password"), person.password);
    await press(worker.getByRole("button", { name: "Set the password" }));
    await expect(worker).toHaveURL("/my-work");
    await expect(worker.getByText("No order is assigned to you")).toBeVisible();

    const order = `/admin/payment-status/${orderId}`;
    await openPanel(owner, order);
    await unfoldFacts(owner);
    const assign = async (to: string) => {
      await choose(owner.getByLabel("Assigned to", { exact: true }), to);
      await press(owner.getByRole("button", { name: "Assign", exact: true }));
      await expect(owner.getByText("Assignment is Changed").first()).toBeVisible();
    };
    await assign(await optionOf(owner, person.email));

    await openPanel(worker, "/my-work");
    await press(worker.getByRole("link", { name: RegExp(name) }));
    await expect(worker).toHaveURL(`/my-work/${orderId}`);
    await expect(worker.getByText("Which words do we sell with?")).toBeVisible();
    const field = worker.getByRole("textbox", { name: "Message to the customer" });
    const send = () =>
      isPhone
        ? worker.getByRole("button", { name: "Send to the customer" }).tap()
        : worker.keyboard.press("Control+Enter");
    await write(field, "With the words of your guests.");
    await send();
    const messages = worker.getByRole("list", { name: "Messages, the newest last" });
    await expect(messages).toContainText("With the words of your guests.");

    await press(worker.getByRole("link", { name: "Deliver", exact: true }));
    const dialog = worker.getByRole("dialog");
    await write(dialog.getByLabel("What are you delivering?"), "The report is ready.");
    for (const proof of await dialog.getByLabel("Address of the proof").all()) {
      await write(proof, "https://example.com/report");
    }
    await press(dialog.getByRole("button", { name: "Deliver the order" }));
    await expect(dialog).toBeHidden();
    const delivery = worker.getByRole("article").filter({ hasText: "Delivery 1" });
    await expect(delivery).toContainText("The report is ready.");
    if (isPhone) {
      expect(await worker.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }

    const answers: { url: string; text: string }[] = [];
    const room = ["", "/messages", "/deliveries", "/brief", "/files", "/passwords", "/refunds"];
    const calls = [
      ...room.map((part) => `/api/order/${orderId}${part}`),
      "/api/orders",
      "/api/orders/export",
      "/api/my-orders",
      "/api/users",
      "/api/subscribers",
      "/admin",
      order,
      `/order-payments/${orderId}`,
      `/my-order/${orderId}`,
      "/people",
      "/total-orders",
      "/payments",
      "/outbox",
      "/my-work",
      `/my-work/${orderId}`,
      "/my-work.data",
      `/my-work/${orderId}.data`,
      `/admin/find?q=${name}`,
      "/trash",
      "/roles",
    ];
    for (const path of calls) {
      const answer = await worker.request.get(path);
      answers.push({ url: path, text: await answer.text() });
    }
    const texts = [...answers, ...(await received.all())];
    expect(texts.some(({ text }) => text.includes("Which words do we sell with?"))).toBe(true);
    for (const { url, text } of texts) {
      for (const secret of [email, street]) {
        expect(text.includes(secret), `${secret} in ${url}`).toBe(false);
      }
      expect(text, url).not.toMatch(/\$149|149\.00|\b14900\b/);
    }

    // The open page and the response to a later form both say that the assignment has ended.
    await write(field, "A sentence that took an hour.");
    await assign("Nobody");
    await expect(worker.getByText("This order is no longer assigned to you")).toBeVisible();
    await send();
    await expect(
      worker.getByText("This order is not assigned to you.", { exact: true }),
    ).toBeVisible();
    await expect(field).toHaveValue("A sentence that took an hour.");
    expect((await worker.request.get(`/my-work/${orderId}`)).status()).toBe(404);

    const seenByWorker = await navigationOf(worker);
    expect(seenByWorker).toContain("/my-work");
    await openPanel(owner, "/roles");
    await press(owner.getByRole("button", { name: "See the panel as Worker" }));
    await expect(owner).toHaveURL("/my-work");
    await owner.locator("html[data-hydrated]").waitFor();
    await expect.poll(() => navigationOf(owner)).toEqual(seenByWorker);
    await press(owner.getByRole("button", { name: "Back to your own view" }));
    await expect(owner).toHaveURL("/roles");
    await expect(owner.getByRole("button", { name: "See the panel as Worker" })).toBeVisible();
  });

  test(`a Worker leaves: the owner removes them and hands their order to another Worker, and nothing typed is lost, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    const { orderId, name } = await orderWithMessage(furrow);
    const admin = await adminOf(furrow);
    async function join() {
      const { email, password } = newPerson();
      await admin.call("POST", "/add-user", { userEmail: email, userRole: "Worker" });
      await acceptInvitation(furrow, mailServer, { email, password });
      const page = await openBrowser(browser, furrow, { isPhone });
      await signInWithoutForm(page, { email, password });
      const session = await (await page.request.get("/api/auth/get-session")).json();
      return { page, email, accountId: String(session.user.id) };
    }
    const [wim, wanda] = [await join(), await join()];
    await admin.call("PUT", `/order/${orderId}/assignee`, { assignee: wim.accountId });
    await openPanel(wim.page, `/my-work/${orderId}`);
    const field = wim.page.getByRole("textbox", { name: "Message to the customer" });
    await write(field, "A sentence that took an hour.");

    const owner = await openBrowser(browser, furrow, { isPhone });
    await signInOnce(owner, furrow);
    await openPanel(owner, "/add-user");
    await press(owner.getByRole("button", { name: `Remove ${wim.email}` }));
    await press(owner.getByRole("button", { name: "Remove", exact: true }));
    await expect(owner.getByText(`${wim.email} is no longer on the team`)).toBeVisible();

    // The end of the role has ended the session, and the open page says so.
    const said = wim.page.getByText("You are signed out. Log in again in another tab");
    await expect(said.first()).toBeVisible();
    await press(wim.page.getByRole("button", { name: "Send to the customer" }));
    await expect(said.first()).toBeVisible();
    await expect(field).toHaveValue("A sentence that took an hour.");
    expect((await wim.page.request.get(`/api/order/${orderId}/messages`)).status()).toBe(401);

    await openPanel(owner, "/admin");
    const task = owner.getByRole("listitem").filter({ hasText: "assigned to nobody" });
    await press(task.getByRole("link").first());
    // Waits for the list, because the dashboard is visible for a moment and has a similar link.
    await expect(
      owner.getByRole("heading", { name: "Total Orders", level: 1, exact: true }),
    ).toBeVisible();
    await press(owner.getByRole("link", { name: RegExp(name) }).first());
    await unfoldFacts(owner);
    await choose(
      owner.getByLabel("Assigned to", { exact: true }),
      await optionOf(owner, wanda.email),
    );
    await press(owner.getByRole("button", { name: "Assign", exact: true }));
    await expect(owner.getByText("Assignment is Changed").first()).toBeVisible();

    await openPanel(wanda.page, "/my-work");
    await press(wanda.page.getByRole("link", { name: RegExp(name) }));
    await expect(wanda.page.getByText("Which words do we sell with?")).toBeVisible();
  });
}

/** Label of a person in the list of people who can work on an order. */
async function optionOf(owner: Page, email: string): Promise<string> {
  const options = owner.getByLabel("Assigned to", { exact: true }).locator("option");
  await expect(options.filter({ hasText: email })).toHaveCount(1);
  return options.filter({ hasText: email }).innerText();
}

async function acceptInvitation(
  furrow: FurrowServer,
  mailServer: MailServer,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const answer = await fetch(await mailedLink(mailServer, email, "/invitation"), {
    method: "POST",
    redirect: "manual",
    headers: { origin: furrow.url },
    body: new URLSearchParams({ password }),
  });
  expect(answer.status).toBe(303);
}
