import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { runInNewContext } from "node:vm";

const intervalMs = 1000;
/**
 * A process is idle when its event loop is busy for less than this share of an interval. The
 * background workers of an idle server need less.
 */
const idleUtilization = 0.2;
/** Smallest growth of the heap that is worth a collection, which takes about 20 ms. */
const leastGrowthBytes = 8 * 1024 * 1024;

/**
 * Collects garbage when this process has little to do and its heap has grown. V8's memory reducer
 * should do this. In Node 26.10, however, its estimate of the allocation rate stays high after work
 * until the next collection, so an idle process keeps its garbage. After this collection, the
 * reducer returns the memory. Needs the V8 flag `--expose-gc`, which `main.ts` sets.
 */
export function collectWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  let leftBytes = 0;
  setInterval(async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const heapBytes = sizeOfHeap();
    // Takes the smaller size, because the reducer makes the heap smaller after the collection.
    leftBytes = Math.min(leftBytes, heapBytes);
    if (utilization > idleUtilization || heapBytes < leftBytes + leastGrowthBytes) return;
    await collectGarbage();
    leftBytes = sizeOfHeap();
  }, intervalMs).unref();
}

/** In bytes. `process.memoryUsage` would throw in a chroot without `/proc`. */
function sizeOfHeap(): number {
  return getHeapStatistics().total_heap_size;
}

/** The flag was set after the start, so only a new context has the function `gc`. */
function collectGarbage(): Promise<void> {
  return runInNewContext("gc({ type: 'major', execution: 'async' })");
}
