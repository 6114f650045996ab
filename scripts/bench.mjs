// `npm run bench`: measured figures, beside a baseline taken in the same run.
import { runTool } from "./run-tool.mjs";

await runTool("bench/bench.ts", { needsBuild: true });
