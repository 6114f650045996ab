import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { serverOfPanel } from "#settings/stored-settings.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type MailServer, openMailServer } from "../../../tests/support/mail/mail-server.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { testMail } from "./send-test-mail.ts";
import { openSmtpSession, type SmtpTimeouts } from "./smtp-session.ts";
import { tryMailSettings } from "./try-mail-settings.ts";

const login = { user: "shop", password: "hedgerow-4711" };
const mailSender = "Shop <shop@example.com>";
const impatience = { connectMs: scaled(500), answerMs: scaled(1000) };

const servers: MailServer[] = [];
const services: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  for (const service of services.splice(0)) service.close();
});

/** Opens a service that is no mail server. */
async function openService(say: (socket: Socket) => void): Promise<{ readonly port: number }> {
  const service = createServer((socket) => {
    socket.on("error", () => {});
    say(socket);
  });
  services.push(service);
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  return { port: (service.address() as AddressInfo).port };
}

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
      configuration: readConfiguration({ ALLOW_PRIVATE_MAIL_SERVER: "yes", ...environment }),
      secret: "a secret of thirty-two characters",
      clock: () => 5,
      publicUrl: "https://furrow.example",
      onMailServerChanged: async () => {},
      onTimeZoneChanged: async () => {},
      onBusinessChanged: async () => {},
    };
  }
  const at = (port: number, encryption = "none") => ({
    host: "127.0.0.1",
    port,
    encryption,
    ...login,
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

  test("uses the saved password only for the destination that it was saved with", async () => {
    const site = await open();
    const server = await openServer({ login });
    const { password: _, ...typed } = at(server.port);
    await saveSettings(site, owner, { mailServer: at(server.port), mailSender });
    expect(await tryMailSettings(site, owner, { mailServer: typed })).toMatchObject({ sent: true });
    for (const elsewhere of [{ host: "localhost" }, { port: 1 }, { encryption: "starttls" }]) {
      const changed = { ...typed, ...elsewhere };
      await expect(tryMailSettings(site, owner, { mailServer: changed })).rejects.toMatchObject({
        issues: [{ path: "mailServer.password" }],
      });
    }
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

  const unanswered = (port: number) =>
    `The mail server cannot be reached: no mail server answers at 127.0.0.1, port ${port}. Check host, port and encryption: port 465 usually needs TLS, port 587 STARTTLS. If they are right, a firewall or your hosting provider may block outgoing mail.`;

  test("gives the same answer about a closed port, a silent port and another service", async () => {
    const port = await findFreePort();
    expect(await failure(at(port), impatience)).toBe(unanswered(port));
    for (const [say, encryption] of [
      [() => {}, "none"],
      [() => {}, "starttls"],
      [() => {}, "tls"],
      [(socket: Socket) => socket.write("SSH-2.0-OpenSSH_9.9\r\n"), "none"],
      [(socket: Socket) => socket.write("220 mail.example.com ESMTP\r\n"), "tls"],
      [(socket: Socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"), "none"],
      [(socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), "starttls"],
      [(socket: Socket) => socket.write("a greeting without an end"), "none"],
      [(socket: Socket) => socket.end(), "none"],
      [(socket: Socket) => socket.end(), "tls"],
      [(socket: Socket) => socket.resetAndDestroy(), "none"],
      [(socket: Socket) => socket.resetAndDestroy(), "tls"],
    ] as const) {
      const service = await openService(say);
      expect(await failure(at(service.port, encryption), impatience)).toBe(
        unanswered(service.port),
      );
    }
  });

  test("answers about a closed port as late as about a silent port", async () => {
    const stop = new AbortController();
    const patient = { connectMs: 60 * 60_000, answerMs: 60_000 };
    const closed = `smtp://127.0.0.1:${await findFreePort()}?ignoreTLS=true`;
    for (const allowed of [true, false]) {
      const server = serverOfPanel({ allowPrivateMailServer: allowed }, closed, "a@example.com");
      const network = { resolve: async () => [], isAllowed: () => true };
      const session = await openSmtpSession(server, patient, network);
      const mail = {
        ...testMail("b@example.com", "https://furrow.example", "Furrow"),
        id: "1",
        letter: null,
      };
      const sending = session.send(mail, stop.signal).catch(() => "answered");
      const waiting = sleep(300).then(() => "waiting");
      expect(await Promise.race([sending, waiting])).toBe("waiting");
      session.close();
    }
    stop.abort();
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

  test("reports a server that stops to respond after its greeting", async () => {
    const server = await openServer();
    server.trouble = (stage) => (stage === "recipient" ? "silence" : null);
    const slow = { connectMs: scaled(5000), answerMs: scaled(1000) };
    expect(await failure({ ...at(server.port), user: "" }, slow)).toMatch(
      /does not answer in time/,
    );
  });

  test("reports the wrong encryption setting", async () => {
    const server = await openServer();
    expect(await failure({ ...at(server.port, "tls"), user: "" }, impatience)).toBe(
      unanswered(server.port),
    );
    expect(await failure({ ...at(server.port, "starttls"), user: "" })).toMatch(
      /^The mail server cannot encrypt with STARTTLS on port \d+ /,
    );
    const secure = await openServer({ tls: "start" });
    expect(await failure({ ...at(secure.port), user: "" }, impatience)).toBe(
      unanswered(secure.port),
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
