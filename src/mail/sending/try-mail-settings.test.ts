import { afterEach, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type MailServer, openMailServer } from "../../../tests/support/mail/mail-server.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { readConfiguration } from "../../platform/configuration.ts";
import { saveSettings } from "../../settings/save-settings.ts";
import type { SmtpTimeouts } from "./smtp-session.ts";
import { tryMailSettings } from "./try-mail-settings.ts";

const login = { user: "shop", password: "hedgerow-4711" };
const mailSender = "Shop <shop@example.com>";
const impatience = { connectMs: scaled(500), answerMs: scaled(1000) };

const servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function openServer(options: Parameters<typeof openMailServer>[1] = {}) {
  const server = await openMailServer(0, options);
  servers.push(server);
  return server;
}

describeOnEachDatabase("The test of the mail settings", (openDatabase) => {
  async function open(environment: Record<string, string> = {}) {
    const database = await openDatabase();
    return {
      database,
      configuration: readConfiguration(environment),
      secret: "a secret of thirty-two characters",
      clock: () => 5,
      publicUrl: "https://furrow.example",
      onMailServerChanged: async () => {},
      onTimeZoneChanged: async () => {},
    };
  }
  const at = (port: number, encryption = "none") => ({
    ...{ host: "127.0.0.1", port, encryption, ...login },
  });

  test("sends an email to the admin's own address with the typed settings, and saves no settings", async () => {
    const site = await open();
    const server = await openServer({ login });
    const typed = { mailServer: at(server.port), mailSender };
    expect(await tryMailSettings(site, owner, typed)).toEqual({
      sent: true,
      message: "The mail server accepted the test email to own@example.com.",
    });
    expect(server.deliveries).toMatchObject([
      { from: "shop@example.com", recipients: ["own@example.com"] },
    ]);
    expect(await site.database.read.selectFrom("settings").selectAll().execute()).toEqual([]);
    await expect(tryMailSettings(site, ada, typed)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("uses the saved password only for the host and user that it was saved with", async () => {
    const site = await open();
    const server = await openServer({ login });
    const { password: _, ...typed } = at(server.port);
    await saveSettings(site, owner, { mailServer: at(server.port), mailSender });
    expect(await tryMailSettings(site, owner, { mailServer: typed })).toMatchObject({ sent: true });
    const elsewhere = { ...typed, host: "localhost" };
    await expect(tryMailSettings(site, owner, { mailServer: elsewhere })).rejects.toMatchObject({
      issues: [{ path: "mailServer.password" }],
    });
  });

  test("prefers the settings of the environment to the typed settings", async () => {
    const server = await openServer();
    const site = await open({ SMTP_URL: server.url, MAIL_FROM: "env@example.com" });
    const typed = { mailServer: at(1), mailSender };
    expect(await tryMailSettings(site, owner, typed)).toMatchObject({ sent: true });
    expect(server.deliveries).toMatchObject([{ from: "env@example.com" }]);
  });

  test("names the missing settings when no mail server is set", async () => {
    const message = "Nothing was sent: enter the host and the sender first.";
    expect(await tryMailSettings(await open(), owner, {})).toEqual({ sent: false, message });
  });

  async function failure(mailServer: object, timeouts?: SmtpTimeouts) {
    const site = { ...(await open()), ...(timeouts && { timeouts }) };
    const trial = await tryMailSettings(site, owner, { mailServer, mailSender });
    expect(trial.sent).toBe(false);
    const log = await site.database.read.selectFrom("audit_log").selectAll().execute();
    const said = JSON.stringify([trial, log]);
    expect(said).not.toContain(login.password);
    expect(said).not.toContain(Buffer.from(login.password).toString("base64"));
    return trial.message;
  }

  test("reports an unknown host", async () => {
    expect(await failure({ ...at(25), host: "mail.invalid" })).toMatch(
      /^The host mail\.invalid cannot be found .*Check its spelling\.$/,
    );
  });

  test("reports that no server listens", async () => {
    const port = await findFreePort();
    expect(await failure(at(port))).toMatch(
      new RegExp(`^The mail server cannot be reached: 127\\.0\\.0\\.1, port ${port}, refuses conn`),
    );
  });

  test("reports a refused login, without a password that the server repeats", async () => {
    const server = await openServer({ login: { ...login, password: "another" } });
    expect(await failure(at(server.port))).toMatch(
      /^The mail server rejected the user name or the password: 535 .* with …\. Check both\./,
    );
  });

  test.each(["start", "starttls"] as const)("reports an untrusted certificate: %s", async (tls) => {
    const server = await openServer({ tls });
    const encryption = tls === "start" ? "tls" : "starttls";
    expect(await failure({ ...at(server.port, encryption), user: "" })).toMatch(
      /^The certificate of 127\.0\.0\.1 cannot be trusted: /,
    );
  });

  test("reports a server that does not respond", async () => {
    const server = await openServer();
    server.trouble = () => "silence";
    expect(await failure({ ...at(server.port), user: "" }, impatience)).toMatch(
      /^The mail server does not respond: .*Check port and encryption\.$/,
    );
    server.trouble = (stage) => (stage === "recipient" ? "silence" : null);
    expect(await failure({ ...at(server.port), user: "" }, impatience)).toMatch(
      /does not answer in time/,
    );
  });

  test("reports the wrong encryption setting", async () => {
    const server = await openServer();
    expect(await failure({ ...at(server.port, "tls"), user: "" })).toMatch(
      /^The mail server does not speak TLS from the start on port \d+ /,
    );
    expect(await failure({ ...at(server.port, "starttls"), user: "" })).toMatch(
      /^The mail server cannot encrypt with STARTTLS on port \d+ /,
    );
    const secure = await openServer({ tls: "start" });
    expect(await failure({ ...at(secure.port), user: "" }, impatience)).toMatch(
      /^The mail server does not respond: .*Port 465 usually needs TLS/,
    );
  });

  test("reports a rejected address", async () => {
    const server = await openServer();
    server.trouble = (stage) => (stage === "recipient" ? 550 : null);
    expect(await failure({ ...at(server.port), user: "" })).toMatch(
      /^The mail server rejected your address: 550 Trouble 550\. /,
    );
  });
});
