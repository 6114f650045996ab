// Entry point of `npm run fuzz`: starts the built server with a new database and sends hostile
// requests.
import { parseArgs } from "node:util";
import { startPostgresCluster } from "../support/databases/postgres-cluster.ts";
import { startFurrow } from "../support/servers/furrow-server.ts";
import { findingText, fuzzSite } from "./fuzz-site.ts";
import { openFuzzedSite } from "./fuzzed-site.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    runs: { type: "string", default: "2000" },
    engine: { type: "string", default: "sqlite" },
  },
});
const [seed, runs] = [Number(values.seed), Number(values.runs)];
const isUsable = Number.isInteger(seed) && Number.isInteger(runs) && runs > 0;
if (!isUsable || !["sqlite", "postgres"].includes(values.engine)) {
  console.error(
    "Say it like this: npm run fuzz -- --seed 42 --runs 2000 --engine sqlite (or postgres).",
  );
  process.exit(1);
}

const cluster = values.engine === "postgres" ? await startPostgresCluster() : null;
if (values.engine === "postgres" && cluster === null) {
  console.error("PostgreSQL is not on this machine.");
  process.exit(1);
}
try {
  process.exitCode = (await fuzz()) === 0 ? 0 : 1;
} finally {
  await cluster?.stop();
}

async function fuzz(): Promise<number> {
  const secret = "a secret of thirty-two characters";
  const settings = cluster && { DATABASE_URL: cluster.urlOf("postgres"), SECRET: secret };
  const furrow = await startFurrow(settings ?? {});
  console.log(`Sending ${runs} requests with the seed ${seed} (${values.engine})…`);
  try {
    const admin = { email: furrow.adminEmail, password: furrow.adminPassword };
    const site = await openFuzzedSite(furrow.url, admin);
    const { requests, statuses, findings } = await fuzzSite(site, { seed, runs });
    const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    console.log(`${requests} requests: ${counts.join(", ")}.`);
    for (const finding of findings) console.error(`✗ ${findingText(finding)}`);
    if (findings.length === 0) console.log("✓ No crash, no 5xx, and no answer undocumented.");
    else console.error(`The server said:\n${furrow.output().slice(-5000)}`);
    return findings.length;
  } finally {
    await furrow.stop();
  }
}
