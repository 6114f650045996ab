import { afterEach, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { heldMail } from "../../../tests/support/mail/held-mail.ts";
import {
  deliveredIds,
  mailFixtures,
  queueMails,
  readOutbox,
} from "../../../tests/support/mail/mail-fixtures.ts";
import type { MailStage, MailTrouble } from "../../../tests/support/mail/mail-server.ts";
import { findFreePort } from "../../../tests/support/servers/free-port.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { markMailFailed, markMailSent } from "./due-mail.server.ts";

const hour = 60 * 60 * 1000;
const { openServer, openFile, startWorker, cleanUp } = mailFixtures();
afterEach(cleanUp);

/** The server fails at each stage with a trouble once in so many calls. */
const troubles: Readonly<Record<MailStage, readonly (readonly [every: number, MailTrouble])[]>> = {
  connected: [[5, 421]],
  recipient: [
    [9, 450],
    [31, "hang up"],
  ],
  data: [
    [11, 451],
    [37, "hang up"],
  ],
  // The server accepts the email but sends no response, so the worker sends the email again.
  kept: [
    [23, "hang up"],
    [61, "silence"],
  ],
};

test(
  "none of 150 emails is lost or given up while the server fails at each stage",
  async () => {
    const [{ database }, server] = await Promise.all([openFile(), openServer()]);
    await queueMails(database, 150);
    const calls = new Map<MailStage, number>();
    const met = new Map<string, number>();
    server.trouble = (stage) => {
      const call = (calls.get(stage) ?? 0) + 1;
      calls.set(stage, call);
      const [, trouble] = troubles[stage].find(([every]) => call % every === 0) ?? [];
      if (trouble === undefined) return null;
      const name = `${stage} ${trouble}`;
      met.set(name, (met.get(name) ?? 0) + 1);
      return trouble;
    };
    let now = 0;
    const timeouts = { connectMs: scaled(5000), answerMs: scaled(500) };
    const worker = startWorker({ database, smtpUrl: server.url, clock: () => now, timeouts });
    await waitFor(
      async () => {
        now += hour / 4;
        worker.wake();
        const states = (await readOutbox(database)).map(({ state }) => state);
        expect(states).not.toContain("waiting");
      },
      { timeout: scaled(50_000), interval: 20 },
    );
    const mails = await readOutbox(database);
    expect(mails.every(({ state }) => state === "sent")).toBe(true);
    const delivered = deliveredIds(server);
    expect([...new Set(delivered)].toSorted()).toEqual(mails.map(({ id }) => id));
    // Only a missing response to an accepted email caused a second copy.
    expect([...met.keys()]).toHaveLength(7);
    const untold = (met.get("kept hang up") ?? 0) + (met.get("kept silence") ?? 0);
    expect(delivered.length - mails.length).toBe(untold);
  },
  scaled(120_000),
);

describeStore("A mail server", (openDatabase) => {
  test("that is down for an hour is tried with one email at a time, and later gets each email once", async () => {
    const [database, port] = await Promise.all([openDatabase(), findFreePort()]);
    const count = 8;
    await queueMails(database, count);
    let now = 0;
    let looks = 0;
    const clock = () => {
      looks += 1;
      return now;
    };
    const worker = startWorker({ database, smtpUrl: `smtp://127.0.0.1:${port}`, clock });
    const attemptsSoFar = async () =>
      (await readOutbox(database)).reduce(
        (sum, { attempts, leased_until }) => sum + attempts - (leased_until > 0 ? 1 : 0),
        0,
      );
    await waitFor(async () => expect(await attemptsSoFar()).toBe(1));
    // So many reads of the clock are enough iterations to try all emails. Only one email is tried,
    // because one failure pauses all emails.
    const looksBefore = looks;
    await waitFor(() => {
      worker.wake();
      expect(looks).toBeGreaterThan(looksBefore + 4 * count);
    });
    expect(await attemptsSoFar()).toBe(1);
    for (let step = 2; step <= 5; step++) {
      now += Math.round(hour / 4);
      await waitFor(async () => {
        worker.wake();
        expect(await attemptsSoFar()).toBe(step);
      });
    }
    const server = await openServer(port);
    now += hour * 1.25;
    await waitFor(() => {
      worker.wake();
      expect(new Set(deliveredIds(server)).size).toBe(count);
    });
    expect(server.deliveries).toHaveLength(count);
  });

  test.each([
    ["recipient", 550, /^The mail server rejected the address: .*Trouble 550/],
    ["data", 554, /^The mail server rejected the email: .*Trouble 554/],
  ] as const)(
    "that rejects an email for good at the stage %s gets one attempt, and the outbox stores its response",
    async (stage, trouble, reason) => {
      const [database, server] = await Promise.all([openDatabase(), openServer()]);
      await queueMails(database, 1);
      server.trouble = (at) => (at === stage ? trouble : null);
      startWorker({ database, smtpUrl: server.url, clock: () => 0 });
      await waitFor(async () => {
        const [mail] = await readOutbox(database);
        expect(mail).toMatchObject({ state: "failed", attempts: 1 });
        expect(mail?.last_error).toMatch(reason);
      });
      const history = await database.read.selectFrom("mail_history").selectAll().execute();
      expect(history.map(({ event }) => event)).toEqual(["given up"]);
    },
  );

  test("gets an email once even if the database at first fails to record the email as sent", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queueMails(database, 1);
    let isFull = false;
    server.trouble = (stage) => {
      if (stage === "kept") isFull = true;
      return null;
    };
    const failing: Database = {
      ...database,
      write: (operation) =>
        isFull ? Promise.reject(new Error("The disk is full.")) : database.write(operation),
    };
    const worker = startWorker({ database: failing, smtpUrl: server.url, clock: () => 0 });
    await waitFor(() => expect(server.deliveries).toHaveLength(1));
    isFull = false;
    await waitFor(async () => expect((await readOutbox(database))[0]?.state).toBe("sent"));
    worker.wake();
    await worker.stop();
    expect(server.deliveries).toHaveLength(1);
  });
});

describeStore("The outbox", (openDatabase) => {
  test("deletes emails sent or given up more than 400 days ago, and keeps recent and waiting emails", async () => {
    const database = await openDatabase();
    await queueMails(database, 3);
    const [sent, failed, waiting] = await readOutbox(database);
    await markMailSent(database, await heldMail(database, sent?.id ?? ""), 0);
    const recent = { recipient: "new@example.com", subject: "Sun", text: "Sun", html: "Sun" };
    const now = 500 * 24 * hour;
    const recentId = await database.write((tx) => queueMail(tx, recent, now));
    await markMailSent(database, await heldMail(database, recentId), now);
    const givenUp = { reason: "550", at: 0, dueAt: null };
    await markMailFailed(database, await heldMail(database, failed?.id ?? ""), givenUp);
    await deleteAllExpired({ database, clock: () => now });
    const left = (await readOutbox(database)).map(({ id }) => id);
    expect(left.sort()).toEqual([waiting?.id, recentId].sort());
  });
});
