// A bare server that stores a notification as Furrow does on arrival: the same row, in a table with
// the same schema, committed to disk before the answer.
import { randomUUIDv7 } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

interface Recorded {
  /** The statements that created Furrow's table. */
  readonly schema: readonly string[];
  /** The row that Furrow stores when a notification arrives, without the raw bytes. */
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
