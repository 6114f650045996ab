// `node scripts/test-under-load.mjs 3` runs `npm test` up to three times and stops after a run that
// fails. During each run, as many busy processes run as the machine has processors.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { run } from "./processes.mjs";

const longestRunMs = 90 * 60_000;
// A busy process ends by itself when this command has ended, even if the command was killed, and
// after 90 minutes at the latest.
const busy = `const end = Date.now() + ${longestRunMs}; while (Date.now() < end && process.ppid === ${process.pid});`;

await runCommand(async () => {
  process.chdir(root);
  const runs = Number(process.argv[2] ?? 1);
  for (let number = 1; number <= runs; number += 1) {
    const startedAt = Date.now();
    const others = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ["-e", busy], { stdio: "ignore" }),
    );
    const code = await run(process.execPath, ["scripts/test.mjs"]);
    const ended = others.filter(({ exitCode }) => exitCode !== null).length;
    for (const other of others) other.kill("SIGKILL");
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`Run ${number} of ${runs} ended with ${code} after ${seconds} s.`);
    if (ended > 0) console.log(`${ended} of the busy processes ended before the run did.`);
    process.exitCode = code;
    if (code !== 0) return;
  }
});
