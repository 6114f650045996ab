import { afterAll, beforeAll, expect, test } from "vitest";
import { largestMailBytes } from "#mail/incoming/receive-mail.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

const secret = "a secret of the mail service";
let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite({
    REPLY_ADDRESS: "reply@example.org",
    INCOMING_MAIL_SECRET: secret,
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
