import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { serverOfPanel } from "#settings/stored-settings.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openMailServer } from "../../../tests/support/mail/mail-server.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { testMail } from "./send-test-mail.ts";
import { openSmtpSession, type SmtpTimeouts } from "./smtp-session.ts";
import { tryMailSettings } from "./try-mail-settings.ts";

const login = { user: "shop", password: "hedgerow-4711" };
const mailSender = "Shop <shop@example.com>";
/** Expected where no mail server answers: a slow machine gives the same answer as the test expects. */
const impatience = { connectMs: 150, answerMs: 1000 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens a service that is no mail server, and returns its port. */
async function openService(say: (socket: Socket) => void): Promise<number> {
  const service = createServer((socket) => {
    socket.on("error", () => {});
    say(socket);
  });
  closing.push(() => void service.close());
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  return (service.address() as AddressInfo).port;
}

async function openServer(options: Parameters<typeof openMailServer>[1] = {}) {
  const server = await openMailServer(0, options);
  closing.push(() => server.close());
  return server;
}

describeStore("The test of the mail settings", (openDatabase) => {
  async function open(environment: Record<string, string> = {}) {
    return {
      database: await openDatabase(),
      configuration: readConfiguration({ ALLOW_PRIVATE_MAIL_SERVER: "yes", ...environment }),
      secret: "a secret of thirty-two characters",
      clock: () => 5,
      publicUrl: "https://furrow.example",
      onMailServerChanged: async () => {},
      onTimeZoneChanged: async () => {},
      onFirstNumberChanged: async () => {},
      onBusinessChanged: async () => {},
      onBankTransferChanged: async () => {},
      onInvoicingChanged: async () => {},
      onPaymentModeChanged: async () => {},
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
    const message = "Nothing was sent: enter the host and the sender first.";
    expect(await tryMailSettings(site, owner, {})).toEqual({ sent: false, message });
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

  /** The messages about failures, which contain no password and leave none in the audit log. */
  async function openFailures() {
    const site = await open();
    return async (mailServer: object, timeouts?: SmtpTimeouts) => {
      const given = { ...site, ...(timeouts && { timeouts }) };
      const trial = await tryMailSettings(given, owner, { mailServer, mailSender });
      expect(trial.sent).toBe(false);
      const log = await site.database.read.selectFrom("audit_log").selectAll().execute();
      const said = JSON.stringify([trial, log]);
      expect(said).not.toContain(login.password);
      expect(said).not.toContain(Buffer.from(login.password).toString("base64"));
      return trial.message;
    };
  }

  const unanswered = (port: number) =>
    `The mail server cannot be reached: no mail server answers at 127.0.0.1, port ${port}. Check host, port and encryption: port 465 usually needs TLS, port 587 STARTTLS. If they are right, a firewall or your hosting provider may block outgoing mail.`;

  test("gives the same answer about a closed port, a silent port and another service", async () => {
    const failure = await openFailures();
    const [plain, secure] = [await openServer(), await openServer({ tls: "start" })];
    const ports: (readonly [port: number, encryption: string])[] = [
      [await findFreePort(), "none"],
      // The wrong encryption.
      [plain.port, "tls"],
      [secure.port, "none"],
    ];
    for (const [say, encryption] of [
      [() => {}, "none"],
      [() => {}, "tls"],
      [(socket: Socket) => socket.write("SSH-2.0-OpenSSH_9.9\r\n"), "none"],
      [(socket: Socket) => socket.write("220 mail.example.com ESMTP\r\n"), "tls"],
      [(socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), "starttls"],
      [(socket: Socket) => socket.write("a greeting without an end"), "none"],
      [(socket: Socket) => socket.end(), "tls"],
      [(socket: Socket) => socket.resetAndDestroy(), "none"],
    ] as const) {
      ports.push([await openService(say), encryption]);
    }
    for (const [port, encryption] of ports) {
      expect(await failure(at(port, encryption), impatience)).toBe(unanswered(port));
    }
  });

  test("reports failures of a mail server with its words, but without a password that it repeats", async () => {
    const failure = await openFailures();
    expect(await failure({ ...at(25), host: "mail.invalid" })).toMatch(
      /^The host mail\.invalid cannot be found .*Check its spelling\.$/,
    );
    const strict = await openServer({ login: { ...login, password: "another" } });
    expect(await failure(at(strict.port))).toMatch(
      /^The mail server rejected the user name or the password: 535 .* with …\. Check both\./,
    );
    for (const [tls, encryption] of [
      ["start", "tls"],
      ["starttls", "starttls"],
    ] as const) {
      const { port } = await openServer({ tls });
      expect(await failure({ ...at(port, encryption), user: "" })).toMatch(
        /^The certificate of 127\.0\.0\.1 cannot be trusted: /,
      );
    }
    const server = await openServer();
    expect(await failure({ ...at(server.port, "starttls"), user: "" })).toMatch(
      /^The mail server cannot encrypt with STARTTLS on port \d+ /,
    );
    server.trouble = (stage) => (stage === "recipient" ? 550 : null);
    expect(await failure({ ...at(server.port), user: "" })).toMatch(
      /^The mail server rejected your address: 550 Trouble 550\. /,
    );
    server.trouble = (stage) => (stage === "recipient" ? "silence" : null);
    const slow = { connectMs: scaled(5000), answerMs: 500 };
    expect(await failure({ ...at(server.port), user: "" }, slow)).toMatch(
      /does not answer in time/,
    );
  });
});

test("a closed port is answered as late as a silent port", async () => {
  const stop = new AbortController();
  const patient = { connectMs: 60 * 60_000, answerMs: 60_000 };
  const closed = `smtp://127.0.0.1:${await findFreePort()}?ignoreTLS=true`;
  for (const allowed of [true, false]) {
    const server = serverOfPanel({ allowPrivateMailServer: allowed }, closed, "a@example.com");
    const network = { resolve: async () => [], isAllowed: () => true };
    const session = await openSmtpSession(server, patient, network);
    const mail = testMail("b@example.com", "https://furrow.example", "Furrow");
    const sending = session
      .send({ ...mail, html: "<p>A test</p>", id: "1", letter: null }, stop.signal)
      .catch(() => "answered");
    expect(await Promise.race([sending, sleep(150, "waiting")])).toBe("waiting");
    session.close();
  }
  stop.abort();
});
