// `npm run backup`: copies a running site, or one that stands still, into one checked file.
import { runTool } from "./run-tool.mjs";

await runTool("src/commands/backup.ts", { needsBuild: false });
