import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { capturedLog } from "../../tests/support/captured-log.ts";
import { restOrder } from "../../tests/support/orders/rest-order.ts";
import { openSite } from "../../tests/support/servers/site.ts";

/** Part of every text that a user types; no log line may contain this word. */
const mark = "markedquince";
const email = `${mark}@example.com`;

test("the log contains each request's id, and no personal data", async () => {
  const { log, entries, text } = capturedLog();
  const printed = vi.spyOn(console, "error");
  const site = await openSite({}, log);
  const { database, payments } = site.services;
  await site.register(email);
  await site.call("POST", "/api/auth/sign-in/email", { email, password: `${mark} wrong` });
  await site.call("POST", "/api/auth/request-password-reset", { email });
  const [{ text_body } = { text_body: "" }] = await database.read
    .selectFrom("mail_outbox")
    .select("text_body")
    .where("letter", "=", "resetPassword")
    .execute();
  const token = /token=([\w-]+)/.exec(text_body)?.[1] ?? "";
  await site.call("GET", `/reset?token=${token}`);
  const newPassword = `${mark} and barley`;
  await site.call("POST", "/api/auth/reset-password", { token, newPassword });

  const again = await site.signIn(email, newPassword);
  const form = {
    ...restOrder,
    customerName: mark,
    customerAddress: mark,
    customerCountry: mark,
    customerWebsite: `https://${mark}.example`,
  };
  const order = () => again.call("POST", "/api/new-order", form, { "idempotency-key": mark });
  expect((await order()).status).toBe(201);
  const paid = new URLSearchParams({ payer_email: email, first_name: mark, txn_id: mark });
  await site.raw("/api/payments/paypal/ipn", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: paid.toString(),
  });
  const message = { name: mark, email, phone: mark, subject: mark, message: mark };
  await site.call("POST", "/api/message", message);
  await site.call("POST", "/api/subscribe", { email });

  // Error messages are the most likely place for personal data, so the test makes an order, a
  // sign-up and a verification fail.
  const worker = await payments.startVerifying();
  await worker.stop();
  await sql`alter table orders rename to orders_away`.execute(database.libraryHandle);
  const broken = await again.call("POST", "/api/new-order", form);
  await sql`alter table account rename to account_away`.execute(database.libraryHandle);
  await site.call("POST", "/api/auth/sign-up/email", { email: `2${email}`, password: newPassword });
  await site.close();

  expect(broken.status).toBe(500);
  const requestId = broken.headers.get("x-request-id");
  expect(await broken.json()).toMatchObject({ requestId });
  const lines = entries().filter((entry) => entry.requestId === requestId);
  expect(lines).toMatchObject([
    {
      msg: "a call failed unexpectedly",
      err: { message: expect.stringContaining("no such table") },
    },
    { msg: "answered", method: "POST", route: "/api/new-order", status: 500 },
  ]);
  const answered = entries().filter(({ msg }) => msg === "answered");
  expect(answered.length).toBeGreaterThan(8);
  expect(answered.every((entry) => typeof entry.requestId === "string")).toBe(true);
  const secrets = [mark, token, newPassword, "hedgerow", "furrow-session", "203.0.113"];
  for (const secret of secrets) expect(text()).not.toContain(secret);
  // Output on the console would bypass the log, which leaves out personal data.
  expect(printed).not.toHaveBeenCalled();
  expect(text()).toContain("no such table: account");
  printed.mockRestore();
});
