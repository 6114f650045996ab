import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const password = "barley and hedgerow 7";

test.each([
  ["anna@xn--80a1acny.xn--p1ai", "anna@xn--80a1acny.xn--p1ai"],
  ["olga@почта.рф", "olga@xn--80a1acny.xn--p1ai"],
  ["lena@müller.example", "lena@xn--mller-kva.example"],
  ["R&D@example.com", "r&d@example.com"],
  ["o/neil=shop@example.com", "o/neil=shop@example.com"],
])(
  "a person with the address %s can register, log in, write and subscribe",
  async (email, stored) => {
    const post = (path: string, body: object) => site.call("POST", `/api${path}`, body);
    const signUp = await post("/auth/sign-up/email", { name: "Anna", email, password });
    expect(signUp.status).toBe(200);
    expect(await signUp.json()).toMatchObject({ user: { email: stored } });
    expect((await post("/auth/sign-up/email", { name: "Anna", email, password })).status).toBe(409);
    for (const typed of [email, stored]) {
      expect((await post("/auth/sign-in/email", { email: typed, password })).status).toBe(200);
    }
    expect((await post("/add-message", { email, message: "Hello" })).status).toBe(201);
    expect((await post("/add-subscriber", { subemail: email })).status).toBe(201);
    const mails = site.services.database.read.selectFrom("mail_outbox").select("recipient");
    const recipients = (await mails.execute()).map(({ recipient }) => recipient.toLowerCase());
    expect(recipients).toContain(stored);
    expect(recipients.every((recipient) => /^[\x21-\x7e]+$/.test(recipient))).toBe(true);
  },
);

test.each(["anna@почта..рф", "müller@example.com", "ab@c.de"])(
  "the address %s gets the message of the specification",
  async (email) => {
    const body = { name: "Anna", email, password };
    const answer = await site.call("POST", "/api/auth/sign-up/email", body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Provide a Valid Email");
  },
);

test("an address that only looks encoded is no other address", async () => {
  const hex = Buffer.from("ada@example.com").toString("hex");
  const email = `furrow.${hex}@encoded.invalid`;
  const body = { name: "Eve", email, password };
  const answer = await site.call("POST", "/api/auth/sign-up/email", body);
  expect(await answer.json()).toMatchObject({ user: { email } });
});
