// `npm run restore`: brings a site back from a backup into an empty place.
import { runTool } from "./run-tool.mjs";

await runTool("src/commands/restore.ts", { needsBuild: false });
