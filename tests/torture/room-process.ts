// A process that tests kill: it receives messages with files at "/message", deliveries at
// "/deliver" and emails at "/mail", reads a mailbox, and runs the scheduled jobs of orders.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { receiveOrderFile } from "#conversation/files/order-files.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { receiveForm } from "#files/receive-form.ts";
import { Mailbox } from "#mail/incoming/poll-mailbox.ts";
import { receiveMail } from "#mail/incoming/receive-mail.ts";
import { openDatabase } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { ada, owner } from "../support/orders/shop.ts";
import { type RoomSettings, roomOver } from "./room-over.ts";

const { address, imapUrl }: RoomSettings = JSON.parse(process.argv[2] ?? "");
const room = roomOver(openDatabase(address));

async function takeMessage(request: Request, orderId: string): Promise<void> {
  const { values, files, refusal } = await receiveForm(room, request, (sent) =>
    receiveOrderFile(room, ada, orderId, sent),
  );
  if (refusal !== null) throw refusal;
  const sent = files.map(({ file }) => file);
  await sendOrderMessage(room, ada, orderId, values, undefined, sent);
}

async function takeDelivery(request: Request, orderId: string): Promise<void> {
  const { values, files } = await receiveForm(room, request, (sent) =>
    receiveOrderFile(room, owner, orderId, sent),
  );
  const received = files.map(({ file }) => file);
  const { points, ...form } = JSON.parse(values.delivery ?? "");
  const proof = { position: 1, kind: "file", value: received[0]?.id };
  await deliverOrder(room, owner, orderId, { ...form, points: [proof, ...points] }, received);
}

async function work(request: Request): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  const orderId = searchParams.get("order") ?? "";
  if (pathname === "/message") await takeMessage(request, orderId);
  else if (pathname === "/deliver") await takeDelivery(request, orderId);
  else await receiveMail(room, new Uint8Array(await request.arrayBuffer()));
}

/** Works without the pauses of a worker, so that most kills hit a job or an email. */
async function repeat(workOnce: () => Promise<boolean>): Promise<never> {
  for (;;) if (!(await workOnce())) await sleep(10);
}

const server = createServer(
  getRequestListener(async (request) => {
    try {
      await work(request);
      return new Response();
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  }),
);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
void repeat(() => runDueJob(room));
const mailbox = new Mailbox({ ...room, imapUrl });
void repeat(() => mailbox.workOnce());
// Exits when the parent process ends, because then standard input ends.
process.stdin.resume().once("end", () => process.exit(0));
