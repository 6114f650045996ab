import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { setUpToken } from "#access/admins/first-admin.ts";
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
import { insertCrawlsIn } from "../websites/stored-crawls.ts";
import { insertSiteCheckIn } from "../websites/stored-site-check.ts";
import type { Onlooker, Screen } from "./screen.ts";

type Json = Record<string, unknown>;
type Ids = Readonly<Record<string, string>>;

export type ScreenSite = Awaited<ReturnType<typeof openScreenSite>>;

/** A running site with content on every screen, and one browser context for each kind of viewer. */
export async function openScreenSite(furrow: FurrowServer, browser: Browser) {
  const file = join(furrow.dataDirectory, "furrow.db");
  const open = () => browser.newContext({ baseURL: furrow.url, reducedMotion: "reduce" });
  const contexts: Readonly<Record<Onlooker, BrowserContext>> = {
    visitor: await open(),
    customer: await open(),
    newcomer: await open(),
    admin: await open(),
  };
  const as = (who: Onlooker) => callsOf(contexts[who].request, furrow.url);
  await as("customer").send("/api/auth/sign-up/email", newPerson());
  await as("newcomer").send("/api/auth/sign-up/email", newPerson());
  const { adminEmail: email, adminPassword: password } = furrow;
  await as("admin").send("/api/auth/sign-in/email", { email, password });
  const ids = await fill(as, furrow.dataDirectory);
  await payWrongly(contexts.customer, ids.undecided);
  await untilForReview(file);

  async function pathOf(path: string): Promise<string> {
    const named = path.replace("/*", "/nothing-there/at-all");
    const filled = named.replace(/[:{](\w+)\}?/g, (whole, name: string) => ids[name] ?? whole);
    if (!filled.includes("/:recordId")) return filled;
    const { list } = callsFor(path);
    return filled.replace(":recordId", await as("admin").firstId(`/api${list}`));
  }

  return {
    contexts,
    async addressOf({ path, query }: Screen): Promise<string> {
      const behind = query?.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");
      return `${await pathOf(path)}${behind === undefined ? "" : `?${behind}`}`;
    },
    /** Changes a field of the record on the screen, as another admin. */
    async editElsewhere(path: string, field: string): Promise<void> {
      const { list, update } = callsFor(path);
      const record = await as("admin").first(`/api${list}`);
      const { _id, ...values } = record;
      const changed = { ...values, [field]: `Theirs ${Date.now()}` };
      await as("admin").send(`/api${update}/${_id}`, changed, "PUT");
    },
    /** Sends a message of the team to the customer of the order at this address. */
    async sendMessage(address: string): Promise<string> {
      const text = `We have news ${Date.now()}.`;
      const orderId = new URL(address).pathname.split("/").at(-1);
      await as("admin").send(`/api/order/${orderId}/messages`, { text });
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

function callsFor(path: string) {
  const screen = editScreens.find((one) => `${one.path}/:recordId` === path);
  const [calls] = screen?.block.calls ?? [];
  if (calls === undefined) throw new Error(`No block is edited at ${path}.`);
  return { list: calls.list[0], update: calls.update };
}

function callsOf(request: APIRequestContext, origin: string) {
  async function send(path: string, data: Json | Buffer, method = "POST"): Promise<Json> {
    const headers = {
      origin,
      "idempotency-key": crypto.randomUUID(),
      ...(data instanceof Buffer && { "content-type": "image/jpeg" }),
    };
    const answer = await request.fetch(path, { method, headers, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  }
  const read = async (path: string) => (await request.get(path)).json();
  async function first(path: string): Promise<Json> {
    const [record] = (await read(path)) as Json[];
    if (record === undefined) throw new Error(`There is nothing in ${path}.`);
    return record;
  }
  return { send, read, first, firstId: async (path: string) => String((await first(path))._id) };
}

/** Adds content to every list; returns the ids that fill in the paths of screens. */
async function fill(
  as: (who: Onlooker) => ReturnType<typeof callsOf>,
  dataDirectory: string,
): Promise<Ids> {
  const order = async () => {
    const where = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
    const details = { packageName: "Basic", customerName: "Ada Field", ...where };
    return String((await as("customer").send("/api/new-order", details))._id);
  };
  const [orderId, paid, cancelled, undecided, delivered] = [
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
  ];
  // The customer's list shows five orders on a page, so eight orders in total fill two pages.
  for (let more = 0; more < 3; more += 1) await order();
  const payment = { amount: "149.00", date: "2026-01-02", reference: "Transfer 4711" };
  await as("admin").send(`/api/order/${paid}/payments`, payment);
  await as("admin").send(`/api/order/${delivered}/payments`, {
    ...payment,
    reference: "Transfer 4712",
  });
  const points = Array.from({ length: 7 }, (_, index) => ({
    position: index + 1,
    kind: "link",
    value: `https://example.com/${index}`,
  }));
  const delivery = { text: "The first harvest is in.", points };
  await as("admin").send(`/api/order/${delivered}/deliveries`, delivery);
  for (const [one, text] of [
    ["admin", "Which address should we start with?"],
    ["customer", "With this one:\nhttps://example.com/our-fields"],
    ["admin", "Thank you."],
  ] as const) {
    await as(one).send(`/api/order/${paid}/messages`, { text });
  }
  const cancellation = { paymentStatus: "Cancelled" };
  await as("customer").send(`/api/order-cancelled/${cancelled}`, cancellation, "PUT");
  const hello = { email: "ada@example.com", subject: "Our site", message: "Hello,\nis it ripe?" };
  const message = await as("visitor").send("/api/add-message", hello);
  const reader = { subemail: "reader@example.com" };
  const subscriber = await as("visitor").send("/api/add-subscriber", reader);
  const token = (purpose: TokenPurpose) =>
    subscriberTokenOf(installationSecret(undefined, dataDirectory), purpose, {
      subscriberId: String(subscriber._id),
      expiresAt: purpose === "unsubscribe" ? null : Date.now() + 60_000_000,
    });
  const gone = { oldAddress: "/gone-for-good", becameOf: "Gone", newAddress: "" };
  await as("admin").send("/api/add-redirect", gone);
  const draft = { values: { accodingTitle: "When is it ripe?", accodingText: "In autumn." } };
  await as("admin").send("/api/content/faq-item/draft", draft);
  await as("admin").send("/api/media", await photo(600, 400));
  await as("admin").send("/api/add-user", { userEmail: "colleague@example.com" });
  insertCrawlsIn(join(dataDirectory, "furrow.db"), delivered ?? "");
  const { user } = await as("customer").read("/api/auth/get-session");
  await as("visitor").send("/api/auth/request-password-reset", { email: user.email });
  return {
    orderId,
    paid,
    cancelled,
    undecided,
    delivered,
    messageId: String(message._id),
    packageId: await as("visitor").firstId("/api/pricings"),
    userId: await as("admin").firstId("/api/users"),
    accountId: user.id,
    confirming: token("confirm-subscription"),
    unsubscribing: token("unsubscribe"),
    receivedId: insertWaitingMailIn(join(dataDirectory, "furrow.db"), orderId),
    ...insertMonthReportIn(join(dataDirectory, "furrow.db"), paid),
    ...(await insertSiteCheckIn(join(dataDirectory, "furrow.db"))),
    ...mailsIn(dataDirectory),
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

/** Id of an email, and the tokens in the links of emails. */
function mailsIn(dataDirectory: string): Ids {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"), { readOnly: true });
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
