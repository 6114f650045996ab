import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import type { Worker } from "#platform/worker.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type MailServer, openMailServer } from "../../../tests/support/mail/mail-server.ts";
import { readyServer } from "../../../tests/support/mail/ready-server.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { startSendingMail } from "../mailer.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { retryWaitingMails } from "../outbox/retry-waiting-mails.ts";
import { startMailWorker } from "./send-mail.ts";

const letter = { recipient: "ada@example.com", subject: "Rain", text: "It rains.", html: "<p>It" };
const day = 24 * 60 * 60 * 1000;

const servers: MailServer[] = [];
const workers: Worker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function openServer(port?: number): Promise<MailServer> {
  const server = await openMailServer(port);
  servers.push(server);
  return server;
}

/** An email whose first attempt has ended. */
const attemptedOnce = { attempts: 1, leased_until: 0 };

function startWorker(database: Database, smtpUrl: string, time = { now: 1000 }): Worker {
  const worker = startMailWorker({
    database,
    clock: () => time.now,
    log: pino({ level: "silent" }),
    readServer: readyServer(smtpUrl),
  });
  workers.push(worker);
  return worker;
}

const queue = (database: Database, mail = letter, at = 0) =>
  database.write((tx) => queueMail(tx, mail, at));

const outbox = (database: Database) =>
  database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute();

describeOnEachDatabase("The outbox", (openDatabase) => {
  test("sends an email once, as HTML and plain text, and marks the email as sent", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queue(database);
    const worker = startWorker(database, server.url);
    await waitFor(async () => expect((await outbox(database))[0]?.state).toBe("sent"));
    worker.wake();
    await worker.stop();
    expect(server.deliveries).toHaveLength(1);
    const [{ text, ...envelope } = { text: "" }] = server.deliveries;
    expect(envelope).toEqual({ from: "post@furrow.example", recipients: ["ada@example.com"] });
    expect(text).toMatch(/^To: ada@example\.com\r$/m);
    expect(text).toMatch(/^Subject: Rain\r$/m);
    expect(text).toContain("It rains.");
    expect(text).toContain("<p>It");
    const [mail] = await outbox(database);
    expect(mail).toMatchObject({ attempts: 1, sent_at: 1000, last_error: null });
    expect(text).toContain(`Message-ID: <${mail?.id}@furrow>`);
  });

  test("sends each email once when two processes send", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const recipients = Array.from({ length: 12 }, (_, index) => `reader${index}@example.com`);
    for (const recipient of recipients) await queue(database, { ...letter, recipient });
    const two = [startWorker(database, server.url), startWorker(database, server.url)];
    await waitFor(async () => {
      for (const worker of two) worker.wake();
      const mails = await outbox(database);
      expect(mails.every(({ state }) => state === "sent")).toBe(true);
    });
    const given = server.deliveries.flatMap((delivery) => delivery.recipients);
    expect(given.toSorted()).toEqual(recipients.toSorted());
  });

  test("contains no email of a transaction that failed", async () => {
    const database = await openDatabase();
    const failing = database.write(async (tx) => {
      await queueMail(tx, letter, 0);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await outbox(database)).toEqual([]);
  });

  test("retries a rejected email with growing delays until it is sent", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const time = { now: 1000 };
    server.refusal = "The mailbox is full";
    await queue(database);
    const worker = startWorker(database, server.url, time);
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 4; attempts++) {
      const mail = await waitFor(async () => {
        const [first] = await outbox(database);
        expect(first).toMatchObject({ state: "waiting", attempts, leased_until: 0 });
        return first;
      });
      expect(mail?.last_error).toContain("The mailbox is full");
      const next = mail?.due_at ?? 0;
      waits.push(next - time.now);
      time.now = next - 1;
      worker.wake();
      time.now = next;
      worker.wake();
    }
    const isLonger = (wait: number, index: number) => index === 0 || wait > (waits[index - 1] ?? 0);
    expect(waits.every(isLonger)).toBe(true);
    server.refusal = null;
    await waitFor(async () => {
      worker.wake();
      time.now += day;
      expect((await outbox(database))[0]?.state).toBe("sent");
    });
    expect(server.deliveries).toHaveLength(1);
  });

  test("sends waiting emails when the server is back", async () => {
    const database = await openDatabase();
    const port = await findFreePort();
    const time = { now: 1000 };
    await queue(database);
    const worker = startWorker(database, `smtp://127.0.0.1:${port}`, time);
    await waitFor(async () => expect(await outbox(database)).toMatchObject([attemptedOnce]));
    expect((await outbox(database))[0]?.last_error).toMatch(/ECONNREFUSED/);
    const server = await openServer(port);
    time.now += day;
    worker.wake();
    await waitFor(async () => expect((await outbox(database))[0]?.state).toBe("sent"));
    expect(server.deliveries).toHaveLength(1);
  });

  test("gives up an email after its last attempt, and sends the next email", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const time = { now: 1000 };
    server.refusal = "No such mailbox";
    await queue(database);
    // The state of an email after four days of rejections.
    await database.write((tx) => tx.updateTable("mail_outbox").set({ attempts: 119 }).execute());
    const worker = startWorker(database, server.url, time);
    await waitFor(
      async () => {
        worker.wake();
        time.now += day;
        expect((await outbox(database))[0]?.state).toBe("failed");
      },
      { interval: 10, timeout: scaled(10_000) },
    );
    const [given] = await outbox(database);
    expect(given?.attempts).toBeGreaterThan(119);
    server.refusal = null;
    await queue(database, { ...letter, recipient: "ben@example.com" }, time.now);
    await waitFor(() => {
      worker.wake();
      expect(server.deliveries.map(({ recipients }) => recipients)).toEqual([["ben@example.com"]]);
    });
    expect((await outbox(database))[0]).toMatchObject({
      state: "failed",
      attempts: given?.attempts,
    });
  });

  test("records the answer of a mail server without the secrets of the email", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    const link = "https://shop.example/reset?proof=Zm9yLXRlc3Rz";
    server.refusal = `The link ${link} is on a list, and so is 402913`;
    const mail = { ...letter, text: link, secrets: ["Zm9yLXRlc3Rz", "402913"] };
    await database.write((tx) => queueMail(tx, mail, 0));
    const captured = capturedLog();
    const worker = startMailWorker({
      database,
      clock: () => 1000,
      log: captured.log,
      readServer: readyServer(server.url),
    });
    workers.push(worker);
    await waitFor(async () => expect(await outbox(database)).toMatchObject([attemptedOnce]));
    const history = await database.read.selectFrom("mail_history").selectAll().execute();
    const said = JSON.stringify([(await outbox(database))[0]?.last_error, history]);
    expect(said).toContain("reset?proof=… is on a list, and so is …");
    expect(said + captured.text()).not.toMatch(/Zm9yLXRlc3Rz|402913/);
  });

  test("leaves an email to the process with the lease until the lease expires", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queue(database);
    const takenUntil = 50_000;
    await database.write((tx) =>
      tx.updateTable("mail_outbox").set({ leased_until: takenUntil }).execute(),
    );
    const time = { now: takenUntil - 1 };
    const worker = startWorker(database, server.url, time);
    // This email is queued after the leased email; its delivery shows that the worker skipped the
    // leased email.
    await queue(database, { ...letter, recipient: "ben@example.com" });
    worker.wake();
    await waitFor(() => expect(server.deliveries).toHaveLength(1));
    expect(server.deliveries[0]?.recipients).toEqual(["ben@example.com"]);
    time.now = takenUntil;
    worker.wake();
    await waitFor(() => expect(server.deliveries).toHaveLength(2));
  });
});

describeOnEachDatabase("A mail server set in the panel", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const time = { now: 1000 };
    const { log, text, entries } = capturedLog();
    const settings = {
      database,
      clock: () => time.now,
      log,
      configuration: readConfiguration({ ALLOW_PRIVATE_MAIL_SERVER: "yes" }),
      timeouts: { connectMs: scaled(2000), answerMs: 60_000 },
      secret: "a secret of thirty-two characters",
      onMailServerChanged: retryWaitingMails,
      onTimeZoneChanged: async () => {},
      onBusinessChanged: async () => {},
    };
    const start = (changes: { secret?: string } = {}) => {
      const worker = startSendingMail({ ...settings, ...changes });
      workers.push(worker);
      return worker;
    };
    const mailSender = "Shop <shop@example.com>";
    const save = (port: number, login: object = {}) =>
      saveSettings(settings, owner, {
        mailServer: { host: "127.0.0.1", port, encryption: "none", ...login },
        mailSender,
      });
    return { database, time, start, save, text, entries };
  }

  test("gets waiting emails without a restart, including emails that failed at another server", async () => {
    const { database, start, save } = await open();
    await queue(database);
    const worker = start();
    const closed = await findFreePort();
    await save(closed);
    worker.wake();
    await waitFor(async () => expect(await outbox(database)).toMatchObject([attemptedOnce]));
    expect((await outbox(database))[0]?.due_at).toBeGreaterThan(1000);
    const login = { user: "shop", password: "hedgerow-4711" };
    const server = await openMailServer(0, { login });
    servers.push(server);
    await save(server.port, login);
    worker.wake();
    await waitFor(() => expect(server.deliveries).toHaveLength(1));
    expect(server.deliveries[0]).toMatchObject({ from: "shop@example.com" });
  });

  test("that refuses the sign-in leaves no password in the log or the outbox", async () => {
    const { database, start, save, text } = await open();
    await queue(database);
    const login = { user: "shop", password: "hedgerow-4711" };
    const server = await openMailServer(0, { login: { ...login, password: "another" } });
    servers.push(server);
    await save(server.port, login);
    start();
    await waitFor(async () => expect(await outbox(database)).toMatchObject([attemptedOnce]));
    const [mail] = await outbox(database);
    expect(mail?.last_error).toMatch(
      /^The mail server rejected the user name or the password: 535 /,
    );
    await waitFor(() => expect(text()).toContain("an email could not be sent"));
    expect(`${text()}${JSON.stringify(mail)}`).not.toContain(login.password);
  });

  test("whose password was saved under another SECRET gets no emails, and the log names the changed SECRET once", async () => {
    const { database, start, save, entries } = await open();
    const server = await openServer();
    await save(server.port, { user: "shop", password: "hedgerow-4711" });
    await queue(database);
    const worker = start({ secret: "another secret of 32 characters!" });
    const told = () => entries().filter(({ msg }) => /SECRET has changed/.test(String(msg)));
    await waitFor(() => expect(told()).toHaveLength(1));
    worker.wake();
    await worker.stop();
    expect(told()).toHaveLength(1);
    expect((await outbox(database))[0]).toMatchObject({ state: "waiting", attempts: 0 });
  });
});

describeOnEachDatabase("The header of an email", (openDatabase) => {
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

  test("gets no extra line and no extra recipient from typed text", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    for (const attack of attacks) await queue(database, { ...letter, ...attack });
    startWorker(database, server.url);
    await waitFor(async () => {
      const mails = await outbox(database);
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
