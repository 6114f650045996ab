// A bare server that writes the rows that Furrow writes for an order, into tables with the same
// schema. It commits each order by itself or, with the argument "in-groups", all waiting orders
// together.
import { randomUUIDv7 } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

interface Recorded {
  readonly schema: readonly string[];
  readonly order: Record<string, SQLInputValue>;
  /** Rows of the emails to the customer and to the owner about the order. */
  readonly mails: readonly Record<string, SQLInputValue>[];
  /** Rows of the rate-limit counters that an order increases. */
  readonly limits: readonly Record<string, SQLInputValue>[];
}

const [recordedFile = "", databaseFile = "", inGroups] = process.argv.slice(2);
const { schema, order, mails, limits }: Recorded = JSON.parse(readFileSync(recordedFile, "utf8"));

const database = new DatabaseSync(databaseFile);
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma cache_size = -16000;
`);
for (const statement of schema) database.exec(statement);
database.exec("insert into order_counter (id, last_number) values (1, 0)");

const count = database.prepare("update order_counter set last_number = last_number + 1");
const counted = database.prepare("select last_number as number from order_counter");
const insert = insertion("orders", order);
const insertMail = insertion("mail_outbox", mails[0] ?? {});
const countLimits = database.prepare(
  `insert into rate_limits (key, attempts, ends_at) values ${limits.map(() => "(?, 1, ?)").join(", ")}
  on conflict (key) do update set attempts = rate_limits.attempts + 1`,
);

function insertion(table: string, row: Record<string, SQLInputValue>) {
  const columns = Object.keys(row);
  const places = columns.map((column) => `:${column}`).join(", ");
  return database.prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`);
}

function place(form: Record<string, string>): Record<string, SQLInputValue> {
  count.run();
  const row = {
    ...order,
    id: randomUUIDv7(),
    number: Number(counted.get()?.number),
    customer_name: form.customerName ?? "",
    customer_address: form.customerAddress ?? "",
    customer_country: form.customerCountry ?? "",
    placed_at: Date.now(),
  };
  insert.run(row);
  for (const mail of mails) insertMail.run({ ...mail, id: randomUUIDv7(), about: row.id });
  countLimits.run(...limits.flatMap(({ key, ends_at }) => [key ?? null, ends_at ?? null]));
  return row;
}

type Waiting = readonly [form: Record<string, string>, answer: (row: object) => void];

let waiting: Waiting[] = [];

function placeAll(): void {
  const group = waiting;
  waiting = [];
  database.exec("begin immediate");
  const placed = group.map(([form, answer]) => [answer, place(form)] as const);
  database.exec("commit");
  for (const [answer, row] of placed) answer(row);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

const server = createServer(async (request, response) => {
  const form = JSON.parse(await bodyOf(request));
  const answer = (row: object) =>
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(row));
  waiting.push([form, answer]);
  if (inGroups === undefined) placeAll();
  else if (waiting.length === 1) setImmediate(placeAll);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit(0));
