// What `npm run torture` runs: over one engine and in one protocol, if they are given, else over
// each and in each.
import { parseArgs } from "node:util";
import type { Engine } from "../../src/platform/database.ts";
import { killPayments } from "./kill-payments.ts";
import { migratedDatabase } from "./migrated-database.ts";
import type { ShopSettings } from "./payments-over.ts";

const engines: readonly Engine[] = ["sqlite", "postgres"];
const protocols: readonly ShopSettings["protocol"][] = ["standard", "rest"];

const words = parseArgs({ allowPositionals: true }).positionals;
const isNumber = (word: string) => /^[1-9]\d*$/.test(word);
const known = (word: string) =>
  isNumber(word) || [...engines, ...protocols].some((name) => name === word);
const unknown = words.find((word) => !known(word));
if (unknown !== undefined) {
  console.error(
    `"${unknown}" means nothing here. Say how many kills there are to be (1000), over which engine (${engines.join(" or ")}) and in which protocol (${protocols.join(" or ")}).`,
  );
  process.exit(1);
}

const kills = Number(words.find(isNumber) ?? "1000");
let faultsFound = 0;
for (const engine of chosen(engines)) {
  for (const protocol of chosen(protocols)) faultsFound += await torture(engine, protocol);
}
process.exitCode = faultsFound === 0 ? 0 : 1;

/** Those of the names that were given, or all. */
function chosen<Name extends string>(names: readonly Name[]): readonly Name[] {
  const given = names.filter((name) => words.includes(name));
  return given.length > 0 ? given : names;
}

async function torture(engine: Engine, protocol: ShopSettings["protocol"]): Promise<number> {
  const database = await migratedDatabase(engine);
  if (database === null) {
    console.log("PostgreSQL is not on this machine: nothing is killed over it.");
    return 0;
  }
  console.log(
    `Killing the process that takes notifications, ${kills} times (${engine}, ${protocol})…`,
  );
  try {
    const { acknowledged, interrupted, faults } = await killPayments(
      database.address,
      protocol,
      kills,
    );
    console.log(
      `${kills} kills: ${acknowledged} notifications acknowledged, ${interrupted} times one was between its answer and its effect.`,
    );
    for (const fault of faults) console.error(`✗ ${fault}`);
    if (faults.length === 0) {
      console.log(
        "✓ Every acknowledged notification was applied exactly once, and all sums agree.",
      );
    }
    return faults.length;
  } finally {
    await database.remove();
  }
}
