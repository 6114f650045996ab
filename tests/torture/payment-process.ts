// The part of the program that takes notifications, as a process to be killed: it keeps what it is
// sent, answers, and gives it its effect in the background.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "../../src/platform/database.ts";
import { paymentsOver } from "./payments-over.ts";

const [file = "", verifyUrl = ""] = process.argv.slice(2);
const { payments } = paymentsOver(openDatabase({ engine: "sqlite", file }), verifyUrl);

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  await payments.receive(
    Buffer.concat(parts),
    new Headers({ "content-type": request.headers["content-type"] ?? "" }),
  );
  response.end();
});
await payments.startVerifying();
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// Whoever started it is gone.
process.stdin.resume().once("end", () => process.exit(0));
