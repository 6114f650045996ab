import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { addressOf } from "./support/databases/address-of.ts";
import { postgresDatabases } from "./support/databases/postgres-databases.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { isRunning } from "./support/servers/is-running.ts";
import { scaled } from "./support/time-limits.ts";
import { waitFor } from "./support/wait-for.ts";

const url = inject("postgresUrl");
const token = "a token for the metrics";
const route = "/api/pricing/:id";

describe.skipIf(url === null)("The metrics of two processes that share a port", () => {
  const databases = postgresDatabases(url ?? "");
  let furrow: FurrowServer;

  beforeAll(async () => {
    const { url: databaseUrl = "" } = (await addressOf(await databases.open())) as { url?: string };
    furrow = await startFurrow({
      DATABASE_URL: databaseUrl,
      SECRET: "a secret of thirty-two characters",
      WORKERS: "2",
      METRICS_TOKEN: token,
    });
    // The second process starts once the first one serves.
    await waitFor(async () => expect(await pids()).toHaveLength(2), { timeout: scaled(30_000) });
  });
  afterAll(async () => {
    await furrow?.stop();
    await databases.remove();
  });

  /** Opens a new connection, because the processes take connections in turn. */
  const ask = (path: string) =>
    fetch(`${furrow.url}${path}`, {
      headers: { connection: "close", authorization: `Bearer ${token}` },
      // Longer than the server waits for a process that hangs.
      signal: AbortSignal.timeout(scaled(3000)),
    });
  const metrics = async () => (await ask("/metrics")).text();
  const pidsIn = (text: string) =>
    [...text.matchAll(/^process_heap_bytes\{pid="(\d+)"\}/gm)].map(([, pid]) => Number(pid)).sort();
  const pids = async () => pidsIn(await metrics());
  /**
   * Process ids to send signals to. Throws unless both processes have an id, because a signal to
   * process 0 would reach this test itself.
   */
  async function bothPids(): Promise<readonly [number, number]> {
    const [one, other] = await pids();
    if (one === undefined || other === undefined) throw new Error("There are no two processes.");
    return [one, other];
  }
  const valueIn = (text: string, sample: string) => {
    const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length));
  };
  const counted = (text: string) => ({
    requests: valueIn(
      text,
      `furrow_http_requests_total{route="${route}",method="GET",status="4xx"}`,
    ),
    durations: valueIn(
      text,
      `furrow_http_request_duration_seconds_count{route="${route}",method="GET"}`,
    ),
  });
  const both = (value: number) => ({ requests: value, durations: value });

  async function request(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      expect((await ask(`/api/pricing/plan-${time}`)).status).toBe(404);
    }
  }

  test("each of two processes returns the sums of both, process metrics of each, and database metrics once", async () => {
    await request(10);
    const texts = [await metrics(), await metrics(), await metrics()];
    expect(texts.map(counted)).toEqual([both(10), both(10), both(10)]);
    const [text = ""] = texts;
    expect(text.match(/^furrow_queue_length\{queue="mail"\} \d+$/gm)).toHaveLength(1);
    expect(text.match(/^process_cpu_seconds_total [\d.]+$/gm)).toHaveLength(1);
    const delay = /^furrow_event_loop_delay_seconds\{quantile="0.99",pid="\d+"\} /gm;
    expect(text.match(delay)).toHaveLength(2);
  });

  test("the metrics leave out a hanging process, but its last counts stay in the sums", async () => {
    const before = counted(await metrics());
    const [hanging, other] = await bothPids();
    process.kill(hanging, "SIGSTOP");
    try {
      // The hanging process takes a connection and never answers. The running process usually takes
      // the second of two.
      const text = await waitFor(() => Promise.any([metrics(), metrics()]), {
        timeout: scaled(15_000),
      });
      expect(counted(text)).toEqual(before);
      expect(pidsIn(text)).toEqual([other]);
    } finally {
      process.kill(hanging, "SIGCONT");
    }
    expect(await pids()).toEqual([hanging, other].sort());
  });

  test("the counts do not fall when a process dies and another replaces it", async () => {
    await request(10);
    const before = counted(await metrics());
    const [dying] = await bothPids();
    process.kill(dying, "SIGKILL");
    // Connections to the dead process get no response until its parent has noticed the death.
    await expect.poll(() => isRunning(dying), { timeout: scaled(15_000) }).toBe(false);
    expect(await pids()).not.toContain(dying);
    expect(counted(await metrics())).toEqual(before);
    await expect.poll(pids, { timeout: scaled(15_000) }).toHaveLength(2);
    await request(10);
    expect(counted(await metrics())).toEqual(both((before.requests ?? 0) + 10));
  });
});
