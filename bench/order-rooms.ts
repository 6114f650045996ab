import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newId } from "#platform/ids.ts";
import { startFurrow } from "../tests/support/servers/furrow-server.ts";
import { compareLists, type Lists } from "./list-times.ts";
import type { Measure } from "./measure.ts";
import { paidOrders } from "./paid-orders.ts";

const few = { messages: 10, files: 10 };
const many = { messages: 10_000, files: 500 };

/**
 * Response times of the page of an order with many messages and files, for its customer and for the
 * team, compared with an order that has few.
 */
export async function measureOrderRooms(): Promise<Measure[]> {
  const furrow = await startFurrow();
  try {
    const { ids, cookie } = await paidOrders(furrow, 2);
    const [small = "", large = ""] = ids;
    fillRoom(furrow.dataDirectory, small, few);
    fillRoom(furrow.dataDirectory, large, many);
    const title = `a room with ${inWords(many)} beside ${inWords(few)}`;
    const site = (lists: Lists) => ({ furrow, lists });
    const byCustomer = { few: site(ofCustomer(small)), many: site(ofCustomer(large)) };
    return [
      ...(await compareLists(title, {
        few: { ...byCustomer.few, cookie },
        many: { ...byCustomer.many, cookie },
      })),
      ...(await compareLists(title, { few: site(ofTeam(small)), many: site(ofTeam(large)) })),
    ];
  } finally {
    await furrow.stop();
  }
}

const ofCustomer = (id: string): Lists => [
  ["the customer's page", `/my-order/${id}`],
  ["messages through REST", `/api/order/${id}/messages`],
];

const ofTeam = (id: string): Lists => [
  ["the team's page", `/admin/payment-status/${id}`],
  ["the team's page, data only", `/admin/payment-status/${id}.data`],
];

const inWords = ({ messages, files }: typeof few) =>
  `${messages.toLocaleString("en-US")} messages and ${files} files`;

/** Inserts messages of both sides, read by both, and spreads files over them. */
function fillRoom(dataDirectory: string, orderId: string, { messages, files }: typeof few): void {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 60_000 });
  database.exec("begin immediate");
  const { account_id: accountId = "" } =
    database.prepare("select account_id from orders where id = ?").get(orderId) ?? {};
  const addMessage = database.prepare(`
    insert into order_messages (id, order_id, number, side, account_id, author, text, form_key, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addFile = database.prepare(`
    insert into private_files
      (id, name, type, byte_count, content_hash, state, account_id, started_at)
    values (?, ?, 'text/plain', ?, ?, 'stored', ?, ?)`);
  const addPart = database.prepare(
    "insert into private_file_parts (file_id, position, bytes) values (?, 0, ?)",
  );
  const addToOrder = database.prepare(`
    insert into order_files (file_id, order_id, message_id, side, account_id, author, created_at)
    values (?, ?, ?, ?, ?, ?, ?)`);
  const start = Date.now() - messages * 60_000;
  for (let number = 1; number <= messages; number++) {
    const [messageId, fileId, at] = [newId(), newId(), start + number * 60_000];
    const side = number % 2 === 0 ? "team" : "customer";
    const author = side === "team" ? "admin@furrow.example" : "customer";
    const text = `Message ${number}: the barley is sown, and the hedge is cut.`;
    addMessage.run(messageId, orderId, number, side, accountId, author, text, messageId, at);
    if (number % (messages / files) !== 0) continue;
    const bytes = Buffer.from(text);
    const hash = createHash("sha256").update(bytes).digest("hex");
    addFile.run(fileId, `Field ${number}.txt`, bytes.length, hash, accountId, at);
    addPart.run(fileId, bytes);
    addToOrder.run(fileId, orderId, messageId, side, accountId, author, at);
  }
  database
    .prepare(`
      insert into order_rooms
        (order_id, last_number, customer_read, team_read, customer_emailed, team_emailed)
      values (?, ?, ?, ?, ?, ?)
      on conflict (order_id) do update set last_number = excluded.last_number`)
    .run(orderId, messages, messages, messages, messages, messages);
  database.exec("commit");
  database.close();
}
