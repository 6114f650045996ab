// A process that tests kill: it carries out the releases that are due. It writes "+" when it begins
// to look for one, and "-" when that is done.
import { runDueRelease } from "#content/releases/run-releases.server.ts";
import { type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { capturedLog } from "../support/captured-log.ts";
import { releaseDependencies } from "../support/releases.ts";

interface Settings {
  readonly address: DatabaseAddress;
  readonly now: number;
}

const { address, now } = JSON.parse(process.argv[2] ?? "") as Settings;
const database = openDatabase(address);
const deps = { ...releaseDependencies(database, () => now), log: capturedLog().log };
for (let isWork = true; isWork; ) {
  process.stdout.write("+\n");
  isWork = await runDueRelease(deps);
  process.stdout.write("-\n");
}
await database.close();
process.exit(0);
