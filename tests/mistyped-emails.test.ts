import { afterAll, beforeAll, expect, test } from "vitest";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { WebClient } from "./support/servers/web-client.ts";

// The forms without their scripts: the server asks about a mistake of typing in an email address.

let furrow: FurrowServer;
let planPath: string;
beforeAll(async () => {
  furrow = await startFurrow();
  const { text } = await new WebClient(furrow.url).see("/pricing/");
  planPath = /\/order-now\/[\w-]+/.exec(text)?.[0] ?? "";
});
afterAll(() => furrow.stop());

async function send(path: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(furrow.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: furrow.url },
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  const asks = text.includes("Did you mean");
  const at = (name: string) => new RegExp(` name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];
  return { status: answer.status, asks, asked: at("emailAsked"), password: at("password") };
}

const password = "hedgerow and barley";
const details = { customerName: "Ada Field", customerAddress: "1 Lane", customerCountry: "Malta" };
const plan = { packageName: "Basic", packagePrice: "1", idempotencyKey: "0".repeat(32) };

/** Each form with its status after it was sent as typed: 409 is another price of the plan. */
const forms: [string, () => string, Record<string, string>, number][] = [
  ["contact", () => "/contact", { email: "ada@gmial.com", message: "A word." }, 303],
  ["newsletter", () => "/subscribe", { subemail: "ada@hotmail.con" }, 303],
  ["sign-up", () => "/register", { email: "ada@yaho.com", password }, 303],
  [
    "order",
    () => planPath,
    { account: "new", email: "ada.field@outlok.com", password, ...plan, ...details },
    409,
  ],
];

test.each(forms)(
  "the %s form asks once about a mistyped email, and then accepts it",
  async (_, path, fields, accepted) => {
    const email = fields.subemail ?? fields.email ?? "";
    expect(await send(path(), fields)).toMatchObject({
      status: 422,
      asks: true,
      asked: email,
      ...("password" in fields && { password: "" }),
    });
    const again = await send(path(), { ...fields, emailAsked: email });
    expect([again.status, again.asks]).toEqual([accepted, false]);
  },
);

test("a form asks about another mistyped email than the one it has asked about", async () => {
  const fields = { email: "ada@gmal.com", emailAsked: "ada@gmial.com", message: "A word." };
  expect(await send("/contact", fields)).toMatchObject({ status: 422, asked: "ada@gmal.com" });
});
