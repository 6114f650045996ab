import { expect, onTestFinished, test } from "vitest";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { openSite, testAdmin } from "../../../tests/support/servers/site.ts";

test("every owner is told when the PayPal address changes, and not when it is saved unchanged", async () => {
  const site = await openSite();
  onTestFinished(() => site.close());
  const admin = await site.admin();
  const told = () => queuedEmails(site.services.database, { letter: "paymentsChangedOwner" });
  const [record] = await (await admin.call("GET", "/api/paypal-email")).json();
  const address = `/api/paypal-email/${record._id}`;
  const unchanged = await admin.call("PUT", address, { paypalEmail: record.paypalEmail });
  expect([unchanged.status, await told()]).toEqual([200, []]);
  await admin.call("PUT", address, { paypalEmail: "thief@shop.test" });
  expect(await told()).toMatchObject([
    {
      recipient: testAdmin.email,
      text: expect.stringContaining("made thief@shop.test the PayPal address"),
    },
  ]);
});

test("connecting Payments Standard for real payments makes its receiver the PayPal address", async () => {
  const site = await openSite();
  onTestFinished(() => site.close());
  const admin = await site.admin();
  const connect = (receiver: string) =>
    admin.call("POST", "/api/settings/payments/accounts", {
      kind: "paypal-standard",
      mode: "live",
      fields: { receiver },
    });
  expect((await connect("ABCDEFGHIJKLM")).status).toBe(400);
  expect((await connect("till@shop.test")).status).toBe(201);
  const [record] = await (await admin.call("GET", "/api/paypal-email")).json();
  expect(record.paypalEmail).toBe("till@shop.test");
  const mails = await queuedEmails(site.services.database, { letter: "paymentsChangedOwner" });
  expect(mails).toHaveLength(1);
});
