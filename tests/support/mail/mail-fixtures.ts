import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { queueMail } from "#mail/outbox/outbox.server.ts";
import { startMailWorker } from "#mail/sending/send-mail.ts";
import type { SmtpTimeouts } from "#mail/sending/smtp-session.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { createLog, type Log } from "#platform/metrics/log.ts";
import type { Worker } from "#platform/worker.ts";
import { migrations } from "#server/migrations.ts";
import { type MailServer, openMailServer } from "./mail-server.ts";
import { readyServer } from "./ready-server.ts";

interface Start {
  database: Database;
  smtpUrl: string;
  clock: () => number;
  timeouts?: SmtpTimeouts;
  log?: Log;
}

/** Mail servers, workers and files of one test. `cleanUp` closes them in reverse order. */
export function mailFixtures() {
  const cleanUps: (() => Promise<unknown>)[] = [];
  return {
    onCleanUp: (cleanUp: () => Promise<unknown>) => void cleanUps.push(cleanUp),

    async cleanUp(): Promise<void> {
      for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
    },

    async openServer(port?: number): Promise<MailServer> {
      const server = await openMailServer(port);
      cleanUps.push(() => server.close());
      return server;
    },

    startWorker({ smtpUrl, ...options }: Start): Worker {
      const readServer = readyServer(smtpUrl);
      const worker = startMailWorker({
        log: createLog("silent"),
        publicUrl: "https://furrow.example",
        ...options,
        readServer,
      });
      cleanUps.push(() => worker.stop());
      return worker;
    },

    /** A database that another process can open too. */
    async openFile(): Promise<{ database: Database; file: string }> {
      const directory = await mkdtemp(join(tmpdir(), "furrow-mail-"));
      const file = join(directory, "furrow.db");
      const database = openDatabase({ engine: "sqlite", file });
      cleanUps.push(async () => {
        await database.close();
        await rm(directory, { recursive: true, force: true });
      });
      await migrate(database.libraryHandle, migrations);
      return { database, file };
    },
  };
}

/**
 * Queues emails to reader0@example.com, reader1@example.com and so on; `at` is the time of queueing
 * in Unix milliseconds.
 */
export function queueMails(database: Database, count: number, at = 0): Promise<void> {
  return database.write(async (tx) => {
    for (let index = 0; index < count; index++) {
      const recipient = `reader${index}@example.com`;
      await queueMail(tx, { recipient, subject: "Rain", text: "It rains.", html: "<p>It" }, at);
    }
  });
}

export function readOutbox(database: Database) {
  return database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute();
}

/** Ids of all delivered emails; an email that was delivered twice appears twice. */
export function deliveredIds({ deliveries }: MailServer): string[] {
  return deliveries.map(({ text }) => /^Message-ID: <(.+)@furrow>\r$/m.exec(text)?.[1] ?? "");
}
