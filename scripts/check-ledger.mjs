// `npm run check-ledger`: compares all that is kept about money, beside a running server or without.
import { runTool } from "./run-tool.mjs";

await runTool("src/commands/check-ledger.ts", { needsBuild: false });
