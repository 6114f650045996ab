import { afterAll, beforeAll, expect, test } from "vitest";
import { replyReferences } from "#conversation/news/reply-address.ts";
import { largestMailBytes } from "#mail/incoming/receive-mail.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { orderForm } from "../../../tests/support/orders/shop.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

const secret = "a secret of the mail service";
let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite({
    REPLY_ADDRESS: "reply@example.org",
    INCOMING_MAIL_SECRET: secret,
    MAIL_AUTHSERV_ID: "mx.example.org",
  });
  admin = await site.admin();
});
afterAll(() => site.close());

const post = (mail: Uint8Array, given = `Bearer ${secret}`, length = mail.length) =>
  site.sendBytes("POST", "/api/incoming-mail", mail, {
    "content-type": "message/rfc822",
    authorization: given,
    "content-length": String(length),
  });

test("an email that is sent twice with the secret is received once", async () => {
  const mail = sampleMail({ subject: "Posted" });
  const answers = await Promise.all([post(mail), post(mail)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const listed = await (await admin.call("GET", "/api/received-emails")).json();
  expect(listed).toMatchObject([
    {
      subject: "Posted",
      state: "dropped",
      reason: expect.stringContaining("not a reply about an order"),
    },
  ]);
  const one = await admin.call("GET", `/api/received-emails/${listed[0]._id}`);
  expect(await one.json()).toMatchObject({ subject: "Posted", original: "", text: "" });
});

test("an email without the secret or of more than 40 MB is refused", async () => {
  for (const given of ["", "Bearer", `Bearer ${secret}x`, `Basic ${secret}`]) {
    expect((await post(sampleMail(), given)).status).toBe(401);
  }
  expect((await post(sampleMail(), undefined, largestMailBytes + 1)).status).toBe(413);
  const { length } = await (await admin.call("GET", "/api/received-emails")).json();
  expect(length).toBe(1);
});

test("a reply whose sender fails DMARC waits with a warning, and a verified one is added", async () => {
  const customer = await site.register("ada@example.com");
  const order = await (await customer.call("POST", "/api/new-order", orderForm)).json();
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: "149.00", date, reference: "Bank transfer 1" };
  const key = { "idempotency-key": "a-payment" };
  await admin.call("POST", `/api/order/${order._id}/payments`, payment, key);
  const { database, post: mailer } = site.services;
  const stored = await selectOrder(database.read, order._id);
  const account = await database.read
    .selectFrom("user")
    .select("id")
    .where("email", "=", "ada@example.com")
    .executeTakeFirstOrThrow();
  const ada = { accountId: account.id, email: "ada@example.com" };
  if (stored === undefined) throw new Error("The order was not placed.");
  const { replyTo: to = "" } = replyReferences(mailer, stored, "customer", ada);
  const send = async (result: string) => {
    const headers = [`Authentication-Results: mx.example.org; ${result}`];
    const answer = await post(sampleMail({ to, headers, body: result }));
    const { _id } = await answer.json();
    return (await admin.call("GET", `/api/received-emails/${_id}`)).json();
  };
  expect(await send("dmarc=fail header.from=example.com")).toMatchObject({
    state: "waiting",
    reason:
      "The sender could not be verified (DMARC failed). Somebody may be pretending to be ada@example.com.",
  });
  expect(await send("dmarc=pass header.from=example.com")).toMatchObject({
    state: "added",
    reason: "",
  });
});
