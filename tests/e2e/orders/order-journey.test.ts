import { join } from "node:path";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { coldTest, expect, newPerson } from "../../support/browser/journey.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { choosePlan, giveAccount, orderPlan, payAs } from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";
import { type MailServer, openMailServer } from "../../support/mail/mail-server.ts";
import { replies, sampleMail } from "../../support/mail/sample-mails.ts";
import { findFreePort } from "../../support/servers/free-port.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";

const smtpPort = await findFreePort();
const mailSecret = "a secret of the mail service";
coldTest.use({
  furrowSettings: {
    OWNER_EMAIL: "order-journey@furrow.example",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Furrow <shop@furrow.example>",
    REPLY_ADDRESS: "reply@example.org",
    INCOMING_MAIL_SECRET: mailSecret,
  },
});

let mailServer: MailServer;
coldTest.beforeAll(async () => {
  mailServer = await openMailServer(smtpPort);
});
coldTest.afterAll(() => mailServer.close());

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

interface Journey {
  readonly devices: string;
  readonly customer: BrowserContextOptions & { readonly javaScriptEnabled: boolean };
  readonly owner: BrowserContextOptions;
  /** Name of the email program in which the customer answers. */
  readonly program: keyof typeof replies;
}

const journeys: readonly Journey[] = [
  {
    devices: "a customer at a desktop and an owner on a phone",
    customer: { ...desktop, javaScriptEnabled: true },
    owner: phone,
    program: "Gmail, with an introduction on two lines",
  },
  {
    devices: "a customer on a phone without JavaScript and an owner at a desktop",
    customer: { ...phone, javaScriptEnabled: false },
    owner: desktop,
    program: "German Thunderbird with format=flowed",
  },
];

const question = "Which address should the listing have?";
const address = "Which website should we work on?";
const goods = "What do you sell, and who buys it?";

for (const { devices, customer: ofCustomer, owner: ofOwner, program } of journeys) {
  coldTest(
    `${devices} go from the payment to the accepted second delivery`,
    async ({ browser, furrow }) => {
      coldTest.setTimeout(scaled(120_000));
      const hasScripts = ofCustomer.javaScriptEnabled;
      const baseURL = furrow.url;
      const context = await browser.newContext({ baseURL, ...ofCustomer });
      const customer = await context.newPage();
      const owner = await (await browser.newContext({ baseURL, ...ofOwner })).newPage();
      /** Without JavaScript, reloads the page; with JavaScript, an open page updates itself. */
      const look = async () => void (hasScripts || (await customer.reload()));
      const person = newPerson();
      const orderId = await orderAndPay(customer, person, hasScripts);
      const order = `/my-order/${orderId}`;

      // The customer answers the brief in three sittings.
      const sitting = async (answer: (page: Page) => Promise<void>) => {
        const page = await context.newPage();
        await page.goto(`${order}/brief`);
        await answer(page);
        if (hasScripts) await expect(page.getByText("All answers are saved.")).toBeVisible();
        else await page.getByRole("button", { name: "Save and continue later" }).click();
        if (!hasScripts) await expect(page.getByText(/^Saved: /)).toBeVisible();
        await page.close();
      };
      await sitting((page) => page.getByLabel(address).fill("https://bakery.example"));
      await sitting(async (page) => {
        await expect(page.getByLabel(address)).toHaveValue("https://bakery.example");
        await page.getByLabel(goods).fill("Bread, to the village.");
      });
      await signInOnce(owner, furrow);
      await openPanel(owner, `/admin/payment-status/${orderId}`);
      await customer.goto(`${order}/brief`);
      await expect(customer.getByLabel(goods)).toHaveValue("Bread, to the village.");
      await customer.getByRole("radio", { name: "In one country" }).check();
      await customer.getByRole("checkbox", { name: "Visit us" }).check();
      await customer.getByRole("button", { name: "Send the answers" }).click();
      await expect(customer).toHaveURL(order);

      // The owner's open page shows the answers, and the work begins.
      const brief = owner.getByRole("region", { name: "Brief" });
      await expect(brief).toContainText("Bread, to the village.");
      await brief.getByRole("button", { name: "Start work" }).click();
      await expect(brief.getByRole("button", { name: "Start work" })).toHaveCount(0);

      // The owner asks while the customer is on another page, and the customer answers by email.
      await customer.goto("/");
      const composer = owner
        .getByLabel("Message to the customer", { exact: true })
        .and(owner.locator("textarea"));
      await composer.fill(question);
      await owner.getByLabel("Ask the customer").check();
      await owner.getByRole("button", { name: "Ask the customer" }).click();
      await expect(owner.getByText("Message is Sent")).toBeVisible();
      const replyTo = await replyAddressOf(furrow, person.email);
      await customer.goto(order);
      await expect(customer.getByRole("region", { name: "We need your answer" })).toBeVisible();
      await answerByMail(furrow, { from: person.email, to: replyTo, program });
      const answer = owner
        .getByRole("region", { name: "Messages" })
        .getByText("The old address should stay.");
      await expect(answer).toBeVisible();
      await expect(owner.getByRole("region", { name: "Messages" })).not.toContainText("schrieb");
      await look();
      await expect(customer.getByRole("region", { name: "We need your answer" })).toHaveCount(0);

      // The proofs of the first delivery are a link, a number, a file and texts.
      await deliver(owner, async (proof) => {
        await owner.getByRole("button", { name: "A proof for each point" }).click();
        await proof(1).getByLabel("Address of the proof").fill("https://example.com/survey");
        await proof(2).getByLabel("Kind of proof").selectOption("Number");
        await proof(2).getByLabel("Number", { exact: true }).fill("10");
        await proof(2).getByLabel("Unit").fill("searches");
        await proof(3).getByLabel("Kind of proof").selectOption("File");
        const file = {
          name: "pages.txt",
          mimeType: "text/plain",
          buffer: Buffer.from("Two pages"),
        };
        await proof(3).locator("input[type=file]").setInputFiles([file]);
        for (const nth of [4, 5, 6, 7]) {
          await proof(nth).getByLabel("Kind of proof").selectOption("Text");
          await proof(nth).getByLabel("Proof as text").fill(`Point ${nth} is done.`);
        }
      });
      await expect(notices(owner).filter({ hasText: "Delivery 1 is sent." })).toBeVisible();
      await look();
      const first = customer.getByRole("article", { name: "Delivery 1" });
      await expect(first.getByRole("link", { name: "example.com/survey" })).toBeVisible();
      await expect(first).toContainText("10 searches");
      await expect(first).toContainText("Point 7 is done.");
      const downloading = customer.waitForEvent("download");
      await first.getByRole("link", { name: "pages.txt" }).click();
      expect((await downloading).suggestedFilename()).toBe("pages.txt");

      // The customer asks for a change, and accepts the second delivery.
      await first.locator("summary", { hasText: "Ask for changes" }).click();
      const asking = first.getByRole("form", { name: "Ask for changes" });
      await asking.getByLabel("What should change?").fill("Please shorten the titles.");
      await asking.getByRole("button", { name: "Send the request" }).click();
      await expect(customer.getByText(/^You asked for changes on/)).toBeVisible();
      const asked = owner.getByRole("article").filter({ hasText: "Delivery 1" });
      await expect(asked).toContainText("Please shorten the titles.");
      await deliver(owner, async () => {});
      await expect(notices(owner).filter({ hasText: "Delivery 2 is sent." })).toBeVisible();
      await look();
      await customer.getByRole("button", { name: "Accept the delivery" }).click();
      await expect(customer.getByText(/^Complete: you accepted the delivery on/)).toBeVisible();
      const timeline = owner.getByRole("region", { name: "Timeline" });
      await expect(timeline.getByText("Delivery 2 accepted")).toBeVisible();
      for (const page of [customer, owner]) {
        const width = await page.locator("html").evaluate((root) => root.scrollWidth);
        expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
        await page.context().close();
      }
    },
  );
}

type Person = ReturnType<typeof newPerson>;

/** Orders the Basic plan as a new customer and pays; returns the order's id. */
async function orderAndPay(page: Page, person: Person, hasScripts: boolean): Promise<string> {
  await choosePlan(page, "Basic");
  await giveAccount(page, person);
  await orderPlan(page, person.name);
  const orderId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
  if (!hasScripts) await page.getByRole("button", { name: "Continue to PayPal" }).click();
  await page.waitForURL("**/cgi-bin/webscr");
  await payAs(page, "completed");
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible({
    timeout: scaled(15_000),
  });
  return orderId;
}

/**
 * Skips the two minutes that a message waits before it is emailed; returns the email's reply
 * address.
 */
async function replyAddressOf(furrow: FurrowServer, recipient: string): Promise<string> {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database.exec("update order_news set created_at = 0");
  database.exec("update scheduled_jobs set due_at = 0 where kind = 'order-message-email'");
  database.close();
  const emailAbout = () =>
    mailServer.deliveries.find(
      ({ recipients, text }) => recipients.includes(recipient) && text.includes(question),
    );
  await expect.poll(emailAbout, { timeout: scaled(30_000) }).toBeDefined();
  const [, replyTo = ""] = /^Reply-To:\s+<?([^\s>]+)>?/im.exec(emailAbout()?.text ?? "") ?? [];
  return replyTo;
}

interface Answer {
  readonly from: string;
  readonly to: string;
  readonly program: string;
}

/** Hands in an email of the customer, as a mail service does. */
async function answerByMail(furrow: FurrowServer, { from, to, program }: Answer): Promise<void> {
  const mail = sampleMail({ ...replies[program], from, to });
  const answer = await fetch(`${furrow.url}/api/incoming-mail`, {
    method: "POST",
    headers: { "content-type": "message/rfc822", authorization: `Bearer ${mailSecret}` },
    body: new Uint8Array(mail),
  });
  expect(await answer.json()).toMatchObject({ state: "added" });
}

async function deliver(
  page: Page,
  giveProofs: (proof: (nth: number) => ReturnType<Page["locator"]>) => Promise<void>,
): Promise<void> {
  const actions = page.getByRole("region", { name: "Actions" });
  await actions.getByRole("button", { name: "Deliver", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What are you delivering?").fill("The harvest is in.");
  await giveProofs((nth) => page.getByRole("group", { name: RegExp(`^${nth}\\. `) }));
  await dialog.getByRole("button", { name: "Deliver the order" }).click();
  await expect(dialog).toBeHidden();
}
