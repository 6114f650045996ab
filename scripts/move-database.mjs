// `npm run move-database`: carries a stopped site over to PostgreSQL.
import { runTool } from "./run-tool.mjs";

await runTool("src/commands/move-database.ts", { needsBuild: false });
