import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderNewsJob } from "../src/orders/room/news/order-news.server.ts";
import { type FurrowServer, startFurrow } from "./support/furrow-server.ts";
import { openSiteDatabase } from "./support/site-database.ts";
import { waitFor } from "./support/wait-for.ts";
import { adminOf, register, WebClient } from "./support/web-client.ts";

// Mail scanners open every link of an email, and some press the buttons of the pages behind them.

let furrow: FurrowServer;
let orderId: string;
let unpaidId: string;
const email = "quillfeather@example.com";

beforeAll(async () => {
  furrow = await startFurrow();
  const admin = await adminOf(furrow);
  const customer = await register(furrow.url, email);
  const place = () =>
    customer.call<{ _id: string }>("POST", "/new-order", {
      packageName: "Basic",
      customerName: "Quill Feather",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    });
  orderId = (await place())._id;
  unpaidId = (await place())._id;
  const order = `/order/${orderId}`;
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: "149.00", date, reference: "Transfer" };
  await admin.call("POST", `${order}/payments`, payment, { "idempotency-key": "paid" });
  await admin.call("POST", `${order}/brief/skipping`, {}).catch(() => undefined);
  const secret = { label: "CMS", userName: "ada", password: "barley in the rain" };
  await customer.call("POST", `${order}/passwords`, secret, { "idempotency-key": "secret" });
  await sendNews();
  const text = { text: "How is the barley?" };
  await admin.call("POST", `${order}/messages`, text, { "idempotency-key": "message" });
  await sendNews();
  const points = Array.from({ length: 7 }, (_, index) => ({
    ...{ position: index + 1, kind: "text", value: "Sown" },
  }));
  const delivery = { text: "All is sown.", points };
  await admin.call("POST", `${order}/deliveries`, delivery, { "idempotency-key": "delivered" });
  await sendNews();
});
afterAll(() => furrow.stop());

/** News wait for ten minutes, in which more may happen. */
async function sendNews(): Promise<void> {
  const ofNews = `where kind = '${orderNewsJob}'`;
  change(`update scheduled_jobs set scheduled_for = 0, next_attempt_at = 0 ${ofNews}`);
  await waitFor(() => expect(read(`select subject from scheduled_jobs ${ofNews}`)).toEqual([]));
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

/** Every link of every email to the customer. */
function links(): readonly string[] {
  const mails = read(`select text_body from mail_outbox where recipient = '${email}' order by id`);
  const texts = mails.map(({ text_body }) => String(text_body)).join("\n");
  return [...new Set(texts.match(/http:\/\/localhost:\d+\S+/g) ?? [])];
}

/** Everything that costs money, settles an order or shows a secret. */
function whatMatters(): unknown {
  return [
    read("select * from payment_attempts"),
    read("select * from payment_ledger"),
    read("select * from order_review_events"),
    read("select * from order_passwords"),
    read("select * from order_password_showings"),
    read("select id, payment_status, order_status from orders order by id"),
    read(`select * from "user" order by id`),
    read("select * from session order by id"),
  ];
}

/** A program that follows links and redirects, and keeps cookies. */
class Scanner {
  readonly #cookies = new Map<string, string>();
  readonly seen: string[] = [];

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const answer = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** The page at an address, after its redirects within the site. */
  async open(address: string, init: RequestInit = {}): Promise<{ url: string; html: string }> {
    let url = address;
    let answer = await this.fetch(url, init);
    for (let steps = 0; steps < 5; steps++) {
      const target = answer.headers.get("location");
      if (target === null) break;
      await answer.arrayBuffer();
      url = new URL(target, url).href;
      if (!url.startsWith(furrow.url)) return { url, html: "" };
      answer = await this.fetch(url);
    }
    const html = await answer.text();
    this.seen.push(html);
    return { url, html };
  }

  /** Presses every button of a page, and of the pages behind it. */
  async pressAll({ url, html }: { url: string; html: string }, depth = 0): Promise<void> {
    if (depth > 3) return;
    for (const form of formsOf(html)) {
      if (form.method !== "post") continue;
      const action = new URL(form.action || url, url).href;
      if (!action.startsWith(furrow.url)) continue;
      for (const button of form.buttons) {
        const body = new URLSearchParams([...form.fields, ...button]);
        const headers = { origin: furrow.url };
        await this.pressAll(await this.open(action, { method: "POST", body, headers }), depth + 1);
      }
    }
  }
}

interface HtmlForm {
  readonly method: string;
  readonly action: string;
  readonly fields: readonly [string, string][];
  readonly buttons: readonly (readonly [string, string][])[];
}

const decoded = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
  return found === null ? undefined : decoded(found[1] ?? "");
}

function formsOf(html: string): readonly HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const [head = ""] = /<form\b[^>]*>/.exec(form) ?? [];
    const controls = [...form.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag);
    // The scanner guesses codes and fills in everything else.
    const fields = controls.flatMap((tag): [string, string][] => {
      const name = attribute(tag, "name");
      if (name === undefined) return [];
      const value = attribute(tag, "value") ?? "";
      return [[name, value || (name === "code" ? "123456" : "x")]];
    });
    const buttons = [...form.matchAll(/<button\b[^>]*>/g)].map(([tag]): [string, string][] => {
      const name = attribute(tag, "name");
      return name === undefined ? [] : [[name, attribute(tag, "value") ?? ""]];
    });
    const method = (attribute(head, "method") ?? "get").toLowerCase();
    return { method, action: attribute(head, "action") ?? "", fields, buttons };
  });
}

test("emails lead to links without a login for the payment and the work of an order", () => {
  expect(links().filter((link) => link.includes("/order-link?token=")).length).toBeGreaterThan(2);
});

test("a scanner that opens every link of every email changes nothing at all", async () => {
  const stored = () => [whatMatters(), read("select * from order_links"), links()];
  const before = stored();
  for (const link of links()) {
    for (const method of ["HEAD", "GET", "GET"]) {
      const answer = await fetch(link, { method, redirect: "manual" });
      await answer.arrayBuffer();
      expect([link, answer.status < 400]).toEqual([link, true]);
      if (!link.includes("/order-link")) continue;
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  }
  expect(stored()).toEqual(before);
  expect(read("select * from order_link_visits")).toEqual([]);
});

test("a scanner that presses every button pays nothing, accepts nothing and sees no secret", async () => {
  const before = whatMatters();
  const scanner = new Scanner();
  for (const link of links()) {
    if (link.includes("/order-link")) await scanner.pressAll(await scanner.open(link));
  }
  expect(scanner.seen.length).toBeGreaterThan(links().length);
  expect(scanner.seen.join("\n")).toContain("Accept the delivery");
  expect(scanner.seen.join("\n")).not.toContain("barley in the rain");
  expect(whatMatters()).toEqual(before);
});

test("the person’s click works afterwards, with the code of the email", async () => {
  // The scanner has used up the codes of an hour.
  change("delete from rate_limits");
  const linkFor = async (button: string) => {
    // The newest first: the order of the first payment link is paid.
    for (const link of links().toReversed()) {
      if (!link.includes("/order-link?token=")) continue;
      const person = new Scanner();
      const landing = await person.open(link);
      if (landing.html.includes(button)) return { person, link };
    }
    throw new Error(`No link leads to “${button}”.`);
  };
  // Browsers send this origin from a page without a referrer.
  const press = (person: Scanner, link: string) =>
    person.open(link, { method: "POST", body: new URLSearchParams(), headers: { origin: "null" } });
  const enter = async (person: Scanner, values: Record<string, string>) => {
    const send = (body: Record<string, string>) =>
      person.open(`${furrow.url}/order-link/open`, {
        ...{ method: "POST", body: new URLSearchParams(body), headers: { origin: furrow.url } },
      });
    expect((await send({ intent: "send-code" })).html).toContain("We have sent you the code");
    const [mail] = read(
      "select text_body from mail_outbox where letter = 'linkCode' order by id desc limit 1",
    );
    const code = /code is (\d{6})/.exec(String(mail?.text_body))?.[1] ?? "";
    return send({ ...values, code });
  };

  const delivery = await linkFor("Open the delivery");
  const opened = await press(delivery.person, delivery.link);
  expect(opened.html).toContain("Accept the delivery");
  expect(opened.html).not.toContain("149");
  const accepted = await enter(delivery.person, { intent: "accept", delivery: "1" });
  expect(accepted.html).toContain("You have accepted the delivery");
  expect(read("select kind from order_review_events where kind = 'accepted'")).toHaveLength(1);

  const payment = await linkFor("Open the payment");
  await press(payment.person, payment.link);
  await enter(payment.person, { intent: "pay" });
  const attempts = read("select order_reference from payment_attempts");
  expect(attempts).toHaveLength(1);
  expect(attempts[0]?.order_reference).toBe(unpaidId);
});

test("the cookie of a link opens nothing but its page, and tokens are in no log", async () => {
  const [link = ""] = links().filter((one) => one.includes("/order-link?token="));
  const answer = await fetch(link, {
    ...{ method: "POST", redirect: "manual", headers: { origin: "null" } },
    body: new URLSearchParams(),
  });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toContain("Path=/order-link");
  expect(cookie).toContain("HttpOnly");
  const [pair = ""] = cookie.split(";");
  const holder = new WebClient(furrow.url, pair);
  expect((await holder.see("/order-link/open")).status).toBe(200);
  for (const path of [
    ...["", "/messages", "/deliveries", "/passwords", "/files", "/brief"].map(
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
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams() },
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });
  expect(fromElsewhere.status).toBe(403);
});
