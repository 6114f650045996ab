import { join } from "node:path";
import { orderNewsJob } from "#conversation/news/order-news.server.ts";
import { openSiteDatabase } from "../databases/site-database.ts";
import { formsOf } from "../mail/mail-scanner.ts";
import { type FurrowServer, startFurrow } from "../servers/furrow-server.ts";
import { adminOf, register, type WebClient } from "../servers/web-client.ts";
import { waitFor } from "../wait-for.ts";
import { textOfHtml } from "./text-of-html.ts";

/** People of the purchase, by the name with which texts address them. */
export const people = {
  Ada: { email: "ada@example.com", name: "Ada Field" },
  Pia: { email: "pia@example.com", name: "Pia Barley" },
  Owner: { email: "admin@furrow.example", name: "" },
} as const;

type Reader = keyof typeof people;

/** A page or an email that a person reads at a moment of the purchase. */
export interface ReadText {
  readonly moment: string;
  readonly reader: Reader;
  /** Path of a page, or name of the template of an email. */
  readonly source: string;
  /** Number of the order that the text is about; null for a list of orders. */
  readonly order: string | null;
  readonly text: string;
}

export interface WalkedPurchase {
  readonly texts: readonly ReadText[];
}

interface AskedQuestion {
  readonly _id: string;
  readonly isAsked: boolean;
  readonly isRequired: boolean;
  readonly answer: string;
  readonly choices: readonly string[];
}

/**
 * Walks through a purchase of the Standard plan, from the order to the next month, and collects
 * the pages and emails of its buyer, of the buyer's colleague and of the owner at each moment.
 */
export async function walkPurchase(): Promise<WalkedPurchase> {
  const furrow = await startFurrow();
  try {
    return { texts: await walk(furrow) };
  } finally {
    await furrow.stop();
  }
}

async function walk(furrow: FurrowServer): Promise<readonly ReadText[]> {
  const ada = await register(furrow.url, people.Ada.email);
  const pia = await register(furrow.url, people.Pia.email);
  const owner = await adminOf(furrow);
  const clients: Readonly<Record<Reader, WebClient>> = { Ada: ada, Pia: pia, Owner: owner };
  shareCompany(furrow);
  const texts: ReadText[] = [];
  const mailsRead = new Set<string>();
  /** Collects the pages of everybody, and the emails since the last moment. */
  async function read(moment: string, ids: readonly string[]): Promise<void> {
    sendNews(furrow);
    await waitFor(() => expectNoNews(furrow));
    for (const [reader, client] of Object.entries(clients) as [Reader, WebClient][]) {
      for (const path of pagesOf(reader, ids)) {
        const page = await client.see(path);
        // There are no questions before the payment.
        if (page.status === 404 && path.endsWith("/brief")) continue;
        if (page.status !== 200) throw new Error(`${reader} ${path}: ${page.status}`);
        const text = textOfHtml(page.text);
        const order = ids.some((id) => path.includes(id)) ? orderIn(text) : null;
        texts.push({ moment, reader, source: path, order, text });
      }
    }
    for (const { id, recipient, letter, subject, text_body } of mailsIn(furrow)) {
      const reader = (Object.keys(people) as Reader[]).find(
        (name) => people[name].email === recipient,
      );
      if (mailsRead.has(id) || reader === undefined) continue;
      mailsRead.add(id);
      const text = `${subject}\n${unwrapped(text_body)}`;
      texts.push({ moment, reader, source: letter, order: orderIn(text), text });
    }
  }

  const { _id: id } = await ada.call<{ _id: string }>("POST", "/new-order", {
    packageName: "Standard",
    customerName: people.Ada.name,
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
    customerWebsite: "https://field.example",
  });
  await read("placed", [id]);
  await pay(furrow, ada, `/pay-now/${id}`);
  await waitFor(() => expectPaid(furrow, id));
  await read("paid", [id]);

  const { questions } = await ada.call<{ questions: readonly AskedQuestion[] }>(
    "GET",
    `/order/${id}/brief`,
  );
  const answers = Object.fromEntries(
    questions
      .filter(({ isAsked, isRequired, answer }) => isAsked && isRequired && answer === "")
      .map((question) => [question._id, question.choices[0] ?? "Bread, to the village."]),
  );
  await ada.call("POST", `/order/${id}/brief/sending`, { answers });
  await read("answered", [id]);
  await owner.call("POST", `/order/${id}/brief/start`, {});
  const points = Array.from({ length: 7 }, (_, index) => ({
    position: index + 1,
    kind: "link",
    value: `https://example.com/${index + 1}`,
  }));
  const key = { "idempotency-key": `delivered-${id}` };
  await owner.call("POST", `/order/${id}/deliveries`, { text: "All is sown.", points }, key);
  await read("delivered", [id]);
  await ada.call("POST", `/order/${id}/deliveries/1/acceptance`);
  await read("accepted", [id]);
  await pay(furrow, ada, `/my-order/${id}`, "Order the next month");
  const next = await waitFor(() => otherOrder(furrow, id));
  await waitFor(() => expectPaid(furrow, next));
  await read("next month", [id, next]);
  return texts;
}

/** The order that a text names. */
function orderIn(text: string): string | null {
  return /\border (\d+)/i.exec(text)?.[1] ?? null;
}

/** Pages that say something about the orders. */
function pagesOf(reader: Reader, ids: readonly string[]): readonly string[] {
  if (reader === "Owner") {
    return ["/total-orders", ...ids.map((id) => `/admin/payment-status/${id}`)];
  }
  const ofOrder = ["/my-order/ID", "/pay-now/ID", "/received-payment/ID", "/my-order/ID/brief"];
  return [
    "/dashboard",
    "/my-order",
    "/pending-order",
    ...ids.flatMap((id) => ofOrder.map((path) => path.replace("ID", id))),
  ];
}

/** Presses the button of a page that leads to the payment, and pays at the sandbox. */
export async function pay(
  { url }: FurrowServer,
  client: WebClient,
  path: string,
  button = "Pay Now",
): Promise<void> {
  const press = async (address: string, html: string, words: string, more = {}) => {
    const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
    const chosen = forms.find((form) => form.includes(words));
    const [form] = formsOf(chosen ?? "");
    if (form === undefined) throw new Error(`${address} has no form with "${words}".`);
    const body = new URLSearchParams({
      ...Object.fromEntries(form.fields.map(({ name, value }) => [name, value])),
      ...more,
    });
    const target = new URL(form.action || address, address).href;
    const headers = { cookie: client.cookie, origin: url };
    let answer = await fetch(target, { method: "POST", body, headers, redirect: "manual" });
    let at = target;
    while (answer.headers.has("location")) {
      at = new URL(answer.headers.get("location") ?? "", at).href;
      answer = await fetch(at, { headers, redirect: "manual" });
    }
    return { address: at, html: await answer.text() };
  };
  const page = await client.see(path);
  let step = await press(`${url}${path}`, page.text, button);
  if (step.html.includes("Continue to ")) {
    step = await press(step.address, step.html, "Continue to ");
  }
  await press(step.address, step.html, "outcome", { outcome: "completed", action: "pay" });
}

/** Text of an email without the ends of its wrapped lines. */
export function unwrapped(text: string): string {
  return text.replace(/([^\n]{50,})\n(?=[^\n])/g, "$1 ");
}

export function inFile<T>({ dataDirectory }: FurrowServer, work: (file: SiteFile) => T): T {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

type SiteFile = ReturnType<typeof openSiteDatabase>;
type Row = Readonly<Record<string, string>>;

function rowsOf(furrow: FurrowServer, query: string): readonly Row[] {
  return inFile(furrow, (file) => file.prepare(query).all() as Row[]);
}

export const mailsIn = (furrow: FurrowServer) =>
  rowsOf(
    furrow,
    "select id, recipient, letter, subject, text_body from mail_outbox order by id",
  ) as readonly Record<"id" | "recipient" | "letter" | "subject" | "text_body", string>[];

/** Pia belongs to Ada's company and sees orders and payments. */
function shareCompany(furrow: FurrowServer): void {
  inFile(furrow, (file) => {
    const idOf = (email: string) =>
      String(file.prepare(`select id from "user" where email = ?`).get(email)?.id);
    const [ada, pia] = [idOf(people.Ada.email), idOf(people.Pia.email)];
    file.exec(`update "user" set emailVerified = 1`);
    file
      .prepare("insert into companies (id, name, created_at) values (?, 'Field & Barley', 1)")
      .run(ada);
    const add = file.prepare(
      `insert into company_people (account_id, company_id, orders, payments, may_order, people,
        invited_by, since) values (?, ?, 1, 1, 1, 1, null, ?)`,
    );
    add.run(ada, ada, 1);
    add.run(pia, ada, 2);
    file
      .prepare(
        `insert into account_profiles (account_id, customer_name, customer_address,
          customer_country, customer_website, name_key, updated_at, origin)
          values (?, ?, '', '', '', '', 1, 'form')`,
      )
      .run(pia, people.Pia.name);
  });
}

const ofNews = `where kind = '${orderNewsJob}'`;

/** Skips the ten minutes for which the server collects news of an order before it emails them. */
function sendNews(furrow: FurrowServer): void {
  inFile(furrow, (file) => {
    file.exec("update order_news set created_at = 0");
    file.exec(`update scheduled_jobs set scheduled_for = 0, due_at = 0 ${ofNews}`);
  });
}

function expectNoNews(furrow: FurrowServer): void {
  const waiting = rowsOf(furrow, `select subject from scheduled_jobs ${ofNews}`);
  if (waiting.length > 0) throw new Error("The news is not sent yet.");
}

export function expectPaid(furrow: FurrowServer, id: string): void {
  const [order] = rowsOf(furrow, `select payment_status from orders where id = '${id}'`);
  if (order?.payment_status !== "Paid") throw new Error("The order is not paid yet.");
}

function otherOrder(furrow: FurrowServer, id: string): string {
  const [order] = rowsOf(furrow, `select id from orders where id <> '${id}'`);
  if (order?.id === undefined) throw new Error("The next month is not ordered yet.");
  return order.id;
}
