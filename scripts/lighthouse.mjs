// `npm run lighthouse`: scores and vitals of every public page, beside the landing page as a file.
import { runTool } from "./run-tool.mjs";

await runTool("bench/lighthouse/lighthouse.ts", { needsBuild: true, needsBrowser: true });
