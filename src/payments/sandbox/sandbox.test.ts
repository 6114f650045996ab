import type { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { readNotification } from "../paypal-standard/read-notification.ts";
import { sandboxPath } from "./endpoints.ts";
import { outcomes } from "./outcomes.ts";
import { createSandbox } from "./sandbox.ts";

const secret = "a secret of thirty-two characters";
const log = pino({ level: "silent" });
const databases = sqliteDatabases();
let database: Database;
beforeAll(async () => {
  database = await databases.open();
});
afterAll(() => databases.remove());
const sandboxOf = (publicUrl: string, itsSecret = secret) =>
  createSandbox({
    secret: itsSecret,
    publicUrl,
    configuration: { sandboxUrl: publicUrl },
    database,
    log,
  });

// The shop is a `Verifier`: a server that records the notifications that the sandbox sends.
const shops: Verifier[] = [];
let shop: Verifier;
let publicUrl: string;
let sandbox: Hono;
beforeEach(async () => {
  shop = await openVerifier("");
  shops.push(shop);
  publicUrl = new URL(shop.url).origin;
  sandbox = sandboxOf(publicUrl);
});
afterAll(() => Promise.all(shops.map((each) => each.close())));

const formOf = (otherwise: Record<string, string> = {}) => ({
  cmd: "_xclick",
  business: "till@example.org",
  item_name: "SEO plan Basic — Zoë's",
  item_number: "1",
  amount: "149.00",
  currency_code: "USD",
  invoice: "order-1",
  custom: "attempt-1",
  notify_url: `${publicUrl}/api/payments/paypal/ipn`,
  return: `${publicUrl}/received-payment/order-1`,
  cancel_return: `${publicUrl}/order-cancelled/order-1?proof=t`,
  ...otherwise,
});

const post = (body: string | Uint8Array<ArrayBuffer>, to = sandbox) =>
  to.request(`${sandboxPath}/cgi-bin/webscr`, {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

const send = (fields: Record<string, string>, to = sandbox) =>
  post(new URLSearchParams(fields).toString(), to);
const pay = (outcome: string, otherwise: Record<string, string> = {}) =>
  send(formOf({ cmd: "_sandbox-pay", action: "pay", outcome, ...otherwise }));
const validate = async (raw: Buffer, by = sandbox) =>
  (await post(Buffer.concat([Buffer.from("cmd=_notify-validate&"), raw]), by)).text();

describe("The sandbox's checkout page", () => {
  test("says that the payment is a test, shows amount and receiver, and offers every outcome", async () => {
    const response = await send(formOf());
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain("This is a test.");
    for (const shown of ["till@example.org", "149.00 USD", "order-1", "Basic — Zoë&#39;s"]) {
      expect(text).toContain(shown);
    }
    for (const { value } of outcomes) expect(text).toContain(`<option value="${value}">`);
    expect(text).toMatch(/<button[^>]*type="submit"[^>]*>Pay now<\/button>/);
    expect(text).toMatch(/<button[^>]*type="submit"[^>]*>Cancel and return<\/button>/);
  });

  test("allows its form to redirect only to the shop's origins, and runs no script", async () => {
    const otherName = publicUrl.replace("127.0.0.1", "localhost");
    const response = await send(formOf({ cancel_return: `${otherName}/order-cancelled/1` }));
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(`form-action 'self' ${publicUrl} ${otherName};`);
    expect(policy).toContain("default-src 'none'; style-src 'sha256-");
  });

  test("shows markup as text", async () => {
    const text = await (await send(formOf({ item_name: `"><script>alert(1)</script>` }))).text();
    expect(text).not.toContain("<script>");
    expect(text).toContain("&lt;script&gt;");
  });

  test.each([
    ["no receiver", { business: "" }],
    ["no amount", { amount: "x" }],
    ["a negative amount", { amount: "-1.00" }],
    ["no currency", { currency_code: "" }],
    ["a notification URL on another machine", { notify_url: "http://169.254.169.254/latest" }],
    ["a file as notification URL", { notify_url: "file:///etc/passwd" }],
    ["another local service as notification URL", { notify_url: "http://127.0.0.1:7194/x" }],
    ["a return URL on another site", { return: "https://evil.example/" }],
    ["another local service as return URL", { return: "http://127.0.0.1:7194/x" }],
    ["another local service as cancel URL", { cancel_return: "http://localhost:7194/x" }],
    ["a script as cancel URL", { cancel_return: "javascript:alert(1)" }],
    ["an unknown command", { cmd: "_cart" }],
  ])("refuses a form with %s", async (_what, otherwise) => {
    expect((await send(formOf(otherwise))).status).toBe(400);
    expect(shop.asked).toHaveLength(0);
  });

  test("refuses every notification URL other than the shop's URL", async () => {
    const elsewhere = [
      `${publicUrl}/api/add-user`,
      `${publicUrl}/api/payments/paypal/ipn/../../../auth/sign-out`,
      `${publicUrl}/api/payments/paypal/ipn?more=1`,
      publicUrl.replace("127.0.0.1", "localhost").concat("/api/payments/paypal/ipn"),
    ];
    for (const notify_url of elsewhere) {
      const answer = await pay("completed-twenty-times", { notify_url });
      expect([notify_url, answer.status]).toEqual([notify_url, 400]);
    }
    expect(shop.asked).toHaveLength(0);
  });

  test("refuses notification and return URLs on a local host when the address of the shop is public", async () => {
    const publicShop = sandboxOf("https://shop.example");
    const form = {
      ...formOf({ cmd: "_sandbox-pay", action: "cancel" }),
      notify_url: "https://shop.example/api/payments/paypal/ipn",
      return: "https://shop.example/received-payment/order-1",
      cancel_return: "https://shop.example/order-cancelled/order-1",
    };
    expect((await send(form, publicShop)).status).toBe(303);
    for (const field of ["notify_url", "return", "cancel_return"]) {
      const answer = await send({ ...form, [field]: `${publicUrl}/x` }, publicShop);
      expect([field, answer.status]).toEqual([field, 400]);
    }
    expect(shop.asked).toHaveLength(0);
  });
});

test.each(["4TM3K5RFX4HX4KKSB", "TXN1", "a\u0000b", ""])(
  "the sandbox neither shows nor refunds an unknown payment: %j",
  async (id) => {
    const query = new URLSearchParams({ cmd: "_view-a-trans", id });
    const response = await sandbox.request(`${sandboxPath}/cgi-bin/webscr?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("There is no such payment.");
    const refunding = await send({ cmd: "_sandbox-refund", id, amount: "1.00" });
    expect(refunding.status).toBe(400);
    expect(shop.asked).toHaveLength(0);
  },
);

describe("Paying in the sandbox", () => {
  const messages = () => shop.asked.map((raw) => readNotification(raw));

  test("notifies the shop and sends the browser back", async () => {
    const response = await pay("completed");
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${publicUrl}/received-payment/order-1`);
    expect(messages()).toMatchObject([
      {
        kind: "completed",
        attemptId: "attempt-1",
        orderReference: "order-1",
        grossCents: 14900,
        currency: "USD",
        receivers: ["till@example.org", "till@example.org"],
        testMode: true,
        faults: [],
      },
    ]);
    expect(shop.asked[0]?.toString()).toContain("first_name=Zo%EB");
  });

  test("sends no notification when the customer cancels, and sends the browser back", async () => {
    const response = await pay("completed", { action: "cancel" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toContain("/order-cancelled/order-1?proof=t");
    expect(shop.asked).toHaveLength(0);
  });

  test.each([
    ["completed-twenty-times", 20, { kind: "completed" }],
    ["pending", 1, { kind: "pending", pendingReason: "PayPal is reviewing it for risk" }],
    ["pending-then-completed", 1, { kind: "pending" }],
    ["completed-later", 0, {}],
    ["denied", 1, { kind: "failed" }],
    ["wrong-amount", 1, { kind: "completed", grossCents: 1 }],
    ["wrong-currency", 1, { kind: "completed", currency: "EUR" }],
    ["wrong-receiver", 1, { receivers: Array(2).fill("somebody-else@example.com") }],
    ["no-notification", 0, {}],
  ])("simulates the outcome %s", async (outcome, many, expected) => {
    expect((await pay(outcome)).status).toBe(303);
    expect(shop.asked).toHaveLength(many);
    for (const message of messages()) expect(message).toMatchObject(expected);
    expect(new Set(messages().map(({ transactionId }) => transactionId)).size).toBe(
      Math.min(many, 1),
    );
  });

  test("completes a pending payment and refunds a completed payment after a delay", async () => {
    await Promise.all([pay("pending-then-completed"), pay("refunded")]);
    await expect.poll(() => shop.asked.length, { timeout: scaled(20_000) }).toBe(4);
    const kinds = messages().map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["completed", "completed", "pending", "refunded"]);
    const refund = messages().find(({ kind }) => kind === "refunded");
    const payment = messages().find((each) => each.transactionId === refund?.parentTransactionId);
    expect(refund?.grossCents).toBe(-14900);
    expect(payment?.kind).toBe("completed");
  });
});

describe("The sandbox's verification", () => {
  test("confirms exactly the bytes that a sandbox with the same secret sent", async () => {
    await pay("completed");
    const raw = shop.asked[0] ?? Buffer.alloc(0);
    expect(await validate(raw)).toBe("VERIFIED");
    const text = raw.toString("latin1");
    for (const changed of [
      text.replace("149.00", "149.01"),
      text.replace("%EB", "%eb"),
      text.replace("mc_gross", "mc_gros"),
      `${text}&a=1`,
      ` ${text}`,
      text.replace(/verify_sign=.*/, "verify_sign="),
      text.slice(0, -1),
      "",
      "a=1",
    ]) {
      expect(await validate(Buffer.from(changed, "latin1"))).toBe("INVALID");
    }
    expect(await validate(raw, sandboxOf(publicUrl, "another secret"))).toBe("INVALID");
  });
});
