import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test as base, beforeAll, expect, inject } from "vitest";
import { addressOf } from "./support/databases/address-of.ts";
import { postgresDatabases } from "./support/databases/postgres-databases.ts";
import { openSilentPostgres, type SilentPostgres } from "./support/databases/silent-postgres.ts";
import { type Program, startProgram } from "./support/servers/program.ts";

// Runs on PostgreSQL only, because SQLite has no connections that could fall silent.
const postgresUrl = inject("postgresUrl");
const test = base.skipIf(postgresUrl === null);
const databases = postgresDatabases(postgresUrl ?? "");

let directory: string;
let proxy: SilentPostgres;
let program: Program;
beforeAll(async () => {
  if (postgresUrl === null) return;
  directory = await mkdtemp(join(tmpdir(), "furrow-silent-site-"));
  const address = await addressOf(await databases.open());
  proxy = await openSilentPostgres(address.engine === "postgres" ? address.url : "");
  const settings = { DATABASE_URL: proxy.url, SECRET: "a secret of thirty-two characters" };
  program = await startProgram(directory, settings);
  await program.ready();
});
afterAll(async () => {
  if (postgresUrl === null) return;
  program.terminate();
  await program.ended;
  await proxy.close();
  await databases.remove();
  await rm(directory, { recursive: true });
});

async function statusOf(path: string): Promise<number> {
  const answer = await fetch(`${program.url}${path}`);
  await answer.text();
  return answer.status;
}

const seconds = (count: number) => count * 1000;

test("a site whose database connections fall silent reports that it is not ready, and recovers by itself", {
  timeout: seconds(60),
}, async () => {
  expect(await statusOf("/readyz")).toBe(200);
  proxy.silence();
  expect(await statusOf("/readyz")).toBe(503);
  await expect.poll(() => statusOf("/readyz"), { timeout: seconds(40), interval: 500 }).toBe(200);
  expect(await statusOf("/api/pricings")).toBe(200);
});

test("a stop ends by itself although the database does not respond", {
  timeout: seconds(60),
}, async () => {
  await Promise.all(["/api/pricings", "/readyz"].map(statusOf));
  proxy.freeze();
  const waiting = ["/api/pricings", "/api/faqs", "/readyz"].map((path) =>
    statusOf(path).catch(() => 0),
  );
  await Promise.race(waiting);
  program.terminate();
  expect(await program.ended).toBe(0);
  await Promise.all(waiting);
});
