// `npm run fuzz`: hostile requests to every call of the OpenAPI document.
import { runTool } from "./run-tool.mjs";

await runTool("tests/fuzz/fuzz.ts", { needsBuild: true });
