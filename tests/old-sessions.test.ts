import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { screenRoles } from "./support/rights/role-table.ts";
import { sensitiveUses } from "./support/rights/sensitive-table.ts";
import { storeBackup } from "./support/screens/stored-backup.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, orderBy, register, WebClient } from "./support/servers/web-client.ts";
import { scaled } from "./support/time-limits.ts";

// Somebody at a browser that its owner has left open must get at no credential.

let furrow: FurrowServer;
let admin: WebClient;
let ids: Readonly<Record<string, string>>;

const forms = Object.values(sensitiveUses).flatMap((uses) => uses.forms);

beforeAll(async () => {
  furrow = await startFurrow();
  admin = await adminOf(furrow);
  const customer = await register(furrow.url, "ada@example.com");
  await register(furrow.url, "ben@example.com");
  const order = await orderBy(customer, admin);
  const secret = { label: "CMS", userName: "ada", password: "barley in the rain" };
  const key = { "idempotency-key": "secret" };
  await customer.call("POST", `/order/${order}/passwords`, secret, key);
  const user = { userEmail: "colleague@example.com", userRole: "Writer" };
  const added = await admin.call<{ _id: string }>("POST", "/add-user", user);
  const [password] = read("select id from order_passwords");
  const [account] = read(`select id from "user" where email = 'ada@example.com'`);
  ids = {
    order,
    user: added._id,
    password: String(password?.id),
    account: String(account?.id),
    backup: storeBackup(furrow.dataDirectory),
  };
}, scaled(120_000));
afterAll(() => furrow.stop());

function inDatabase<Result>(
  use: (database: ReturnType<typeof openSiteDatabase>) => Result,
): Result {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const read = (query: string) =>
  inDatabase((database) => database.prepare(query).all() as Record<string, unknown>[]);

function fiftyMinutesPass(): void {
  const createdAt = new Date(Date.now() - 50 * 60_000).toISOString();
  inDatabase((database) => {
    database.prepare("update session set createdAt = ?").run(createdAt);
    database.exec("delete from session_confirmations");
  });
}

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");

async function send(client: WebClient, { path, values }: (typeof forms)[number]) {
  const fields = Object.entries(values ?? {}).map(([name, value]) => [name, filled(value)]);
  const answer = await fetch(`${furrow.url}${filled(path)}`, {
    redirect: "manual",
    method: values === null ? "GET" : "POST",
    headers: { origin: furrow.url, cookie: client.cookie },
    ...(values !== null && { body: new URLSearchParams(fields) }),
  });
  const { status, headers } = answer;
  return { status, to: headers.get("location") ?? "", text: await answer.text() };
}

/** Everything that opens an account, directs emails or payments, or says who sees what. */
function credentials(): unknown {
  const tables = [
    "user",
    "account",
    "user_records",
    "invitations",
    "twoFactor",
    "passkey",
    "api_keys",
    "settings",
    "companies",
    "company_people",
    "company_invitations",
    "calendar_feeds",
    "order_password_showings",
    "audit_log",
  ];
  return [
    ...tables.map((table) => [table, read(`select * from "${table}"`)]),
    read("select id, company_id from orders"),
  ];
}

test(
  "forms of the panel and the account reach no credential from a session of fifty minutes, and do so after a confirmation",
  async () => {
    fiftyMinutesPass();
    const before = credentials();
    for (const form of forms) {
      const { status, to } = await send(admin, form);
      const expected = form.isDownload ? ["download", true] : [403, false];
      const isAsking = to.startsWith("/account/confirm?");
      const found = form.isDownload ? ["download", isAsking] : [status, isAsking];
      expect([form, ...found]).toEqual([form, ...expected]);
    }
    expect(credentials()).toEqual(before);
    await admin.call("POST", "/auth/confirm", { password: furrow.adminPassword });
    for (const form of forms) {
      const { status, to } = await send(admin, form);
      expect([form, status === 403, to.startsWith("/account/confirm")]).toEqual([
        form,
        false,
        false,
      ]);
    }
  },
  scaled(120_000),
);

test(
  "an owner's session of fifty minutes cannot redirect emails, read its own reset link and take the account",
  async () => {
    fiftyMinutesPass();
    const settings = {
      mailServer: { host: "evil.example", port: 25, encryption: "none", user: "" },
      mailSender: "eve@evil.example",
    };
    await expect(admin.call("PUT", "/settings", settings)).rejects.toThrow("confirmationRequired");
    await expect(admin.call("PUT", "/settings", { mailServer: null })).rejects.toThrow(
      "confirmationRequired",
    );
    await admin.call("POST", "/auth/request-password-reset", { email: furrow.adminEmail });
    const mails = read(
      "select id, text_body, recipient from mail_outbox where letter = 'resetPassword'",
    );
    const { id, text_body, recipient } = mails[0] ?? {};
    expect(recipient).toBe(furrow.adminEmail);
    const token = /reset\?token=([\w-]+)/.exec(String(text_body))?.[1] ?? "";
    expect(token).not.toBe("");
    const screens = Object.keys(screenRoles).filter((path) => !path.includes(":"));
    const doors = [
      ...screens,
      ...["", ".data", "/html"].map((end) => `/outbox/${id}${end}`),
      "/outbox.data",
      "/admin/csv/mails",
      "/audit-log.data",
      "/api/settings",
      "/api/orders/export",
    ];
    for (const door of doors) {
      const { text } = await admin.see(door);
      expect([door, text.includes(token)]).toEqual([door, false]);
    }
    const page = await admin.see(`/outbox/${id}`);
    expect(page.text).toContain("reset?token=…");
    // Sending the email again goes to its recipient only.
    await send(admin, { path: `/outbox/${id}`, values: { recipient: "eve@evil.example" } });
    const recipients = read(
      "select distinct recipient from mail_outbox where letter = 'resetPassword'",
    );
    expect(recipients).toEqual([{ recipient: furrow.adminEmail }]);
    expect(furrow.output()).not.toContain(token);
  },
  scaled(120_000),
);

test(
  "the link of an invitation is shown once without a mail server, to the owner who sends it, and in no list afterwards",
  async () => {
    await admin.call("POST", "/auth/confirm", { password: furrow.adminPassword });
    // The first test has saved a mail server.
    await admin.call("PUT", "/settings", { mailServer: null });
    const form = {
      path: "/add-user",
      values: { intent: "add", userEmail: "wim@example.com", userRole: "Worker" },
    };
    const { text } = await send(admin, form);
    const link = /http\S+?\/invitation\?token=([\w-]+)/.exec(text.replaceAll("&amp;", "&"));
    expect(link).not.toBeNull();
    const token = link?.[1] ?? "";
    const [mail] = read(
      "select id from mail_outbox where letter = 'invitation' order by id desc limit 1",
    );
    for (const path of ["/add-user", "/outbox", `/outbox/${mail?.id}`, "/audit-log"]) {
      expect([path, (await admin.see(path)).text.includes(token)]).toEqual([path, false]);
    }
    const record = await admin.call<object>("POST", "/add-user", { userEmail: "pia@example.com" });
    expect(Object.keys(record).toSorted()).toEqual(["_id", "userEmail", "userRole"]);
    const page = await new WebClient(furrow.url).see(`/invitation?token=${token}`);
    expect(page.text).toContain("wim@example.com");
  },
  scaled(120_000),
);
