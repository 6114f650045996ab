// Entry point of `npm run torture`. Arguments choose tests, engines, payment protocols and a number
// of repetitions. If no engine is given, for example, each chosen test runs on every engine.
import { parseArgs } from "node:util";
import { type Torture, tortures } from "./tortures.ts";

const words = parseArgs({ allowPositionals: true }).positionals;
const isNumber = (word: string) => /^[1-9]\d*$/.test(word);
const choices = (["name", "engine", "protocol"] as const).map((field) => ({
  field,
  all: [...new Set(tortures.flatMap((one) => one[field] ?? []))],
}));
const unknown = words.find(
  (word) => !isNumber(word) && !choices.some(({ all }) => all.includes(word as never)),
);
if (unknown !== undefined) {
  const known = choices.map(({ all }) => all.join(", ")).join("; ");
  console.error(
    `"${unknown}" means nothing here. Say what is to be tortured, and how often: ${known}.`,
  );
  process.exit(1);
}

/** A torture without a protocol runs whatever protocol is named. */
const isChosen = (torture: Torture) =>
  choices.every(({ field, all }) => {
    const named = words.filter((word) => all.includes(word as never));
    return named.length === 0 || named.includes(torture[field] ?? (named[0] as never));
  });

// A torture that is stopped still removes what it made, such as the small disk.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1));
}

for (const torture of tortures.filter(isChosen)) {
  const { engine, protocol = "", does, proves } = torture;
  const times = Number(words.find(isNumber) ?? torture.times);
  console.log(`${does}, ${times} times (${engine}${protocol && `, ${protocol}`})…`);
  const outcome = await torture.run(times);
  if (outcome === null) {
    console.log("PostgreSQL is not on this machine: nothing is done to it.");
    continue;
  }
  console.log(outcome.summary);
  for (const fault of outcome.faults) console.error(`✗ ${fault}`);
  if (outcome.faults.length === 0) console.log(`✓ ${proves}`);
  else process.exitCode = 1;
}
// What a failed torture left open must not keep this process running.
process.exit();
