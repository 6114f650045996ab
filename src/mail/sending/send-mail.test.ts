import { afterEach, expect, test } from "vitest";
import { keepFiles, receiveFile } from "#files/receive-file.ts";
import { readConfiguration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { mailFixtures, queueMails, readOutbox } from "../../../tests/support/mail/mail-fixtures.ts";
import { openMailServer } from "../../../tests/support/mail/mail-server.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { startSendingMail } from "../mailer.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { retryWaitingMails } from "../outbox/retry-waiting-mails.ts";
import { sendAgain } from "../outbox/send-again.ts";

const day = 24 * 60 * 60 * 1000;
const { openServer, startWorker, onCleanUp, cleanUp } = mailFixtures();
afterEach(cleanUp);

const letter = { recipient: "ada@example.com", subject: "Rain", text: "It rains.", html: "<p>It" };
const queue = (database: Database, mail: Partial<Parameters<typeof queueMail>[1]> = {}, at = 0) =>
  database.write((tx) => queueMail(tx, { ...letter, ...mail }, at));

/** An email whose first attempt has ended. */
const attemptedOnce = { attempts: 1, leased_until: 0 };

describeOnEachDatabase("The outbox", (openDatabase) => {
  test("sends an email once, as HTML and plain text, and marks the email as sent", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queue(database);
    const worker = startWorker({ database, smtpUrl: server.url, clock: () => 1000 });
    await waitFor(async () => expect((await readOutbox(database))[0]?.state).toBe("sent"));
    worker.wake();
    await worker.stop();
    expect(server.deliveries).toHaveLength(1);
    const [{ text, ...envelope } = { text: "" }] = server.deliveries;
    expect(envelope).toEqual({ from: "post@furrow.example", recipients: ["ada@example.com"] });
    expect(text).toMatch(/^To: ada@example\.com\r$/m);
    expect(text).toMatch(/^Subject: Rain\r$/m);
    expect(text).toContain("It rains.");
    expect(text).toContain("<p>It");
    const [mail] = await readOutbox(database);
    expect(mail).toMatchObject({ attempts: 1, sent_at: 1000, last_error: null });
    expect(text).toContain(`Message-ID: <${mail?.id}@furrow>`);
  });

  test("attaches the stored files of an email, and waits for bytes that cannot be read", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const files = { database, clock: () => 0, log: capturedLog().log, bucket: undefined };
    async function* bytes() {
      yield Buffer.from("<Invoice/>");
    }
    const upload = { name: "F-2026-0001.xml", accountId: "", bytes: bytes() };
    const { id } = await receiveFile(files, { ...upload, beginning: async () => {} });
    await database.write((tx) => keepFiles(tx, [id], ""));
    const mailId = await queue(database, { attachments: [id] });
    const time = { now: 1000 };
    const worker = startWorker({ database, smtpUrl: server.url, clock: () => time.now });
    await waitFor(async () => expect((await readOutbox(database))[0]?.state).toBe("sent"));
    const [first] = server.deliveries;
    expect(first?.text).toContain("filename=F-2026-0001.xml");
    expect(first?.text).toContain(Buffer.from("<Invoice/>").toString("base64"));

    const copy = await sendAgain({ database, clock: () => time.now }, owner, mailId);
    await database.write((tx) =>
      tx
        .updateTable("private_file_parts")
        .set({ bytes: Buffer.from("<Other/>  ") })
        .execute(),
    );
    await waitFor(async () => {
      worker.wake();
      const again = (await readOutbox(database)).find((mail) => mail.id === copy);
      expect(again).toMatchObject({ state: "waiting", attempts: 1, leased_until: 0 });
      expect(again?.last_error).toContain("attached to the email cannot be read");
    });
    expect(server.deliveries).toHaveLength(1);
  });

  test("sends each email once when two processes send", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queueMails(database, 12);
    const two = [1, 2].map(() => startWorker({ database, smtpUrl: server.url, clock: () => 1000 }));
    await waitFor(async () => {
      for (const worker of two) worker.wake();
      const mails = await readOutbox(database);
      expect(mails.every(({ state }) => state === "sent")).toBe(true);
    });
    const given = server.deliveries.flatMap((delivery) => delivery.recipients);
    expect(given).toHaveLength(12);
    expect(new Set(given).size).toBe(12);
  });

  test("retries a rejected email with growing delays, gives it up after its last attempt, and sends the next", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const time = { now: 1000 };
    server.refusal = "The mailbox is full";
    await queue(database);
    const worker = startWorker({ database, smtpUrl: server.url, clock: () => time.now });
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 3; attempts++) {
      const mail = await waitFor(async () => {
        const [first] = await readOutbox(database);
        expect(first).toMatchObject({ state: "waiting", attempts, leased_until: 0 });
        return first;
      });
      expect(mail?.last_error).toContain("The mailbox is full");
      const next = mail?.due_at ?? 0;
      waits.push(next - time.now);
      time.now = next;
      worker.wake();
    }
    const isLonger = (wait: number, index: number) => index === 0 || wait > (waits[index - 1] ?? 0);
    expect(waits.every(isLonger)).toBe(true);
    // The state of an email after four days of rejections.
    await database.write((tx) => tx.updateTable("mail_outbox").set({ attempts: 119 }).execute());
    await waitFor(
      async () => {
        worker.wake();
        time.now += day;
        expect((await readOutbox(database))[0]?.state).toBe("failed");
      },
      { interval: 10, timeout: scaled(10_000) },
    );
    const [given] = await readOutbox(database);
    server.refusal = null;
    await queue(database, { recipient: "ben@example.com" }, time.now);
    await waitFor(() => {
      worker.wake();
      expect(server.deliveries.map(({ recipients }) => recipients)).toEqual([["ben@example.com"]]);
    });
    const { attempts } = given ?? {};
    expect((await readOutbox(database))[0]).toMatchObject({ state: "failed", attempts });
  });

  test("records the answer of a mail server without the secrets of the email", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const link = "https://shop.example/reset?proof=Zm9yLXRlc3Rz";
    server.refusal = `The link ${link} is on a list, and so is 402913`;
    await queue(database, { text: link, secrets: ["Zm9yLXRlc3Rz", "402913"] });
    const { log, text } = capturedLog();
    startWorker({ database, smtpUrl: server.url, clock: () => 1000, log });
    await waitFor(async () => expect(await readOutbox(database)).toMatchObject([attemptedOnce]));
    const history = await database.read.selectFrom("mail_history").selectAll().execute();
    const said = JSON.stringify([(await readOutbox(database))[0]?.last_error, history]);
    expect(said).toContain("reset?proof=… is on a list, and so is …");
    expect(said + text()).not.toMatch(/Zm9yLXRlc3Rz|402913/);
  });
});

describeOnEachDatabase("A mail server set in the panel", (openDatabase) => {
  const login = { user: "shop", password: "hedgerow-4711" };

  async function open() {
    const database = await openDatabase();
    const { log, text, entries } = capturedLog();
    const settings = {
      database,
      clock: () => 1000,
      log,
      configuration: readConfiguration({ ALLOW_PRIVATE_MAIL_SERVER: "yes" }),
      timeouts: { connectMs: scaled(2000), answerMs: 60_000 },
      secret: "a secret of thirty-two characters",
      onMailServerChanged: retryWaitingMails,
      onTimeZoneChanged: async () => {},
      onFirstNumberChanged: async () => {},
      onBusinessChanged: async () => {},
      onBankTransferChanged: async () => {},
      onInvoicingChanged: async () => {},
      onPaymentModeChanged: async () => {},
    };
    const start = (changes: { secret?: string } = {}) => {
      const worker = startSendingMail({ ...settings, ...changes });
      onCleanUp(() => worker.stop());
      return worker;
    };
    const save = (port: number, credentials: object = {}) =>
      saveSettings(settings, owner, {
        mailServer: { host: "127.0.0.1", port, encryption: "none", ...credentials },
        mailSender: "Shop <shop@example.com>",
      });
    const openServerWith = async (wanted: typeof login) => {
      const server = await openMailServer(0, { login: wanted });
      onCleanUp(() => server.close());
      return server;
    };
    await queue(database);
    return { database, start, save, text, entries, openServerWith };
  }

  test("gets waiting emails without a restart, including emails that failed at another server", async () => {
    const { database, start, save, openServerWith } = await open();
    const worker = start();
    await save(await findFreePort());
    worker.wake();
    await waitFor(async () => expect(await readOutbox(database)).toMatchObject([attemptedOnce]));
    expect((await readOutbox(database))[0]?.due_at).toBeGreaterThan(1000);
    const server = await openServerWith(login);
    await save(server.port, login);
    worker.wake();
    await waitFor(() => expect(server.deliveries).toHaveLength(1));
    expect(server.deliveries[0]).toMatchObject({ from: "shop@example.com" });
  });

  test("that refuses the sign-in leaves no password in the log or the outbox", async () => {
    const { database, start, save, text, openServerWith } = await open();
    const server = await openServerWith({ ...login, password: "another" });
    await save(server.port, login);
    start();
    await waitFor(async () => expect(await readOutbox(database)).toMatchObject([attemptedOnce]));
    const [mail] = await readOutbox(database);
    expect(mail?.last_error).toMatch(
      /^The mail server rejected the user name or the password: 535 /,
    );
    await waitFor(() => expect(text()).toContain("an email could not be sent"));
    expect(`${text()}${JSON.stringify(mail)}`).not.toContain(login.password);
  });

  test("whose password was saved under another SECRET gets no emails, and the log names the changed SECRET once", async () => {
    const { database, start, save, entries } = await open();
    await save(1, login);
    const worker = start({ secret: "another secret of 32 characters!" });
    const told = () => entries().filter(({ msg }) => /SECRET has changed/.test(String(msg)));
    await waitFor(() => expect(told()).toHaveLength(1));
    worker.wake();
    await worker.stop();
    expect(told()).toHaveLength(1);
    expect((await readOutbox(database))[0]).toMatchObject({ state: "waiting", attempts: 0 });
  });
});

describeOnEachDatabase("The header of an email", (openDatabase) => {
  test("gets no extra line and no extra recipient from typed text", async () => {
    const intruder = "eve@example.com";
    const attacks = [
      { subject: `Rain\r\nBcc: ${intruder}` },
      { subject: `Rain\nBcc: ${intruder}\n\nAnother body` },
      { recipient: `ada@example.com\r\nBcc: ${intruder}` },
      { recipient: `ada@example.com\nBcc: ${intruder}` },
      { recipient: `ada@example.com, ${intruder}` },
      { recipient: `Bcc: ${intruder};` },
      { recipient: `"x" <ada@example.com>, <${intruder}>` },
    ];
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    for (const attack of attacks) await queue(database, attack);
    startWorker({ database, smtpUrl: server.url, clock: () => 1000 });
    await waitFor(async () => {
      const mails = await readOutbox(database);
      expect(mails.map(({ attempts }) => attempts)).toEqual(attacks.map(() => 1));
    });
    const subjects = server.deliveries.filter(({ text }) => /^Subject: Rain ?Bcc/m.test(text));
    expect(subjects).toHaveLength(2);
    for (const { text, recipients } of server.deliveries) {
      expect(recipients).not.toContain(intruder);
      const [header = ""] = text.split("\r\n\r\n");
      expect(header).not.toMatch(/^bcc:/im);
    }
  });
});
