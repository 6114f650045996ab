import type { Page } from "@playwright/test";
import { countEffort } from "../../support/browser/effort.ts";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor subscribes, confirms by email, and unsubscribes with the link in an email", async ({
    page,
    request,
    furrow,
    mailServer,
  }) => {
    const { email } = newPerson();
    await page.goto("/");
    await page.locator("#subscribe-email").fill(email);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText("Your subscription request has been sent")).toBeVisible();

    const mail = await mailTo(mailServer, email, "/confirm-subscription");
    const confirm = /http\S+\/confirm-subscription\?token=[\w.-]+/.exec(mail)?.[0] ?? "";
    const leave = /^List-Unsubscribe: <(\S+)>/m.exec(mail.replace(/\r\n /g, " "))?.[1] ?? "";
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(leave).toContain(`${furrow.url}/unsubscribe?token=`);

    await page.goto(confirm);
    await page.reload();
    await page.getByRole("button", { name: "Confirm my subscription" }).click();
    await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeVisible();

    await page.goto(leave);
    await expect(page.getByText("We will delete your email address")).toBeVisible();
    await expect(page.getByText("We have deleted your email address")).toHaveCount(0);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
    const fromMailProgram = await request.post(leave, {
      headers: { origin: "https://mail.example" },
      form: { "List-Unsubscribe": "One-Click" },
      maxRedirects: 0,
    });
    expect(fromMailProgram.status()).toBe(200);
    await page.goto(leave);
    await expect(page.getByText("Your email address is not subscribed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Unsubscribe" })).toHaveCount(0);
    await page.goto(confirm);
    await expect(page.getByText("This link has already been used.")).toBeVisible();
    const forged = await page.goto(`${leave}x`);
    expect(forged?.status()).toBe(400);
    await expect(page.getByText("This link is incomplete")).toBeVisible();
  });

  test("a message whose honeypot is filled in is discarded, and the bot gets the usual response", async ({
    page,
    furrow,
    mailServer,
  }) => {
    const robot = newPerson();
    await page.goto("/contact");
    const trap = page.locator("input[name=topic]").first();
    await expect(page.getByRole("textbox", { name: "Leave this empty" })).toHaveCount(0);
    const box = await trap.evaluate((input) => input.parentElement?.parentElement?.clientWidth);
    expect(box).toBeLessThanOrEqual(1);
    const send = async (topic: string, subject: string) => {
      const answer = await page.request.post("/contact", {
        headers: { origin: furrow.url },
        form: { email: robot.email, subject, message: "Cheap seeds", topic },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(303);
      expect(answer.headers().location).toBe("/thanks");
    };
    await send("everything", "From a program");
    await send("", "From a person");
    await mailTo(mailServer, "owner@furrow.example", "From a person");
    expect(mailServer.deliveries.some(({ text }) => text.includes("From a program"))).toBe(false);
  });
});

test("an admin reads a visitor's message and answers it by email", async ({
  page,
  furrow,
  mailServer,
}) => {
  const ann = newPerson();
  await page.goto("/contact");
  const form = page.locator("main form");
  await form.getByLabel("Name").fill(ann.name);
  await form.getByLabel("Email").fill(ann.email);
  await form.getByLabel("Subject").fill(`Clay for ${ann.name}`);
  await form.getByLabel("Message").fill("When do you sow on clay?");
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/thanks$/);
  await expect(page.getByText("We have received your message")).toBeVisible();
  const notice = await mailTo(mailServer, "owner@furrow.example", ann.email);
  expect(notice).toContain(`Reply-To: ${ann.email}`);

  await signInOnce(page, furrow);
  await openPanel(page, "/all-messages");
  const menu = page.getByRole("link", { name: /^Messages/ });
  const unreadBefore = Number(/\d+/.exec((await menu.first().textContent()) ?? "")?.[0]);
  await page.getByLabel(/^Search/).fill(`clay ${ann.name}`);
  await page.getByRole("button", { name: "Search" }).click();
  const found = page.getByRole("table", { name: "Unread messages" }).locator("tbody tr");
  await expect(found).toHaveCount(1);
  await found.getByRole("link", { name: "View Message" }).click();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByText("Message is Read")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 undone.")).toBeVisible();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByRole("button", { name: "Mark Read" })).toHaveCount(0);
  await expect(menu.first()).toHaveText(unreadBefore === 1 ? "Messages" : /Messages\s*\d/);

  await page.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue(`Re: Clay for ${ann.name}`);
  await page.getByLabel("Your reply").fill("In May, when it crumbles.");
  await openPanel(page, new URL(page.url()).pathname);
  await expect(page.getByLabel("Your reply")).toHaveValue("In May, when it crumbles.");
  await page.getByRole("button", { name: "Discard reply" }).click();
  await expect(page.getByLabel("Your reply")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByLabel("Your reply")).toHaveValue("In May, when it crumbles.");
  await page.getByRole("button", { name: "Send reply" }).dblclick();
  await expect(page.getByRole("heading", { name: "Your replies" })).toBeVisible();
  const answer = await mailTo(mailServer, ann.email, "In May, when it crumbles.");
  expect(answer).toContain("> When do you sow on clay?");
  expect(answer).toContain("Reply-To: owner@furrow.example");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByLabel("Your reply")).toHaveCount(0);

  const viewed = page.url();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/all-messages$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Message restored")).toBeVisible();
  await page.goto(viewed);
  await expect(page.getByRole("button", { name: "Mark Unread" })).toBeVisible();
  expect(
    mailServer.deliveries.filter(({ recipients }) => recipients.includes(ann.email)),
  ).toHaveLength(1);
});

/** Sends a contact message and opens Today; returns the sender and the subject. */
async function openTodayWithMessage(page: Page, furrow: FurrowServer) {
  const person = newPerson();
  const data = {
    name: person.name,
    email: person.email,
    number: "1",
    subject: `Rye for ${person.name}`,
    message: "Is it ripe?",
  };
  const answer = await page.request.post("/api/add-message", {
    headers: { origin: furrow.url },
    data,
  });
  expect(answer.ok()).toBe(true);
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  return { ...person, subject: data.subject };
}

test("a message is answered from Today with 3 clicks (580 ms)", async ({
  page,
  furrow,
  mailServer,
}) => {
  const person = await openTodayWithMessage(page, furrow);
  const effort = await countEffort(page);
  await page.getByRole("link", { name: `Reply: ${person.subject}` }).click();
  await expect(page.getByText("Is it ripe?")).toBeVisible();
  await page.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Your reply")).toBeFocused();
  await page.keyboard.type("In August.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("heading", { name: "Your replies" })).toBeVisible();
  await effort.isAsInTitle();
  await mailTo(mailServer, person.email, "In August.");
});

test("the field of a reply has six lines and grows with its text up to twenty lines", async ({
  page,
  furrow,
}) => {
  const person = await openTodayWithMessage(page, furrow);
  await page.getByRole("link", { name: `Reply: ${person.subject}` }).click();
  await page.getByRole("button", { name: "Reply" }).click();
  const field = page.getByLabel("Your reply");
  const linesShown = () =>
    field.evaluate((area: HTMLTextAreaElement) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
      const height =
        area.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      return Math.round(height / Number.parseFloat(lineHeight));
    });
  for (const [lines, shown] of [
    [1, 6],
    [9, 9],
    [40, 20],
  ] as const) {
    await field.fill(Array(lines).fill("Rye").join("\n"));
    await expect.poll(linesShown).toBe(shown);
  }
});

test("by keyboard alone, a message is answered from Today with 7 keys (1100 ms)", async ({
  page,
  furrow,
  mailServer,
}) => {
  const person = await openTodayWithMessage(page, furrow);
  const effort = await countEffort(page);
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  const first = page.getByRole("table", { name: "Unread messages" }).locator("tbody tr").first();
  await expect(first).toContainText(person.name);
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Is it ripe?")).toBeVisible();
  await expect(page.locator("main#content")).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByLabel("Your reply")).toBeFocused();
  await expect(page.getByLabel("Your reply")).toHaveValue("");
  await page.keyboard.type("In August.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your replies" })).toBeVisible();
  await effort.isAsInTitle();
  await expect(page.locator("main :focus-visible")).toBeInViewport();
  await mailTo(mailServer, person.email, "In August.");
});

test("after a message is deleted by keyboard, the next message of the list has the focus", async ({
  page,
  furrow,
}) => {
  const person = await openTodayWithMessage(page, furrow);
  await openPanel(page, "/all-messages");
  const row = page.getByRole("row").filter({ hasText: person.name });
  const other = page.getByRole("table", { name: "Unread messages" }).locator("tbody tr").nth(1);
  await openTodayWithMessage(page, furrow);
  await openPanel(page, "/all-messages");
  await expect(other).toContainText(person.name);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("d");
  await expect(page.getByText("1 message is moved to the trash")).toBeVisible();
  await expect(row).toBeFocused();
  await expect(page.locator("tr:focus-visible")).toBeInViewport();
});

test("a toast that replaces an earlier toast offers Undo for its own ten seconds", async ({
  page,
  furrow,
}) => {
  await page.clock.install();
  const person = await openTodayWithMessage(page, furrow);
  await page.getByRole("link", { name: `Reply: ${person.subject}` }).click();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByText("Message is Read")).toBeVisible();
  await page.clock.runFor(8000);
  await page.getByRole("button", { name: "Mark Unread" }).click();
  const toast = page.getByText("Message is UnRead");
  await expect(toast).toBeVisible();
  await page.clock.runFor(8000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(3000);
  await expect(toast).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a message is answered from Today with 3 taps (830 ms)", async ({
    page,
    furrow,
    mailServer,
  }) => {
    const person = await openTodayWithMessage(page, furrow);
    const effort = await countEffort(page);
    await page.getByRole("link", { name: `Reply: ${person.subject}` }).tap();
    await expect(page.getByText("Is it ripe?")).toBeInViewport();
    await page.getByRole("button", { name: "Reply" }).tap();
    await expect(page.getByLabel("Your reply")).toBeFocused();
    await page.keyboard.type("In August.");
    await page.getByRole("button", { name: "Send reply" }).tap();
    await expect(page.getByRole("heading", { name: "Your replies" })).toBeVisible();
    await effort.isAsInTitle();
    await mailTo(mailServer, person.email, "In August.");
  });
});
