import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import {
  deliveredIds,
  mailFixtures,
  queueMails,
  readOutbox,
} from "../../../tests/support/mail/mail-fixtures.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";

const hour = 60 * 60 * 1000;
const { openServer, openFile, startWorker, onCleanUp, cleanUp } = mailFixtures();
afterEach(cleanUp);

function startProcess(file: string, smtpUrl: string, aheadMs: number): ChildProcess {
  const program = fileURLToPath(
    new URL("../../../tests/support/mail/mail-process.ts", import.meta.url),
  );
  const child = spawn(process.execPath, [program, file, smtpUrl, String(aheadMs)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  onCleanUp(async () => {
    process.off("exit", kill);
    kill();
  });
  return child;
}

test("a process that is killed between sending and recording an email loses no email, and causes at most one second copy", async () => {
  const [{ database, file }, server] = await Promise.all([openFile(), openServer()]);
  const [kills, mails] = [2, 5];
  await queueMails(database, mails, Date.now());
  for (let round = 0; round < kills; round++) {
    const child = startProcess(file, server.url, round * hour);
    const ended = once(child, "exit");
    // Each process sends one email. The server accepts a second email, and the process dies before
    // it records the second email as sent.
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
    expect((await readOutbox(database)).filter(({ state }) => state === "sent")).toHaveLength(
      round + 1,
    );
  }
  server.trouble = () => null;
  startWorker({ database, smtpUrl: server.url, clock: () => Date.now() + kills * hour });
  await waitFor(async () => {
    const states = (await readOutbox(database)).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: mails }, () => "sent"));
  });
  const delivered = deliveredIds(server);
  const queued = (await readOutbox(database)).map(({ id }) => id);
  expect([...new Set(delivered)].toSorted()).toEqual(queued);
  expect(delivered.length - queued.length).toBeGreaterThan(0);
  expect(delivered.length - queued.length).toBeLessThanOrEqual(kills);
});
