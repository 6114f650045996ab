// `npm run torture`: kills the program at its worst moments, and looks at what is left.
import { runTool } from "./run-tool.mjs";

await runTool("tests/torture/torture.ts", { needsBuild: false });
