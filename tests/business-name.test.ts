import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { lookOf } from "#look/look.ts";
import { htmlInRow, htmlOf } from "#mail/templates/email-html.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { pageTable } from "./support/screens/page-table.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, orderBy, register, WebClient } from "./support/servers/web-client.ts";

// The business has another name and other facts than the demonstration, and no page, email or file
// for visitors and customers may say the demonstration's.

const name = "Søn & Meridian";
const facts = {
  businessAddress: "1 Strandgaten, Bergen",
  businessPhone: "+47 220 00 000",
  businessEmail: "hello@meridian.example",
  businessCountry: "Norway",
  businessTaxId: "NO 999 888 777 MVA",
};

let furrow: FurrowServer;
let admin: WebClient;
let customer: WebClient;
let orderId: string;

beforeAll(async () => {
  furrow = await startFurrow({ BUSINESS_NAME: name });
  admin = await adminOf(furrow);
  await admin.call("PUT", "/settings", facts);
  customer = await register(furrow.url, "ada@example.com");
  orderId = await orderBy(customer, admin);
  // A payment withdraws the email about the placed order, so a further order is not paid.
  await orderBy(customer);
  const text = { text: "How is the barley?" };
  await admin.call("POST", `/order/${orderId}/messages`, text, { "idempotency-key": "message" });
  await customer.call("POST", "/add-message", { email: "eve@example.com", message: "Hello" });
  await customer.call("POST", "/add-subscriber", { subemail: "eve@example.com" });
  await admin.call("POST", "/add-user", { userEmail: "kim@example.com", userRole: "Manager" });
});
afterAll(() => furrow.stop());

const demonstration = /\bFurrow\b|hello@furrow|010-0142|Mill Lane/g;
const namesIn = (text: string) => text.match(demonstration) ?? [];

/** Pages without parameters. */
const ofVisitors = Object.keys(pageTable).filter(
  (path) => pageTable[path]?.visitor === 200 && !/[:.]/.test(path),
);

const paths = [
  ...ofVisitors,
  "/my-order/ID",
  "/my-order/ID/brief",
  "/nothing-there",
  "/dashboard",
  "/my-orders",
  "/account",
  "/account/security",
  "/llms.txt",
  "/manifest.webmanifest",
];

test("pages and files name the owner's business only", async () => {
  const wrong: unknown[] = [];
  for (const path of paths) {
    const client = ofVisitors.includes(path) ? new WebClient(furrow.url) : customer;
    const { text } = await client.see(path.replace("ID", orderId));
    const own = path.includes(".") ? name : "Søn &amp; Meridian";
    if (namesIn(text).length > 0 || !text.includes(own)) wrong.push([path, namesIn(text)]);
  }
  expect(wrong).toEqual([]);
  const { text } = await new WebClient(furrow.url).see("/login");
  expect(text).toMatch(/<title>[^<]*Søn &amp; Meridian/);
  expect(text).toMatch(/<a class="[\w -]+" href="\/"><span [^>]*>Søn &amp; Meridian<\/span><\/a>/);
  expect(text).not.toContain("furrow-logo.svg");
});

test("only the landing page has the tags by which search engines know the owner", async () => {
  const tag = '<meta name="google-site-verification" content="Ab-1_x="/>';
  await admin.call("PUT", "/settings", { googleVerification: tag, bingVerification: "0A1B" });
  const visitor = new WebClient(furrow.url);
  const { text } = await visitor.see("/");
  expect(text).toContain(tag);
  expect(text).toContain('<meta name="msvalidate.01" content="0A1B"/>');
  expect(text).not.toContain("yandex-verification");
  expect((await visitor.see("/pricing/")).text).not.toContain("google-site-verification");
  await admin.call("PUT", "/settings", { googleVerification: null, bingVerification: null });
  expect((await visitor.see("/")).text).not.toContain("google-site-verification");
});

test("the landing page tells search engines the owner's facts", async () => {
  const { text } = await customer.see("/");
  const [, data = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  const graph = (JSON.parse(data) as { "@graph": { "@type": string }[] })["@graph"];
  const organization = graph.find((thing) => thing["@type"] === "Organization");
  expect(organization).toMatchObject({
    name,
    email: facts.businessEmail,
    telephone: facts.businessPhone,
    address: { streetAddress: facts.businessAddress, addressCountry: "Norway" },
    taxID: facts.businessTaxId,
  });
  expect(organization).not.toHaveProperty("logo");
});

test("the receipt has the name, address and tax ID of the owner's business", async () => {
  const { text } = await customer.see(`/my-order/${orderId}`);
  const [, seller = ""] = /<span>Sold by<\/span>(.*?)<\/address>/s.exec(text) ?? [];
  for (const part of ["Søn &amp; Meridian", facts.businessAddress, "Norway"]) {
    expect(seller).toContain(part);
  }
  expect(seller.replaceAll("<!-- -->", "")).toContain(`Tax ID: ${facts.businessTaxId}`);
});

test("every email is from the owner's business, and the invitation names it", async () => {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"), { readOnly: true });
  const rows = database
    .prepare("select letter, subject, text_body, html_body, letter_content from mail_outbox")
    .all() as Record<"letter" | "subject" | "text_body" | "html_body" | "letter_content", string>[];
  database.close();
  const letters = rows.map(({ letter }) => letter);
  for (const letter of [
    "welcome",
    "orderPlaced",
    "orderPlacedOwner",
    "paymentReceivedQuestions",
    "invitation",
  ]) {
    expect(letters).toContain(letter);
  }
  for (const row of rows) {
    const html = htmlOf({ html: htmlInRow(row) }, lookOf(undefined));
    expect([row.letter, namesIn(`${row.subject}\n${row.text_body}\n${html}`)]).toEqual([
      row.letter,
      [],
    ]);
    expect(row.text_body).toContain(name);
    expect(row.text_body).toContain(facts.businessAddress);
    expect(html).toContain("Søn &amp; Meridian");
  }
  const invitation = rows.find(({ letter }) => letter === "invitation");
  expect(invitation?.subject).toBe(`${furrow.adminEmail} invites you to the team of ${name}`);
  expect(invitation?.text_body).not.toMatch(/this site|the site/);
});

test("no text of an email template has the demonstration's name", () => {
  const texts = Object.values(emailTemplates).map(({ block }) => JSON.stringify(block.seed));
  expect(texts.flatMap(namesIn)).toEqual([]);
});
