// What `npm run torture` runs. A number as an argument says how often each process is killed.
import { killPayments } from "./kill-payments.ts";

const [given] = process.argv.slice(2);
const kills = Number(given ?? "1000");
if (!Number.isInteger(kills) || kills < 1) {
  console.error(`"${given}" is no number of kills. Say how many there are to be, such as 1000.`);
  process.exit(1);
}

console.log(`Killing the process that takes payment notifications, ${kills} times…`);
const { acknowledged, interrupted, faults } = await killPayments(kills);
console.log(
  `${kills} kills: ${acknowledged} notifications acknowledged, ${interrupted} times one was between its answer and its effect.`,
);
for (const fault of faults) console.error(`✗ ${fault}`);
if (faults.length === 0) console.log("✓ Every acknowledged notification was applied exactly once.");
process.exitCode = faults.length === 0 ? 0 : 1;
