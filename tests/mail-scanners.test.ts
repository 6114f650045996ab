import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderNewsJob } from "#conversation/news/order-news.server.ts";
import { addDays } from "#platform/time/calendar.ts";
import { linkPurposes } from "#policy/links.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { seller } from "./support/invoices/invoicing.ts";
import { MailScanner } from "./support/mail/mail-scanner.ts";
import { type MailServer, openMailServer } from "./support/mail/mail-server.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, orderBy, register, WebClient } from "./support/servers/web-client.ts";
import { readSourceFiles } from "./support/source-files.ts";
import { scaled } from "./support/time-limits.ts";
import { waitFor } from "./support/wait-for.ts";
import { insertSiteCheckIn } from "./support/websites/stored-site-check.ts";

// Mail scanners open every link of an email, and some press the buttons of the linked pages.

let furrow: FurrowServer;
let mailServer: MailServer;
let customer: WebClient;
let orderId: string;
const email = "quillfeather@example.com";
const secret = "barley in the rain";

beforeAll(async () => {
  // With a mail server, subscribers confirm their address.
  mailServer = await openMailServer();
  furrow = await startFurrow({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" });
  const admin = await adminOf(furrow);
  customer = await register(furrow.url, email);
  await admin.call("PUT", "/settings", { invoicing: seller });
  const completeId = await orderBy(customer, admin);
  orderId = await orderBy(customer, admin);
  await orderBy(customer, admin);
  await admin.call("PUT", "/settings", { paymentReminders: "one" });
  await orderBy(customer);
  // The reminder of the unpaid order waits a day.
  change("update scheduled_jobs set scheduled_for = 0, due_at = 0 where kind = 'payment-reminder'");
  const reminded = "select id from mail_outbox where letter = 'paymentReminder'";
  await waitFor(() => expect(read(reminded)).toHaveLength(1));
  const order = `/order/${orderId}`;
  const password = { label: "CMS", userName: "ada", password: secret };
  await customer.call("POST", `${order}/passwords`, password, { "idempotency-key": "secret" });
  await sendNews();
  const text = { text: "How is the barley?" };
  await admin.call("POST", `${order}/messages`, text, { "idempotency-key": "message" });
  await sendNews();
  const points = Array.from({ length: 7 }, (_, index) => ({
    position: index + 1,
    kind: "text",
    value: "Sown",
  }));
  const delivery = { text: "All is sown.", points };
  const complete = `/order/${completeId}/deliveries`;
  await admin.call("POST", complete, delivery, { "idempotency-key": "complete" });
  await customer.call("POST", `${complete}/1/acceptance`);
  const told = "select id from mail_outbox where letter = 'orderComplete'";
  await waitFor(() => expect(read(told)).toHaveLength(1));
  await nextPeriodSoon(await orderBy(customer, admin, monthlyPlan));
  // Its delivery is news, too, and the newest delivery has to be the one under review.
  await sendNews();
  await admin.call("POST", `${order}/deliveries`, delivery, { "idempotency-key": "delivered" });
  await sendNews();

  await admin.call("POST", "/offer", {
    email: "zoe@example.com",
    title: "A talk",
    price: "90",
    lastDay: addDays(new Date().toISOString().slice(0, 10), 30),
    sends: true,
  });
  const browser = new MailScanner(furrow.url);
  await fetch(`${furrow.url}/account`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(),
    headers: { origin: furrow.url, cookie: customer.cookie },
  });
  await browser.send(`${furrow.url}/reset`, { email });
  await admin.call("POST", "/add-user", { userEmail: "wim@example.com", userRole: "Worker" });
  const confirm = (verified: 0 | 1) =>
    change(`update "user" set emailVerified = ${verified} where email = '${email}'`);
  // Only a person with a confirmed address can invite. The link of the confirmation is tested
  // below.
  confirm(1);
  const colleague = { email: "pia@example.com", orders: true };
  await customer.call("POST", "/my-company/invitations", colleague);
  confirm(0);
  await fetch(`${furrow.url}/account/email`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: customer.cookie, origin: furrow.url },
    body: new URLSearchParams({ email: "quill@example.org" }),
  });
  await browser.send(`${furrow.url}/subscribe`, { subemail: "reader@example.com" });
  const { key } = await insertSiteCheckIn(file());
  await browser.send(`${furrow.url}/seo-check/${key}`, { email: "sid@example.com" });
  // The files of an invoice are written in the background, before its email.
  const invoiced = "select id from mail_outbox where letter = 'invoiceIssued'";
  await waitFor(() => expect(read(invoiced)).not.toEqual([]), { timeout: scaled(20_000) });
  // The email about the unpaid order waits ten minutes for the payment.
  change("update mail_outbox set due_at = 0 where letter = 'orderPlaced'");
  const waiting = "select id from mail_outbox where state <> 'sent'";
  await waitFor(() => expect(read(waiting)).toEqual([]), {
    timeout: scaled(40_000),
  });
}, scaled(120_000));
afterAll(async () => {
  await furrow.stop();
  await mailServer.close();
});

/** Skips the ten minutes for which the server collects news of an order before it emails them. */
async function sendNews(): Promise<void> {
  const ofNews = `where kind = '${orderNewsJob}'`;
  change("update order_news set created_at = 0");
  change(`update scheduled_jobs set scheduled_for = 0, due_at = 0 ${ofNews}`);
  await waitFor(() => expect(read(`select subject from scheduled_jobs ${ofNews}`)).toEqual([]));
}

const monthlyPlan = { packageName: "Premium", packagePrice: "499" };

/** Lets the next period of a subscription begin in three days, so that its order is made now. */
async function nextPeriodSoon(orderId: string): Promise<void> {
  const soon = addDays(new Date().toISOString().slice(0, 10), 3);
  const period = `period_start = '${addDays(soon, -30)}', period_end = '${soon}'`;
  change(`update subscription_cycles set ${period} where order_id = '${orderId}'`);
  change("update scheduled_jobs set scheduled_for = 0, due_at = 0 where kind = 'subscription'");
  const made = "select id from mail_outbox where letter = 'cycleToPay'";
  await waitFor(() => expect(read(made)).toHaveLength(1));
}

const file = () => join(furrow.dataDirectory, "furrow.db");

function change(statement: string): void {
  const database = openSiteDatabase(file());
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}

function read(query: string): readonly Record<string, unknown>[] {
  const database = openSiteDatabase(file(), { readOnly: true });
  try {
    return database.prepare(query).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

/** Every link in the text of every email in the outbox. */
function links(): readonly string[] {
  const mails = read("select text_body, html_body, letter_content from mail_outbox order by id");
  const texts = mails.flatMap((mail) => Object.values(mail).map(String)).join("\n");
  return [...new Set(texts.match(/http:\/\/localhost:\d+[^\s"<>]*/g) ?? [])].map((link) =>
    link.replaceAll("&amp;", "&"),
  );
}

/** Path of a link; for a link of an order also its purpose, as in "/order-link room". */
function kindOf(link: string): string {
  const { pathname, searchParams } = new URL(link);
  if (pathname !== "/order-link") return pathname;
  const hash = createHash("sha256")
    .update(searchParams.get("token") ?? "")
    .digest("hex");
  const [row] = read(`select purpose from order_links where token_hash = '${hash}'`);
  return `/order-link ${row?.purpose}`;
}

const linksTo = (kind: string) => links().filter((link) => kindOf(link) === kind);

/**
 * Kinds of links that open a page without a login, by the file of the page's route; null for links
 * that are in no email of the site.
 */
const pagesOfTokens: Readonly<Record<string, readonly string[] | null>> = {
  "account/confirm-email-change.tsx": ["/confirm-email-change"],
  "account/company/company-invitation.tsx": ["/company-invitation"],
  "account/invitation.tsx": ["/invitation"],
  "account/reset.tsx": ["/reset"],
  // The terminal prints this link at the first start.
  "account/set-up.tsx": null,
  "account/verify-address.tsx": ["/verify-address"],
  "check/confirm-report.tsx": ["/seo-check/confirm"],
  "landing/confirm-subscription.tsx": ["/confirm-subscription"],
  // Newsletters contain this link, and another program sends them.
  "landing/unsubscribe.tsx": null,
  "offers/offer-link.tsx": ["/offer"],
  "offers/open-offer.tsx": null,
  "ordering/link/open-link.tsx": null,
  "ordering/link/order-link.tsx": linkPurposes.map((purpose) => `/order-link ${purpose}`),
};

test("the outbox has a link of each kind that opens something without a login", () => {
  const withToken = readSourceFiles("src/app", [".tsx"])
    .filter(({ text }) => /headers = (token|link)PageHeaders|\.\.\.tokenPageHeaders/.test(text))
    .map(({ path }) => path.replace("src/app/", ""));
  expect(withToken.toSorted()).toEqual(Object.keys(pagesOfTokens).toSorted());
  const kinds = new Set(links().map(kindOf));
  const missing = Object.values(pagesOfTokens)
    .flatMap((pages) => pages ?? [])
    .filter((page) => !kinds.has(page));
  expect(missing).toEqual([]);
});

/** All rows of all tables. */
function everything(): unknown {
  const tables = read("select name from sqlite_master where type = 'table' order by name");
  return tables.map(({ name }) => [name, read(`select * from "${name}"`)]);
}

/**
 * Everything that costs money, settles an order, shows a secret, opens an account or gives somebody
 * a right.
 */
function whatMatters(): unknown {
  const tables = [
    "payment_attempts",
    "payment_ledger",
    "order_review_events",
    "order_passwords",
    "order_password_showings",
    "session",
    "account",
    "user_records",
    "invitations",
    "companies",
    "company_people",
    "company_invitations",
    "order_links",
    "twoFactor",
    "passkey",
    "api_keys",
  ];
  return [
    ...tables.map((table) => [table, read(`select * from "${table}"`).map(withoutUse)]),
    read("select id, payment_status, order_status, company_id from orders order by id"),
    read(`select id, email, name from "user" order by id`),
  ];
}

/** Ignores the time at which a link was last used, which a scanner may change. */
function withoutUse({ last_used_at: _, ...row }: Record<string, unknown>) {
  return row;
}

test("a scanner that opens every link of every email changes nothing at all", async () => {
  const before = everything();
  for (const link of links()) {
    for (const method of ["HEAD", "GET", "GET"]) {
      const answer = await fetch(link, { method, redirect: "manual" });
      await answer.arrayBuffer();
      expect([link, answer.status < 400]).toEqual([link, true]);
      expect([link, answer.headers.get("set-cookie")]).toEqual([link, null]);
      if (!link.includes("/order-link") && !link.includes("/offer")) continue;
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
    }
  }
  expect(everything()).toEqual(before);
});

test("a scanner that fills in every field, presses every button and guesses codes pays nothing, accepts nothing, answers nothing and sees no secret", async () => {
  const answers = () => [
    read("select * from order_briefs"),
    read("select * from order_brief_answers order by order_id, question_id"),
    read("select * from order_messages order by id"),
    // A message must stay unread, so that the customer still gets the email about the message.
    read("select order_id, customer_read from order_rooms order by order_id"),
  ];
  const before = [whatMatters(), answers()];
  const pressing = new MailScanner(furrow.url);
  const filling = new MailScanner(furrow.url, "fills in and presses buttons");
  for (const link of links()) {
    // The second button of this page cancels an unpaid order, which costs nothing.
    if (kindOf(link) === "/order-link decline") continue;
    // The purpose of the page of the brief is to take answers.
    const scanner = kindOf(link) === "/order-link brief" ? pressing : filling;
    await scanner.pressAll(await scanner.open(link));
  }
  const seen = [...pressing.seen, ...filling.seen].join("\n");
  for (const words of [
    "Accept the delivery",
    "Pay Now With PayPal",
    "Order the next month for $149.00",
    "How is the barley?",
    "This is not the code from the newest email.",
    "See the offer",
    "Email me a code to accept",
  ]) {
    expect(seen).toContain(words);
  }
  expect(seen).not.toContain(secret);
  expect([whatMatters(), answers()]).toEqual(before);
});

/** The newest link of a kind. */
function newest(kind: string): string {
  const link = linksTo(kind).at(-1);
  if (link === undefined) throw new Error(`No email has a link to ${kind}.`);
  return link;
}

/**
 * Presses the button of a link's page. The page sends no referrer, so browsers send "null" as the
 * origin.
 */
async function press(person: MailScanner, link: string) {
  const body = new URLSearchParams();
  return person.open(link, { method: "POST", body, headers: { origin: "null" } });
}

async function enterCode(person: MailScanner, values: Record<string, string>) {
  const open = `${furrow.url}/order-link/open`;
  const asked = await person.send(open, { intent: "send-code" });
  expect(asked.html).toContain("We have sent you the code");
  const [mail] = read(
    "select text_body from mail_outbox where letter = 'linkCode' order by id desc limit 1",
  );
  const code = /code is (\d{6})/.exec(String(mail?.text_body))?.[1] ?? "";
  return person.send(open, { ...values, code });
}

test("after the scanners, the person can still open an order's links and use the emailed code", async () => {
  const room = await press(new MailScanner(furrow.url), newest("/order-link room"));
  expect(room.html).toContain("How is the barley?");
  const brief = await press(new MailScanner(furrow.url), newest("/order-link brief"));
  expect(brief.html).toContain("<form");

  const receiver = new MailScanner(furrow.url);
  const opened = await press(receiver, newest("/order-link delivery"));
  expect(opened.html).toContain("Accept the delivery");
  expect(opened.html).not.toMatch(/\b149(00)?\b/);
  const accepted = await enterCode(receiver, { intent: "accept", delivery: "1" });
  expect(accepted.html).toContain("You have accepted the delivery");
  expect(read("select kind from order_review_events where kind = 'accepted'")).toHaveLength(2);

  // Uses the newest link, because the order of the first payment link is already paid.
  const payer = new MailScanner(furrow.url);
  await press(payer, newest("/order-link payment"));
  await enterCode(payer, { intent: "pay" });
  const attempts = read("select order_reference from payment_attempts");
  expect(attempts).toHaveLength(1);
  const [period] = read("select order_id from subscription_cycles order by number desc");
  expect(attempts[0]?.order_reference).toBe(period?.order_id);

  const again = new MailScanner(furrow.url);
  await press(again, newest("/order-link nextMonth"));
  await enterCode(again, { intent: "order-next-month", packagePrice: "149" });
  const [next] = read("select order_id from order_next_months order by order_id desc");
  expect(read("select order_reference from payment_attempts order by id").at(-1)).toEqual({
    order_reference: next?.order_id,
  });
});

test("after the scanners, “No, thank you” cancels its order once, after a second press, without a code or a cookie", async () => {
  const [link = ""] = linksTo("/order-link decline");
  const cancelled = () => read("select number from orders where payment_status = 'Cancelled'");
  const before = cancelled().length;
  const page = await (await fetch(link)).text();
  expect(page).toContain("We have not received a payment for this order.");
  expect(page).toContain("No, thank you: cancel the order");
  const send = (values: Readonly<Record<string, string>>) =>
    fetch(link, {
      method: "POST",
      redirect: "manual",
      headers: { origin: "null" },
      body: new URLSearchParams(values),
    });
  // A scanner that presses the button of the page, or sends a value of its own, cancels nothing.
  for (const value of ["", "x", new URL(link).searchParams.get("token") ?? ""]) {
    const answer = await send({ sure: value });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
    expect(await answer.text()).toContain("is not cancelled yet");
  }
  expect(cancelled()).toHaveLength(before);
  const asked = await (await send({})).text();
  const [, sure = ""] = /name="sure" value="([\w-]+)"/.exec(asked) ?? [];
  for (let times = 0; times < 2; times++) {
    const answer = await send({ sure });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([303, null]);
  }
  expect(cancelled()).toHaveLength(before + 1);
  expect(await (await fetch(link)).text()).toContain("There is nothing left to pay.");
  expect(read("select id from mail_outbox where letter = 'paymentCancelled'")).toHaveLength(1);
});

test("the cookie of a link opens only the page of the link, and no token is logged", async () => {
  const [link = ""] = linksTo("/order-link room");
  const answer = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { origin: "null" },
    body: new URLSearchParams(),
  });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toContain("Path=/order-link");
  expect(cookie).toContain("HttpOnly");
  const [pair = ""] = cookie.split(";");
  const holder = new WebClient(furrow.url, pair);
  expect((await holder.see("/order-link/open")).status).toBe(200);
  for (const path of [
    ...["", "/messages", "/deliveries", "/passwords", "/files", "/brief", "/changes"].map(
      (part) => `/api/order/${orderId}${part}`,
    ),
  ]) {
    expect([path, (await holder.see(path)).status]).toEqual([path, 401]);
  }
  const page = await holder.see(`/my-order/${orderId}`);
  expect(page.headers.get("location")).toContain("/login");
  const [, token = "-"] = link.split("token=");
  expect(furrow.output()).not.toContain(token);
  const fromElsewhere = await fetch(link, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(),
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });
  expect(fromElsewhere.status).toBe(403);
});

// Runs last, because a new password ends the other links of its account.
test("after the scanners, the links of accounts, invitations and confirmations still work", async () => {
  const password = "a wholly new hedgerow";
  const send = (kind: string, values: Record<string, string> = {}) =>
    new MailScanner(furrow.url).send(newest(kind), values);
  // Confirms the address first, because this link needs a session of its account, and the new
  // password below ends all sessions.
  await fetch(newest("/verify-address"), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(),
    headers: { origin: furrow.url, cookie: customer.cookie },
  });
  expect(read(`select emailVerified from "user" where email = '${email}'`)).toEqual([
    { emailVerified: 1 },
  ]);
  expect((await send("/reset", { password })).html).toContain("Your password has been changed.");
  expect((await send("/invitation", { password })).url).toBe(`${furrow.url}/my-work`);
  expect((await send("/company-invitation", { password })).html).toContain("Welcome.");
  await send("/confirm-subscription");
  expect(read("select confirmed_at is not null as is_on from subscribers")).toEqual([{ is_on: 1 }]);
  await send("/seo-check/confirm");
  expect(read("select letter from mail_outbox where letter = 'checkReport'")).toHaveLength(1);
});
