import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { startWorker, type Worker } from "./worker.ts";

const never = 2 ** 30;
const started: Worker[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop()));
});

function work(workOnce: () => Promise<boolean>, intervalMs = never) {
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => logged.push(line) });
  const worker = startWorker({ name: "test", intervalMs, workOnce, log });
  started.push(worker);
  return { worker, logged };
}

test("a worker goes on at once for as long as there is work, and rests when there is none", async () => {
  const left = [true, true, true, false];
  let jobs = 0;
  work(async () => left[jobs++] ?? false);
  await vi.waitFor(() => expect(jobs).toBe(4));
  await new Promise(setImmediate);
  expect(jobs).toBe(4);
});

test("a worker that rests is woken by a wake, and by its interval", async () => {
  let jobs = 0;
  const { worker } = work(async () => {
    jobs += 1;
    return false;
  });
  await vi.waitFor(() => expect(jobs).toBe(1));
  worker.wake();
  await vi.waitFor(() => expect(jobs).toBe(2));

  let rounds = 0;
  work(async () => {
    rounds += 1;
    return false;
  }, 1);
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2));
});

test("a wake while a job is in hand is not lost", async () => {
  let jobs = 0;
  let finish: (found: boolean) => void = () => {};
  const { worker } = work(() => {
    jobs += 1;
    return new Promise<boolean>((resolve) => {
      finish = resolve;
    });
  });
  await vi.waitFor(() => expect(jobs).toBe(1));
  worker.wake();
  finish(false);
  await vi.waitFor(() => expect(jobs).toBe(2));
  finish(false);
});

test("a job that fails is told to the log, rested upon and tried again", async () => {
  let jobs = 0;
  const failing = async () => {
    jobs += 1;
    if (jobs < 3) throw new Error("the mill stands still");
    return false;
  };
  const { worker, logged } = work(failing);
  await vi.waitFor(() => expect(logged).toHaveLength(1));
  await new Promise(setImmediate);
  expect(jobs).toBe(1);
  worker.wake();
  await vi.waitFor(() => expect(jobs).toBe(2));
  worker.wake();
  await vi.waitFor(() => expect(jobs).toBe(3));
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain("the mill stands still");

  let rounds = 0;
  work(async () => {
    rounds += 1;
    throw new Error("again");
  }, 1);
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2));
});

test("to stop waits for the job in hand, and no other one starts", async () => {
  const events: string[] = [];
  let finish: () => void = () => {};
  const { worker } = work(async () => {
    events.push("begun");
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    events.push("done");
    return true;
  });
  await vi.waitFor(() => expect(events).toEqual(["begun"]));
  const stopping = worker.stop().then(() => events.push("stopped"));
  worker.wake();
  await new Promise(setImmediate);
  expect(events).toEqual(["begun"]);
  finish();
  await stopping;
  await new Promise(setImmediate);
  expect(events).toEqual(["begun", "done", "stopped"]);
});

test("a worker that rests stops at once", async () => {
  let jobs = 0;
  const { worker } = work(async () => {
    jobs += 1;
    return false;
  });
  await vi.waitFor(() => expect(jobs).toBe(1));
  await worker.stop();
  await worker.stop();
  expect(jobs).toBe(1);
});
