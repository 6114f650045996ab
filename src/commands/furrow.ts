import { runCommandLine } from "./command-line.ts";

// The entry of `npm run backup` and the other commands in a clone. A package calls the same code
// through `main.ts`.

await runCommandLine(process.argv.slice(2), undefined);
