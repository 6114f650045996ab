import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { scaled } from "../../tests/support/time-limits.ts";

const collector = new URL("collect-when-idle.ts", import.meta.url).href;

/**
 * Makes 100 MB of garbage, then does nothing, and ends when the heap is small again. As in a
 * chroot without `/proc`, `process.memoryUsage` throws.
 */
const program = `
  import { getHeapStatistics, setFlagsFromString } from "node:v8";
  process.memoryUsage = () => { throw new Error("There is no /proc."); };
  setFlagsFromString("--memory-reducer-delay-ms=1000");
  setFlagsFromString("--gc-memory-reducer-start-delay-ms=1000");
  setFlagsFromString("--expose-gc");
  const { collectWhenIdle } = await import(${JSON.stringify(collector)});
  collectWhenIdle();
  let kept = Array.from({ length: 3_000_000 }, (_, index) => ({ index }));
  const most = getHeapStatistics().total_heap_size;
  kept = undefined;
  const waiting = setInterval(() => {
    if (getHeapStatistics().total_heap_size > most / 2) return;
    clearInterval(waiting);
    console.log("returned");
  }, 100);
`;

test("an idle process returns the memory of its garbage", { timeout: scaled(30_000) }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { cwd: fileURLToPath(new URL(".", import.meta.url)), timeout: scaled(25_000) },
  );
  expect(stdout).toBe("returned\n");
});
