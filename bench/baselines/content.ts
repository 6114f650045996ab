// A bare server that saves a record with the same writes as Furrow: the record's row and a history
// entry in one transaction. The server answers every other request with a page that contains the
// record's heading.
import { randomUUIDv7 } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

interface Recorded {
  readonly id: string;
  /** The HTML of the page before and after the record's heading. */
  readonly page: readonly [string, string];
}

const [recordedFile = "", databaseFile = ""] = process.argv.slice(2);
const { id, page }: Recorded = JSON.parse(readFileSync(recordedFile, "utf8"));

const database = new DatabaseSync(databaseFile);
database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000;");
const read = database.prepare("select * from content_records where id = ?");
const update = database.prepare(
  "update content_records set field_values = ?, revision = revision + 1, updated_at = ? where id = ?",
);
const append = database.prepare(`
  insert into content_history (id, record_id, block, revision, action, field_values, author, at)
  select ?, id, block, revision, 'updated', field_values, author, updated_at
  from content_records where id = ?`);

function save(values: string): void {
  database.exec("begin immediate");
  update.run(values, Date.now(), id);
  append.run(randomUUIDv7(), id);
  database.exec("commit");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

const server = createServer(async (request, response) => {
  if (request.method === "PUT") {
    save(await bodyOf(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    return;
  }
  const { bannerHeading } = JSON.parse(String(read.get(id)?.field_values));
  response.writeHead(200, { "content-type": "text/html" }).end(page.join(bannerHeading));
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit(0));
