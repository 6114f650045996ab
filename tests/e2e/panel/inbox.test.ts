import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import {
  openPanel,
  openRecord,
  publish,
  recordsOf,
  signInOnce,
  textField,
} from "../../support/browser/panel.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({
      SMTP_URL: mailServer.url,
      MAIL_FROM: "Furrow <post@furrow.example>",
      OWNER_EMAIL: "owner@furrow.example",
    }),
});

/**
 * Waits for an email to the recipient that contains `containing`. Returns its text without the line
 * breaks of quoted-printable.
 */
async function mailTo(server: MailServer, recipient: string, containing: string): Promise<string> {
  let found = "";
  await expect
    .poll(
      () => {
        const texts = server.deliveries
          .filter(({ recipients }) => recipients.includes(recipient))
          .map(({ text }) => text.replaceAll("=\r\n", "").replaceAll("=3D", "="));
        found = texts.find((text) => text.includes(containing)) ?? "";
        return found;
      },
      { timeout: scaled(15_000) },
    )
    .not.toBe("");
  return found;
}

/** Sends a contact message and opens Today; returns the sender and the subject. */
async function openTodayWithMessage(page: Page, furrow: FurrowServer) {
  const { name, email } = newPerson();
  const subject = `Rye for ${name}`;
  const data = { name, email, number: "1", subject, message: "When do you sow on clay?" };
  const headers = { origin: furrow.url };
  const answer = await page.request.post("/api/add-message", { headers, data });
  expect(answer.ok()).toBe(true);
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  return { email, subject };
}

/**
 * Collects the console messages about violations of the content security policy. Messages about
 * scripts that a sandboxed email frame blocks do not count, because Playwright's own scripts cause
 * such messages too.
 */
function policyComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) complaints.push(message.text());
  });
  return complaints;
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor subscribes, confirms by email and unsubscribes by email, and a message with a filled-in honeypot is discarded", async ({
    page,
    request,
    furrow,
    mailServer,
  }) => {
    const { email } = newPerson();
    await page.goto("/contact");
    await expect(page.getByRole("textbox", { name: "Leave this empty" })).toHaveCount(0);
    const trap = page.locator("input[name=topic]").first();
    const width = await trap.evaluate((input) => input.parentElement?.parentElement?.clientWidth);
    expect(width).toBeLessThanOrEqual(1);
    for (const [topic, subject] of [
      ["everything", "From a program"],
      ["", "From a person"],
    ] as const) {
      const answer = await page.request.post("/contact", {
        headers: { origin: furrow.url },
        form: { email, subject, message: "Cheap seeds", topic },
        maxRedirects: 0,
      });
      expect([answer.status(), answer.headers().location]).toEqual([303, "/thanks"]);
    }

    await page.locator("#subscribe-email").fill(email);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText("Your subscription request has been sent")).toBeVisible();
    const mail = await mailTo(mailServer, email, "/confirm-subscription");
    const confirm = /http\S+\/confirm-subscription\?token=[\w.-]+/.exec(mail)?.[0] ?? "";
    const leave = /^List-Unsubscribe: <(\S+)>/m.exec(mail.replace(/\r\n /g, " "))?.[1] ?? "";
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    await page.goto(confirm);
    await page.getByRole("button", { name: "Confirm my subscription" }).click();
    await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeVisible();

    await page.goto(leave);
    await expect(page.getByText("We will delete your email address")).toBeVisible();
    const fromMailProgram = await request.post(leave, {
      headers: { origin: "https://mail.example" },
      form: { "List-Unsubscribe": "One-Click" },
      maxRedirects: 0,
    });
    expect(fromMailProgram.status()).toBe(200);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
    await page.goto(confirm);
    await expect(page.getByText("This link has already been used.")).toBeVisible();

    await mailTo(mailServer, "owner@furrow.example", "From a person");
    expect(mailServer.deliveries.some(({ text }) => text.includes("From a program"))).toBe(false);
  });
});

test("an admin reads a message, keeps and discards a reply, sends the reply once, and deletes the message", async ({
  page,
  furrow,
  mailServer,
}) => {
  const { email, subject } = await openTodayWithMessage(page, furrow);
  await page.getByRole("link", { name: `Reply: ${subject}` }).click();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByText("Message is Read")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 undone.")).toBeVisible();

  await page.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue(`Re: ${subject}`);
  const reply = page.getByLabel("Your reply");
  await reply.fill("In May, when it crumbles.");
  await openPanel(page, new URL(page.url()).pathname);
  await expect(reply).toHaveValue("In May, when it crumbles.");
  await page.getByRole("button", { name: "Discard reply" }).click();
  await expect(reply).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(reply).toHaveValue("In May, when it crumbles.");
  await page.getByRole("button", { name: "Send reply" }).dblclick();
  await expect(page.getByRole("heading", { name: "Your replies" })).toBeVisible();
  const answer = await mailTo(mailServer, email, "In May, when it crumbles.");
  expect(answer).toContain("> When do you sow on clay?");
  expect(answer).toContain("Reply-To: owner@furrow.example");
  await expect(page.getByRole("article")).toHaveCount(1);

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/all-messages$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Message restored")).toBeVisible();
  // The other email is the confirmation of the message.
  const sent = mailServer.deliveries.filter(({ recipients }) => recipients.includes(email));
  expect(sent).toHaveLength(2);
});

test("by keyboard alone, a message is answered from Today", async ({
  page,
  furrow,
  mailServer,
}) => {
  const { email, subject } = await openTodayWithMessage(page, furrow);
  const { keyboard } = page;
  await keyboard.press("g");
  await keyboard.press("m");
  const first = page.getByRole("table", { name: "Unread messages" }).locator("tbody tr").first();
  await expect(first).toContainText(subject);
  // The screen is announced after it listens to its keys.
  await expect(
    page.locator("[aria-live=polite]").filter({ hasText: /^Messages · / }),
  ).toBeAttached();
  await keyboard.press("j");
  await expect(first).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.locator("main#content")).toBeFocused();
  await expect(page.getByText("When do you sow on clay?")).toBeVisible();
  await keyboard.press("r");
  await expect(page.getByLabel("Your reply")).toBeFocused();
  await expect(page.getByLabel("Your reply")).toHaveValue("");
  await keyboard.type("In August.");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your replies" })).toBeVisible();
  await expect(page.locator("main :focus-visible")).toBeInViewport();
  await mailTo(mailServer, email, "In August.");
});

test("the owner sees why an email failed and how it looks without its scripts, and sends it again", async ({
  page,
  furrow,
  mailServer,
}) => {
  const complaints = policyComplaints(page);
  await signInOnce(page, furrow);
  await openPanel(page, "/outbox");
  mailServer.trouble = (stage) => (stage === "recipient" ? 550 : null);
  await page.getByRole("link", { name: "Send a test email" }).first().click();
  await page.getByRole("button", { name: "Send a test email" }).click();
  await page.getByRole("link", { name: "View this email" }).click();
  await page.waitForURL("**/outbox/*");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Not delivered; no more attempts")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await openPanel(page, "/admin");
  await expect(page.getByText("1 email could not be delivered")).toBeVisible();
  await page.getByRole("link", { name: /^View failed emails/ }).click();
  const row = page.getByRole("row").filter({ hasText: furrow.adminEmail });
  await expect(row).toContainText("Failed");
  await expect(row).toContainText("The mail server rejected the address");
  await row.getByRole("link", { name: "Test email from Furrow" }).click();
  const frame = page.frameLocator("iframe[title='Preview of the email']");
  await expect(frame.getByRole("heading", { name: "Test email from Furrow" })).toBeVisible();

  mailServer.trouble = () => null;
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The email is queued and will be sent shortly")).toBeVisible();
  await mailTo(mailServer, furrow.adminEmail, "Test email from Furrow");
  await expect(async () => {
    await page.goto("/outbox?state=sent&recipient=ADMIN@");
    await expect(row).toContainText("Sent", { timeout: 1000 });
  }).toPass();
  await page.getByRole("link", { name: "Test email from Furrow" }).first().click();
  await expect(page.getByRole("button", { name: "Send a copy" })).toBeVisible();
  await expect(page.getByText(`${furrow.adminEmail} gets the same email once more.`)).toBeVisible();
  await expect(page.getByText("Tried again")).toBeVisible();
  expect(complaints).toEqual([]);
  const { pathname } = new URL(page.url());
  const framed = (await page.request.get(`${pathname}/html`)).headers();
  expect(framed["content-security-policy"]).toMatch(
    /^default-src 'none'; .*frame-ancestors 'self'; sandbox$/,
  );
  expect(framed["x-frame-options"]).toBe("SAMEORIGIN");
});

test("an email template has a live preview, refuses unknown placeholders, and can be switched off", async ({
  page,
  furrow,
}) => {
  const complaints = policyComplaints(page);
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, blocks.letterPaymentReceived);
  await textField(form, "Subject").fill("Paid, {customerName} <b>");
  const preview = page.frameLocator("iframe[title=Preview]");
  await expect(preview.getByText("Paid, Ann Field <b>", { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
  const words = textField(form, "Text of the email");
  await words.fill("Dear {foo}");
  await publish(form);
  await expect(
    form.getByText(/Text of the email contains the unknown placeholder \{foo\}/),
  ).toBeVisible();
  await words.fill("Dear {customerName}");
  await form.getByRole("combobox", { name: "This email is" }).selectOption("Not sent");
  await publish(form);
  const [record] = await recordsOf(page, blocks.letterPaymentReceived);
  expect(record).toMatchObject({ words: "Dear {customerName}", isSent: "Not sent" });
  await openPanel(page, "/letters");
  await expect(page.getByText("Off", { exact: true })).toHaveCount(1);
});
