import { afterEach, expect, test } from "vitest";
import { system } from "#policy/actor.ts";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type ImapServer, openImapServer } from "../../../tests/support/mail/imap-server.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { Mailbox, readMailbox } from "./poll-mailbox.ts";
import { listReceivedMails } from "./read-incoming-mails.ts";
import { largestMailBytes } from "./receive-mail.ts";

let server: ImapServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describeOnEachDatabase("The mailbox", (openDatabase) => {
  async function open(emails: readonly Buffer[]) {
    const opened = await openImapServer();
    server = opened;
    opened.emails.push(...emails.map((source) => ({ source, isSeen: false })));
    const database = await openDatabase();
    const time = { now: Date.UTC(2026, 10, 20, 12) };
    const captured = capturedLog();
    const judged: (string | null)[] = [];
    const dependencies = {
      database,
      clock: () => time.now,
      log: captured.log,
      imapUrl: opened.url,
      parse: parseHere,
      judgeMail: async (_tx: unknown, { reason }: { reason: string | null }) => {
        judged.push(reason);
        return { state: "dropped", reason: "unknown-address" } as const;
      },
    };
    const subjects = async () =>
      (await listReceivedMails({ database }, system, { limit: 200 }))
        .map(({ subject }) => subject)
        .toReversed();
    return { server: opened, database, time, captured, judged, dependencies, subjects };
  }

  test("is read, and its emails are marked as seen", async () => {
    const subjects = Array.from({ length: 60 }, (_, index) => `Email ${index}`);
    const opened = await open(subjects.map((subject) => sampleMail({ subject })));
    const mailbox = new Mailbox(opened.dependencies);
    expect(await mailbox.workOnce()).toBe(true);
    expect(await mailbox.workOnce()).toBe(false);
    expect(await opened.subjects()).toEqual(subjects);
    expect(opened.server.emails.every(({ isSeen }) => isSeen)).toBe(true);
    expect(await readMailbox(opened.database.read)).toMatchObject({
      checked_at: opened.time.now,
      failing_since: null,
    });
    expect(opened.captured.text()).toBe("");
  });

  test("is read by two processes at once, and each email is stored once", async () => {
    const subjects = ["One", "Two", "Three"];
    const opened = await open(subjects.map((subject) => sampleMail({ subject })));
    await Promise.all([1, 2].map(() => new Mailbox(opened.dependencies).workOnce()));
    expect((await opened.subjects()).toSorted()).toEqual(subjects.toSorted());
  });

  test("keeps an email unread when the process dies before marking the email, and the email is stored once", async () => {
    const opened = await open([sampleMail({ subject: "One" })]);
    opened.server.onStore = () => "die";
    await new Mailbox(opened.dependencies).workOnce();
    expect(await opened.subjects()).toEqual(["One"]);
    expect(opened.server.emails[0]?.isSeen).toBe(false);
    opened.server.onStore = () => null;
    await new Mailbox(opened.dependencies).workOnce();
    expect(opened.server.emails[0]?.isSeen).toBe(true);
    expect(await listReceivedMails(opened, system, { limit: 9 })).toMatchObject([{ repeats: 0 }]);
  });

  test("is read further although an email cannot be stored, and that email is read again later", async () => {
    const opened = await open(["One", "Two"].map((subject) => sampleMail({ subject })));
    let isBroken = true;
    const dependencies = {
      ...opened.dependencies,
      judgeMail: async (_tx: unknown, { subject }: { subject: string }) => {
        if (isBroken && subject === "One") throw new Error("The disk is full.");
        return { state: "dropped", reason: "unknown-address" } as const;
      },
    };
    const mailbox = new Mailbox(dependencies);
    await mailbox.workOnce();
    expect(await opened.subjects()).toEqual(["Two"]);
    isBroken = false;
    await mailbox.workOnce();
    expect((await opened.subjects()).toSorted()).toEqual(["One", "Two"]);
  });

  test("is read up to the newest email although fifty older emails cannot be stored", async () => {
    const subjects = [...Array.from({ length: 50 }, (_, index) => `Broken ${index}`), "Newer"];
    const opened = await open(subjects.map((subject) => sampleMail({ subject })));
    const mailbox = new Mailbox({
      ...opened.dependencies,
      judgeMail: async (_tx, { subject }) => {
        if (subject.startsWith("Broken")) throw new Error("The email cannot be stored.");
        return { state: "dropped", reason: "unknown-address" } as const;
      },
    });
    await mailbox.workOnce();
    await mailbox.workOnce();
    expect(await opened.subjects()).toEqual(["Newer"]);
  });

  test("that cannot be read is reported without the password, and retried after growing pauses", async () => {
    const opened = await open([sampleMail({ subject: "One" })]);
    const { time, database, dependencies } = opened;
    opened.server.refusesLogin = true;
    const mailbox = new Mailbox(dependencies);
    const began = time.now;
    for (let round = 0; round < 100; round++) {
      await mailbox.workOnce();
      time.now += 30_000;
    }
    expect(opened.captured.entries().length).toBeLessThan(16);
    const noted = await readMailbox(database.read);
    expect(noted).toMatchObject({ failing_since: began });
    expect(noted?.failure).toMatch(/^127\.0\.0\.1 rejected the user name or the password/);
    expect(noted?.failure + opened.captured.text()).not.toMatch(/seed/);
    opened.server.refusesLogin = false;
    time.now += 600_000;
    await mailbox.workOnce();
    expect(await readMailbox(database.read)).toMatchObject({ failing_since: null, failure: null });
    expect(await opened.subjects()).toEqual(["One"]);
  });

  test("is read without downloading an email of more than 40 MB, which is recorded as too large", async () => {
    const large = sampleMail({ subject: "Pictures", body: Buffer.alloc(largestMailBytes, "x") });
    const opened = await open([large]);
    await new Mailbox(opened.dependencies).workOnce();
    expect(await opened.subjects()).toEqual(["Pictures"]);
    expect(opened.judged).toEqual(["too-large"]);
    expect(opened.server.emails[0]?.isSeen).toBe(true);
  });
});
