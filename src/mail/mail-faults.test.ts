import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import { findFreePort } from "../../tests/support/free-port.ts";
import {
  type MailServer,
  type MailStage,
  type MailTrouble,
  openMailServer,
} from "../../tests/support/mail-server.ts";
import { migrations } from "../migrations.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import { createLog } from "../platform/log.ts";
import { migrate } from "../platform/migrations.ts";
import type { Worker } from "../platform/worker.ts";
import { queueMail } from "./outbox.server.ts";
import { startMailWorker } from "./send-mail.ts";
import type { SmtpTimeouts } from "./smtp-session.ts";

const hour = 60 * 60 * 1000;
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function openServer(port?: number): Promise<MailServer> {
  const server = await openMailServer(port);
  cleanUps.push(() => server.close());
  return server;
}

interface Start {
  database: Database;
  smtpUrl: string;
  clock: () => number;
  timeouts?: SmtpTimeouts;
}

function start(options: Start): Worker {
  const from = "Furrow <post@furrow.example>";
  const worker = startMailWorker({ ...options, log: createLog("silent"), from });
  cleanUps.push(() => worker.stop());
  return worker;
}

const queue = (database: Database, count: number, at = 0) =>
  database.write(async (tx) => {
    for (let index = 0; index < count; index++) {
      const recipient = `reader${index}@example.com`;
      await queueMail(tx, { recipient, subject: "Rain", text: "It rains.", html: "<p>It" }, at);
    }
  });

const outbox = (database: Database) =>
  database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute();

const messageIds = ({ deliveries }: MailServer) =>
  deliveries.map(({ text }) => /^Message-ID: <(.+)@furrow>\r$/m.exec(text)?.[1] ?? "");

async function openFile() {
  const directory = await mkdtemp(join(tmpdir(), "furrow-mail-"));
  const file = join(directory, "furrow.db");
  const database = openDatabase({ engine: "sqlite", file });
  cleanUps.push(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  await migrate(database.libraryHandle, migrations);
  return { database, file };
}

function startProcess(file: string, smtpUrl: string, aheadMs: number): ChildProcess {
  const program = fileURLToPath(new URL("../../tests/support/mail-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, file, smtpUrl, String(aheadMs)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  cleanUps.push(async () => {
    process.off("exit", kill);
    kill();
  });
  return child;
}

test("a process killed between sending and recording loses nothing, and repeats one mail at most", async () => {
  const [{ database, file }, server] = await Promise.all([openFile(), openServer()]);
  const [kills, mails] = [4, 12];
  await queue(database, mails, Date.now());
  for (let round = 0; round < kills; round++) {
    const child = startProcess(file, server.url, round * hour);
    const ended = once(child, "exit");
    // Let each one send a mail in peace; the next is kept by the server and recorded by nobody.
    let isSecond = false;
    server.trouble = async (stage) => {
      if (stage !== "kept") return null;
      if (isSecond) {
        child.kill("SIGKILL");
        await ended;
      }
      isSecond = true;
      return null;
    };
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect((await outbox(database)).filter(({ state }) => state === "sent")).toHaveLength(
      round + 1,
    );
  }
  server.trouble = () => null;
  start({ database, smtpUrl: server.url, clock: () => Date.now() + kills * hour });
  await vi.waitFor(
    async () => {
      const states = (await outbox(database)).map(({ state }) => state);
      expect(states).toEqual(Array.from({ length: mails }, () => "sent"));
    },
    { timeout: 10_000 },
  );
  const delivered = messageIds(server);
  const queued = (await outbox(database)).map(({ id }) => id);
  expect([...new Set(delivered)].toSorted()).toEqual(queued);
  expect(delivered.length - queued.length).toBeGreaterThan(0);
  expect(delivered.length - queued.length).toBeLessThanOrEqual(kills);
});

test("none of 1,000 mails is lost or given up while the server fails at random", async () => {
  const [{ database }, server] = await Promise.all([openFile(), openServer()]);
  await queue(database, 1000);
  const random = seededRandom(20261121);
  const troubles: Record<MailStage, readonly [share: number, MailTrouble][]> = {
    connected: [[0.2, 421]],
    recipient: [
      [0.1, 450],
      [0.01, "hang up"],
    ],
    data: [
      [0.1, 451],
      [0.01, "hang up"],
    ],
    // Taken, but never said so: the mail has to go again.
    kept: [
      [0.01, "hang up"],
      [0.005, "silence"],
    ],
  };
  const met = new Map<string, number>();
  server.trouble = (stage) => {
    for (const [share, trouble] of troubles[stage]) {
      if (random() >= share) continue;
      const name = `${stage} ${trouble}`;
      met.set(name, (met.get(name) ?? 0) + 1);
      return trouble;
    }
    return null;
  };
  let now = 0;
  const timeouts = { connectMs: 5000, answerMs: 500 };
  const worker = start({ database, smtpUrl: server.url, clock: () => now, timeouts });
  await vi.waitFor(
    async () => {
      now += hour / 4;
      worker.wake();
      const waiting = await database.read
        .selectFrom("mail_outbox")
        .select("id")
        .where("state", "=", "waiting")
        .limit(1)
        .execute();
      expect(waiting).toEqual([]);
    },
    { timeout: 110_000, interval: 20 },
  );
  const mails = await outbox(database);
  expect(mails.every(({ state }) => state === "sent")).toBe(true);
  const delivered = messageIds(server);
  expect([...new Set(delivered)].toSorted()).toEqual(mails.map(({ id }) => id));
  // Every trouble was met, and only the silent ones cost a second copy.
  expect([...met.keys()]).toHaveLength(7);
  const untold = (met.get("kept hang up") ?? 0) + (met.get("kept silence") ?? 0);
  expect(delivered.length - mails.length).toBe(untold);
}, 120_000);

/** The same troubles at each run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describeOnEachDatabase("A mail server", (openDatabase) => {
  test("that is down for an hour gets everything in the minutes after it", async () => {
    const [database, port] = await Promise.all([openDatabase(), findFreePort()]);
    await queue(database, 20);
    let now = 0;
    const worker = start({ database, smtpUrl: `smtp://127.0.0.1:${port}`, clock: () => now });
    for (; now < hour; now += 5 * 60_000) {
      await vi.waitFor(async () => {
        worker.wake();
        const errors = (await outbox(database)).map(({ last_error }) => last_error);
        expect(errors.filter(Boolean).length).toBeGreaterThan(0);
      });
    }
    // The server is asked now and then; not every mail pays for it.
    const attempts = (await outbox(database)).reduce((sum, mail) => sum + mail.attempts, 0);
    expect(attempts).toBeLessThan(20);
    const server = await openServer(port);
    now += 60_000;
    await vi.waitFor(
      async () => {
        worker.wake();
        const sent = (await outbox(database)).filter(({ state }) => state === "sent");
        // One that was tried during the hour may have to wait for its own next attempt.
        expect(sent.length).toBeGreaterThanOrEqual(20 - attempts);
      },
      { timeout: 10_000 },
    );
    now += hour * 1.25;
    await vi.waitFor(
      () => {
        worker.wake();
        expect(new Set(messageIds(server)).size).toBe(20);
      },
      { timeout: 10_000 },
    );
    expect(server.deliveries).toHaveLength(20);
  });

  test("that refuses an address for good is asked once, and its words are kept", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queue(database, 1);
    server.trouble = (stage) => (stage === "recipient" ? 550 : null);
    start({ database, smtpUrl: server.url, clock: () => 0 });
    await vi.waitFor(async () => {
      const [mail] = await outbox(database);
      expect(mail).toMatchObject({ state: "failed", attempts: 1 });
      expect(mail?.last_error).toMatch(/^The mail server refuses the address: .*Trouble 550/);
    });
    const history = await database.read.selectFrom("mail_history").selectAll().execute();
    expect(history.map(({ event }) => event)).toEqual(["given up"]);
  });

  test("that refuses a mail for good is asked once", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queue(database, 1);
    server.trouble = (stage) => (stage === "data" ? 554 : null);
    start({ database, smtpUrl: server.url, clock: () => 0 });
    await vi.waitFor(async () => {
      const [mail] = await outbox(database);
      expect(mail).toMatchObject({ state: "failed", attempts: 1 });
      expect(mail?.last_error).toMatch(/^The mail server refuses the mail: .*Trouble 554/);
    });
  });

  test("gets a mail once, although the database cannot record it at first", async () => {
    const [database, server] = await Promise.all([openDatabase(), openServer()]);
    await queue(database, 1);
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
    const worker = start({ database: failing, smtpUrl: server.url, clock: () => 0 });
    await vi.waitFor(() => expect(server.deliveries).toHaveLength(1));
    isFull = false;
    await vi.waitFor(async () => expect((await outbox(database))[0]?.state).toBe("sent"), 5000);
    worker.wake();
    await worker.stop();
    expect(server.deliveries).toHaveLength(1);
  });
});

describeOnEachDatabase("An outbox of years", (openDatabase) => {
  test("forgets what was sent long ago, and nothing that still waits", async () => {
    const database = await openDatabase();
    await queue(database, 3);
    const [sent, , waiting] = await outbox(database);
    const mark = (state: "sent" | "failed", id = "") =>
      database.write(async (tx) => {
        await tx.updateTable("mail_outbox").set({ state }).where("id", "=", id).execute();
      });
    await mark("sent", sent?.id);
    const recent = { recipient: "new@example.com", subject: "Sun", text: "Sun", html: "Sun" };
    const now = 500 * 24 * hour;
    const recentId = await database.write((tx) => queueMail(tx, recent, now));
    await mark("sent", recentId);
    // Nobody answers at this address, so nothing is sent meanwhile.
    const worker = start({ database, smtpUrl: "smtp://127.0.0.1:1", clock: () => now });
    await vi.waitFor(async () => {
      worker.wake();
      const left = (await outbox(database)).map(({ id }) => id);
      expect(left).not.toContain(sent?.id);
      expect(left).toEqual(expect.arrayContaining([waiting?.id, recentId]));
      expect(left).toHaveLength(3);
    });
  });
});
