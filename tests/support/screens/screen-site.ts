import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { setUpToken } from "#access/admins/first-admin.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { editScreens } from "#content/model/screens.ts";
import { subscriberTokenOf, type TokenPurpose } from "#inbox/subscribers/subscriber-token.ts";
import { installationSecret } from "#platform/files/secret.ts";
import { newPerson } from "../browser/journey.ts";
import { goToProvider, payAs } from "../browser/purchase.ts";
import { openSiteDatabase } from "../databases/site-database.ts";
import { insertWaitingMailIn } from "../mail/waiting-mail.ts";
import { insertMonthReportIn } from "../orders/stored-month-report.ts";
import { photo } from "../pictures.ts";
import type { FurrowServer } from "../servers/furrow-server.ts";
import {
  addOwnPages,
  adminOf,
  firstRecord,
  orderBy,
  publishChange,
  register,
  WebClient,
} from "../servers/web-client.ts";
import { insertCrawlsIn } from "../websites/stored-crawls.ts";
import { insertSiteCheckIn } from "../websites/stored-site-check.ts";
import type { Onlooker, Screen } from "./screen.ts";

type Ids = Readonly<Record<string, string>>;
type Clients = Readonly<Record<Onlooker, WebClient>>;

export type ScreenSite = Awaited<ReturnType<typeof openScreenSite>>;

/** A running site with content on every screen, and one browser context for each kind of viewer. */
export async function openScreenSite(furrow: FurrowServer, browser: Browser) {
  const file = join(furrow.dataDirectory, "furrow.db");
  const clients: Clients = {
    visitor: new WebClient(furrow.url),
    customer: await register(furrow.url, newPerson().email),
    newcomer: await register(furrow.url, newPerson().email),
    admin: await adminOf(furrow),
  };
  const { admin } = clients;
  await addOwnPages(admin);
  const contexts: Readonly<Record<Onlooker, BrowserContext>> = {
    visitor: await contextOf(browser, clients.visitor),
    customer: await contextOf(browser, clients.customer),
    newcomer: await contextOf(browser, clients.newcomer),
    admin: await contextOf(browser, admin),
  };
  const ids = await fill(clients, furrow.dataDirectory);
  await payWrongly(contexts.customer, ids.undecided);
  await untilForReview(file);

  return {
    contexts,
    async addressOf({ path }: Screen): Promise<string> {
      const named = path.replace("/*", "/nothing-there/at-all");
      const filled = named.replace(/[:{](\w+)\}?/g, (whole, name: string) => ids[name] ?? whole);
      if (!filled.includes("/:recordId")) return filled;
      return filled.replace(":recordId", (await firstRecord(admin, blockAt(path)))._id);
    },
    /** Changes a field of the record on the screen, as another admin. */
    async editElsewhere(path: string, field: string): Promise<void> {
      await publishChange(admin, blockAt(path), { [field]: `Theirs ${Date.now()}` });
    },
    /** Sends a message of the team to the customer of the order at this address. */
    async sendMessage(address: string): Promise<string> {
      const text = `We have news ${Date.now()}.`;
      const orderId = new URL(address).pathname.split("/").at(-1);
      await sendMessage(admin, String(orderId), text);
      return text;
    },
    /** Runs `deed` while every page fails to render. */
    async whileFailing(deed: () => Promise<unknown>): Promise<void> {
      const database = openSiteDatabase(file);
      database.exec("alter table content_records rename to content_records_away");
      try {
        await deed();
      } finally {
        database.exec("alter table content_records_away rename to content_records");
        database.close();
      }
    },
    /** Opens the set-up link, which a site without an admin prints at its start. */
    async openSetUp(page: Page): Promise<void> {
      const database = openSiteDatabase(file);
      database.exec("update user_records set user_role = 'was admin' where user_role = 'Admin'");
      const secret = installationSecret(undefined, furrow.dataDirectory);
      try {
        await page.goto(`/set-up?token=${setUpToken(secret)}`);
        await page.getByLabel("Your email").waitFor();
      } finally {
        database.exec("update user_records set user_role = 'Admin' where user_role = 'was admin'");
        database.close();
      }
    },
    async close(): Promise<void> {
      await Promise.all(Object.values(contexts).map((context) => context.close()));
    },
  };
}

async function contextOf(browser: Browser, { url, cookie }: WebClient): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: "reduce" });
  const pairs = [...cookie.matchAll(/([^=; ]+)=([^;]*)/g)];
  await context.addCookies(pairs.map(([, name = "", value = ""]) => ({ name, value, url })));
  return context;
}

function blockAt(path: string): Block {
  const screen = editScreens.find((one) => `${one.path}/:recordId` === path);
  if (screen === undefined) throw new Error(`No block is edited at ${path}.`);
  return screen.block;
}

async function sendMessage(client: WebClient, orderId: string, text: string): Promise<void> {
  const key = { "idempotency-key": crypto.randomUUID() };
  await client.call("POST", `/order/${orderId}/messages`, { text }, key);
}

/** Adds content to every list; returns the ids that fill in the paths of screens. */
async function fill(clients: Clients, dataDirectory: string): Promise<Ids> {
  const { visitor, customer, admin } = clients;
  const file = join(dataDirectory, "furrow.db");
  const [orderId, cancelled, undecided] = [
    await orderBy(customer),
    await orderBy(customer),
    await orderBy(customer),
  ];
  const [paid, delivered] = [await orderBy(customer, admin), await orderBy(customer, admin)];
  const monthly = await orderBy(customer, admin, { packageName: "Premium", packagePrice: "499" });
  // The customer's list shows five orders on a page, so nine orders in total fill two pages.
  for (let more = 0; more < 3; more += 1) await orderBy(customer);
  const points = Array.from({ length: 7 }, (_, index) => ({
    position: index + 1,
    kind: "link",
    value: `https://example.com/${index}`,
  }));
  const delivery = { text: "The first harvest is in.", points };
  const key = { "idempotency-key": "delivered" };
  await admin.call("POST", `/order/${delivered}/deliveries`, delivery, key);
  await sendMessage(admin, paid, "Which address should we start with?");
  await sendMessage(customer, paid, "With this one:\nhttps://example.com/our-fields");
  await sendMessage(admin, paid, "Thank you.");
  const cancellation = { paymentStatus: "Cancelled" };
  await customer.call("PUT", `/order-cancelled/${cancelled}`, cancellation);
  const hello = { email: "ada@example.com", subject: "Our site", message: "Hello,\nis it ripe?" };
  const message = await visitor.call<AnyRecord>("POST", "/add-message", hello);
  const reader = { subemail: "reader@example.com" };
  const subscriber = await visitor.call<AnyRecord>("POST", "/add-subscriber", reader);
  const token = (purpose: TokenPurpose) =>
    subscriberTokenOf(installationSecret(undefined, dataDirectory), purpose, {
      subscriberId: subscriber._id,
      expiresAt: purpose === "unsubscribe" ? null : Date.now() + 60_000_000,
    });
  const gone = { oldAddress: "/gone-for-good", becameOf: "Gone", newAddress: "" };
  await admin.call("POST", "/add-redirect", gone);
  const draft = { values: { accodingTitle: "When is it ripe?", accodingText: "In autumn." } };
  await admin.call("POST", "/content/faq-item/draft", draft);
  await admin.call("POST", "/media", await photo(600, 400));
  await admin.call("POST", "/add-user", { userEmail: "colleague@example.com" });
  insertCrawlsIn(file, delivered);
  const { user } = await customer.call<{ user: { id: string; email: string } }>(
    "GET",
    "/auth/get-session",
  );
  await visitor.call("POST", "/auth/request-password-reset", { email: user.email });
  const firstId = async (list: string) =>
    (await admin.call<AnyRecord[]>("GET", list))[0]?._id ?? "unknown";
  return {
    orderId,
    paid,
    cancelled,
    undecided,
    delivered,
    subscriptionId: subscriptionOf(file, monthly),
    messageId: message._id,
    packageId: await firstId("/pricings"),
    userId: await firstId("/users"),
    accountId: user.id,
    confirming: token("confirm-subscription"),
    unsubscribing: token("unsubscribe"),
    receivedId: insertWaitingMailIn(file, orderId),
    ...insertMonthReportIn(file, paid),
    ...(await insertSiteCheckIn(file)),
    ...mailsIn(file),
  };
}

/** Pays an amount other than the price, so that the owner has a payment to review. */
async function payWrongly(customer: BrowserContext, orderId: string | undefined): Promise<void> {
  const page = await customer.newPage();
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await payAs(page, "wrong-amount");
  await page.close();
}

/**
 * Waits until the background worker has put the notification of the wrong payment up for review.
 */
async function untilForReview(file: string): Promise<void> {
  const database = openSiteDatabase(file, { readOnly: true });
  const waiting = database.prepare("select 1 from payment_notifications where outcome = 'review'");
  while (waiting.get() === undefined) await sleep(50);
  database.close();
}

/** Id of the subscription that an order has started. */
function subscriptionOf(file: string, orderId: string): string {
  const database = openSiteDatabase(file, { readOnly: true });
  const cycle = database.prepare(
    "select subscription_id from subscription_cycles where order_id = ?",
  );
  const id = cycle.get(orderId)?.subscription_id;
  database.close();
  return String(id);
}

/** Id of an email, and the tokens in the links of emails. */
function mailsIn(file: string): Ids {
  const database = openSiteDatabase(file, { readOnly: true });
  const rows = database.prepare("select id, text_body from mail_outbox").all();
  database.close();
  const text = rows.map((row) => String(row.text_body)).join("\n");
  return {
    mailId: String(rows[0]?.id),
    orderLink: /\/order-link\?(\S+)/.exec(text)?.[1] ?? "",
    invitation: /\/invitation\?(\S+)/.exec(text)?.[1] ?? "",
    resetting: /\/reset\?(\S+)/.exec(text)?.[1] ?? "",
  };
}
