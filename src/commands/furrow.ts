import { runCommandLine } from "./command-line.ts";

// The entry of `npm run backup` and the other commands in a clone. A package calls the same code
// through `main.ts`.

// New files contain data of customers and secrets, so no other user of the machine may read them.
process.umask(0o077);
await runCommandLine(process.argv.slice(2), undefined);
