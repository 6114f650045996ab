import { startMailWorker } from "#mail/sending/send-mail.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { readyServer } from "./ready-server.ts";

// Sends the emails of a SQLite database until the process is killed. Usage: node mail-process.ts
// <file> <SMTP address> <milliseconds to add to the clock>
const [file = "", smtpUrl = "", ahead = "0"] = process.argv.slice(2);
startMailWorker({
  database: openDatabase({ engine: "sqlite", file }),
  clock: () => Date.now() + Number(ahead),
  log: createLog("silent"),
  publicUrl: "https://furrow.example",
  readServer: readyServer(smtpUrl),
});
