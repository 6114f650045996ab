import { Worker } from "node:worker_threads";

/**
 * Milliseconds that `measureMachine` takes on two idle cores. On a slower machine, the time limits
 * of tests are multiplied.
 */
const referenceMs = 300;
/**
 * Two threads, because tests run in several processes at once. With one thread, a machine with
 * one core would seem as fast as a machine with two.
 */
const threads = 2;

const work = `
  let sum = 0;
  for (let round = 0; round < 9000; round += 1) {
    const rows = Array.from({ length: 60 }, (_, row) => ({ row, name: "row " + (row * round) }));
    sum += JSON.parse(JSON.stringify(rows)).filter(({ name }) => /7$/.test(name)).length;
  }
  require("node:worker_threads").parentPort.postMessage(sum);
`;

/**
 * Measures how fast this machine is at the moment. Resolves to the factor from 1 to 10 by which the
 * time limits of tests are multiplied, and to the measured milliseconds.
 */
export async function measureMachine() {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: threads }, doWork));
  const milliseconds = Math.round(performance.now() - startedAt);
  const factor = Math.min(10, Math.max(1, Math.round((milliseconds / referenceMs) * 10) / 10));
  return { factor, milliseconds };
}

/** @param {{ factor: number, milliseconds: number }} machine */
export function describeMachine({ factor, milliseconds }) {
  const comparison = `${milliseconds} ms for a piece of work that takes ${referenceMs} ms on two idle cores`;
  return factor === 1
    ? `This machine needs ${comparison}: tests keep their time limits.`
    : `This machine needs ${comparison}: time limits of tests are multiplied by ${factor}.`;
}

function doWork() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
