import { afterEach, expect, test } from "vitest";
import { openSite, type TestSite } from "../../../tests/support/servers/site.ts";

const account = {
  PAYPAL_CLIENT_ID: "client-of-ours",
  PAYPAL_CLIENT_SECRET: "hush-hush-hush",
  PAYPAL_WEBHOOK_ID: "WEBHOOK",
};
const ipn = "/api/payments/paypal/ipn";
const webhook = "/api/payments/paypal/webhook";
const form = "application/x-www-form-urlencoded";
const json = "application/json";

let site: TestSite;
afterEach(() => site.close());

const post = (path: string, type: string, body: string) =>
  site.raw(path, { method: "POST", body, headers: { "content-type": type } });
const kept = async () =>
  site.services.database.read
    .selectFrom("payment_notifications")
    .select(["provider", "headers", "payment_status"])
    .execute();

test.each([
  [{ PAYMENTS: "paypal-standard" }, "paypal-standard", ipn, form, webhook],
  [{ PAYMENTS: "paypal", ...account }, "paypal", webhook, json, ipn],
  [{ SANDBOX_PROTOCOL: "rest" }, "sandbox-rest", webhook, json, ipn],
] as const)(
  "with the settings %o, notifications are accepted at one URL and with one media type, and the sandbox is closed to strangers",
  async (settings, name, path, type, other) => {
    site = await openSite(settings);
    const headers = {
      origin: "https://provider.example",
      "paypal-transmission-sig": "signature",
      "x-other": "x",
      "content-type": type,
    };
    const answer = await site.raw(path, { method: "POST", body: "{}", headers });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    const [row] = await kept();
    expect(row?.provider).toBe(name);
    // A webhook is stored with only the headers that its verification needs.
    if (name === "paypal") {
      expect(JSON.parse(row?.headers ?? "")).toEqual({ "paypal-transmission-sig": "signature" });
    }
    for (const wrong of [json, form, "multipart/form-data; boundary=x"]) {
      if (wrong !== type) expect((await post(path, wrong, "{}")).status).toBe(415);
    }
    expect((await post(path, type, "")).status).toBe(400);
    expect((await post(path, type, "x".repeat(1024 * 1024))).status).toBe(413);
    expect((await site.raw(path)).status).toBe(405);
    // A notification of another protocol gets an error status, so that its sender repeats the
    // notification.
    expect((await post(other, type, "{}")).status).toBeGreaterThanOrEqual(400);
    expect(await kept()).toHaveLength(1);

    for (const call of [
      "v1/oauth2/token",
      "v2/checkout/orders",
      "v2/payments/captures/X/refund",
      "v1/notifications/verify-webhook-signature",
    ]) {
      const { status } = await post(`/sandbox/paypal/${call}`, json, "{}");
      expect([call, name === "sandbox-rest" ? [401] : [403, 404]]).toEqual([
        call,
        expect.arrayContaining([status]),
      ]);
    }
    if (name === "sandbox-rest") return;
    for (const page of ["cgi-bin/webscr", "checkoutnow"]) {
      const { status } = await post(`/sandbox/paypal/${page}`, form, "cmd=_xclick");
      expect([403, 404]).toContain(status);
    }
    const provider = site.services.payments.ways[0]?.provider;
    const example = { address: "payments@furrow.example", isExample: true };
    expect(provider?.refusal(example)).toContain("example address");
    expect(provider?.refusal({ ...example, isExample: false })).toBeNull();
    expect(provider?.isTest).toBe(false);
  },
);

test("a notification that cannot be stored gets 500, and is accepted when it is sent again", async () => {
  site = await openSite({ PAYMENTS: "paypal-standard" });
  const { libraryHandle } = site.services.database;
  const rename = (from: string, to: string) =>
    libraryHandle.schema.alterTable(from).renameTo(to).execute();
  await rename("payment_notifications", "away");
  const failed = await post(ipn, form, "txn_id=1");
  expect(failed.status).toBe(500);
  expect(await failed.text()).not.toMatch(/payment_notifications|\bat \S+\.ts/);
  await rename("away", "payment_notifications");
  expect((await post(ipn, form, "txn_id=1")).status).toBe(200);
  expect(await kept()).toHaveLength(1);
});
