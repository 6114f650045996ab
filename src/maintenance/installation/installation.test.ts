import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import { openDatabase } from "#platform/database/database.ts";
import { migrations } from "#server/migrations.ts";
import { prepareDatabase } from "#server/open-database.ts";
import { serverOfEnvironment } from "#settings/stored-settings.server.ts";
import { copyMigratedFile } from "../../../tests/support/databases/migrated-file.ts";
import { openMailServer } from "../../../tests/support/mail/mail-server.ts";
import {
  openPaypalApi,
  type PaypalSays,
  paypalAccount,
} from "../../../tests/support/payments/paypal-api.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { openS3Server } from "../../../tests/support/servers/s3-server.ts";
import { checkInstallation } from "./check-installation.ts";
import {
  answersReady,
  type CheckedPart,
  checkBucketAccess,
  checkFolder,
  checkMailServer,
  checkPort,
  checkProvider,
} from "./check-parts.ts";
import { readSettingsFile, writeSettingsFile } from "./settings-file.ts";
import { systemdUnit } from "./systemd-unit.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-installation-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the settings file keeps comments and other settings, and reads back what was written", () => {
  const file = join(directory, ".env");
  writeFileSync(file, "# Ours\nPORT=3000\nSECRET='a b'\nOWNER_EMAIL=a@example.com\n", {
    mode: 0o640,
  });
  const values = {
    PORT: "4000",
    OWNER_EMAIL: "",
    MAIL_FROM: `Ada's "Shop" <ada@example.com>`,
    SMTP_URL: "smtps://user:p%40ss#1@mail.example:465",
  };
  if (process.getuid?.() === 0) chownSync(file, 4321, 4321);
  const { uid } = statSync(file);
  writeSettingsFile(file, values);
  expect(statSync(file).uid).toBe(uid);
  const text = readFileSync(file, "utf8");
  expect(text).toContain("# Ours\nPORT=4000\nSECRET='a b'\n");
  expect(parseEnv(text)).toEqual({
    PORT: "4000",
    SECRET: "a b",
    MAIL_FROM: values.MAIL_FROM,
    SMTP_URL: values.SMTP_URL,
  });
  expect(statSync(file).mode & 0o777).toBe(0o640);
  writeSettingsFile(file, values);
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(() => writeSettingsFile(file, { MAIL_FROM: "a\nPORT=1" })).toThrow("line break");
  const fresh = join(directory, "fresh.env");
  writeSettingsFile(fresh, { PORT: "1" });
  expect(statSync(fresh).mode & 0o777).toBe(0o600);
  expect(readSettingsFile(join(directory, "none.env"))).toEqual({});
});

test("the check of the port distinguishes a free port, a taken port and a port of Furrow itself", async () => {
  const port = await findFreePort();
  const host = "127.0.0.1";
  expect(await checkPort({ port, host })).toMatchObject({ state: "good" });
  let isFurrow = false;
  const server = createServer((_, response) => {
    response.writeHead(200, isFurrow ? { "X-Request-Id": "1" } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const taken = (server.address() as AddressInfo).port;
  expect(await checkPort({ port: taken, host })).toEqual({
    name: "Port",
    state: "wrong",
    sentence: `PORT ${taken} is taken by another program. Stop it, or set PORT to another number.`,
  });
  expect(await answersReady({ port: taken, host })).toBe(false);
  isFurrow = true;
  expect(await answersReady({ port: taken, host })).toBe(true);
  expect(await answersReady({ port, host })).toBe(false);
  expect(await checkPort({ port: taken, host })).toMatchObject({
    state: "good",
    sentence: `Furrow answers on port ${taken} of ${host}.`,
  });
  server.close();
  expect(await checkPort({ port, host: "192.0.2.1" })).toMatchObject({
    state: "wrong",
    sentence: "HOST 192.0.2.1 is not an address of this machine. Correct HOST.",
  });
});

test("the check of a folder reports a folder that cannot be written", () => {
  expect(checkFolder("Data", join(directory, "not/there/yet"), "DATA_DIR")).toMatchObject({
    state: "good",
  });
  writeFileSync(join(directory, "file"), "");
  chmodSync(join(directory, "file"), 0o600);
  expect(checkFolder("Data", join(directory, "file"), "DATA_DIR")).toMatchObject({
    state: "wrong",
    sentence: expect.stringContaining("set DATA_DIR to another folder."),
  });
});

test("the check of the mail server reports a refused sign-in, without showing the password, and a missing answer", async () => {
  const server = await openMailServer(0, { login: { user: "shop", password: "right-one" } });
  const check = (password: string) =>
    checkMailServer(
      serverOfEnvironment(`smtp://shop:${password}@127.0.0.1:${server.port}`, "shop@example.com"),
    );
  expect(await check("right-one")).toMatchObject({ state: "good" });
  const refused = await check("wrong-one");
  expect(refused).toMatchObject({ state: "wrong" });
  expect(refused.sentence).toMatch(/rejected the user name or the password/);
  expect(refused.sentence).not.toContain("wrong-one");
  await server.close();
  expect(await check("right-one")).toMatchObject({ state: "wrong" });
});

test("the check of PayPal reports wrong credentials and a wrong webhook", async () => {
  const api = await openPaypalApi();
  const check = () =>
    checkProvider(
      "paypal",
      {
        paypalEnvironment: "live",
        paypalCredentials: { ...paypalAccount, webhookId: "W1" },
        stripeKeys: undefined,
        publicUrl: "https://shop.example",
      },
      api.apiUrl,
    );
  api.will([200, { url: "https://shop.example/api/payments/paypal/webhook" }]);
  expect(await check()).toMatchObject({ state: "good" });
  api.will([200, { url: "https://old.example/hook" }]);
  expect((await check()).sentence).toBe(
    "PayPal sends its reports to https://old.example/hook. Change the webhook of the app at PayPal to https://shop.example/api/payments/paypal/webhook.",
  );
  api.will([404, { name: "RESOURCE_NOT_FOUND" }]);
  expect((await check()).sentence).toContain("does not know PAYPAL_WEBHOOK_ID");
  api.willIssue([401, {}], [401, {}], [401, {}]);
  expect((await check()).sentence).toContain("Correct PAYPAL_CLIENT_ID");
  await api.close();
  expect((await check()).sentence).toContain("PayPal cannot be reached");
});

const webhookUrl = "https://shop.example/api/payments/stripe/webhook";
const denied = (type: string) => [{ error: { type, message: "sk_live_hush" } }] as const;
const missing = [404, ...denied("invalid_request_error")] as const;
const endpoint = (enabled_events: readonly string[]) =>
  [200, { data: [{ url: webhookUrl, status: "enabled", enabled_events }] }] as const;

test.each<[string, readonly PaypalSays[], string]>([
  ["good", [missing, missing, [200, { data: [] }], endpoint(["*"])], "the key and the webhook"],
  ["wrong", [[401, ...denied("authentication_error")]], "Stripe does not know this key."],
  [
    "wrong",
    [missing, [403, ...denied("invalid_request_error")]],
    "This key lacks a right. Tick “Refunds: Write”",
  ],
  [
    "wrong",
    [missing, missing, [200, { data: [] }], [200, { data: [] }]],
    `Stripe has no webhook to ${webhookUrl}.`,
  ],
  [
    "wrong",
    [missing, missing, [200, { data: [] }], endpoint(["refund.created"])],
    "does not send checkout.session.completed, ",
  ],
  // A key without the right to see webhooks can still take payments.
  [
    "good",
    [missing, missing, [200, { data: [] }], [403, ...denied("invalid_request_error")]],
    "the key and the webhook",
  ],
])("the check of Stripe is %s after %j", async (state, answers, sentence) => {
  const api = await openPaypalApi();
  api.will(...answers);
  const checked = await checkProvider(
    "stripe",
    {
      paypalEnvironment: "live",
      paypalCredentials: undefined,
      publicUrl: "https://shop.example",
      stripeKeys: { secretKey: "sk_live_hush", webhookSecret: "whsec_hush" },
    },
    api.apiUrl,
  );
  await api.close();
  expect(checked.state).toBe(state);
  expect(checked.sentence).toContain(sentence);
  expect(checked.sentence).not.toContain("hush");
});

test("the check of a bucket names the setting to correct when the bucket refuses the key", async () => {
  const s3 = await openS3Server();
  const { bucket } = readConfiguration({ FILES_URL: s3.url });
  if (bucket === undefined) throw new Error("There is no bucket.");
  expect(await checkBucketAccess("Copies", bucket, "BACKUP_URL")).toMatchObject({ state: "good" });
  expect(s3.objects.size).toBe(0);
  s3.behave = () => [403, "AccessDenied"];
  expect(await checkBucketAccess("Copies", bucket, "BACKUP_URL")).toMatchObject({
    state: "wrong",
    sentence: expect.stringContaining("Allow the key in BACKUP_URL to read, write"),
  });
  await s3.close();
});

test("the systemd unit runs the command without privileges, and lets it write only its data", () => {
  const unit = systemdUnit({
    command: "/opt/my furrow/furrow",
    user: "furrow",
    writable: ["/var/lib/furrow", "/mnt/100%"],
  });
  expect(unit).toContain("ExecStart=/opt/my\\x20furrow/furrow start\n");
  expect(unit).toContain("ReadWritePaths=/var/lib/furrow /mnt/100%%\n");
  for (const line of ["ProtectSystem=strict", "NoNewPrivileges=yes", "User=furrow"]) {
    expect(unit).toContain(`${line}\n`);
  }
});

test("the doctor reports a missing, old or damaged database, and missing or late backups", async () => {
  const data = mkdtempSync(join(directory, "site-"));
  const smtp = await openMailServer();
  const settings = {
    DATA_DIR: data,
    PORT: String(await findFreePort()),
    SMTP_URL: smtp.url,
    MAIL_FROM: "shop@example.com",
    BACKUP_EVERY: "1d",
  };
  const look = async (now = Date.now()) => {
    const parts: Record<string, CheckedPart> = {};
    const configuration = readConfiguration(settings);
    for await (const part of checkInstallation({ configuration, migrations, now })) {
      parts[part.name] = part;
    }
    return parts;
  };
  expect(await look()).toMatchObject({
    Address: { state: "attention" },
    Port: { state: "good" },
    Data: { state: "good" },
    Payments: { state: "attention" },
    Database: { state: "attention", sentence: expect.stringContaining("no site") },
    Mail: { state: "good" },
  });
  const file = join(data, "furrow.db");
  copyMigratedFile(file);
  const database = openDatabase({ engine: "sqlite", file });
  await prepareDatabase(database);
  expect(await look()).toMatchObject({
    Database: { state: "good" },
    Backups: { state: "attention", sentence: expect.stringMatching(/^There is no backup yet/) },
  });
  const now = Date.now();
  await database.write((tx) => tx.updateTable("backup_schedule").set({ good_at: now }).execute());
  expect((await look(now + 1000)).Backups).toMatchObject({ state: "good" });
  expect((await look(now + 3 * 86_400_000)).Backups).toMatchObject({
    state: "wrong",
    sentence:
      "The newest backup is 3 days old; one is due every 24 hours. Look for the reason in the log.",
  });
  const s3 = await openS3Server();
  Object.assign(settings, { BACKUP_URL: s3.url, BACKUP_RECIPIENT: `age1${"q".repeat(58)}` });
  const copied = (row: object) =>
    database.write((tx) => tx.updateTable("backup_copies").set(row).execute());
  expect(await look(now)).toMatchObject({
    "Bucket for backups": { state: "good" },
    "Copies of backups": { state: "attention" },
  });
  await copied({ arrived_at: now - 3_600_000, tested_at: now - 7_200_000 });
  expect((await look(now))["Copies of backups"]).toMatchObject({
    state: "good",
    sentence: "The last copy arrived 60 minutes ago; a copy was restored in a test 2 hours ago.",
  });
  await copied({ failed_at: now, failure: "No answer." });
  s3.behave = () => [403, "AccessDenied"];
  expect(await look(now)).toMatchObject({
    "Bucket for backups": { state: "wrong", sentence: expect.stringContaining("BACKUP_URL") },
    "Copies of backups": { state: "wrong", sentence: "The last copy failed: No answer." },
  });
  await s3.close();
  await database.libraryHandle
    .deleteFrom("kysely_migration" as never)
    .where("name" as never, "=", "0140-backup-schedule" as never)
    .execute();
  expect((await look()).Database).toMatchObject({
    state: "attention",
    sentence: expect.stringContaining("of an older version"),
  });
  await database.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, 8000, bytes.length - 8000));
  expect((await look()).Database).toMatchObject({ state: "wrong" });
  await smtp.close();
});
