// A bare server that keeps notifications as Furrow does when it receives them: the same row, into a
// table of the same make, with a commit of its own that is on disk before it answers.
import { randomUUIDv7 } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

interface Recorded {
  /** The statements that made Furrow's table. */
  readonly schema: readonly string[];
  /** A notification as Furrow keeps it on arrival, but for its bytes. */
  readonly row: Record<string, SQLInputValue>;
}

const [recordedFile = "", databaseFile = ""] = process.argv.slice(2);
const { schema, row }: Recorded = JSON.parse(readFileSync(recordedFile, "utf8"));

const database = new DatabaseSync(databaseFile);
database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000;");
for (const statement of schema) database.exec(statement);

const columns = [...Object.keys(row), "raw"];
const insert = database.prepare(
  `insert into payment_notifications (${columns.join(", ")})
  values (${columns.map((column) => `:${column}`).join(", ")})`,
);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

const server = createServer(async (request, response) => {
  const raw = await bodyOf(request);
  insert.run({ ...row, id: randomUUIDv7(), received_at: Date.now(), raw });
  response.writeHead(200, { "content-length": 0 }).end();
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit(0));
