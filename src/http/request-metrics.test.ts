import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type TestSite } from "../../tests/support/servers/site.ts";

const token = "a token for the metrics";
let site: TestSite;

beforeAll(async () => {
  site = await openSite({ METRICS_TOKEN: token });
});
afterAll(() => site.close());

const ask = (authorization: string) => site.raw("/metrics", { headers: { authorization } });
const metrics = async () => (await ask(`Bearer ${token}`)).text();

test("metrics are returned only with the token", async () => {
  for (const wrong of ["", "Bearer", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token]) {
    const answer = await ask(wrong);
    expect(answer.status, wrong).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answer.text()).not.toContain("furrow_");
  }
  const answer = await ask(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
});

test("there are no metrics unless a token is configured", async () => {
  const without = await openSite();
  expect((await without.raw("/metrics")).status).toBe(404);
  await without.close();
});

test("requests are counted by route, not by path", async () => {
  for (let path = 0; path < 30; path++) {
    await site.raw(`/api/pricing/plan-${path}`);
    await site.raw(`/api/unknown-${path}`);
    await site.raw(`/unknown-${path}`);
    await site.raw("/api/pricings", { method: `ODD${path}` });
  }
  const text = await metrics();
  expect(text).toContain(
    'furrow_http_requests_total{route="/api/pricing/:id",method="GET",status="4xx"} 30',
  );
  expect(text).toContain('_bucket{route="/api/pricing/:id",method="GET",le="+Inf"} 30');
  expect(text).not.toMatch(/-\d|ODD/);
});

test("metrics cover queues, database and process", async () => {
  await site.register("somebody@example.com");
  const text = await metrics();
  for (const line of [
    /^furrow_queue_length\{queue="mail"\} [1-9]/m,
    /^furrow_queue_oldest_seconds\{queue="mail"\} \d/m,
    /^furrow_queue_length\{queue="reviews"\} 0$/m,
    /^furrow_database_up 1$/m,
    /^furrow_database_bytes [1-9]/m,
    /^process_resident_memory_bytes [1-9]/m,
    /^furrow_event_loop_delay_seconds\{quantile="0.99"\} /m,
    /^furrow_info\{version="\d+\.\d+\.\d+",engine="SQLite"/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toContain("somebody");
});
