import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { waitFor } from "../../tests/support/wait-for.ts";
import { startWorker, type Worker } from "./worker.ts";

const neverMs = 2 ** 30;
const started: Worker[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop()));
});

function startTestWorker(workOnce: () => Promise<boolean>, intervalMs = neverMs) {
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => logged.push(line) });
  const worker = startWorker({ name: "test", intervalMs, workOnce, log });
  started.push(worker);
  return { worker, logged };
}

test("a worker runs jobs back to back while there is work, then rests", async () => {
  const hasMoreWork = [true, true, true, false];
  let jobs = 0;
  startTestWorker(async () => hasMoreWork[jobs++] ?? false);
  await waitFor(() => expect(jobs).toBe(4));
  await new Promise(setImmediate);
  expect(jobs).toBe(4);
});

test("a resting worker looks for work when woken and after its interval", async () => {
  let jobs = 0;
  const { worker } = startTestWorker(async () => {
    jobs += 1;
    return false;
  });
  await waitFor(() => expect(jobs).toBe(1));
  worker.wake();
  await waitFor(() => expect(jobs).toBe(2));

  let rounds = 0;
  startTestWorker(async () => {
    rounds += 1;
    return false;
  }, 1);
  await waitFor(() => expect(rounds).toBeGreaterThan(2));
});

test("a worker that is woken during a job looks for work after the job", async () => {
  let jobs = 0;
  let finish: (hasMoreWork: boolean) => void = () => {};
  const { worker } = startTestWorker(() => {
    jobs += 1;
    return new Promise<boolean>((resolve) => {
      finish = resolve;
    });
  });
  await waitFor(() => expect(jobs).toBe(1));
  worker.wake();
  finish(false);
  await waitFor(() => expect(jobs).toBe(2));
  finish(false);
});

test("a failing job is logged, and tried again after a rest", async () => {
  let jobs = 0;
  const failing = async () => {
    jobs += 1;
    if (jobs < 3) throw new Error("the job failed");
    return false;
  };
  const { worker, logged } = startTestWorker(failing);
  await waitFor(() => expect(logged).toHaveLength(1));
  await new Promise(setImmediate);
  expect(jobs).toBe(1);
  worker.wake();
  await waitFor(() => expect(jobs).toBe(2));
  worker.wake();
  await waitFor(() => expect(jobs).toBe(3));
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain("the job failed");

  let rounds = 0;
  startTestWorker(async () => {
    rounds += 1;
    throw new Error("again");
  }, 1);
  await waitFor(() => expect(rounds).toBeGreaterThan(2));
});

test("stopping a worker waits for the running job and starts no other job", async () => {
  const events: string[] = [];
  let finish: () => void = () => {};
  const { worker } = startTestWorker(async () => {
    events.push("begun");
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    events.push("done");
    return true;
  });
  await waitFor(() => expect(events).toEqual(["begun"]));
  const stopping = worker.stop().then(() => events.push("stopped"));
  worker.wake();
  await new Promise(setImmediate);
  expect(events).toEqual(["begun"]);
  finish();
  await stopping;
  await new Promise(setImmediate);
  expect(events).toEqual(["begun", "done", "stopped"]);
});
