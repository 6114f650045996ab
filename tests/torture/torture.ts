// Entry point of `npm run torture`. Arguments choose tests, engines, payment protocols and a number
// of repetitions. If no engine is given, for example, each chosen test runs on every engine.
import { parseArgs } from "node:util";
import type { Engine } from "#platform/database/database.ts";
import type { ShopSettings } from "./payments-over.ts";
import {
  tortureConnections,
  tortureDisk,
  torturePayments,
  tortureRestarts,
  tortureRoom,
  tortureWrites,
} from "./tortures.ts";

const names = ["payments", "writes", "room", "disk", "connections", "restarts"] as const;
const engines: readonly Engine[] = ["sqlite", "postgres"];
const protocols: readonly ShopSettings["protocol"][] = ["standard", "rest"];

const words = parseArgs({ allowPositionals: true }).positionals;
const isNumber = (word: string) => /^[1-9]\d*$/.test(word);
const known = (word: string) =>
  isNumber(word) || [...names, ...engines, ...protocols].some((name) => name === word);
const unknown = words.find((word) => !known(word));
if (unknown !== undefined) {
  console.error(
    `"${unknown}" means nothing here. Say what is to be tortured (${names.join(", ")}), how often, over which engine (${engines.join(" or ")}) and in which protocol (${protocols.join(" or ")}).`,
  );
  process.exit(1);
}

const given = words.find(isNumber);
const times = (otherwise: number) => Number(given ?? otherwise);
let faultsFound = 0;
for (const name of chosen(names)) {
  for (const torture of torturesOf(name)) faultsFound += await torture();
}
process.exitCode = faultsFound === 0 ? 0 : 1;

function torturesOf(name: (typeof names)[number]): readonly (() => Promise<number>)[] {
  if (name === "payments") {
    return chosen(engines).flatMap((engine) =>
      chosen(protocols).map((protocol) => () => torturePayments(engine, protocol, times(1000))),
    );
  }
  if (name === "writes") {
    return chosen(engines).map((engine) => () => tortureWrites(engine, times(500)));
  }
  if (name === "room") {
    return chosen(engines).map((engine) => () => tortureRoom(engine, times(250)));
  }
  if (name === "disk") return Array.from({ length: times(1) }, () => tortureDisk);
  const torture = name === "connections" ? tortureConnections : tortureRestarts;
  return [() => torture(times(name === "connections" ? 200 : 20))];
}

function chosen<Name extends string>(all: readonly Name[]): readonly Name[] {
  const named = all.filter((name) => words.includes(name));
  return named.length > 0 ? named : all;
}
