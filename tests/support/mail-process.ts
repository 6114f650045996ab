import { startMailWorker } from "../../src/mail/sending/send-mail.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/metrics/log.ts";
import { readyServer } from "./ready-server.ts";

// A process that does nothing but send the mail of a SQLite file, until it is killed.
// node mail-process.ts <file> <SMTP address> <milliseconds by which its clock is ahead>
const [file = "", smtpUrl = "", ahead = "0"] = process.argv.slice(2);
startMailWorker({
  database: openDatabase({ engine: "sqlite", file }),
  clock: () => Date.now() + Number(ahead),
  log: createLog("silent"),
  readServer: readyServer(smtpUrl),
});
